"""What the archive's commands share: how the archive is named and opened, and how they speak, ask and fail."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from turnabout_sheets.cli.lazy_group import LazyGroup
from turnabout_sheets.cli.parameters import LINE, PLACE, echo, fail
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.safe_files import follow_links, is_same_file

if TYPE_CHECKING:
    from turnabout_sheets.archive.store import Archive
    from turnabout_sheets.jobs.new import Seeding

Lines = Callable[..., Iterable[str]]
"""What a command does: it yields what there is to say."""

NAMES = "add apart export forget hide import list lists log merge player ratings redo remove split undo verify"


@click.group(cls=LazyGroup, modules=dict.fromkeys(NAMES.split(), "archive_commands"))
def archive() -> None:
    """Keep finished events, and ratings over the years."""


archive_option = click.option(
    "--archive", "named", type=PLACE, metavar="FILE", envvar="TURNABOUT_ARCHIVE",
    help="A file, or the address of a PostgreSQL database. Default: TURNABOUT_ARCHIVE, else "
    "turnabout-archive.sqlite beside the workbook, or here, else the one used last.",
)  # fmt: skip


def showing(command: Lines) -> click.Command:
    """Make a command that shows something of one state of an archive, or writes it into files."""

    @archive_option
    @click.command(command.__name__.strip("_"))
    @functools.wraps(command)
    def show(*, named: str | None, **given: Any) -> None:
        with open_named(named) as opened, opened.reading() as connection:
            for file in given.values():
                if isinstance(file, Path) and is_same_file(file, Path(opened.place)):
                    fail(f"{file} is the archive. Nothing was done; choose another name.", ExitCode.FILE)
            echo(command(connection, **given))

    return show


def changing(command: Lines, *, create: bool = False, at_once: bool = False) -> click.Command:
    """Make a command that changes an archive, which it may have to ``create``; it gets the archive and a `Command`.

    One that changes it ``at_once`` gets the connection for that; what it yields is said when all is done.
    """

    @archive_option
    @click.option("--as", "author", type=LINE, metavar="NAME", help="Who you are, else as TURNABOUT_AS says.")
    @click.option("--note", "reason", type=LINE, default="", help="Why; the log keeps it.")
    @click.option("--dry-run", is_flag=True, help="Only say what would change.")
    @click.command(command.__name__.strip("_"))
    @functools.wraps(command)
    def change(*, named: str | None, reason: str, author: str | None, dry_run: bool, **given: Any) -> None:
        folders = {follow_links(file).parent for file in given.get("files", ())}
        beside = folders.pop() if len(folders) == 1 else Path()
        with open_named(named, beside=beside, create=create, trial=dry_run) as opened:
            from turnabout_sheets.jobs.archive_place import start_command

            echo(["In this trial, which changes nothing:"] if dry_run else [])
            by = start_command(reason, author)
            if at_once:
                with opened.writing() as connection:
                    done = [*command(connection, by, **given)]
            echo(done if at_once else command(opened, by, **given))

    return change


correcting = functools.partial(changing, at_once=True)


def end(told: str) -> str:
    """Return what was done as a sentence; a name may end with a full stop."""
    return f"{told.removesuffix('.')}."


@contextlib.contextmanager
def seeding_from(named: str | None, beside: Path, day: str | None) -> Iterator[Seeding]:
    """Give what knows the ratings of players at the beginning of a day, else of today."""
    with open_named(named, beside=beside) as opened, opened.reading() as connection:
        from turnabout_sheets.archive.ratings import find_seeds
        from turnabout_sheets.core.days import today

        yield lambda players: find_seeds(connection, players, day or today())


@contextlib.contextmanager
def open_named(
    named: str | None, *, beside: Path = Path(), create: bool = False, trial: bool = False
) -> Iterator[Archive]:
    """Open the archive, for a ``trial`` so that nothing stays in it; if none is named, say which unless ``beside``."""
    from turnabout_sheets.jobs.archive_place import find_place, use_archive

    place, told = (named, None) if named else find_place(beside)
    is_there = os.path.lexists(place)
    try:
        with use_archive(place, create=create, trial=trial) as opened:
            yield opened
    finally:
        if told and os.path.lexists(place):  # nothing is begun for a trial, nor for an event that is not taken
            which = "This is the archive used last" if is_there else "A new archive was begun"
            click.echo(f"{which}: {place}. For another one, add --archive FILE.", err=True)
