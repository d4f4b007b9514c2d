"""A sheet with more rows than events need is refused before anything is made of them; the sentence says how many."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from xlsxwriter import Workbook

from tests.workbook.workbooks import MAIN, handmade
from tests.workbook.workbooks import plain_scratch as workbook
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.workbook import read
from turnabout_sheets.workbook.files.save import open_workbook
from turnabout_sheets.workbook.ooxml import sheet_reader
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError
from turnabout_sheets.workbook.read import MOST_ELSEWHERE, most_rows

HEADERS = {"Event": ["Setting", "Value"], "Players": ["Player"], "round  2": ["Table", "Player A"], "Decks": ["Card"]}
ROWS = 7


def read_sheets(tmp_path: Path, **rows: int) -> None:
    """Read a workbook with 3 filled rows on each sheet, or as many as said; those are in the first column only."""
    path = tmp_path / "event.xlsx"
    sheets = {
        name: [header] + [[f"x {row}"] for row in range(rows.get(name[:5], 3) - 1)] for name, header in HEADERS.items()
    }
    path.write_bytes(workbook(sheets))
    read.Worksheets(open_workbook(path)).read(lambda _: True)


@pytest.fixture(autouse=True)
def limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "MOST_ROWS", {"event": ROWS, read.ROUND: ROWS + 1})
    monkeypatch.setattr(read, "MOST_ELSEWHERE", ROWS + 2)
    monkeypatch.setattr(read, "MOST_IN_ALL", 3 * ROWS)


@pytest.mark.parametrize(("sheet", "most"), [("Event", ROWS), ("round  2", ROWS + 1), ("Players", ROWS + 2)])
def test_each_kind_of_sheet_may_have_so_many_rows(tmp_path: Path, sheet: str, most: int) -> None:
    """Safety 5.3."""
    read_sheets(tmp_path, **{sheet[:5]: most})
    with pytest.raises(UnusableWorkbookError) as refused:
        read_sheets(tmp_path, **{sheet[:5]: most + 1})
    assert str(refused.value) == (
        f"event.xlsx has more on the sheet {sheet} than any event needs (at most {most} filled rows); "
        "delete what is not needed there."
    )


def test_all_sheets_together_may_have_so_many_rows(tmp_path: Path) -> None:
    """Safety 5.3."""
    read_sheets(tmp_path, Event=7, Playe=8)
    with pytest.raises(
        UnusableWorkbookError, match=r"on the sheet Decks .*at most 21 filled rows on all sheets together"
    ):
        read_sheets(tmp_path, Event=7, Playe=9)


def test_blank_rows_do_not_count_but_what_stands_far_below_them_does(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(workbook({"Event": [["Setting", "Value"], *[[None]] * (ROWS - 2), ["Name"]]}))
    read.Worksheets(open_workbook(path)).read(lambda _: True)
    path.write_bytes(workbook({"Event": [["Setting", "Value"], *[[None]] * (ROWS - 1), ["Name"]]}))
    with pytest.raises(UnusableWorkbookError, match="the cell A8 of the sheet Event, far away from everything else"):
        read.Worksheets(open_workbook(path)).read(lambda _: True)


def test_a_cell_far_to_the_right_is_named_and_not_the_last_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "event.xlsx"
    monkeypatch.setattr(read, "MOST_CELLS", 100)
    path.write_bytes(workbook({"Event": [["Setting", "Value"], ["Name", *[None] * 40, "x"], ["Date"], ["Venue"]]}))
    with pytest.raises(UnusableWorkbookError, match="the cell AP2 of the sheet Event, far away from everything else"):
        read.Worksheets(open_workbook(path)).read(lambda _: True)


def test_so_many_cells_may_be_filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 5.3."""
    monkeypatch.setattr(sheet_reader, "MOST_VALUES", 3)
    with pytest.raises(UnusableWorkbookError, match=r"on the sheet Event .*\(at most 3 filled cells\)"):
        read_sheets(tmp_path)


