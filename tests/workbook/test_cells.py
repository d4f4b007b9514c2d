"""Cells of the organizer's sheets are changed where that is asked for, and nothing else is."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import dose, examples
from tests.workbook.changed_cells import (
    Values,
    assert_changes_well,
    assert_only_cells_changed,
    book,
    by_calamine,
    by_openpyxl,
    change,
    expected,
    positions,
    worksheet,
)
from tests.workbook.conftest import Convert
from tests.workbook.workbooks import edited, handmade, organizer_workbook, part
from tests.workbook.zoo import FEATURES, PARTS, written
from turnabout_sheets.formats import load_all
from turnabout_sheets.sheets.grid import address
from turnabout_sheets.workbook.ooxml.book import to_bytes
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError, q
from turnabout_sheets.workbook.ours.blank import make_blank_workbook

pytestmark = pytest.mark.filterwarnings(
    "ignore:Unknown worksheet reference 'Standings'"  # XlsxWriter, of a chart of a sheet that the program will add
)

SAMPLES = sorted((Path(__file__).parents[2] / "sample_events").glob("*.xlsx"))


# Whole workbooks


@pytest.mark.soak
@pytest.mark.parametrize("sample", dose(SAMPLES[::3], SAMPLES), ids=lambda path: path.stem)
def test_sample_events(sample: Path) -> None:
    assert_changes_well(sample.read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize("format", load_all(), ids=lambda format: format.name)
def test_blank_workbooks(format: Any) -> None:
    blank = to_bytes(make_blank_workbook(format, [{"name": "Anna"}, {"name": "Bela"}], {}, "event.xlsx"))
    assert_changes_well(blank)


@pytest.mark.parametrize(
    "build", [organizer_workbook, handmade, lambda: written(FEATURES, PARTS)], ids=["openpyxl", "by hand", "all"]
)
def test_workbooks_with_everything(build: Any) -> None:
    assert_changes_well(build())


@pytest.mark.slow
def test_workbooks_of_other_programs(real_file: Path) -> None:
    before = real_file.read_bytes()
    try:
        Package(before).tree(Package(before).linked("xl/workbook.xml", "sharedStrings") or "[Content_Types].xml")
    except UnusableWorkbookError:
        with pytest.raises(UnusableWorkbookError):
            change_cells(before, [CellChange(next(iter(Package(before).sheets)), 1, 0, "x")])
        return
    assert_changes_well(before)


# Formulas elsewhere


def test_formulas_are_calculated_anew_when_the_workbook_is_opened() -> None:
    before = written({"formulas"})
    saved_by_excel = edited(before, "xl/workbook.xml", (' fullCalcOnLoad="1"', ""))
    after = change_cells(saved_by_excel, [change("B2", 5, "Players")])
    assert 'fullCalcOnLoad="1"' in part(after, "xl/workbook.xml")
    assert_only_cells_changed(saved_by_excel, after, [change("B2", 5, "Players")])
    assert change_cells(saved_by_excel, [change("B2", 100, "Players")]) is saved_by_excel


# Everything else on the sheet


def test_filters_validations_and_conditions_stay_as_they_are() -> None:
    before = written({"validations", "conditions", "names", "notes", "chart"})
    after = change_cells(
        before, [change("A10", "Anna", "Players"), change("B10", 5, "Players"), change("A4", "x", "Second")]
    )
    for sheet in ("sheet1", "sheet2"):
        name = f"xl/worksheets/{sheet}.xml"
        assert part(after, name).split("</sheetData>")[1] == part(before, name).split("</sheetData>")[1]


@examples(40)
@given(data=st.data())
def test_any_changes_of_any_sheet(data: st.DataObject) -> None:
    """Against a model: a mapping of places to values."""
    place = st.tuples(st.integers(1, 9), st.integers(0, 5))
    value = st.one_of(st.integers(-9, 9), st.sampled_from(["Anna", "007", " ", "=A1"]))
    present = data.draw(st.dictionaries(place, value))
    with_addresses = data.draw(st.booleans())
    wanted = data.draw(st.dictionaries(place, st.one_of(value, st.none())))
    before = book(worksheet(rows_of(present, data.draw(st.sets(st.integers(1, 9))), with_addresses=with_addresses)))
    changes = [CellChange("Players", row, column, each) for (row, column), each in wanted.items()]
    after = change_cells(before, data.draw(st.permutations(changes)))
    assert by_openpyxl(after, "Players") == expected(present, "Players", changes)
    assert by_calamine(after, "Players") == expected(present, "Players", changes)
    assert_only_cells_changed(before, after, [*changes, change("A1", 0)])
    assert change_cells(after, changes) == after


def rows_of(values: Values, empty: Collection[int], *, with_addresses: bool) -> str:
    """The rows of a sheet; without addresses, gaps are filled with empty rows and cells."""
    rows = {row for row, _ in values} | set(empty)
    text = ""
    for row in sorted(rows) if with_addresses else range(1, max(rows, default=0) + 1):
        columns = [column for r, column in values if r == row]
        cells = ""
        for column in sorted(columns) if with_addresses else range(max(columns, default=-1) + 1):
            place = f' r="{address(row - 1, column)}"' if with_addresses else ""
            match values.get((row, column)):
                case None:
                    cells += f"<c{place}/>"
                case int(number):
                    cells += f"<c{place}><v>{number}</v></c>"
                case text_value:
                    cells += f'<c{place} t="str"><v xml:space="preserve">{text_value}</v></c>'
        number = f' r="{row}"' if with_addresses else ""
        text += f"<row{number}>{cells}</row>" if cells else f"<row{number}/>"
    return text


# Real software


def test_libreoffice_reads_the_new_cells_and_the_old_ones(convert: Convert) -> None:
    before = next(sample for sample in SAMPLES if sample.stem == "in-progress").read_bytes()
    last = max(row for row, _ in by_calamine(before, "Players"))
    wanted = [
        CellChange("Players", last + 1, 0, "=SUM(A1)"),
        CellChange("Players", last + 2, 0, " 007 "),
        CellChange("Players", last + 2, 2, 1850),
        CellChange("Round 2", 2, 3, "Zoë & <b>"),
    ]
    after = change_cells(before, wanted)
    as_read, as_changed = (convert(data, "xlsx") for data in (before, after))
    for sheet in ("Players", "Round 2"):
        old, new = (by_calamine(data, sheet) for data in (as_read, as_changed))
        mine = {(each.row, each.column): each.value for each in wanted if each.sheet == sheet}
        calculated = {
            place
            for place, cell in positions(Package(before).tree(Package(before).sheets[sheet])).items()
            if cell.find(q("f")) is not None
        }
        assert {place: new.get(place) for place in mine} == mine
        rest = (old.keys() | new.keys()) - mine.keys() - calculated
        assert {place: new.get(place) for place in rest} == {place: old.get(place) for place in rest}
