"""The command ``watch``: a desk for the day with its page, and what it says on the screen until it is ended."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from turnabout_sheets.cli.parameters import FILE, echo, fail, publish_option, then_option
from turnabout_sheets.cli.terminal import open_address, until_ended
from turnabout_sheets.core.command_line import ExitCode

if TYPE_CHECKING:
    from turnabout_sheets.desk.server import DeskServer
    from turnabout_sheets.desk.state import DeskState

SHOWN_CHANGES: Final = 5
"""Of more changed cells only the number is said; the page lists them."""


@click.command()
@click.argument("file", type=FILE)
@click.option("--no-browser", is_flag=True, help="Do not open the page; its address is printed in any case.")
@click.option("--until-closed", is_flag=True, help="End when the page is closed everywhere.")
@publish_option
@then_option
def watch(file: Path, no_browser: bool, until_closed: bool, publish: Path | None, then: str) -> None:
    """Watch a workbook for the day: run it at every save, and show on a page what to do next.

    End it with Ctrl+C, or close the terminal.
    """

    from turnabout_sheets.desk.local_server import write_redirect

    with until_ended(), keep_desk(file, publish=publish, then=then) as desk:
        server = desk.server
        click.echo(server.address)
        if not no_browser:
            open_address(write_redirect(server.address), server.address)
        while not (until_closed and server.was_opened and not server.is_open()):
            desk.tell_news()


class KeptDesk:
    """A desk that is kept in this window, and what the screen has said of it."""

    def __init__(self, server: DeskServer) -> None:
        self.server = server
        self._told = server.desk.state

    def tell_news(self, patience: float = 1.0) -> None:
        """Say on the screen what is new, once there is something or so many seconds have passed."""
        before, self._told = self._told, self.server.desk.wait_for_newer(self._told.number, patience)
        echo(f"{time.strftime('%H:%M:%S')}  {line}" for line in describe_news(before, self._told))


@contextmanager
def keep_desk(file: Path, publish: Path | None = None, then: str = "") -> Iterator[KeptDesk]:
    """Keep the desk of a workbook as long as the context lasts."""
    from turnabout_sheets.desk.open_desks import note_address
    from turnabout_sheets.desk.server import open_desk
    from turnabout_sheets.desk.start_page import note_opened
    from turnabout_sheets.jobs.outcome import Options
    from turnabout_sheets.workbook.files.sniff import say_missing

    if not file.exists():
        fail(str(say_missing(file)), ExitCode.FILE)
    with open_desk(file, Options(publish=publish, then=then)) as server:
        note_opened(file)
        note_address(file, server.address)
        try:
            yield KeptDesk(server)
        finally:
            note_address(file, "")


def describe_news(before: DeskState, now: DeskState) -> Iterator[str]:
    """Yield lines of what is not as it was: who has the workbook open, what is in the way, and what a save changed."""
    from turnabout_sheets.desk.sentences import describe_fault, describe_next_step
    from turnabout_sheets.prints.words import FALLBACK, load_words

    if now is before:  # which it is each second, and to look for the next step in a large event takes long
        return
    w = load_words(FALLBACK)  # the screen is English, as the workbook is
    if now.open_in is not None and now.open_in != before.open_in:
        yield str(now.open_in)
    if now.fault is not None and now.fault != before.fault:
        yield " ".join([describe_fault(now, now.fault, w), now.fault.reason]).strip()
    yield from (each.problem.describe(now.workbook) for each in now.questions if each not in before.questions)
    if now.unpublished != before.unpublished:
        yield str(now.unpublished) if now.unpublished else "The event is published."
    if now.changes is not before.changes:
        yield from _describe_changes(now)
    is_over = before.fault is not None and now.fault is None
    step = describe_next_step(now, w)
    if now.outcome is not None and (now.saved != before.saved or is_over or step != describe_next_step(before, w)):
        yield step


def _describe_changes(state: DeskState) -> Iterator[str]:
    for change in state.changes[:SHOWN_CHANGES]:
        where = f"{change.sheet}!{change.cell}" if change.cell else change.sheet
        who = f"{change.who}, " if change.who else ""
        yield f"{where}: {who}{change.column}: {change.before or 'blank'} → {change.after or 'blank'}"
    if (more := len(state.changes) - SHOWN_CHANGES) > 0:
        yield f"… and {more} more changed cells"