@pytest.mark.parametrize("inline", [False, True])
def test_a_text_counts_wherever_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inline: bool) -> None:
    """Safety 5.3."""
    path = tmp_path / "event.xlsx"
    with Workbook(path, {"constant_memory": inline}) as book:  # which is when xlsxwriter writes texts into cells
        for name in ("Players", "Decks"):
            sheet: Any = book.add_worksheet(name)
            for row, text in enumerate(["x" * 100] * 4 + ["Player"]):
                sheet.write(row, 0, text)
    monkeypatch.setattr(sheet_reader, "MOST_LETTERS", 420)
    monkeypatch.setattr(read, "MOST_LETTERS_IN_ALL", 840)
    read.Worksheets(open_workbook(path)).read(lambda _: True)
    monkeypatch.setattr(read, "MOST_LETTERS_IN_ALL", 811)
    with pytest.raises(UnusableWorkbookError, match=r"sheet Decks .*\(at most 811 letters on all sheets together\)"):
        read.Worksheets(open_workbook(path)).read(lambda _: True)
    monkeypatch.setattr(sheet_reader, "MOST_LETTERS", 405)
    with pytest.raises(UnusableWorkbookError, match=r"on the sheet Players .*\(at most 405 letters\)"):
        read.Worksheets(open_workbook(path)).read(lambda _: True)


def test_every_sheet_about_players_may_be_as_long_as_that_of_20000_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert {name: most_rows(name) for name in ("event", "Players", "Runde 12", "Results", "Decks", "Rulings")} == {
        "event": 5_000,
        "Players": 30_000,
        "Runde 12": 20_000,
        "Results": 100_000,
        "Decks": 50_000,
        "Rulings": MOST_ELSEWHERE,
    }


def test_so_many_formulas_may_be_without_a_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 5.3."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(workbook({name: [["Setting", "=1+1", "=1+1"]] for name in ("Event", "Players")}))
    monkeypatch.setattr(sheet_reader, "MOST_FLAGS", 2)
    monkeypatch.setattr(read, "MOST_FLAGS_IN_ALL", 4)
    read.Worksheets(open_workbook(path)).read(lambda _: True)
    monkeypatch.setattr(read, "MOST_FLAGS_IN_ALL", 3)
    with pytest.raises(
        UnusableWorkbookError, match=r"sheet Players .*\(at most 3 cells with errors on all sheets together\)"
    ):
        read.Worksheets(open_workbook(path)).read(lambda _: True)
    monkeypatch.setattr(sheet_reader, "MOST_FLAGS", 1)
    with pytest.raises(UnusableWorkbookError, match=r"on the sheet Event .*\(at most 1 cells with errors\)"):
        read.Worksheets(open_workbook(path)).read(lambda _: True)


def test_fewer_cells_may_be_filled_that_are_written_in_an_unusual_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 5.3."""
    monkeypatch.setattr(sheet_reader, "MOST_UNUSUAL", 3)
    rows = '<x:row><x:c r="{}"><x:v>1</x:v></x:c><x:c/></x:row>'
    sheet = f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{{}}</x:sheetData></x:worksheet>'

    def filled(most: int) -> int:
        inside = "".join(rows.format(f"A{number}") for number in range(1, most + 1))
        package = Package(handmade(extra={"book/sheets/one.xml": sheet.format(inside).encode()}))
        return sheet_reader.read_sheet(package, "First", {}).filled

    assert filled(3) == 3
    with pytest.raises(UnusableWorkbookError, match=r"on the sheet First .*\(at most 3 filled cells\)"):
        filled(4)


def test_a_round_of_20000_players_may_be_read_before_a_spreadsheet_program_has_seen_it() -> None:
    """Safety 5.3."""
    live = [len(load(outline).entry.live_columns) for outline in FORMATS.values()]
    assert 0 < 10_000 * max(live) <= sheet_reader.MOST_FLAGS
