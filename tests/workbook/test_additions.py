"""Charts, links and widths: ours come and go; the organizer's stay, with pictures, notes and tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.table import Table

from tests.workbook.additions import counts, notes, object_names, sheet_of, widths
from tests.workbook.grafted import OURS, changed_members
from tests.workbook.workbooks import (
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
)
from turnabout_sheets.workbook.ooxml.graft import graft
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
        assert object_names(after, name) == ["turnabout_Chart 1", "turnabout_Chart 2"]
        assert sheet["G1"].hyperlink.target == "https://example.org/rules?a=1&b=2"
        assert sheet["G2"].hyperlink.location == "Players!A1"
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
    once = graft(organizer_workbook(), rich_scratch({"Standings": STANDINGS}, charts=1), ours=OURS)
    drawing = next(name for name in Package(once).parts if name.startswith("xl/drawings/turnabout"))
    start, end = (part(once, drawing).index(mark) for mark in ("<xdr:oneCellAnchor", "</xdr:wsDr>"))
    empty = edited(once, drawing, (part(once, drawing)[start:end], ""))
    again = graft(empty, rich_scratch({"Standings": STANDINGS}, charts=1), ours=OURS)
    assert counts(again) == counts(once)
    assert graft(again, rich_scratch({"Standings": STANDINGS}, charts=1), ours=OURS) == again


@pytest.mark.slow
@pytest.mark.parametrize("resave", [lambda data: data, resaved], ids=["as written", "resaved"])
@pytest.mark.parametrize(
    ("without", "gone"),
    [
        ("charts", {"chart+xml": 4, "drawing+xml": 2}),
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
    once = graft(organizer_workbook(), rich_scratch(ONE), ours=OURS)
    his = resaved(once, with_chart)
    assert object_names(his) == ["turnabout_Chart 1", "turnabout_Chart 2", "Chart 3"]
    for charts, names in ((1, ["turnabout_Chart 1"]), (2, ["turnabout_Chart 1", "turnabout_Chart 2"]), (0, [])):
        made = rich_scratch({"Standings": LONGER}, charts=charts)
        after = graft(his, made, ours=OURS)
        assert object_names(after) == [*names, "Chart 3"], "ours keep their place behind his"
        assert faults(after) == []
        assert orphans(after) == set()
        assert part(after, "xl/charts/chart4.xml") == part(his, "xl/charts/chart4.xml")
        assert sheet_of(after)["G1"].hyperlink.target == "https://example.org/rules?a=1&b=2"
        assert graft(after, made, ours=OURS) == after


def test_a_copy_of_our_chart_is_the_organizers() -> None:
    made = rich_scratch(ONE, charts=1)
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


def test_pictures_and_notes_of_the_organizers_stay() -> None:
    """Safety 1.6."""

    def add(workbook: Workbook) -> None:
        workbook["Standings"].add_image(Picture(), "A9")
        workbook["Standings"]["D1"].comment = Comment("mine", "Organizer")

    once = resaved(graft(organizer_workbook(), rich_scratch(ONE), ours=OURS), add)
    for made, names in (
        (rich_scratch({"Standings": LONGER}), ["turnabout_Chart 1", "turnabout_Chart 2", "Image 3"]),
        (plain_scratch(ONE), ["Image 3"]),
    ):
        after = graft(once, made, ours=OURS)
        assert object_names(after) == names
        assert notes(after) == {"D1": "mine"}
        assert faults(after) == []
        assert orphans(after) == set()
        assert "xl/media/image1.png" in Package(after)
        assert graft(after, made, ours=OURS) == after


# Tables


def add_table(name: str, ref: str) -> Callable[[Workbook], None]:
    def add(workbook: Workbook) -> None:
        workbook["Standings"].add_table(Table(displayName=name, ref=ref))

    return add


def test_a_table_of_the_organizers_on_our_sheet_stays_while_its_header_reads_the_same() -> None:
    once = resaved(graft(organizer_workbook(), plain_scratch(ONE), ours=OURS), add_table("Mine", "B1:C3"))
    kept = graft(once, plain_scratch({"Standings": LONGER}), ours=OURS)
    assert list(sheet_of(kept).tables) == ["Mine"]
    assert faults(kept) == []
    headed = [("Rank", "Player", "Points", "Share"), *STANDINGS[1:]]
    made = plain_scratch({"Standings": headed})
    after = graft(once, made, ours=OURS)
    assert "Mine" not in sheet_of(after).tables
    assert faults(after) == []
    assert orphans(after) == set()
    assert graft(after, made, ours=OURS) == after


# Sheets that are the organizer's from the start


def test_a_sheet_that_is_given_to_the_organizer_bears_no_mark() -> None:
    made = rich_scratch({"Round 1": STANDINGS})
    after = graft(organizer_workbook(), made, ours=OURS)
    assert faults(after) == []
    assert object_names(after, "Round 1") == ["Chart 1", "Chart 2"]
    assert re.findall("_turnabout_[a-zA-Z_]+", part(after, "xl/workbook.xml")) == ["_turnabout_form"]


# Widths


def test_widths_stay_and_new_columns_get_ours() -> None:
    """Safety 1.6."""
    once = graft(organizer_workbook(), rich_scratch(ONE), ours=OURS)
    assert widths(once) == dict.fromkeys("ABC", (20.0, False))

    def change(workbook: Workbook) -> None:
        columns = workbook["Standings"].column_dimensions
        columns["B"].width, columns["C"].hidden, columns["F"].width = 33.5, True, 5

    changed = resaved(once, change)
    for width in (20, 12):
        made = rich_scratch(ONE, width=width, wide="ABCD")
        after = graft(changed, made, ours=OURS)
        assert widths(after) == {
            "A": (20, False), "B": (33.5, False), "C": (20, True), "D": (width, False), "F": (5, False),
        }  # fmt: skip
        assert graft(after, made, ours=OURS) == after


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
