"""Charts, pictures, tables, links, notes and widths: ours come and go, the organizer's stay."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.table import Table

from tests.workbook.additions import counts, notes, object_names, sheet_of, widths
from tests.workbook.grafted import OURS, changed_members
from tests.workbook.grafting import graft
from tests.workbook.workbooks import (
    OFFICE,
    PACKAGE,
    STANDINGS,
    Picture,
    bar_chart,
    edited,
    faults,
    loaded,
    organizer_workbook,
    orphans,
    part,
    plain_scratch,
    rich_scratch,
    saved,
    with_parts,
)
from turnabout_sheets.workbook.ooxml.package import Package

LONGER = (*STANDINGS, (4, "New", 3, 0.05))
ONE = {"Standings": STANDINGS}
TWO = {"Standings": STANDINGS, "Table results": STANDINGS}


def resaved(data: bytes, change: Callable[[Workbook], Any] = lambda _: None) -> bytes:
    """The workbook as a program saves it that gives all parts names and numbers of its own, as Excel does.

    openpyxl does so, but forgets the names of charts; they are given back.
    """
    workbook = loaded(data)
    change(workbook)
    result = saved(workbook)
    for sheet in Package(result).sheets:
        drawing = Package(result).related("drawing", Package(result).sheets[sheet])
        names = object_names(data, sheet) if sheet in Package(data).sheets else []
        if drawing is not None:
            present = (f'name="{name}"' for name in object_names(result, sheet) if name.startswith("Chart"))
            former = (f'name="{name}"' for name in names if "Chart" in name)
            result = edited(result, drawing, *zip(present, former, strict=False))
    return result


def test_everything_on_our_sheets_arrives() -> None:
    after = graft(organizer_workbook(), rich_scratch(TWO), ours=OURS)
    assert faults(after) == []
    assert orphans(after) == set()
    for name in TWO:
        sheet = sheet_of(after, name)
        assert len(sheet._charts) == 2
        assert object_names(after, name) == ["turnabout_Chart 1", "turnabout_Chart 2", "turnabout_Image 3"]
        assert list(sheet.tables) == [f"turnabout_{name.replace(' ', '')}"]
        assert sheet["F1"].value == f"=SUM(turnabout_{name.replace(' ', '')}[VP])"
        assert sheet["G1"].hyperlink.target == "https://example.org/rules?a=1&b=2"
        assert sheet["G2"].hyperlink.location == "Players!A1"
        assert notes(after, name) == {"C1": "turnabout:\nVictory points", "D1": "turnabout:\nShare of all"}
    assert notes(after, "Players") == {"A2": "plays late"}


def test_only_the_frame_changes_and_the_organizers_parts_keep_their_bytes() -> None:
    before = organizer_workbook()
    changed = changed_members(before, graft(before, rich_scratch(TWO), ours=OURS))
    frame = {"[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"}
    assert frame <= changed
    assert {name for name in changed - frame if "turnabout" not in name} == set()


@pytest.mark.parametrize("resave", [lambda data: data, resaved], ids=["as written", "resaved"])
def test_grafting_again_gives_the_same_parts(resave: Callable[[bytes], bytes]) -> None:
    made = rich_scratch(TWO)
    once = graft(organizer_workbook(), made, ours=OURS)
    again = graft(resave(once), made, ours=OURS)
    assert counts(again) == counts(once)
    assert faults(again) == []
    assert orphans(again) == set()
    assert graft(again, made, ours=OURS) == again
    if resave is not resaved:
        assert again == once


def test_a_drawing_in_which_nothing_is_gives_way_to_ours() -> None:
    """LibreOffice writes such for every sheet; ours, put into it, would be taken out with it by the next run."""
    once = graft(organizer_workbook(), rich_scratch({"Standings": STANDINGS}, charts=1, without=["picture"]), ours=OURS)
    drawing = next(name for name in Package(once).parts if name.startswith("xl/drawings/turnabout"))
    start, end = (part(once, drawing).index(mark) for mark in ("<xdr:oneCellAnchor", "</xdr:wsDr>"))
    empty = edited(once, drawing, (part(once, drawing)[start:end], ""))
    again = graft(empty, rich_scratch({"Standings": STANDINGS}, charts=1, without=["picture"]), ours=OURS)
    assert counts(again) == counts(once)
    assert graft(again, rich_scratch({"Standings": STANDINGS}, charts=1, without=["picture"]), ours=OURS) == again


@pytest.mark.slow
@pytest.mark.parametrize("resave", [lambda data: data, resaved], ids=["as written", "resaved"])
@pytest.mark.parametrize(
    ("without", "gone"),
    [
        ("charts", {"chart+xml": 4}),
        ("picture", {"image/png": 2}),
        ("table", {"table+xml": 2}),
        ("notes", {"comments+xml": 2, "vmlDrawing": 2}),
        ("charts picture", {"chart+xml": 4, "image/png": 2, "drawing+xml": 2}),
        ("links", {}),
    ],
)
def test_what_we_no_longer_write_leaves_no_orphans(
    without: str, gone: Mapping[str, int], resave: Callable[[bytes], bytes]
) -> None:
    once = graft(organizer_workbook(), rich_scratch(TWO), ours=OURS)
    made = rich_scratch(TWO, without=without.split())
    after = graft(resave(once), made, ours=OURS)
    assert faults(after) == []
    assert orphans(after) == set()
    assert counts(after) == {kind: number - gone.get(kind, 0) for kind, number in counts(once).items()}
    assert graft(after, made, ours=OURS) == after
    back = graft(after, rich_scratch(TWO), ours=OURS)
    assert counts(back) == counts(once)


def test_ours_come_back_to_a_sheet_that_the_organizer_has_deleted() -> None:
    once = graft(organizer_workbook(), rich_scratch(TWO), ours=OURS)
    deleted = resaved(once, lambda workbook: workbook.remove(workbook["Standings"]))
    after = graft(deleted, rich_scratch(TWO), ours=OURS)
    assert faults(after) == []
    assert list(Package(after).sheets) == ["Players", "Notes & more", "Table results", "Standings"]
    assert counts(after) == counts(once)


def test_charts_and_formulas_follow_a_rename_of_their_sheet() -> None:
    once = graft(organizer_workbook(), rich_scratch(ONE), ours=OURS)
    renamed = edited(once, "xl/workbook.xml", ('name="Standings"', 'name="Bob\'s"'), ("'Standings'!", "'Bob''s'!"))
    after = graft(renamed, rich_scratch({"Standings": LONGER}), ours=OURS)
    assert list(Package(after).sheets) == ["Players", "Notes & more", "Bob's"]
    formulas = [str(e.text) for e in Package(after).xml("xl/charts/turnabout1.xml").iter("{*}f")]
    assert formulas == ["'Bob''s'!C1", "'Bob''s'!$B$2:$B$5", "'Bob''s'!$C$2:$C$5"]
    assert graft(after, rich_scratch({"Standings": LONGER}), ours=OURS) == after


# The organizer's things on our sheet


def with_chart(workbook: Workbook) -> None:
    sheet = workbook["Standings"]
    sheet.add_chart(bar_chart(sheet, 3, "his"), "A20")


def test_a_chart_of_the_organizers_stays_beside_ours() -> None:
    once = graft(organizer_workbook(), rich_scratch(ONE, without=["picture"]), ours=OURS)
    his = resaved(once, with_chart)
    assert object_names(his) == ["turnabout_Chart 1", "turnabout_Chart 2", "Chart 3"]
    for charts, names in ((1, ["turnabout_Chart 1"]), (2, ["turnabout_Chart 1", "turnabout_Chart 2"]), (0, [])):
        made = rich_scratch({"Standings": LONGER}, charts=charts, without=["picture"])
        after = graft(his, made, ours=OURS)
        assert object_names(after) == [*names, "Chart 3"], "ours keep their place behind his"
        assert faults(after) == []
        assert orphans(after) == set()
        assert part(after, "xl/charts/chart4.xml") == part(his, "xl/charts/chart4.xml")
        assert sheet_of(after)["G1"].hyperlink.target == "https://example.org/rules?a=1&b=2"
        assert graft(after, made, ours=OURS) == after


def test_a_copy_of_our_chart_is_the_organizers() -> None:
    made = rich_scratch(ONE, without=["picture"], charts=1)
    once = graft(organizer_workbook(), made, ours=OURS)
    copied = edited(
        resaved(once, with_chart),
        "xl/drawings/drawing2.xml",
        ('name="Chart 2"', 'name="turnabout_Chart 1"'),
    )
    after = graft(copied, made, ours=OURS)
    assert object_names(after) == ["turnabout_Chart 1"] * 2
    assert part(after, "xl/charts/chart3.xml") == part(copied, "xl/charts/chart3.xml")
    assert graft(after, made, ours=OURS) == after


def test_objects_without_their_names_are_known_by_their_place() -> None:
    """Google Sheets and openpyxl save charts under names of their own; a second run must not double them."""
    made = rich_scratch(ONE, without=["picture"])
    once = graft(organizer_workbook(), made, ours=OURS)
    nameless = saved(loaded(once))
    assert object_names(nameless) == ["Chart 1", "Chart 2"]
    after = graft(nameless, made, ours=OURS)
    assert object_names(after) == ["turnabout_Chart 1", "turnabout_Chart 2"]
    assert counts(after) == counts(once)


def test_a_picture_that_both_show_stays_until_nobody_does() -> None:
    def show(workbook: Workbook) -> None:
        workbook["Standings"].add_image(Picture(), "A9")

    once = resaved(graft(organizer_workbook(), plain_scratch(ONE), ours=OURS), show)
    after = graft(once, rich_scratch(ONE, without=["charts"]), ours=OURS)
    assert object_names(after) == ["Image 1", "turnabout_Image 1"]
    assert sheet_of(after)["G1"].hyperlink.target == "https://example.org/rules?a=1&b=2", "his link has the first id"
    shared = edited(after, "xl/drawings/_rels/drawing2.xml.rels", ("../media/turnabout1.png", "../media/image1.png"))
    without = graft(shared, plain_scratch(ONE), ours=OURS)
    assert object_names(without) == ["Image 1"]
    assert "xl/media/image1.png" in Package(without)


def test_a_copy_of_our_picture_that_shares_its_relationship_stays() -> None:
    """Excel shows a picture twice by one relationship of the drawing."""
    made = rich_scratch(ONE, without=["charts"])
    once = graft(organizer_workbook(), made, ours=OURS)
    drawing = "xl/drawings/turnabout1.xml"
    ours = part(once, drawing).split("?>")[1].split(">", 1)[1].strip().removesuffix("</xdr:wsDr>")
    his = ours.replace('id="1" name="turnabout_Image 1"', 'id="2" name="Copy"').replace("<xdr:col>9<", "<xdr:col>3<")
    copied = edited(once, drawing, ("</xdr:wsDr>", f"{his}</xdr:wsDr>"))
    assert object_names(copied) == ["turnabout_Image 1", "Copy"]
    for scratch, names in ((made, ["turnabout_Image 1", "Copy"]), (plain_scratch(ONE), ["Copy"])):
        after = graft(copied, scratch, ours=OURS)
        assert object_names(after) == names
        assert faults(after) == []
        assert orphans(after) == set()


def test_what_a_chart_leads_to_comes_along() -> None:
    made = with_parts(rich_scratch(ONE), {"xl/charts/_rels/chart1.xml.rels": b"<Relationships/>"})
    link = f'<Relationships xmlns="{PACKAGE}"><Relationship Id="fill" Type="{OFFICE}/image"'
    made = edited(
        made,
        "xl/charts/_rels/chart1.xml.rels",
        ("<Relationships/>", f'{link} Target="../media/image1.png"/></Relationships>'),
    )
    after = graft(organizer_workbook(), made, ours=OURS)
    assert Package(after).relationships("xl/charts/turnabout1.xml")["fill"].target == "xl/media/turnabout1.png"
    assert Package(after).relationships("xl/charts/turnabout2.xml") == {}
    assert counts(after)["image/png"] == 1
    assert graft(after, made, ours=OURS) == after
    assert orphans(graft(after, plain_scratch(ONE), ours=OURS)) == set()


def test_content_types_of_new_parts_are_right_in_odd_packages() -> None:
    """Another default for the extension, and an entry that was left behind by a part of the same name."""
    left = '<Override PartName="/xl/tables/turnabout1.xml" ContentType="application/xml"/></Types>'
    png = '<Default Extension="png" ContentType="image/x-png"/><Default Extension="rels"'
    odd = edited(organizer_workbook(), "[Content_Types].xml", ("</Types>", left), ('<Default Extension="rels"', png))
    after = Package(graft(odd, rich_scratch(ONE), ours=OURS))
    assert after.content_type("xl/media/turnabout1.png") == "image/png"
    assert after.content_type("xl/tables/turnabout1.xml").endswith("spreadsheetml.table+xml")


def test_notes_of_the_organizers_stay_and_win_their_cell() -> None:
    """Safety 1.6."""

    def write(workbook: Workbook) -> None:
        workbook["Standings"]["A1"].comment = Comment("well played", "Organizer")
        workbook["Standings"]["D1"].comment = Comment("mine", "Organizer")

    once = resaved(graft(organizer_workbook(), rich_scratch(ONE), ours=OURS), write)
    for made, ours in (
        (rich_scratch(ONE), {"C1": "turnabout:\nVictory points"}),
        (rich_scratch(ONE, without=["notes"]), {}),
    ):
        after = graft(once, made, ours=OURS)
        assert notes(after) == {"A1": "well played", "D1": "mine", **ours}
        assert faults(after) == []
        assert graft(after, made, ours=OURS) == after
        package = Package(after)
        boxes = package.related("vmlDrawing", package.sheets["Standings"])
        assert boxes is not None
        shapes = [shape.get("id") for shape in package.xml(boxes).iter("{*}shape")]
        assert len(shapes) == len(set(shapes)) == len(notes(after))


def test_boxes_that_are_not_well_formed_can_be_read() -> None:
    """Excel writes line breaks in form controls as HTML does."""
    once = graft(organizer_workbook(), rich_scratch(ONE), ours=OURS)
    control = '<v:shape id="_x0000_s2000"><v:textbox>one<br>two</v:textbox></v:shape></xml>'
    his = edited(once, "xl/drawings/turnabout1.vml", ("</xml>", control))
    after = graft(his, rich_scratch(ONE, without=["notes"]), ours=OURS)
    assert "_x0000_s2000" in part(after, "xl/drawings/turnabout1.vml")
    assert "Note" not in part(after, "xl/drawings/turnabout1.vml")
    assert faults(after) == []


# Tables


def add_table(name: str, ref: str) -> Callable[[Workbook], None]:
    def add(workbook: Workbook) -> None:
        workbook["Standings"].add_table(Table(displayName=name, ref=ref))

    return add


def test_names_and_ids_of_tables_do_not_clash() -> None:
    workbook = loaded(organizer_workbook())
    for number, name in enumerate(("TURNABOUT_STANDINGS", "Mine")):
        sheet = workbook.create_sheet(f"Sheet {number}")
        sheet.append(["a", "b"])
        sheet.append([1, 2])
        sheet.add_table(Table(displayName=name, ref="A1:B2"))
    workbook.defined_names["Turnabout_Standings_2"] = DefinedName("Turnabout_Standings_2", attr_text="'Sheet 0'!$A$1")
    after = graft(saved(workbook), rich_scratch(TWO), ours=OURS)
    assert faults(after) == []
    assert list(sheet_of(after).tables) == ["turnabout_Standings_3"]
    assert sheet_of(after)["F1"].value == "=SUM(turnabout_Standings_3[VP])"
    assert list(sheet_of(after, "Table results").tables) == ["turnabout_Tableresults"]
    assert graft(after, rich_scratch(TWO), ours=OURS) == after


def test_a_table_that_the_organizer_has_renamed_keeps_its_name_and_grows() -> None:
    once = graft(organizer_workbook(), rich_scratch(ONE), ours=OURS)
    renamed = edited(once, "xl/tables/turnabout1.xml", ("turnabout_Standings", "Scores"), ('id="1"', 'id="7"'))
    after = graft(renamed, rich_scratch({"Standings": LONGER}), ours=OURS)
    table = sheet_of(after).tables["Scores"]
    assert (table.id, table.ref) == (7, "A1:D5")
    assert sheet_of(after)["F1"].value == "=SUM(Scores[VP])"
    assert graft(after, rich_scratch({"Standings": LONGER}), ours=OURS) == after


def test_a_table_of_the_organizers_on_our_sheet_stays_while_its_header_reads_the_same() -> None:
    once = resaved(graft(organizer_workbook(), plain_scratch(ONE), ours=OURS), add_table("Mine", "B1:C3"))
    kept = graft(once, plain_scratch({"Standings": LONGER}), ours=OURS)
    assert list(sheet_of(kept).tables) == ["Mine"]
    assert faults(kept) == []
    headed = [("Rank", "Player", "Points", "Share"), *STANDINGS[1:]]
    for made in (plain_scratch({"Standings": headed}), rich_scratch(ONE)):
        after = graft(once, made, ours=OURS)
        assert "Mine" not in sheet_of(after).tables
        assert faults(after) == []
        assert orphans(after) == set()
        assert graft(after, made, ours=OURS) == after


def test_formats_of_a_table_are_translated() -> None:
    """A table's formats are indices into the list of conditional formats, like those of conditional formatting."""
    made = edited(
        rich_scratch(ONE, without=["charts", "picture", "notes", "links"]),
        "xl/tables/table1.xml",
        ('id="1"', 'id="1" headerRowDxfId="0"'),
    )
    made = edited(
        made,
        "xl/styles.xml",
        ("<tableStyles", '<dxfs count="1"><dxf><font><i val="1"/></font></dxf></dxfs><tableStyles'),
    )
    after = graft(organizer_workbook(), made, ours=OURS)
    number = int(str(Package(after).xml("xl/tables/turnabout1.xml").get("headerRowDxfId")))
    formats = Package(after).xml("xl/styles.xml").findall("{*}dxfs/{*}dxf")
    assert number == 1, "after the organizer's"
    assert formats[number].find("{*}font/{*}i") is not None


