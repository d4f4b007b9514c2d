"""Which archive is meant, how it is opened, and what workbooks of ratings say of who is who."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from turnabout_sheets.archive.errors import ArchiveError, NotThereError
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
from turnabout_sheets.core.ordinary_files import read_file
from turnabout_sheets.core.outputs import NotOursError, place, require_ours
from turnabout_sheets.core.problems import Message, Place, Problem, SaidError, error
from turnabout_sheets.core.text import key, tidy
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.save import explain_errors
from turnabout_sheets.workbook.files.sniff import refusal
from turnabout_sheets.workbook.ooxml.package import WorkbookError

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

    sheets = Worksheets(save.open_workbook(file))
    grid = next((each for each in sheets.read(_is_people) if _is_people(each.name)), None)
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


def _is_people(sheet: str) -> bool:
    return key(sheet) == "people"  # as PEOPLE is called, which is slow to load


def decide_people(archive: Archive, command: Command, file: Path) -> Decided:
    """Take into an archive what is filled in on the sheet People of a ratings workbook, or nothing of it.

    Raises `WorkbookError`, and `NotThereError` where nothing is filled in.
    """
    from turnabout_sheets.archive.decisions import Decided, decide

    decisions, problems = load_decisions(file)
    if problems:
        return Decided(problems=problems)
    if not decisions:
        raise NotThereError(
            f'Nothing is filled in on the sheet People of {file}, in "Same as" or "Not the same as"; nothing to do.'
        )
    with archive.writing() as connection:
        return decide(connection, command, decisions, file.name)


def require_decided(connection: Connection, file: Path, *, overwrite: bool) -> list[str]:
    """Raise `WorkbookError` where a ratings workbook has something filled in that is not in the archive.

    Return what that is where it is to ``overwrite``.
    """
    from turnabout_sheets.archive.decisions import find_open

    try:
        require_ours(file, overwrite=False)
        return []  # as it was written, nothing is filled in
    except (NotOursError, OSError):
        pass
    try:
        decisions, problems = load_decisions(file)
    except WorkbookError:
        return []  # why it is refused is told where it is written
    told = [f"{each.place}: {each.message}" for each in problems if each.place.cell] + [
        f"{each.place}: {each}" for each in find_open(connection, decisions)
    ]
    if told and not overwrite:
        more = f"; and {len(told) - 5} more" if len(told) > 5 else ""
        raise WorkbookError(
            f"{file} says what the archive does not have yet: {'; '.join(told[:5])}{more}. It was left as it is; "
            f"take that in with {word_command('archive people --from', file)}, or add --overwrite to drop it."
        )
    return told


VARIABLE: Final = "TURNABOUT_ARCHIVE"
"""The environment variable that names the archive; `cli.archive_access` tells of it."""


def find_place(beside: Path) -> tuple[str, Message | None]:
    """Return where the archive lies that is meant where none is named, and what is to be said of that.

    That is the one that the environment names, else that in a folder, else the one used last, else a new one there.
    """
    own, last = beside / DEFAULT_NAME, ""
    if (named := os.environ.get(VARIABLE)) or os.path.lexists(own):
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
    if author is None:
        author = os.environ.get(AUTHOR, "")
        if fault := find_fault_of_line(author):
            raise NotThereError(
                f"The environment variable {AUTHOR} cannot be kept: {fault}. Correct it.",
                Message(
                    "The environment variable {name} says in several lines, or too long, who puts something into the "
                    "archive. Correct it, and start the desk again.",
                    name=AUTHOR,
                ),
            )
    return Command(reason=reason, author=tidy(author))


@contextlib.contextmanager
def use_archive(place: str, *, create: bool = False) -> Iterator[Archive]:
    """Open an archive for what is done with it. Raises `ArchiveError`, also where it turns out to be damaged.

    Where there is none, one to ``create`` is made with the first thing that stays in it: what adds nothing leaves none.
    """
    opened = _open(place, create=create)
    try:
        with explain_damage(opened):
            yield opened
    finally:
        # That which is added to is the one used last; the address of a database may have a password in it.
        if create and "://" not in place and Path(place).exists() and (folder := open_cache("recent")):
            with contextlib.suppress(OSError):
                (folder / "archive").write_bytes(os.fsencode(Path(place).absolute()))


def _open(place: str, *, create: bool) -> Archive:
    try:
        return open_or_await(place) if create else open_archive(place)
    except ArchiveError as error:
        if "://" in place or refusal(Path(place)) is not None:
            raise
        raise ArchiveError(
            f"{place} is a workbook, not an archive; name the archive, or put the event into one: "
            f"{word_command('archive', 'add', place)}"
        ) from error


@contextlib.contextmanager
def try_archive(place: str, *, create: bool = False) -> Iterator[Archive]:
    """Open a copy of an archive for a trial, so that nothing stays. Raises `ArchiveError`."""
    opened = _open(place, create=create)
    with TemporaryDirectory(prefix="turnabout-") as folder:
        copy = Path(folder) / DEFAULT_NAME
        if "://" in place:
            copy_database(opened, copy)
        elif Path(place).exists():
            copy_file(place, copy)
        opened = replace(open_archive(str(copy), create=True), place=opened.place, passing=True)
        with explain_damage(opened):
            yield opened


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
