"""A round's sheet as the desk sees it: the order of the columns, what stays in sight, what is to be filled in."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.support.commands import turnabout
from tests.support.simulated import simulated
from turnabout_sheets.event.results import compute
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.jobs.new import Plan, simulate
from turnabout_sheets.jobs.read import read_book
from turnabout_sheets.rounds.next_rounds import add_notes, pair
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.grid import keep_columns
from turnabout_sheets.workbook.files.save import Source, open_workbook
from turnabout_sheets.workbook.ooxml.book import NewBook, to_bytes
from turnabout_sheets.workbook.ours.appearance import INPUT_FILL
from turnabout_sheets.workbook.ours.round_sheet import add_round, foresee_grid
from turnabout_sheets.workbook.read import Worksheets

pytestmark = pytest.mark.slow

SCREEN = 1366 - 26 - 17
"""The pixels of a small laptop's screen that cells have, beside the numbers of the rows and the scroll bar."""

ORDER = {
    "Turnabout": (
        [],
        ["Game 1 winner", "Game 1 count", "Game 2 winner", "Game 2 count"],
        ["VP A", "VP B"],
        ["Option A", "Option B", "Counts 1", "Counts 2", "MP A", "MP B"],
    ),
    "Duplicate Magic": (["Deck A", "Deck B"], ["Winner"], ["Result"], []),
    "Netrunner": (
        [],
        [f"Game {game} {what}" for game in (1, 2) for what in ("winner", "agenda A", "agenda B")],
        ["GMP A", "GMP B"],
        ["Points A", "Points B"],
    ),
}
"""By format: what is known, what the desk fills in, what it comes to, and what stands in the collapsed group."""


def pixels(width: float) -> int:
    """Return how wide a column is on the screen, in Calibri 11."""
    return int(7 * width + 5)


@pytest.fixture(scope="module", params=ORDER)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Workbook]:
    """A format, and an event of it with a round of nine players."""
    workbook = tmp_path_factory.mktemp("simulated") / "event.xlsx"
    simulated(workbook, "--format", request.param, "--players", 9, "--played", 1)
    return request.param, load_workbook(workbook)


def test_columns_stand_in_the_order_of_work_and_check_is_in_sight(made: tuple[str, Workbook]) -> None:
    format, book = made
    sheet = book["Round 1"]
    letters = {cell.value: cell.column_letter for cell in sheet[1] if cell.value is not None}
    shown = [header for header, letter in letters.items() if not sheet.column_dimensions[letter].hidden]
    known, filled_in, points, behind = ORDER[format]
    until_check = ["Table", "Player A", "Player B", *known, *filled_in, *points, "Check"]
    assert [header for header in shown if not header.startswith("Pairing notes")] == [*until_check, "Ruling", "Note"]
    shapes = {header: sheet.column_dimensions[letter] for header, letter in letters.items()}
    assert [header for header, shape in shapes.items() if shape.outlineLevel] == behind
    assert [header for header, shape in shapes.items() if shape.collapsed] == [*letters][-1:] * bool(behind)
    assert sheet.freeze_panes == "D2"
    assert sum(pixels(shapes[header].width) for header in until_check) <= SCREEN
    tinted = [header for header in shown if sheet[f"{letters[header]}2"].fill == INPUT_FILL]
    assert tinted == filled_in
    bye = next(row for row in range(2, 9) if sheet[f"C{row}"].value == "BYE")
    assert not any(cell.fill == INPUT_FILL for cell in sheet[bye])


@pytest.mark.parametrize(
    "options",
    [
        (),
        *(("--format", format) for format in ORDER),
        ("--pairing", "single elimination"),
        ("--pairing", "double elimination"),
        ("--pairing", "round robin"),
        ("--format", "Duplicate Magic", "--deck-choice", "coin flip"),
        ("--format", "Duplicate Magic", "--teams", "--players", "12"),
    ],
    ids=" ".join,
)
def test_it_is_read_as_the_log_foresees(tmp_path: Path, options: tuple[str, ...]) -> None:
    workbook = tmp_path / "event.xlsx"
    if options:
        simulated(workbook, "--players", 11, "--played", 1, *options)
    else:
        simulate(workbook, TURNABOUT, Plan(players=13, played=1, late=2, odd=True))
    book = read_book(open_workbook(workbook))
    event, format = book.event, book.format
    assert event is not None
    results = compute(event, format)
    new, _ = pair(results, 2)
    assert new is not None
    new = add_notes(results, new)
    book = NewBook()
    add_round(book, new, event, format)
    (read,) = Worksheets(Source(workbook, to_bytes(book), "")).read(lambda _: True)
    declared = [place for place, column in enumerate(new.columns) if isinstance(column, Column)]
    assert keep_columns(foresee_grid(new, event), declared) == keep_columns(read, declared)


def test_headers_stand_where_what_is_below_them_stands(made: tuple[str, Workbook]) -> None:
    _, book = made
    sheet = book["Round 1"]
    shown = [cell for cell in sheet[1] if cell.value and not sheet.column_dimensions[cell.column_letter].hidden]
    aligned = {cell.value: cell.alignment.horizontal for cell in shown}
    below = {cell.value: sheet.cell(2, cell.column).alignment.horizontal for cell in shown}
    assert aligned == below
    assert [header for header in ("Check", "Result") if aligned.get(header)] == []


def test_stocks_that_a_coin_decides_are_to_be_filled_in(tmp_path: Path) -> None:
    workbook = tmp_path / "event.xlsx"
    options = ("--format", "Duplicate Magic", "--deck-choice", "coin flip", "--players", 6, "--played", 0)
    simulated(workbook, *options)
    assert turnabout("run", workbook).exit_code == 0
    sheet = load_workbook(workbook)["Round 1"]
    assert [cell.value for cell in sheet[1] if sheet.cell(2, cell.column).fill == INPUT_FILL] == ["Deck A", "Winner"]


def test_printed_it_is_a_page_wide_without_what_is_hidden_and_with_the_rows_of_who_comes_later(
    made: tuple[str, Workbook],
) -> None:
    _, book = made
    for sheet in book["Round 1"], book["Players"]:
        written = takewhile(lambda cell: cell.value and not cell.value.startswith("Pairing notes"), sheet[1])
        *_, letter = (each for cell in written if not sheet.column_dimensions[each := cell.column_letter].hidden)
        assert sheet.print_area == f"'{sheet.title}'!$A$1:${letter}$1048576"
        setup = (sheet.page_setup.orientation, sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight)
        assert (*setup, sheet.sheet_properties.pageSetUpPr.fitToPage) == ("landscape", 1, 0, True)
        assert sheet.print_title_rows == "$1:$1"