def test_formulas_in_a_table_follow_renames() -> None:
    once = graft(organizer_workbook(), rich_scratch(ONE), ours=OURS)
    renamed = edited(once, "xl/workbook.xml", ('name="Standings"', 'name="Order"'), ("'Standings'!", "Order!"))
    column = '<tableColumn id="4" name="Share"'
    formula = f"{column}><calculatedColumnFormula>Standings[VP]/Standings!$C$2</calculatedColumnFormula></tableColumn>"
    made = edited(rich_scratch(ONE), "xl/tables/table1.xml", (f"{column}/>", formula))
    after = graft(renamed, made, ours=OURS)
    (found,) = Package(after).xml("xl/tables/turnabout1.xml").iter("{*}calculatedColumnFormula")
    assert found.text == "turnabout_Standings[VP]/'Order'!$C$2"


# Sheets that are the organizer's from the start


def test_a_sheet_that_is_given_to_the_organizer_bears_no_mark() -> None:
    made = rich_scratch({"Round 1": STANDINGS})
    after = graft(organizer_workbook(), made, ours=OURS)
    assert faults(after) == []
    assert object_names(after, "Round 1") == ["Chart 1", "Chart 2", "Image 3"]
    assert list(sheet_of(after, "Round 1").tables) == ["Round1"]
    assert notes(after, "Round 1") == {"C1": "Victory points", "D1": "Share of all"}
    assert re.findall("_turnabout_[a-zA-Z_]+", part(after, "xl/workbook.xml")) == ["_turnabout_form"]


