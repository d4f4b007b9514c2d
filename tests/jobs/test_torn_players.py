"""A column of Players that is sorted without the others is asked about, and put back: rules 1.4.21."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.books import SAMPLES, cells, edit, records
from tests.support.commands import turnabout
from turnabout_sheets.sheets.grid import address

NAME, OPTION, RATING, ID, HERE = 0, 1, 2, 9, 12
LAST = ID
"""The last column in which something of a player stands."""


@pytest.fixture(scope="module")
def run_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    workbook = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path_factory.mktemp("run")))
    rows = cells(workbook, "Players")[1:]
    edit(workbook, {"Players": {address(row, ID): f"id {row * 7 % 20}" for row in range(1, 1 + len(rows))}})
    assert turnabout("run", workbook).exit_code == 0
    return workbook


@pytest.fixture
def workbook(run_once: Path, tmp_path: Path) -> Path:
    shutil.copytree(run_once.parent, tmp_path, dirs_exist_ok=True)
    return tmp_path / run_once.name


def told(workbook: Path) -> dict[str, tuple[Any, ...]]:
    """What stands beside each name."""
    return {row["Player"]: tuple(row.values()) for row in records(workbook, "Players")}


def sort(workbook: Path, by: int, *columns: int) -> None:
    """Sort columns of Players by one of them; the others stay."""
    rows = [row for row in cells(workbook, "Players")[1:] if row[NAME]]
    typed = {
        address(place, column): row[column] if row[column] != "" else None
        for place, row in enumerate(sorted(rows, key=lambda row: str(row[by])), 1)
        for column in columns
    }
    edit(workbook, {"Players": typed})


@pytest.mark.parametrize(("column", "named"), [(NAME, "Scoring option, Rating and Player ID"), (RATING, "Rating")])
def test_one_column_that_is_sorted_alone_is_asked_about_and_put_back(workbook: Path, column: int, named: str) -> None:
    """Desk 4.11."""
    before, ranked = told(workbook), [row[:6] for row in cells(workbook, "Standings")]
    sort(workbook, column, column)
    asked = turnabout("run", workbook)
    assert asked.exit_code == 1
    assert f"players now have other values next to their names, in {named}: Players " in asked.output
    assert [row[:6] for row in cells(workbook, "Standings")] == ranked
    assert turnabout("run", workbook, "--put-back").exit_code == 0
    assert told(workbook) == before
    assert turnabout("run", workbook).exit_code == 0


def test_what_is_meant_so_is_taken_and_not_asked_again(workbook: Path) -> None:
    sort(workbook, RATING, RATING)
    assert turnabout("run", workbook, "--as-it-is").exit_code == 0
    assert "The players were taken as they stand" in str(cells(workbook, "Log"))
    assert turnabout("run", workbook).exit_code == 0


def test_names_that_are_sorted_alone_are_asked_about_where_only_one_player_has_anything_beside(workbook: Path) -> None:
    blank = {address(row, column): None for row in range(1, 20) for column in (OPTION, RATING, ID)}
    edit(workbook, {"Players": blank | {"E4": 3}})
    turnabout("run", workbook)
    before = told(workbook)
    sort(workbook, NAME, NAME)
    assert (
        "2 players now have other values next to their names, in Dropped after: " in turnabout("run", workbook).output
    )
    assert turnabout("run", workbook, "--put-back").exit_code == 0
    assert told(workbook) == before


def sort_rows(workbook: Path) -> None:
    sort(workbook, RATING, *range(LAST + 1))


def exchange_two(workbook: Path) -> None:
    ratings = [row[RATING] for row in cells(workbook, "Players")[1:3]]
    edit(workbook, {"Players": {"C2": ratings[1], "C3": ratings[0]}})


def correct_three(workbook: Path) -> None:
    edit(workbook, {"Players": {"C2": 90, "C3": 91, "C4": 92}})


def rename_three(workbook: Path) -> None:
    edit(workbook, {"Players": {f"A{row}": f"New {row}" for row in (18, 19, 20)}})


@pytest.mark.parametrize("change", [sort_rows, exchange_two, correct_three, rename_three])
def test_other_changes_are_no_question(workbook: Path, change: Callable[[Path], None]) -> None:
    change(workbook)
    assert "now have other values" not in turnabout("run", workbook).output


def test_marks_that_move_are_no_question(workbook: Path) -> None:
    edit(workbook, {"Players": {address(row, HERE): "x" if row < 15 else None for row in range(1, 20)}})
    turnabout("run", workbook)
    edit(workbook, {"Players": {address(row, HERE): "x" if row > 5 else None for row in range(1, 20)}})
    assert "now have other values" not in turnabout("run", workbook).output
