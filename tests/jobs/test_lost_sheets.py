"""A sheet without which no event can be read is gone: it is asked about, and comes back as it was (desk 4.9)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from tests.support.books import cells, copy_all, edit, sheet_names
from tests.support.commands import turnabout
from tests.support.desk import Desk
from tests.support.edited_book import Book
from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.lost_sheets import find_lost
from turnabout_sheets.workbook.files import save

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Netrunner event, with settings and ratings."""
    workbook = tmp_path_factory.mktemp("lost") / "event.xlsx"
    turnabout("simulate", workbook, "--format", "Netrunner", "--players", 8, "--played", 1)
    edit(workbook, {"Event": {"B3": date(2026, 5, 31), "B4": "The cellar"}, "Players": {"B3": 1650.5}})
    turnabout("run", workbook)
    return workbook


@pytest.fixture
def desk(played: Path, tmp_path: Path) -> Desk:
    return Desk(copy_all(played, tmp_path))


def change(desk: Desk, how: Callable[[Book], None]) -> None:
    book = Book(desk.workbook.read_bytes())
    how(book)
    desk.workbook.write_bytes(book.to_bytes())


def read_shown(desk: Desk, sheet: str) -> list[list[str]]:
    return [[str(value) for value in row] for row in cells(desk.workbook, sheet)]


@pytest.mark.parametrize("sheet", ["Event", "Players"])
def test_a_sheet_that_is_gone_comes_back_as_it_was(desk: Desk, sheet: str) -> None:
    before, there = read_shown(desk, sheet), sheet_names(desk.workbook)
    change(desk, lambda book: book.delete(sheet))
    said = desk.run(exit=1)
    assert f"The sheet {sheet} is not in the workbook any more, though it was at the last save. If it was" in said
    assert [each.asked for each in check(desk.workbook).questions] == [Asked.LOST]
    assert desk.run("--put-back").startswith(f"The sheet {sheet} is restored.")
    assert read_shown(desk, sheet) == before
    assert {*sheet_names(desk.workbook)} == {*there}
    assert "Nothing has changed since the last run" in desk.run()


def test_both_at_once(desk: Desk) -> None:
    change(desk, lambda book: book.delete("Event"))
    change(desk, lambda book: book.delete("Players"))
    desk.run(exit=1)
    desk.run("--put-back")
    assert {"Event", "Players"} < {*sheet_names(desk.workbook)}


def test_nothing_else_is_put_back_before(desk: Desk) -> None:
    change(desk, lambda book: book.delete("Event"))
    said = desk.run("--put-back", "Round 1", exit=2)
    assert said.startswith("The sheet Event is gone. Restore it first.")


def test_a_workbook_that_never_had_one_has_lost_none(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "event.xlsx")
    desk.command("new", desk.workbook)
    change(desk, lambda book: book.delete("Event"))
    assert not find_lost(save.open_workbook(desk.workbook))
