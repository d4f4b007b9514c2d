"""The round that a run adds is in front, and no other sheet is selected; of theirs, one attribute goes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.office import office
from tests.workbook.conftest import Convert
from tests.workbook.grafted import FRAME, OURS, changed_members
from tests.workbook.selection import is_only_deselected, is_selected
from tests.workbook.workbooks import (
    MAIN,
    STANDINGS,
    edited,
    faults,
    handmade,
    loaded,
    organizer_workbook,
    part,
    plain_scratch,
    saved,
    scratch,
)
from tests.workbook.zoo import FEATURES, PARTS, written
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.package import Package
from turnabout_sheets.workbook.ooxml.preview import find_selected

pytestmark = [
    pytest.mark.filterwarnings("ignore:Unknown worksheet reference 'Standings'"),  # XlsxWriter, of a chart
    pytest.mark.filterwarnings("ignore:.* extension is not supported"),  # openpyxl, of what it would lose
]

ROUND = plain_scratch({"Standings": STANDINGS, "Round 1": STANDINGS})


def with_a_round(target: bytes) -> bytes:
    after = graft(target, ROUND, ours=OURS, front="Round 1")
    assert graft(after, plain_scratch({"Standings": STANDINGS}), ours=OURS) is after
    assert faults(after) == faults(target)
    return after


def selected(data: bytes) -> list[str]:
    """The sheets that are selected."""
    package = Package(data)
    return [tab.name for tab in package.tabs if is_selected(package.read(tab.part))]


def active(data: bytes) -> str:
    windows = Package(data).workbook.findall(f".//{{{MAIN}}}workbookView")
    return [tab.name for tab in Package(data).tabs][int(windows[0].get("activeTab", "0"))] if windows else ""


def assert_only_the_attribute_went(before: bytes, after: bytes, sheet: str) -> None:
    """Nothing but the frame has changed, and of one sheet that attribute."""
    old, new = Package(before), Package(after)
    name = next((tab.part for tab in old.tabs if tab.name == sheet), "")
    changed = {each for each in changed_members(before, after) if each in old} - FRAME
    assert changed == {name}
    assert is_only_deselected(old, new, name)


def tabs(*names: str, front: str, hidden: Collection[str] = ()) -> bytes:
    book = Workbook()
    book.remove(book.worksheets[0])
    for name in names:
        sheet = book.create_sheet(name)
        sheet["A1"] = f"<sheetData> {name}"
        sheet.sheet_view.tabSelected = name == front
        sheet.sheet_state = "hidden" if name in hidden else "visible"
    book.active = names.index(front)
    return saved(book)


@pytest.mark.parametrize("front", ["First", "Middle", "Last"])
def test_the_sheet_that_was_in_front_is_deselected(front: str) -> None:
    """Safety 1.3."""
    before = tabs("First", "Gone", "Middle", "Last", front=front, hidden=["Gone"])
    after = with_a_round(before)
    assert (active(after), selected(after)) == ("Round 1", ["Round 1"])
    assert_only_the_attribute_went(before, after, front)
    assert loaded(after).active.title == "Round 1"


def test_a_workbook_with_everything_keeps_it() -> None:
    before = written(FEATURES, PARTS)
    (front,) = selected(before)
    after = with_a_round(before)
    assert (active(after), selected(after)) == ("Round 1", ["Round 1"])
    assert_only_the_attribute_went(before, after, front)


def test_a_protected_structure_has_a_tab_in_front_too() -> None:
    before = edited(
        tabs("First", "Last", front="First"),
        "xl/workbook.xml",
        ("<workbookProtection/>", '<workbookProtection lockStructure="1"/>'),
    )
    assert 'lockStructure="1"' in part(before, "xl/workbook.xml")
    after = with_a_round(before)
    assert (active(after), selected(after)) == ("Round 1", ["Round 1"])
    assert_only_the_attribute_went(before, after, "First")


def test_a_chart_sheet_can_have_been_in_front() -> None:
    book = Workbook()
    book.active.sheet_view.tabSelected = False
    book.create_chartsheet("Picture").sheetViews.sheetView[0].tabSelected = True
    book.active = 1
    before = saved(book)
    assert selected(before) == ["Picture"]
    after = with_a_round(before)
    assert (active(after), selected(after)) == ("Round 1", ["Round 1"])
    assert_only_the_attribute_went(before, after, "Picture")


def test_one_of_our_own_sheets_can_have_been_in_front() -> None:
    once = graft(tabs("First", front="First"), scratch({"Standings": STANDINGS}), ours=OURS)
    book = Package(once)
    (front,) = selected(once)
    deselected = edited(once, book.sheets[front], ('tabSelected="1"', ""))
    before = edited(
        deselected, book.sheets["Standings"], ("<sheetView ", '<sheetView zoomScale="140" tabSelected="1" ')
    )
    after = with_a_round(before)
    assert selected(after) == ["Round 1"]
    assert 'zoomScale="140"' in part(after, book.sheets["Standings"])


def test_where_no_sheet_is_selected_ours_is() -> None:
    before = edited(tabs("First", "Last", front="Last"), "xl/worksheets/sheet2.xml", (' tabSelected="1"', ""))
    after = with_a_round(before)
    assert (active(after), selected(after)) == ("Round 1", ["Round 1"])
    assert changed_members(before, after) & set(Package(before).parts) <= FRAME


@pytest.mark.parametrize("views", ["", "<sheetViews/>"])
def test_sheets_need_no_views(views: str) -> None:
    plain = tabs("First", "Last", front="First")
    shown = part(plain, "xl/worksheets/sheet2.xml")
    before = edited(
        plain, "xl/worksheets/sheet2.xml", (shown[shown.index("<sheetViews") : shown.index("<sheetFormatPr")], views)
    )
    after = with_a_round(before)
    assert (active(after), selected(after)) == ("Round 1", ["Round 1"])
    assert_only_the_attribute_went(before, after, "First")


def _prefixed() -> bytes:
    """Prefixes, single quotes and line breaks, in another encoding, behind a comment."""
    sheet = f"""<?xml version='1.0' encoding='ISO-8859-1'?><!-- \xe9 -->
    <x:worksheet xmlns:x='{MAIN}'><x:sheetViews><x:sheetView
      zoomScale='80'\n tabSelected='true' workbookViewId='0' /></x:sheetViews>
    <x:sheetData ><x:row><x:c t='inlineStr'><x:is><x:t>\xe9</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>"""
    return handmade(extra={"book/sheets/two.xml": sheet.encode("latin-1")})


def test_a_part_may_be_written_in_any_way() -> None:
    before = _prefixed()
    after = with_a_round(before)
    assert part(after, "book/Main.xml").count('activeTab="4"') == 1
    was, now = (Package(data).read("book/sheets/two.xml") for data in (before, after))
    assert now == was.replace(b"\n tabSelected='true'", b"")


def _edit_workbook(old: str, new: str) -> bytes:
    return edited(tabs("First", "Last", front="First"), "xl/workbook.xml", (old, new))


def _several_windows() -> bytes:
    return _edit_workbook("</bookViews>", '<workbookView activeTab="1"/></bookViews>')


def _no_window() -> bytes:
    return edited(
        _edit_workbook("<bookViews>", "<customWorkbookViews><!--"),
        "xl/workbook.xml",
        ("</bookViews>", "--></customWorkbookViews>"),
    )


def _two_views() -> bytes:
    view = '<sheetView workbookViewId="1"/></sheetViews>'
    return edited(tabs("First", "Last", front="First"), "xl/worksheets/sheet2.xml", ("</sheetViews>", view))


def _group() -> bytes:
    view = ('tabSelected="0"', 'tabSelected="1"')
    return edited(tabs("First", "Last", front="First"), "xl/worksheets/sheet2.xml", view)


def _hidden_in_front() -> bytes:
    return _edit_workbook('name="First" sheetId="1" state="visible"', 'name="First" sheetId="1" state="hidden"')


def _damaged() -> bytes:
    return edited(tabs("First", "Last", front="First"), "xl/worksheets/sheet2.xml", ("<sheetViews>", "<sheetViewz>"))


ODD = [_several_windows, _no_window, _two_views, _group, _hidden_in_front, _damaged]


@pytest.mark.parametrize("odd", ODD)
def test_where_anything_is_odd_the_tab_in_front_stays(odd: Callable[[], bytes]) -> None:
    """Safety 1.3."""
    before = odd()
    assert find_selected(Package(before)) is None
    after = graft(before, ROUND, ours=OURS, front="Round 1")
    assert (active(after), selected(after)) == (active(before), selected(before))
    assert changed_members(before, after) & set(Package(before).parts) <= FRAME


def test_a_long_sheet_is_not_taken_apart() -> None:
    """Only what stands before the cells is parsed: sheets that nobody could read keep every other byte."""
    cells = "<sheetData>" + "<row><c/></row>" * 200_000 + "</sheetData><oops>"
    before = edited(tabs("First", "Last", front="First"), "xl/worksheets/sheet1.xml", ("<sheetData>", cells))
    after = graft(before, ROUND, ours=OURS, front="Round 1")
    assert_only_the_attribute_went(before, after, "First")


@pytest.mark.office
def test_libreoffice_opens_the_round(tmp_path: Path, convert: Convert) -> None:
    ways = {"openpyxl": organizer_workbook(), "libreoffice": convert(organizer_workbook(), "xlsx")}
    hand = office()
    for way, before in ways.items():
        path = tmp_path / f"{way}.xlsx"
        path.write_bytes(with_a_round(before))
        hand.open(path)
        assert hand.front() == "Round 1"
        hand.close()