# Widths


def test_a_width_that_the_organizer_has_changed_stays_and_the_others_follow_ours() -> None:
    """Safety 1.6."""
    once = graft(organizer_workbook(), rich_scratch(ONE), ours=OURS)
    assert widths(once) == dict.fromkeys("ABC", (20.0, False))

    def change(workbook: Workbook) -> None:
        columns = workbook["Standings"].column_dimensions
        columns["B"].width, columns["C"].hidden, columns["F"].width = 33.5, True, 5

    changed = resaved(once, change)
    for width in (20, 12):
        made = rich_scratch(ONE, width=width)
        after = graft(changed, made, ours=OURS)
        expected = {"A": (width, False), "B": (33.5, False), "C": (width, True), "F": (5, False)}
        assert widths(after) == expected
        assert graft(after, made, ours=OURS) == after
        # In the next run ours are others, and are still told from the organizer's.
        assert widths(graft(after, rich_scratch(ONE, width=25), ours=OURS))["A"] == (25.0, False)
        assert widths(graft(after, rich_scratch(ONE, width=25), ours=OURS))["B"] == (33.5, False)


def test_a_width_that_the_organizer_has_taken_back_stays_away() -> None:
    once = graft(organizer_workbook(), rich_scratch(ONE), ours=OURS)
    changed = edited(once, "xl/worksheets/turnabout1.xml", ('<col min="1" max="1" customWidth="1" width="20"/>', ""))
    assert widths(graft(changed, rich_scratch(ONE), ours=OURS)) == dict.fromkeys("BC", (20.0, False))


