"""Sheets are put into a workbook, and nothing else in it changes."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from openpyxl import Workbook
from openpyxl.chart import BarChart
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet
from python_calamine import CalamineWorkbook

from tests.support.steps import count_steps
from tests.workbook.grafted import FRAME, OURS, changed_members
from tests.workbook.workbooks import (
    MAIN,
    RELATIONSHIPS_TYPE,
    STANDINGS,
    edited,
    faults,
    handmade,
    loaded,
    organizer_workbook,
    part,
    plain_scratch,
    raw_members,
    rich_scratch,
    saved,
    scratch,
    typed_by_name,
    with_parts,
)
from turnabout_sheets.workbook.ooxml.editor import GraftError
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.ownership import SheetTakenError
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.sheet_reader import read_sheet

TABLES = {"Standings": STANDINGS, "Table results": [("Table", "Games"), (1, 2)]}
DEFAULTS = {
    "none": "",
    "none for rels": '<Default Extension="xml" ContentType="application/xml"/>',
    "none for xml": f'<Default Extension="RELS" ContentType="{RELATIONSHIPS_TYPE}"/>',
    "an odd one for rels": '<Default Extension="rels" ContentType="application/xml"/>',
    "an odd one for pictures": '<Default Extension="png" ContentType="x/y"/>',
}
"""What a workbook can say of all parts with the same ending, where it names each of its own."""


def values(data: bytes, sheet: str) -> list[list[Any]]:
    return CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_name(sheet).to_python(skip_empty_area=False)


def marks(data: bytes) -> dict[str, str]:
    """The names that mark our sheets, with what they refer to."""
    package = Package(data)
    return {
        str(name.get("name")): str(name.text)
        for name in package.workbook.iter(f"{{{MAIN}}}definedName")
        if str(name.get("name")).startswith("_turnabout_") and not str(name.get("name")).endswith(("_widths", "_form"))
    }


@pytest.mark.parametrize("build", [scratch, plain_scratch])
def test_only_the_frame_and_our_parts_change(build: Any) -> None:
    """Safety 1.1 and 1.4."""
    before = organizer_workbook()
    after = graft(before, build(TABLES), ours=OURS)
    added = {"xl/worksheets/turnabout1.xml", "xl/worksheets/turnabout2.xml"}
    changed = changed_members(before, after)
    assert added <= changed <= FRAME | added
    assert list(raw_members(after))[-2:] == sorted(added)
    assert {raw_members(after)[name].date for name in added} == {(1980, 1, 1, 0, 0, 0)}


def test_a_package_of_unknown_parts_keeps_them() -> None:
    """Safety 1.1 and 1.4."""
    before = handmade()
    after = graft(before, scratch(TABLES), ours=OURS)
    assert changed_members(before, after) == {
        "[Content_Types].xml",
        "book/Main.xml",
        "book/_rels/Main.xml.rels",
        "xl/styles.xml",
        "docProps/app.xml",
        "book/worksheets/turnabout1.xml",
        "book/worksheets/turnabout2.xml",
    }
    package = Package(after)
    assert [tab.name for tab in package.tabs] == ["Second", "Chart", "First", "Standings", "Table results"]
    assert package.workbook.get("{http://schemas.openxmlformats.org/markup-compatibility/2006}Ignorable") == "odd"
    assert package.workbook.find("{urn:odd}thing") is not None
    assert [view.get("activeTab") for view in package.workbook.iter(f"{{{MAIN}}}workbookView")] == ["2"]
    order = [etree.QName(child).localname for child in package.workbook.iterchildren("{*}*")]
    assert order == ["workbookPr", "thing", "bookViews", "sheets", "definedNames", "calcPr", "pivotCaches"]
    titles = [title.text for title in package.xml("docProps/app.xml").iter("{*}lpstr")]
    assert titles == ["Worksheets", "Charts", "Second", "First", "Standings", "Table results", "Chart"]
    assert [count.text for count in package.xml("docProps/app.xml").iter("{*}i4")] == ["4", "1"]
    assert loaded(after)["Second"]["A1"].value == 5


@pytest.mark.parametrize("defaults", DEFAULTS)
def test_whatever_we_add_has_a_content_type(defaults: str) -> None:
    before = typed_by_name(organizer_workbook(), DEFAULTS[defaults])
    made = rich_scratch({"Standings": STANDINGS})
    after = graft(before, made, ours=OURS)
    assert faults(before) == faults(after) == []
    package = Package(after)
    assert {name for name in package.parts if name.startswith("xl/worksheets/_rels/turnabout")}
    for name in set(package.parts) - set(Package(before).parts):
        is_link = name.endswith(".rels")
        assert package.content_type(name).endswith("package.relationships+xml") is is_link, name
        assert package.content_type(name) != "application/xml", name
    assert graft(after, made, ours=OURS) == after


@pytest.mark.parametrize("target", [organizer_workbook, handmade], ids=["openpyxl", "by hand"])
def test_twice_is_once(target: Any) -> None:
    once = graft(target(), scratch(TABLES), ours=OURS)
    twice = graft(once, scratch(TABLES), ours=OURS)
    assert twice == once
    assert graft(graft(once, scratch({"Standings": STANDINGS[:2]}), ours=OURS), scratch(TABLES), ours=OURS) == once


def test_nothing_to_put_in_changes_nothing() -> None:
    once = graft(organizer_workbook(), scratch(TABLES), ours=OURS)
    assert graft(once, scratch({"Standings": STANDINGS}), ours=OURS) is once


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
    return {
        "cells": cells,
        "widths": {key: column.width for key, column in sheet.column_dimensions.items()},
        "column formats": {key: column.number_format for key, column in sheet.column_dimensions.items()},
        "heights": {key: row.height for key, row in sheet.row_dimensions.items()},
        "row formats": {key: row.number_format for key, row in sheet.row_dimensions.items()},
        "merged": str(sheet.merged_cells),
        "frozen": sheet.freeze_panes,
        "filter": sheet.auto_filter.ref,
        "print": (sheet.print_title_rows, sheet.print_area, sheet.page_setup.orientation, sheet.page_setup.fitToHeight),
        "fit": sheet.sheet_properties.pageSetUpPr.fitToPage if sheet.sheet_properties.pageSetUpPr else None,
        "colour": sheet.sheet_properties.tabColor.rgb if sheet.sheet_properties.tabColor else None,
        "footer": sheet.oddFooter.center.text,
        "validations": [
            (str(rule.sqref), rule.type, rule.formula1, rule.showErrorMessage)
            for rule in sheet.data_validations.dataValidation
        ],
        "conditions": [
            (str(area.sqref), rule.formula, rule.dxf.fill.bgColor.rgb, rule.dxf.font.strike)
            for area in sheet.conditional_formatting
            for rule in area.rules
        ],
    }


@pytest.mark.parametrize("target", [organizer_workbook, handmade], ids=["openpyxl", "by hand"])
def test_our_sheets_arrive_as_they_were_made(target: Any) -> None:
    made = scratch(TABLES)
    result = loaded(graft(target(), made, ours=OURS))
    for name in TABLES:
        assert appearance(result[name]) == appearance(loaded(made)[name])


def test_the_organizers_sheets_look_as_before() -> None:
    """Safety 1.4."""
    before = organizer_workbook()
    after = graft(before, scratch(TABLES), ours=OURS)
    for name in ("Players", "Notes & more"):
        old, new = loaded(before)[name], loaded(after)[name]
        assert [[(c.value, c.number_format, c.font.name) for c in row] for row in new.iter_rows()] == [
            [(c.value, c.number_format, c.font.name) for c in row] for row in old.iter_rows()
        ]
        assert values(after, name) == values(before, name)
    assert loaded(after).defined_names["Ratings"].attr_text == "Players!$B$2:$B$4"
    assert loaded(after)["Notes & more"].auto_filter.ref == "A1:B3"
    assert loaded(after)["Players"].print_title_rows == "$1:$1"


def test_formulas_show_blank_until_they_are_calculated() -> None:
    """Safety 1.4."""
    after = graft(organizer_workbook(), scratch(TABLES), ours=OURS)
    assert '<c r="F2" t="str"><f>IF(C2&gt;0,"Round 1!",B2)</f><v></v></c>' in part(
        after, "xl/worksheets/turnabout1.xml"
    )
    assert read_sheet(Package(after), "Standings", {}).flags == {}
    assert 'fullCalcOnLoad="1"' in part(after, "xl/workbook.xml")


def test_the_active_tab_stays() -> None:
    after = graft(organizer_workbook(), scratch(TABLES), ours=OURS)
    assert loaded(after).active.title == "Notes & more"
    assert all("tabSelected" not in part(after, f"xl/worksheets/turnabout{number}.xml") for number in (1, 2))


# Whose sheet is it?


def test_our_sheets_are_marked_and_others_are_not() -> None:
    made = plain_scratch({"Standings": STANDINGS, "Table results": [[1]], "Round 1": [["Table"]]})
    after = graft(organizer_workbook(), made, ours=OURS)
    assert marks(after) == {
        "_turnabout_Standings": "'Standings'!$A$1",
        "_turnabout_Table_results": "'Table results'!$A$1",
    }


def test_a_rename_is_followed_by_the_sheet_its_formulas_and_links() -> None:
    """Safety 1.2."""
    once = graft(organizer_workbook(), scratch(TABLES), ours=OURS)
    name = "Order &amp; \"Bob''s\""
    renamed = edited(
        once,
        "xl/workbook.xml",
        ('name="Standings"', 'name="Order &amp; &quot;Bob\'s&quot;"'),
        ("'Standings'!", f"'{name}'!"),
    )
    made = loaded(scratch(TABLES))
    made["Table results"]["A9"] = "=Standings!C2&\"Standings!A1\"&'Standings'!C3&MyStandings!A1"
    made_bytes = saved(made)
    after = graft(renamed, made_bytes, ours=OURS)
    new_name = 'Order & "Bob\'s"'
    assert list(Package(after).sheets) == ["Players", "Notes & more", new_name, "Table results"]
    sheets = loaded(after)
    quoted = "'Order & \"Bob''s\"'"
    assert sheets["Table results"]["A9"].value == f'={quoted}!C2&"Standings!A1"&{quoted}!C3&MyStandings!A1'
    assert sheets[new_name]["F3"].value == f"={quoted}!C2+1"
    assert marks(after)["_turnabout_Standings"] == f"{quoted}!$A$1"
    assert graft(after, made_bytes, ours=OURS) == after


def test_a_sheet_that_was_moved_stays_where_it_is_with_its_names() -> None:
    """Safety 1.2."""
    moved = loaded(graft(organizer_workbook(), scratch(TABLES), ours=OURS))
    moved.move_sheet("Table results", -3)
    moved.move_sheet("Standings", -2)
    order = ["Table results", "Standings", "Players", "Notes & more"]
    longer = {"Standings": [*STANDINGS, (4, "Last", 1, 0)]}
    after = graft(saved(moved), scratch(longer), ours=OURS)
    assert list(Package(after).sheets) == order
    result = loaded(after)
    assert [sheet.print_title_rows for sheet in result] == ["$1:$1", "$1:$1", "$1:$1", None]
    assert [sheet.print_area for sheet in result] == ["'Table results'!$A$1:$D$2", "'Standings'!$A$1:$D$5", "", ""]
    assert [sheet.auto_filter.ref for sheet in result] == ["A1:D2", "A1:D5", None, "A1:B3"]
    assert values(after, "Standings")[4][1] == "Last"


def test_links_follow_the_rename_of_a_sheet_that_is_not_written_now() -> None:
    once = graft(organizer_workbook(), plain_scratch({"Standings": STANDINGS}), ours=OURS)
    renamed = edited(once, "xl/workbook.xml", ('name="Standings"', 'name="Table"'), ("'Standings'!", "Table!"))
    after = graft(renamed, plain_scratch({"Problems": [["=Standings!C2"]]}), ours=OURS)
    assert loaded(after)["Problems"]["A1"].value == "='Table'!C2"


@pytest.mark.parametrize("reference", ["#REF!$A$1", "#REF!"])
def test_a_deleted_sheet_is_made_anew(reference: str) -> None:
    """Safety 1.2."""
    once = graft(organizer_workbook(), plain_scratch({"Standings": STANDINGS}), ours=OURS)
    sheet = part(once, "xl/workbook.xml").split("<sheet ")[-1].split("/>")[0]
    deleted = edited(once, "xl/workbook.xml", (f"<sheet {sheet}/>", ""), ("'Standings'!$A$1", reference))
    after = graft(deleted, plain_scratch({"Standings": STANDINGS}), ours=OURS)
    assert list(Package(after).sheets) == ["Players", "Notes & more", "Standings"]
    assert marks(after) == {"_turnabout_Standings": "'Standings'!$A$1"}


@pytest.mark.parametrize("reference", ["Standings!$A$1", "Standings!A1", "Standings!#REF!"])
def test_the_mark_may_be_written_in_other_ways(reference: str) -> None:
    once = graft(organizer_workbook(), plain_scratch({"Standings": STANDINGS}), ours=OURS)
    other = edited(once, "xl/workbook.xml", ("'Standings'!$A$1", reference))
    after = graft(other, plain_scratch({"Standings": [["new"]]}), ours=OURS)
    assert values(after, "Standings") == [["new"]]
    assert marks(after) == {"_turnabout_Standings": "'Standings'!$A$1"}


def test_a_copy_of_our_sheet_is_the_organizers() -> None:
    """Excel gives a copied sheet copies of the names that refer to it, with the sheet as their scope."""
    # Safety 1.9.
    once = graft(organizer_workbook(), plain_scratch({"Standings": STANDINGS}), ours=OURS)
    copy = '<definedName name="_turnabout_Standings" localSheetId="0" hidden="1">Players!$A$1</definedName>'
    copied = edited(once, "xl/workbook.xml", ("</definedNames>", copy + "</definedNames>"))
    after = graft(copied, plain_scratch({"Standings": [["new"]]}), ours=OURS)
    assert values(after, "Standings") == [["new"]]
    assert values(after, "Players") == values(once, "Players")


@pytest.mark.parametrize("name", ["Standings", "Round 1"])
@pytest.mark.parametrize("present", [str, str.upper])
def test_a_sheet_of_the_organizers_is_never_written_to(name: str, present: Any) -> None:
    """Safety 1.8."""
    target = plain_scratch({"Players": [["Player"]], present(name): [["mine"]]})
    with pytest.raises(SheetTakenError) as caught:
        graft(target, plain_scratch({name: STANDINGS}), ours=OURS)
    assert caught.value.name == name
    assert str(caught.value) == (
        f"The workbook already has a sheet “{name}” that the program did not make;"
        " rename or delete it, save, and run again."
    )
    assert isinstance(caught.value, GraftError)


def test_a_round_is_never_replaced() -> None:
    """Safety 1.1."""
    once = graft(organizer_workbook(), plain_scratch({"Round 1": [["Table"]]}), ours=OURS)
    with pytest.raises(SheetTakenError, match="Round 1"):
        graft(once, plain_scratch({"Round 1": [["Table"]]}), ours=OURS)


# What the organizer adds to our sheets


def test_page_setup_comments_and_views_on_our_sheets_stay() -> None:
    """Safety 1.6."""
    once = graft(organizer_workbook(), scratch({"Standings": STANDINGS}), ours=OURS)
    mine = edited(
        once,
        "xl/worksheets/turnabout1.xml",
        ('orientation="landscape"', 'orientation="portrait"'),
        ("<sheetView ", '<sheetView zoomScale="140" tabSelected="1" '),
        ("<sheetPr>", '<sheetPr codeName="Sheet9">'),
        ("</worksheet>", f'<legacyDrawing xmlns:r="{MAIN}" r:id="rId1"/></worksheet>'),
        ("2E7D32", "FF0000"),
        ("336699", "336699") if "336699" in part(once, "xl/worksheets/turnabout1.xml") else ("Rank", "Mine"),
    )
    after = graft(mine, scratch({"Standings": [*STANDINGS, (4, "Last", 1, 0)]}), ours=OURS)
    sheet = part(after, "xl/worksheets/turnabout1.xml")
    for kept in ('orientation="portrait"', 'zoomScale="140" tabSelected="1"', 'codeName="Sheet9"', "<legacyDrawing "):
        assert kept in sheet
    assert "2E7D32" in sheet
    assert "Mine" not in sheet
    assert values(after, "Standings")[4][:3] == [4, "Last", 1]
    # The printed area grows with the table; titles are the organizer's once they are there.
    assert loaded(after)["Standings"].print_area == "'Standings'!$A$1:$D$5"


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


def test_a_table_of_the_organizers_takes_the_place_of_our_filter() -> None:
    once = graft(organizer_workbook(), scratch({"Standings": STANDINGS}), ours=OURS)
    parts = '<tableParts count="1"><tablePart/></tableParts></worksheet>'
    mine = edited(once, "xl/worksheets/turnabout1.xml", ("</worksheet>", parts))
    after = part(graft(mine, scratch({"Standings": STANDINGS}), ours=OURS), "xl/worksheets/turnabout1.xml")
    assert "<tableParts" in after
    assert "<autoFilter" not in after


def test_a_filter_that_is_no_longer_wanted_goes_with_its_name() -> None:
    once = graft(organizer_workbook(), scratch({"Standings": STANDINGS}), ours=OURS)
    assert part(once, "xl/workbook.xml").count("_FilterDatabase") == 2
    after = graft(once, plain_scratch({"Standings": STANDINGS}), ours=OURS)
    assert part(after, "xl/workbook.xml").count("_FilterDatabase") == 1
    assert loaded(after)["Standings"].auto_filter.ref is None


# Other parts


def test_excels_calculation_chain_goes_when_it_lists_a_replaced_sheet() -> None:
    once = graft(handmade(), plain_scratch({"Standings": STANDINGS}), ours=OURS)
    assert "book/calc.xml" in Package(once)
    number = part(once, "book/Main.xml").split('name="Standings" sheetId="')[1].split('"')[0]
    listed = edited(once, "book/calc.xml", ('<c r="A1" i="1"/>', f'<c r="A1" i="1"/><c r="F1" i="{number}"/>'))
    assert graft(listed, plain_scratch({"Standings": STANDINGS}), ours=OURS) == listed
    after = graft(listed, plain_scratch({"Standings": [["new"]]}), ours=OURS)
    assert "book/calc.xml" not in Package(after)
    assert "calcChain" not in part(after, "book/_rels/Main.xml.rels")
    assert "calc.xml" not in part(after, "[Content_Types].xml")


def test_a_workbook_without_styles_gets_them() -> None:
    no_part = handmade(without=["xl/styles.xml"])
    bare = edited(no_part, "book/_rels/Main.xml.rels", ('<Relationship Id="rS"', "<Nothing"))
    after = graft(bare, scratch({"Standings": STANDINGS}), ours=OURS)
    assert Package(after).related("styles") == "book/styles.xml"
    styles = Package(after).xml("book/styles.xml")
    assert [(child.tag.split("}")[1], child.get("count")) for child in styles] == [
        ("numFmts", "3"),
        ("fonts", "3"),
        ("fills", "3"),
        ("borders", "2"),
        ("cellStyleXfs", "1"),
        ("cellXfs", "5"),
        ("dxfs", "1"),
    ]
    assert "/book/styles.xml" in part(after, "[Content_Types].xml")
    assert graft(after, scratch({"Standings": STANDINGS}), ours=OURS) == after


def test_what_is_called_styles_and_is_something_else_is_not_written_into() -> None:
    theme = edited(organizer_workbook(), "xl/_rels/workbook.xml.rels", ("styles.xml", "theme/theme1.xml"))
    with pytest.raises(UnusableWorkbookError, match=r"something else than cell formats in xl/theme/theme1\.xml"):
        graft(theme, scratch({"Standings": STANDINGS}), ours=OURS)


def test_styles_that_nothing_leads_to_are_left_alone() -> None:
    """A program that writes them and forgets the relationship: no cell of the workbook uses them."""
    before = edited(organizer_workbook(), "xl/_rels/workbook.xml.rels", ("relationships/styles", "relationships/other"))
    after = graft(before, scratch({"Standings": STANDINGS}), ours=OURS)
    assert part(after, "xl/styles.xml") == part(before, "xl/styles.xml")
    assert Package(after).related("styles") == "xl/styles/turnabout1.xml"
    assert graft(after, scratch({"Standings": STANDINGS}), ours=OURS) == after
    fewer_formats = graft(after, plain_scratch({"Standings": STANDINGS}), ours=OURS)
    assert part(fewer_formats, "xl/styles/turnabout1.xml") == part(after, "xl/styles/turnabout1.xml")


def test_titles_in_another_layout_are_left_alone() -> None:
    before = edited(handmade(), "docProps/app.xml", ("<vt:i4>2</vt:i4>", "<vt:i4>9</vt:i4>"))
    after = graft(before, plain_scratch({"Standings": STANDINGS}), ours=OURS)
    assert part(after, "docProps/app.xml") == part(before, "docProps/app.xml")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            edited(organizer_workbook(), "xl/workbook.xml", (MAIN, "http://purl.oclc.org/ooxml/x/main")),
            "Strict Open XML",
        ),
        (with_parts(organizer_workbook(), {"_xmlsignatures/sig1.xml": b"<s/>"}), "digitally signed"),
        (b"no zip file", "incomplete or damaged"),
    ],
    ids=["strict", "signed", "no zip"],
)
def test_workbooks_that_cannot_be_edited_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(UnusableWorkbookError, match=message):
        graft(data, plain_scratch({"Standings": STANDINGS}), ours=OURS)


def test_a_package_without_its_frame_is_refused() -> None:
    with pytest.raises(GraftError, match=r"it has no \[Content_Types\]\.xml"):
        graft(handmade(without=["[Content_Types].xml"]), plain_scratch({"Standings": STANDINGS}), ours=OURS)


def with_name(workbook: Workbook, sheet: Worksheet) -> None:
    workbook.defined_names["Own"] = DefinedName("Own", attr_text="Standings!$A$1")


def with_chart_sheet(workbook: Workbook, sheet: Worksheet) -> None:
    workbook.create_chartsheet("Chart").add_chart(BarChart())


@pytest.mark.parametrize("spoil", [with_name, with_chart_sheet])
def test_what_cannot_be_carried_over_is_an_error_of_the_program(spoil: Any) -> None:
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    sheet.title = "Standings"
    sheet.append(["a", "b"])
    sheet.append(["c", "d"])
    spoil(workbook, sheet)
    with pytest.raises(ValueError, match=r"scratch workbook|cannot be grafted"):
        graft(organizer_workbook(), saved(workbook), ours=OURS)


# Any workbook, and large ones


CALAMINE_FAILS = ("apache__poc-xmlbomb-empty", "roo-rb__Pfand_from_windows_phone")
OPENPYXL_FAILS = ("apache__poc-xmlbomb-empty", "roo-rb__implicit_coordinates", "tafia__minimal_package")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_workbooks_of_other_programs(real_file: Path) -> None:
    """Every workbook that is not refused takes our sheets, keeps its own, and opens where it opened before."""
    before = real_file.read_bytes()
    try:
        tabs = [tab.name for tab in Package(before).tabs]
    except UnusableWorkbookError:
        with pytest.raises(UnusableWorkbookError):
            graft(before, scratch(TABLES), ours=OURS)
        return
    after = graft(before, scratch(TABLES), ours=OURS)
    assert graft(after, scratch(TABLES), ours=OURS) == after
    assert [tab.name for tab in Package(after).tabs] == [*tabs, *TABLES]
    with zipfile.ZipFile(io.BytesIO(after)) as archive:
        assert archive.testzip() is None
    old, new = raw_members(before), raw_members(after)
    spreadsheet = {name for name in old if old[name] != new.get(name)}
    assert len(spreadsheet) <= len(FRAME)
    assert not {name for name in spreadsheet if "sheets/" in name or "theme" in name}
    if real_file.stem not in CALAMINE_FAILS:
        assert values(after, "Standings")[1][:3] == [1, "Zoë & Søn <1>", 45]
    if real_file.stem not in OPENPYXL_FAILS:
        result = loaded(after)
        assert result.sheetnames == [*tabs, *TABLES]
        assert result["Standings"]["A1"].font.b
        assert result["Standings"]["D2"].number_format == "0.000"


def test_large_sheets_cost_no_more_than_they_grow() -> None:
    def put_in(rows: int) -> int:
        made = plain_scratch({"Standings": [[f"Player {row}", *range(row, row + 99)] for row in range(rows)]})
        once = graft(organizer_workbook(), made, ours=OURS)
        assert graft(once, made, ours=OURS) is once
        assert values(once, "Standings")[-1][99] == rows + 97
        return count_steps(lambda: graft(graft(organizer_workbook(), made, ours=OURS), made, ours=OURS))[0]

    assert put_in(200) <= 3 * put_in(100)
