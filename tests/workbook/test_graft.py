"""How sheets are put into a workbook; that nothing else of it changes is what the zoo is for."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from openpyxl.worksheet.table import Table
from openpyxl.worksheet.worksheet import Worksheet
from python_calamine import CalamineWorkbook

from tests.support.steps import count_steps
from tests.workbook.untouched import faults, orphans
from tests.workbook.workbooks import (
    STANDINGS,
    edited,
    graft,
    handmade,
    loaded,
    organizer_workbook,
    part,
    plain_scratch,
    rich_scratch,
    saved,
    scratch,
)
from turnabout_sheets.workbook.ooxml.book import to_bytes
from turnabout_sheets.workbook.ooxml.ownership import Ours, SheetTakenError
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.sheet_reader import read_sheets

OURS = Ours(("Standings", "Table results", "Problems"))
TABLES = {"Standings": STANDINGS, "Table results": [("Table", "Games"), (1, 2)]}
LONGER = (*STANDINGS, (4, "New", 3, 0.05))
ONE = {"Standings": STANDINGS}
TWO = {"Standings": STANDINGS, "Table results": STANDINGS}


def values(data: bytes, sheet: str) -> list[list[Any]]:
    return CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_name(sheet).to_python(skip_empty_area=False)


def appearance(sheet: Worksheet) -> dict[str, Any]:
    """All that openpyxl reads of a sheet, for comparison."""
    cells = {
        cell.coordinate: (
            cell.value,
            cell.number_format,
            cell.font.b,
            cell.font.color.rgb if cell.font.b and cell.font.color else None,
            cell.fill.fgColor.rgb,
            cell.border.bottom.style,
            cell.alignment.horizontal,
            cell.hyperlink.location if cell.hyperlink else None,
        )
        for row in sheet.iter_rows()
        for cell in row
    }
    of_columns = {key: (each.width, each.number_format) for key, each in sheet.column_dimensions.items()}
    of_rows = {key: (each.height, each.number_format) for key, each in sheet.row_dimensions.items()}
    said = {name: repr(getattr(sheet, name)) for name in SAID} | {"footer": sheet.oddFooter.center.text}
    conditions = [
        (str(area.sqref), rule.formula, rule.dxf.fill.bgColor.rgb, rule.dxf.font.strike)
        for area in sheet.conditional_formatting
        for rule in area.rules
    ]
    return {"cells": cells, "columns": of_columns, "rows": of_rows, "said": said, "conditions": conditions}


SAID = (
    "merged_cells",
    "freeze_panes",
    "auto_filter",
    "print_title_rows",
    "print_area",
    "page_setup",
    "sheet_properties",
    "data_validations",
)


@pytest.mark.parametrize("target", [organizer_workbook, handmade], ids=["openpyxl", "by hand"])
def test_our_sheets_arrive_as_they_were_made(target: Any) -> None:
    made = scratch(TABLES)
    result = loaded(graft(target(), made, ours=OURS))
    for name in TABLES:
        assert appearance(result[name]) == appearance(loaded(to_bytes(made()))[name])


def test_formulas_show_blank_until_they_are_calculated() -> None:
    """Safety 1.4."""
    after = graft(organizer_workbook(), scratch(TABLES), ours=OURS)
    sheet = part(after, "xl/worksheets/turnabout1.xml")
    assert re.search(r'<c r="F2" t="str"><f [^>]*>IF\(C2&gt;0,"Round 1!",B2\)</f><v></v></c>', sheet)
    assert read_sheets(Package(after), ["Standings"])["Standings"].flags == {}
    assert 'fullCalcOnLoad="1"' in part(after, "xl/workbook.xml")


def test_a_round_is_never_replaced() -> None:
    """Safety 1.1."""
    once = graft(organizer_workbook(), plain_scratch({"Round 1": [["Table"]]}), ours=OURS)
    with pytest.raises(SheetTakenError, match="Round 1"):
        graft(once, plain_scratch({"Round 1": [["Table"]]}), ours=OURS)


def test_the_name_of_a_tab_whose_part_is_lost_is_taken() -> None:
    with pytest.raises(SheetTakenError, match="First"):
        graft(handmade(without=["book/sheets/one.xml"]), plain_scratch({"First": [["Table"]]}), ours=OURS)


def test_extensions_of_replaced_elements_go_and_others_stay() -> None:
    once = graft(organizer_workbook(), plain_scratch({"Standings": STANDINGS}), ours=OURS)
    extensions = (
        '<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"><old/></ext>'
        '<ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}"><sparklines/></ext></extLst></worksheet>'
    )
    mine = edited(once, "xl/worksheets/turnabout1.xml", ("</worksheet>", extensions))
    after = part(graft(mine, plain_scratch({"Standings": STANDINGS}), ours=OURS), "xl/worksheets/turnabout1.xml")
    assert "<old/>" not in after
    assert "<sparklines/>" in after


def test_a_filter_that_is_no_longer_wanted_goes_with_its_name() -> None:
    once = graft(organizer_workbook(), scratch({"Standings": STANDINGS}), ours=OURS)
    assert part(once, "xl/workbook.xml").count("_FilterDatabase") == 2
    after = graft(once, plain_scratch({"Standings": STANDINGS}), ours=OURS)
    assert part(after, "xl/workbook.xml").count("_FilterDatabase") == 1
    assert loaded(after)["Standings"].auto_filter.ref is None


def test_what_is_called_styles_and_is_something_else_is_not_written_into() -> None:
    theme = edited(organizer_workbook(), "xl/_rels/workbook.xml.rels", ("styles.xml", "theme/theme1.xml"))
    with pytest.raises(UnusableWorkbookError, match="damaged or written in an unusual way"):
        graft(theme, scratch({"Standings": STANDINGS}), ours=OURS)


def test_a_package_without_its_frame_is_refused() -> None:
    with pytest.raises(UnusableWorkbookError, match="damaged or written in an unusual way"):
        graft(handmade(without=["[Content_Types].xml"]), plain_scratch({"Standings": STANDINGS}), ours=OURS)


@pytest.mark.slow
def test_large_sheets_cost_no_more_than_they_grow() -> None:
    def put_in(rows: int) -> int:
        made = plain_scratch({"Standings": [[f"Player {row}", *range(row, row + 99)] for row in range(rows)]})
        once = graft(organizer_workbook(), made, ours=OURS)
        assert graft(once, made, ours=OURS) is once
        assert values(once, "Standings")[-1][99] == rows + 97
        return count_steps(lambda: graft(graft(organizer_workbook(), made, ours=OURS), made, ours=OURS))[0]

    assert put_in(200) <= 3 * put_in(100)


# What is over our sheets


@pytest.mark.slow
@pytest.mark.parametrize("resave", [lambda data: data, lambda data: saved(loaded(data))], ids=["as written", "resaved"])
def test_what_we_no_longer_write_leaves_no_orphans(resave: Callable[[bytes], bytes]) -> None:
    once = graft(organizer_workbook(), rich_scratch(TWO), ours=OURS)
    made = plain_scratch(TWO)
    after = graft(resave(once), made, ours=OURS)
    assert faults(after) == []
    assert orphans(after) == set()
    assert graft(after, made, ours=OURS) == after


def test_a_table_of_the_organizers_on_our_sheet_goes_without_a_trace() -> None:
    book = loaded(graft(organizer_workbook(), plain_scratch(ONE), ours=OURS))
    book["Standings"].add_table(Table(displayName="Mine", ref="B1:C3"))
    once = saved(book)
    made = plain_scratch({"Standings": [("Rank", "Player", "Points", "Share"), *STANDINGS[1:]]})
    after = graft(once, made, ours=OURS)
    assert "Mine" not in loaded(after)["Standings"].tables
    assert faults(after) == []
    assert orphans(after) == set()
    assert graft(after, made, ours=OURS) == after