@pytest.mark.parametrize("rounded", ["20.14", "19.8515625"])
def test_rounding_is_no_change(rounded: str) -> None:
    once = graft(organizer_workbook(), rich_scratch(ONE), ours=OURS)
    changed = edited(once, "xl/worksheets/turnabout1.xml", ('width="20"', f'width="{rounded}"'))
    assert widths(changed) != widths(once)
    assert widths(graft(changed, rich_scratch(ONE), ours=OURS)) == widths(once)


def test_the_view_and_the_printing_that_the_organizer_has_set_stay() -> None:
    def change(workbook: Workbook) -> None:
        sheet = workbook["Standings"]
        sheet.freeze_panes, sheet.sheet_view.zoomScale = "C5", 150
        sheet.page_setup.orientation, sheet.page_margins.left = "landscape", 0.25
        sheet.oddHeader.center.text = "Club night"
        sheet.protection.sheet = True
        sheet.row_breaks.append(Break(id=10))

    changed = resaved(graft(organizer_workbook(), rich_scratch(ONE), ours=OURS), change)
    sheet = sheet_of(graft(changed, rich_scratch({"Standings": LONGER}), ours=OURS))
    assert (sheet.freeze_panes, sheet.sheet_view.zoomScale) == ("C5", 150)
    assert (sheet.page_setup.orientation, sheet.page_margins.left) == ("landscape", 0.25)
    assert sheet.oddHeader.center.text == "Club night"
    assert sheet.protection.sheet
    assert [each.id for each in sheet.row_breaks.brk] == [10]
