"""Carries out the decisions on the sheet People of a ratings workbook, such as who is the same person: all, or none."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from turnabout_sheets.archive.errors import ArchiveError, NotThereError
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.people import AlreadyError, Corrections, Who, find_person
from turnabout_sheets.archive.queries import load_people, rank_person
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.core.command_line import ExitCode, name_program
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.problems import Place, Problem, error, sort_problems
from turnabout_sheets.core.text import key
from turnabout_sheets.sheets.table import Row, Table
from turnabout_sheets.workbook.list_sheets import read_list_sheets
from turnabout_sheets.workbook.ours.ratings_workbook import PEOPLE, read_people

CORRECT = "Correct the cell, or clear it; if the sheet is older than the archive, write the workbook again."


class CellsError(ArchiveError):
    """What is filled in does not fit, so nothing was done; the text names the cells."""

    code = ExitCode.PROBLEMS

    def __init__(self, file: Path, problems: list[Problem]) -> None:
        super().__init__("\n".join([*(each.describe(file) for each in problems), "So nothing was done."]))


def decide(archive: Archive, command: Command, file: Path) -> tuple[list[str], int]:
    """Do what is filled in, as one command; return what was done, in words, and how much was so already.

    Of two who are the same the better name stays (archive 5.5). Raises `CellsError`, or a `WorkbookError`.
    """
    table, problems = _read(file)
    if table is None or problems:
        raise CellsError(file, problems)
    done, already = list[str](), 0
    with archive.writing() as connection:
        correct = Corrections(connection, command, as_text(file.name))
        ranks = {each.person: rank_person(each) for each in load_people(connection, correct.who)}
        # Two people are two from all who are the same as either.
        for field, row in product(("same", "two"), table.rows):
            if row["name"] is None or row[field] is None:
                continue
            try:
                both = _find_both(correct.who, row, field)
                better, other = sorted(both, key=lambda each: ranks.get(each, (2,)))
                done.append(correct.merge(better, other) if field == "same" else correct.tell_apart(better, other))
            except AlreadyError:
                already += 1
            except NotThereError as reason:
                problems.append(error(table.place(row.number, field), str(reason), CORRECT))
        if problems:
            raise CellsError(file, sort_problems(problems))
    return done, already


def _read(file: Path) -> tuple[Table | None, list[Problem]]:
    """Return the sheet People of a workbook, and what is wrong in it."""
    for grid in read_list_sheets(file):
        if key(grid.name) == key(PEOPLE.name):
            return read_people(grid)
    hint = "Name a ratings workbook: turnabout archive ratings --workbook writes one."
    return None, [error(Place(PEOPLE.name), "There is no such sheet in the workbook.", hint)]


def _find_both(who: Who, row: Row, field: str) -> tuple[int, int]:
    """Return the two persons whom a row is about. Raises `NotThereError` where there are no two, or they are known."""
    name, other = row["name"], row[field]
    if row["player_id"]:
        name = f"{name} (Player ID {row['player_id']})"
    if not other:
        raise NotThereError(f'The row of "{name}" has nobody under Perhaps the same as.')
    # A player who is listed without a Player ID is not the one of that name who has one.
    without = f"{name} (no Player ID)"
    both = find_person(who, without if who.persons_called(without) else name), find_person(who, other)
    if field == "two" and both[0] == both[1]:
        raise NotThereError(f'"{name}" and "{other}" are one person, by another cell or in the archive.')
    if field == "same" and frozenset(both) in who.two_people:
        said = " and ".join(map(who.label, sorted(both)))
        raise NotThereError(f"{said} are known to be two people; if not: {name_program()} archive merge.")
    return both
