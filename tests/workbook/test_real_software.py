"""LibreOffice opens what we write, calculates it, and keeps our marks when it saves."""

from __future__ import annotations

import csv
import io
import re

from lxml import etree

from tests.workbook.conftest import Convert
from tests.workbook.workbooks import STANDINGS, loaded, organizer_workbook, scratch
from turnabout_sheets.workbook.graft import graft
from turnabout_sheets.workbook.package import Package
from turnabout_sheets.workbook.scan import scan

OURS = ("Standings",)
CSV_OF_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,{}"


def test_libreoffice_shows_our_sheet_with_values(convert: Convert) -> None:
    after = graft(organizer_workbook(), scratch({"Standings": STANDINGS}), ours=OURS)
    text = convert(after, CSV_OF_SHEET.format(3)).decode()
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == ["Rank", "Player", "VP", "Share", "", "92", "to Players"]
    assert rows[1] == ["1", "Zoë & Søn <1>", "45", "0.500", "", "Round 1!", "wide"]
    assert rows[2][:6] == ["2", " 1997 ", "40", "0.250", "", "46"]


def test_libreoffice_prints_every_sheet(convert: Convert) -> None:
    before, after = organizer_workbook(), graft(organizer_workbook(), scratch({"Standings": STANDINGS}), ours=OURS)
    pages = [len(re.findall(rb"/Type\s*/Page\b", convert(data, "pdf"))) for data in (before, after)]
    assert pages[1] == pages[0] + 1


def test_a_sheet_of_ours_is_found_again_after_libreoffice_has_saved(convert: Convert) -> None:
    made = scratch({"Standings": STANDINGS})
    resaved = convert(graft(organizer_workbook(), made, ours=OURS), "xlsx")
    assert scan(Package(resaved), "Standings", {}).flags == {}
    after = graft(resaved, scratch({"Standings": STANDINGS[:2]}), ours=OURS)
    assert list(Package(after).sheets) == ["Players", "Notes & more", "Standings"]
    assert loaded(after)["Standings"]["B3"].value is None
    assert graft(after, scratch({"Standings": STANDINGS[:2]}), ours=OURS) == after


def test_styles_do_not_pile_up_when_libreoffice_and_we_save_in_turns(convert: Convert) -> None:
    made = scratch({"Standings": STANDINGS})
    data = graft(organizer_workbook(), made, ours=OURS)
    sizes = []
    for _ in range(3):
        data = graft(convert(data, "xlsx"), made, ours=OURS)
        styles = Package(data).xml("xl/styles.xml")
        sizes.append([(etree.QName(entries).localname, len(entries)) for entries in styles])
    assert sizes[1] == sizes[2]
