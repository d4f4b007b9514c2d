"""How much a sheet may hold that is read: more is a list of something else, or a cell far away from everything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workbook.workbooks import plain_workbook
from turnabout_sheets.workbook import read
from turnabout_sheets.workbook.files.save import open_workbook
from turnabout_sheets.workbook.ooxml import sheet_reader
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError

Rows = list[list[object]]


@pytest.fixture(autouse=True)
def limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_reader, "MAX_ROWS", 7)
    monkeypatch.setattr(sheet_reader, "MAX_CELLS", 100)


def read_event(folder: Path, rows: Rows) -> None:
    path = folder / "event.xlsx"
    path.write_bytes(plain_workbook({"Event": rows}))
    read.Worksheets(open_workbook(path)).read(lambda _: True)


def refusal(folder: Path, rows: Rows) -> str:
    with pytest.raises(UnusableWorkbookError) as refused:
        read_event(folder, rows)
    return str(refused.value)


def test_a_sheet_may_have_so_many_rows(tmp_path: Path) -> None:
    """Safety 5.3."""
    read_event(tmp_path, [["Setting"]] * 7)
    assert refusal(tmp_path, [["Setting"]] * 8) == (
        "event.xlsx holds more than any event needs. Check that it is the right file."
    )


def test_blank_rows_do_not_count_but_what_stands_far_below_them_does(tmp_path: Path) -> None:
    read_event(tmp_path, [["Setting"], *[[None]] * 5, ["Name"]])
    assert "the cell A8 of the sheet Event, far away" in refusal(tmp_path, [["Setting"], *[[None]] * 6, ["Name"]])


def test_a_cell_far_to_the_right_is_named_and_not_the_last_one(tmp_path: Path) -> None:
    told = refusal(tmp_path, [["Setting"], ["Name", *[None] * 40, "x"], ["Date"], ["Venue"]])
    assert "the cell AP2 of the sheet Event, far away from everything else" in told
