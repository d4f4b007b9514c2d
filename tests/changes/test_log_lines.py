"""What the log says of two versions of a workbook, one after the other.

A case of ``log_lines.txt`` has the sheets of the first, behind ``-- then`` those that are others in the second, and
behind ``-- log`` the lines of the log, which ``--rewrite-golden`` writes again. One behind ``=`` is of the night.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.books import records, sheet_names
from tests.support.commands import turnabout
from tests.support.edited_book import Book
from tests.support.text_workbooks import Rows, read_sheets, spell_out, write_workbook

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]

FILE = Path(__file__).parent / "log_lines.txt"
COLUMNS = ("Sheet", "Who", "Column", "Before", "After", "What followed")
CASES = [
    pytest.param(case, id=case.partition("\n")[0], marks=[] if kind == "==" else [pytest.mark.nightly])
    for kind, case in re.findall(r"^(==?) (.+?)(?=^==? |\Z)", FILE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
]


@pytest.mark.parametrize("case", CASES)
def test_cells_that_were_changed__after_a_run__stand_in_the_log(
    case: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    first, second, expected = re.split(r"^-- (?:then|log)\n", case.rstrip("\n") + "\n", flags=re.MULTILINE)
    workbook = write_workbook(tmp_path / "Friday.xlsx", read_sheets(spell_out(first.partition("\n")[2])))
    turnabout("run", workbook, "--no-pair")
    type_over(workbook, second)
    if turnabout("run", workbook, "--no-pair").exit_code:
        turnabout("run", workbook, "--no-pair", "--as-it-is")
    said = "".join(
        " | ".join(str(row[column]) for column in COLUMNS).rstrip(" |") + "\n"
        for row in records(workbook, "Log")
        if row["Run"] == 2
    )
    if request.config.getoption("--rewrite-golden"):
        new = case.rstrip("\n").removesuffix(expected.rstrip("\n")).rstrip("\n") + f"\n{said}"
        FILE.write_bytes(FILE.read_text("utf-8").replace(case.rstrip("\n"), new.rstrip("\n")).encode())
    else:
        assert said == expected


def type_over(workbook: Path, text: str) -> None:
    """Type into a workbook until its sheets are as in a text; a line such as ``delete Round 1`` deletes one."""
    book = Book(workbook.read_bytes())
    for name in re.findall(r"^delete (.+)", text, re.MULTILINE):
        book.delete(name)
    for name, rows in read_sheets(spell_out(re.sub(r"^delete .+\n", "", text, flags=re.MULTILINE))).items():
        if name in sheet_names(workbook):
            book.type(name, differing(book.rows(name), rows))
        else:
            book.add(name, rows)
    workbook.write_bytes(book.to_bytes())


def differing(old: Rows, new: Rows) -> dict[tuple[int, int], Any]:
    """Return the cells of sheets that differ, by row and column from 0."""

    def at(rows: Rows, row: int, column: int) -> Any:
        return rows[row][column] if row < len(rows) and column < len(rows[row]) else None

    places = [(row, column) for row in range(max(len(old), len(new))) for column in range(16)]
    return {place: at(new, *place) for place in places if (at(old, *place) or None) != at(new, *place)}
