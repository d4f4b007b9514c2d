"""Sheets that are not read though they look like a round's: no result is passed over in silence."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.event.worked_events import FOUR, FOUR_ROUNDS
from tests.reading.grids import event_sheet, match, players, problems, results_sheet, round_sheet, save, sheet, valid
from tests.support.commands import turnabout
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.settings import LANGUAGES

FIRST, SECOND, _ = FOUR_ROUNDS
EVENT = (event_sheet(rounds=3), players(*FOUR), round_sheet(1, *FIRST))
WORDS = Path(__file__).parents[2] / "templates" / "words"


def told(*grids: Grid) -> list[str]:
    return [str(problem) for problem in problems(*grids)]


def called(name: str, grid: Grid) -> Grid:
    return Grid(name, grid.rows)


@pytest.mark.parametrize("language", LANGUAGES.values())
def test_a_round_may_be_called_as_the_pages_call_it(language: str) -> None:
    words = tomllib.loads((WORDS / f"{language}.toml").read_text("utf-8"))
    assert round_number(words["page"]["round"].format(n=2)) == 2


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Rd 2", "Round 2"),
        ("R2", "Round 2"),
        ("2. Runde", "Round 2"),
        ("2nd round", "Round 2"),
        ("Round 3 old", "Round 3"),
        ("Copy of Round 2", "Round 2"),
        ("Sheet7", "Round 2"),
        ("Tables", "Round 2"),
    ],
)
def test_a_rounds_sheet_under_another_name_is_an_error(name: str, title: str) -> None:
    """Safety 1.10."""
    assert told(*EVENT, called(name, round_sheet(2, *SECOND))) == [
        f'Error: {name}: The sheet "{name}" has the columns of a round, but under this name it is not read, and its '
        f'results do not count. Rename it "{title}"; if it is only a copy, clear its header (row 1).'
    ]


def test_a_copy_of_a_round_is_told_what_to_do_with() -> None:
    """Safety 1.10."""
    copy = Grid("Round 1 (2)", [("Copied on Friday",), *round_sheet(1, *FIRST).rows])
    assert told(*EVENT, copy) == [
        'Error: Round 1 (2): The sheet "Round 1 (2)" is not read, though it has the columns of a round; round 1 is '
        "read from another sheet. If it is a copy, clear its header (row 2), or delete it; if this is the right one, "
        'delete the other and rename this one "Round 1".'
    ]


def test_the_results_under_another_name_are_an_error_only_where_no_round_is_read() -> None:
    listed = called("Ergebnisse", results_sheet(FIRST, SECOND))
    assert told(*EVENT[:2], listed) == [
        'Error: Ergebnisse: The sheet "Ergebnisse" has the columns of the sheet Results, but under this name it is not '
        'read, and its results do not count. Rename it "Results"; if it is only a copy, clear its header (row 1).'
    ]
    valid(*EVENT, listed)


def test_one_header_of_a_rounds_sheet_may_lack() -> None:
    rows = [list(row[:-1]) for row in round_sheet(2, *SECOND).rows]
    without_count = [[cell for cell, head in zip(row, rows[0], strict=True) if head != "Game 2 count"] for row in rows]
    assert len(told(*EVENT, Grid("Rd 2", without_count))) == 1
    valid(*EVENT, Grid("My list", without_count))


@pytest.mark.parametrize(
    "other",
    [
        sheet("Round 1 (2)", ("Copy",), round_sheet(1, *FIRST).rows[1:]),
        called("Round 9 to come", round_sheet(2)),
        called("Round 2 of last year", round_sheet(2, match("Xaver", "Yvonne"))),
        called("How to", round_sheet(2, match("Ada Marsh", "Ben Okoro"))),
        sheet("Round 2 notes", ("Player A", "Player B", "Note"), [("Ada", "Ben", "late")]),
        sheet("My sums", [column.header for column in TURNABOUT.sheets.output[0].columns], [("1", "Ada")]),
    ],
    ids=lambda grid: grid.name,
)
def test_other_sheets_are_left_alone(other: Grid) -> None:
    """Safety 1.10."""
    later = [{"Player": name, "Joined round": 3} for name in ("Ada Marsh", "Ben Okoro")]
    valid(EVENT[0], players(*FOUR, *later), EVENT[2], other)


def test_no_round_is_paired_over_one_that_is_not_read(tmp_path: Path) -> None:
    """Safety 1.10."""
    path = save(tmp_path / "event.xlsx", *EVENT, round_sheet(2, *SECOND))
    book = load_workbook(path)
    book["Round 2"].title = "Rd 2"
    book.create_sheet("Notes")["A90000"] = "far below"
    book.save(path)
    result = turnabout("run", path)
    assert result.exit_code == 1
    assert 'Rename it "Round 2"' in result.output
    assert load_workbook(path).sheetnames[-1] == "Problems"
    book = load_workbook(path)
    book["Rd 2"].title = "Runde 2"
    book.save(path)
    assert turnabout("run", path).exit_code == 0
    assert {"Runde 2", "Round 3"} <= set(load_workbook(path).sheetnames)
