"""What the archive's commands share: how it is named, opened and closed, and how they speak and fail."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from turnabout_sheets.cli.parameters import DAY, LINE, PLACE, echo, fail
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import SaidError
from turnabout_sheets.core.safe_files import is_same_file

if TYPE_CHECKING:
    from turnabout_sheets.archive.store import Archive
    from turnabout_sheets.event.history import Season
    from turnabout_sheets.jobs.new import Seeding

T = TypeVar("T")

archive_option = click.option(
    "--archive",
    "named",
    type=PLACE,
    metavar="FILE",
    envvar="TURNABOUT_ARCHIVE",
    help="The archive: a file, or the address of a PostgreSQL database. Default: the environment variable "
    "TURNABOUT_ARCHIVE, else turnabout-archive.sqlite beside the workbook, or here, else the one used last.",
)


def change_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command that changes an archive the options of all such, and as ``command`` a `Command` of it."""

    @click.option("--dry-run", is_flag=True, help="Only say what would change.")
    @click.option("--note", "reason", type=LINE, help="Why; the journal keeps it.")
    @click.option(
        "--as",
        "author",
        type=LINE,
        metavar="NAME",
        help="Who you are; the journal keeps it. Default: the environment variable TURNABOUT_AS, else nobody. In "
        "PostgreSQL it keeps the role instead.",
    )
    @archive_option
    @functools.wraps(command)
    def change(*, named: str | None, reason: str | None, author: str | None, **given: Any) -> None:
        with explain_archive_errors():
            from turnabout_sheets.jobs.archive_place import start_command

            started = start_command(named or "", reason or "", author)
        command(named=named, command=started, **given)

    return change


_SEASON = (
    click.option("--as-of", type=DAY, help="The last day that counts. Default: today."),
    click.option("--from", "first", type=DAY, help="The first day that counts. Default: the first of all."),
    click.option("--months", type=click.IntRange(1, 12000), help="Only the events of the last N months."),
    click.option("--best", type=click.IntRange(1), help="Only the N highest awards of each player count."),
    click.option(
        "--events",
        "parts",
        metavar="TEXT",
        multiple=True,
        help="Only events with TEXT in their name; given several times: with one of them.",
    ),
)


def season_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say which events and awards a rating list is of."""
    for option in reversed(_SEASON):
        command = option(command)
    return command


def read_season(
    as_of: str | None, first: str | None, months: int | None, best: int | None, parts: Sequence[str]
) -> tuple[str, Season]:
    """Return the last day that counts, and what else the list is of; what does not fit ends the command."""
    from turnabout_sheets.archive.codecs import today
    from turnabout_sheets.event.history import Season

    last = as_of or today()
    if first and months:
        raise click.UsageError("--from and --months both say where the season begins; leave out one of them.")
    if first and first > last:
        ends = f"with --as-of {last}" if as_of else f"today, {last}"
        raise click.UsageError(f"The season would end {ends}, before it begins with --from {first}.")
    if not all(each.strip() for each in parts):
        raise click.UsageError("--events is blank; name a part of the names of the events that count.")
    return last, Season(first or "", best, tuple(each.strip() for each in parts))


@contextlib.contextmanager
def seeding_from(named: str | None, beside: Path, day: str | None) -> Iterator[Seeding]:
    """Give what knows the ratings of players at the beginning of a day, else of today."""
    with open_named(named, beside=beside) as opened, opened.reading() as connection:
        from turnabout_sheets.archive.codecs import today
        from turnabout_sheets.archive.ratings import find_seeds

        yield lambda players: find_seeds(connection, players, day or today())


@contextlib.contextmanager
def open_named(
    named: str | None, *, beside: Path = Path(), create: bool = False, trial: bool = False
) -> Iterator[Archive]:
    """Open the archive, for a ``trial`` so that nothing stays in it; whatever stands against it ends the command."""
    with explain_archive_errors():
        from turnabout_sheets.jobs.archive_place import use_archive

        with use_archive(named or find_archive(beside, create=create), create=create, trial=trial) as opened:
            yield opened


def find_archive(beside: Path, *, create: bool = False) -> str:
    """Return where the archive lies that is meant where none is named; say so where that is another folder, or new."""
    from turnabout_sheets.jobs.archive_place import find_place

    place, said = find_place(beside)
    is_last = said is not None and os.path.lexists(place)
    if is_last or (said and create):
        which = "This is the archive used last" if is_last else "A new archive was begun"
        told = f"{which}: {place}. For another one, add --archive FILE."
        # Nothing is begun for a trial, nor for an event that is not taken.
        click.get_current_context().call_on_close(lambda: echo([told] if os.path.lexists(place) else [], err=True))
    return place


@contextlib.contextmanager
def explain_archive_errors() -> Iterator[None]:
    """Say what stands against what is done with an archive, or made of it, and end the command."""
    from turnabout_sheets.archive.errors import NotThereError

    try:
        yield
    except SaidError as reason:
        fail(str(reason), ExitCode.USAGE if isinstance(reason, NotThereError) else ExitCode.FILE)


def require_other(file: Path, sources: Iterable[Path]) -> None:
    """End the command where a file that is to be written is one of those that it is made of."""
    if any(is_same_file(file, source) for source in sources):
        fail(f"{file} is what this is made of, so nothing was done; choose another name.", ExitCode.FILE)


def tell_done(told: Iterable[str], *, trial: bool) -> None:
    """Say what a command did, or in a ``trial`` would do."""
    if trial:
        click.echo("In this trial, which changed nothing:")
    echo(f"{each.removesuffix('.')}." for each in told)


def show_progress(things: Iterable[T], count: int, label: str) -> Iterator[T]:
    """Show how far so many things are, where somebody looks on."""
    if count < 2 or not sys.stderr.isatty():
        yield from things
        return
    with click.progressbar(things, label=label, length=count, file=sys.stderr) as bar:
        yield from bar
