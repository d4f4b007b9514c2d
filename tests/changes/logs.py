"""Workbooks whose log is looked at, and what may happen to the hidden sheet that remembers it."""

from __future__ import annotations

from pathlib import Path

from tests.support.books import cells, edit
from tests.support.commands import turnabout
from tests.support.edited_book import Book
from turnabout_sheets.changes.differences import Change, compare_rows
from turnabout_sheets.jobs.read import read_book
from turnabout_sheets.jobs.state import State, read_inside
from turnabout_sheets.workbook.files.save import open_workbook


def remembered(workbook: Path) -> State:
    return read_inside(open_workbook(workbook))


def run(workbook: Path, *more: str) -> None:
    done = turnabout("run", workbook, *more)
    assert done.exit_code == 0, done.output


def run_and_compare(workbook: Path, *more: str) -> list[Change]:
    """Run, and return the cells that differ in what this run and the one before have read; each has its line."""
    known = remembered(workbook)
    run(workbook, *more)
    now = remembered(workbook)
    found = compare(known, now, workbook)
    new = now.lines[len(known.lines) :]
    assert now.lines[: len(known.lines)] == known.lines
    assert {change.sheet for change in found} == {line.sheet for line in new} - {""}
    return found


def compare(known: State, now: State, workbook: Path) -> list[Change]:
    before, after = map(read_book(open_workbook(workbook)).read, (known, now))
    assert before is not None
    assert after is not None
    paired = {*after[0].rounds} - {*before[0].rounds}
    return [change for row in compare_rows(before[0], after[0], paired) for change in row.changes]


def damage(workbook: Path) -> None:
    """Alter the hidden sheet so that it can no longer be read."""
    rows = len(cells(workbook, "Remembered"))
    edit(workbook, {"Remembered": {f"B{row}": "[{]" for row in range(2, rows + 1)}})


def delete_sheet(workbook: Path, name: str) -> None:
    book = Book(workbook.read_bytes())
    book.delete(name)
    workbook.write_bytes(book.to_bytes())
