"""LibreOffice opens what we write, and calculates it."""

from __future__ import annotations

import csv
import io

import pytest
import xlsxwriter
from lxml import etree

from tests.workbook.conftest import Convert
from tests.workbook.workbooks import STANDINGS, graft, organizer_workbook, rich_scratch, scratch
from turnabout_sheets.workbook.ooxml.ownership import Ours
from turnabout_sheets.workbook.ooxml.package import Package

OURS = Ours(["Standings"])
CSV_OF_SHEET = "csv:44,34,76,1,,0,false,true,true,false,false,{}"


def test_libreoffice_shows_our_sheet_with_values(convert: Convert) -> None:
    after = graft(organizer_workbook(), scratch({"Standings": STANDINGS}), ours=OURS)
    text = convert(after, CSV_OF_SHEET.format(3)).decode()
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == ["Rank", "Player", "VP", "Share", "", "92", "to Players"]
    assert rows[1] == ["1", "Zoë & Søn <1>", "45", "0.500", "", "Round 1!", "wide"]
    assert rows[2][:6] == ["2", " 1997 ", "40", "0.250", "", "46"]


@pytest.mark.nightly
def test_styles_do_not_pile_up_when_libreoffice_and_we_save_in_turns(convert: Convert) -> None:
    made = scratch({"Standings": STANDINGS})
    data = graft(organizer_workbook(), made, ours=OURS)
    sizes = []
    for _ in range(3):
        data = graft(convert(data, "xlsx"), made, ours=OURS)
        styles = Package(data).tree("xl/styles.xml")
        sizes.append([(etree.QName(entries).localname, len(entries)) for entries in styles])
    assert sizes[1] == sizes[2]


def test_the_organizers_formulas_show_our_new_values_when_libreoffice_has_calculated(convert: Convert) -> None:
    """Safety 1.4: LibreOffice trusts the last values in a file of Excel's unless it is set to recalculate."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Mine")
        sheet.write_formula("A1", "=Standings!C2*2", None, 7)
        sheet.write_formula("A2", '=VLOOKUP("1997",Standings!B:C,2,FALSE)', None, 7)
        sheet.write_formula("A3", "=SUM(B1:B2)", None, 7)
        sheet.write_column("B1", [20, 22])
    data = out.getvalue()
    for points in (45, 60):
        rows = [STANDINGS[0], (1, "1997", points)]
        data = graft(data, rich_scratch({"Standings": rows}), ours=OURS)
        shown = convert(data, CSV_OF_SHEET.format(1), calculated=True).decode().splitlines()
        assert shown == [f"{points * 2},20", f"{points},22", "42,"]
