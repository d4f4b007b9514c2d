"""Which archive is meant, how it is opened, and what workbooks of ratings say of who is who."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.events import Source
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.store import (
    DEFAULT_NAME,
    Archive,
    copy_database,
    copy_file,
    open_archive,
    open_or_await,
)
from turnabout_sheets.core.cache import open_cache
from turnabout_sheets.core.command_line import word_command
from turnabout_sheets.core.file_names import find_fault_of_line
from turnabout_sheets.core.outputs import is_ours, place
from turnabout_sheets.core.problems import Message, Place, Problem, SaidError, error
from turnabout_sheets.core.safe_files import read_file
from turnabout_sheets.core.text import key, tidy
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.save import explain_errors
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError, WorkbookError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from turnabout_sheets.archive.decisions import Decided, Decision


def write_kept_workbook(file: Path, kept: Source, *, overwrite: bool) -> None:
    """Write a workbook out of the archive as it is kept, over nothing but an earlier one. Raises `WorkbookError`."""
    name = PurePosixPath(kept.file)
    save.require_ending(file, name.suffix, name.name)
    with explain_errors(file):
        place(file, kept.content, overwrite=overwrite)


def load_decisions(file: Path) -> tuple[list[Decision], list[Problem]]:
    """Return what is filled in on the sheet People of a ratings workbook, and what is wrong there.

    Raises `WorkbookError`.
    """
    from turnabout_sheets.archive.decisions import Decision
    from turnabout_sheets.workbook.ours.ratings_workbook import PEOPLE, read_people  # slow to load
    from turnabout_sheets.workbook.read import Worksheets

    sheets = Worksheets(save.open_workbook(file)).read(lambda name: key(name) == "people")
    grid = next((each for each in sheets if key(each.name) == "people"), None)
    if grid is None:
        hint = "Name a ratings workbook: turnabout archive ratings --workbook writes one."
        return [], [error(Place(PEOPLE.name), "There is no such sheet in the workbook.", hint)]
    table, problems = read_people(grid)
    decisions = []
    for row in table.rows if table is not None else ():
        name, player_id = row["name"], row["player_id"]
        label = f"{name} (Player ID {player_id})" if player_id else str(name)
        for field in ("same", "two"):
            if table is not None and name is not None and row[field] is not None:
                decisions.append(Decision(table.place(row.number, field), label, row[field], field == "same"))
    return decisions, problems


def decide_people(archive: Archive, command: Command, file: Path) -> Decided:
    """Take into an archive what is filled in on the sheet People of a ratings workbook, or nothing of it.

    Raises `WorkbookError`.
    """
    from turnabout_sheets.archive.decisions import Decided, decide

    decisions, problems = load_decisions(file)
    if problems:
        return Decided(problems=problems)
    with archive.writing() as connection:
        return decide(connection, command, decisions, file.name)


def require_decided(connection: Connection, file: Path) -> None:
    """Raise `WorkbookError` where a ratings workbook has something filled in that is not in the archive."""
    from turnabout_sheets.archive.decisions import find_open

    with contextlib.suppress(OSError, UnusableWorkbookError):  # the reason is reported when it is written
        if is_ours(file):  # as it was written, nothing is filled in
            return
        decisions, problems = load_decisions(file)
        told = [f"{each.place}: {each.message}" for each in problems if each.place.cell]
        told += [f"{each.place}: {each}" for each in find_open(connection, decisions)]
        if told:
            shown = "; ".join(told if len(told) <= 5 else [*told[:5], "…"])
            raise WorkbookError(
                f"{file} says what the archive does not have yet: {shown}. It was left as it is; take that in with "
                f"{word_command('archive people --from', file)}, or add --overwrite to drop it."
            )


def find_place(beside: Path) -> tuple[str, Message | None]:
    """Return where the archive lies that is meant where none is named, and what is to be said of that.

    That is the one that the environment names, else that in a folder, else the one used last, else a new one there.
    """
    own, last = beside / DEFAULT_NAME, ""
    if (named := os.environ.get("TURNABOUT_ARCHIVE")) or os.path.lexists(own):
        return named or str(own), None
    if folder := open_cache("recent"):
        with contextlib.suppress(OSError):
            last = os.fsdecode(read_file(folder / "archive"))
    if last and Path(last).exists():
        return last, Message("The event goes into the archive used last: {place}", place=last)
    return str(own), Message("The event begins a new archive: {place}", place=own)


AUTHOR: Final = "TURNABOUT_AS"
"""The environment variable that says who changes an archive; `cli.archive_access` tells of it."""


def start_command(place: str, reason: str = "", author: str | None = None) -> Command:
    """Return what changes the archive at ``place``, with why and who: the ``author``, else as the environment says.

    A database knows who it is, whatever that says. Raises `NotThereError` where it is told all the same, or what stands
    in the environment cannot be kept.
    """
    if "://" in place:
        if author is not None:
            raise NotThereError("In PostgreSQL the journal keeps the role that you log in with: leave out --as.")
        return Command(reason=reason)
    if author is None and find_fault_of_line(author := os.environ.get(AUTHOR, "")):
        raise NotThereError(
            Message(
                "The environment variable {name} says in several lines, or too long, who puts something into the "
                "archive. Correct it, and start again.",
                name=AUTHOR,
            )
        )
    return Command(reason=reason, author=tidy(author))


@contextlib.contextmanager
def use_archive(place: str, *, create: bool = False, trial: bool = False) -> Iterator[Archive]:
    """Open an archive for what is done with it, or for a ``trial`` a copy of it, so that nothing stays.

    Where there is none, one to ``create`` is made with the first thing that stays in it: what adds nothing leaves none.
    Raises `ArchiveError`, also where it turns out to be damaged.
    """
    is_file, opened = "://" not in place, open_or_await(place) if create else open_archive(place)
    with TemporaryDirectory(prefix="turnabout-") if trial else contextlib.nullcontext() as folder:
        if folder is not None:
            copy = Path(folder) / DEFAULT_NAME
            if not is_file:
                copy_database(opened, copy)
            elif Path(place).exists():
                copy_file(place, copy)
            opened = replace(open_archive(str(copy), create=True), place=opened.place, passing=True)
        try:
            with explain_damage(opened):
                yield opened
        finally:
            # That which is added to is the one used last; the address of a database may have a password in it.
            is_kept = create and is_file and not trial and Path(place).exists()
            if is_kept and (recent := open_cache("recent")):
                with contextlib.suppress(OSError):
                    (recent / "archive").write_bytes(os.fsencode(Path(place).absolute()))


@contextlib.contextmanager
def explain_damage(archive: Archive) -> Iterator[None]:
    """Raise `ArchiveError` where something goes wrong because a value in an archive is damaged; then anything may."""
    try:
        yield
    except SaidError:
        raise
    except Exception:
        from turnabout_sheets.archive.verify import require_sound  # only now, because few archives are damaged

        require_sound(archive)
        raise  # a mistake of ours, which is shown as such
