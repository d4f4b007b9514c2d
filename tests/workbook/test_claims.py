"""Which sheets are ours: a mark alone proves nothing."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from openpyxl import Workbook

from tests.workbook.workbooks import (
    STANDINGS,
    edited,
    faults,
    loaded,
    organizer_workbook,
    part,
    plain_scratch,
    saved,
    scratch,
)
from turnabout_sheets.core.text import key
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.ownership import (
    Home,
    Ours,
    SheetTakenError,
    find_homes,
)
from turnabout_sheets.workbook.ooxml.package import Package

NOTE = "the program's"
HEADER = STANDINGS[0]
ROWS = [(*HEADER, None, NOTE), *STANDINGS[1:]]
OURS = Ours(["Standings"], lambda name: key(name) == key("Players"), NOTE)
MADE = plain_scratch({"Standings": ROWS})
NEWER = plain_scratch({"Standings": [*ROWS, (4, "New", 1, 0)]})

Change = Callable[[Workbook], Any]


def once() -> bytes:
    """An organizer's workbook after a run."""
    return graft(organizer_workbook(), MADE, ours=OURS)


def pointing(reference: str, data: bytes) -> bytes:
    """The workbook with the mark moved, as spreadsheet programs do it with cells that are cut and pasted."""
    before = part(data, "xl/workbook.xml").split('name="_turnabout_Standings"')[1].split("</definedName>")[0]
    return edited(data, "xl/workbook.xml", (before, before.split(">")[0] + ">" + reference))


def resaved(change: Change, data: bytes) -> bytes:
    """The workbook as it is after somebody has changed and saved it; texts are shared then."""
    workbook = loaded(data)
    change(workbook)
    return saved(workbook)


def write(address: str, value: object, sheet: str = "Standings") -> Change:
    def change(workbook: Workbook) -> None:
        workbook[sheet][address] = value

    return change


def nothing(workbook: Workbook) -> None:
    pass


def cells_of(data: bytes) -> dict[str, bytes]:
    package = Package(data)
    return {name: package.read(part) for name, part in package.sheets.items()}


def check_added(before: bytes, title: str) -> None:
    """Nothing of the workbook changes; ours is added under a title, and is found there from then on."""
    has_moved_on = title != "Standings"
    assert find_homes(Package(before), OURS) == {"Standings": Home(title, True, has_moved_on)}
    after = graft(before, NEWER, ours=OURS)
    assert {name: cells for name, cells in cells_of(after).items() if name != title} == cells_of(before)
    assert loaded(after)[title]["B5"].value == "New"
    assert faults(after) == []
    assert find_homes(Package(after), OURS) == {"Standings": Home(title, False, has_moved_on)}
    assert graft(after, NEWER, ours=OURS) is after


@pytest.mark.parametrize(
    "reference",
    [
        "Players!$L$40",
        "Players!$A$1",
        "'Notes &amp; more'!$D$1",
        "'Notes &amp; more'!$A$1",
        "'Notes &amp; more'!$A$20:$D$23",
        "Standings!$A$3",
    ],
)
def test_a_mark_that_was_moved_gives_no_sheet_away(reference: str) -> None:
    """Safety 1.9."""
    check_added(pointing(reference, once()), "Standings (2)")


def test_a_number_that_is_taken_is_passed_over() -> None:
    def copy(workbook: Workbook) -> None:
        workbook.create_sheet("STANDINGS (2)")

    check_added(pointing("Players!$L$40", resaved(copy, once())), "Standings (3)")


def test_without_a_sheet_in_the_way_ours_has_its_name() -> None:
    def rename(workbook: Workbook) -> None:
        workbook["Standings"].title = "Tabelle"

    check_added(pointing("Tabelle!$A$3", resaved(rename, once())), "Standings")


@pytest.mark.parametrize("value", [None, "changed", 7])
def test_a_sheet_without_our_note_is_the_organizers(value: object) -> None:
    """Safety 1.9."""
    check_added(resaved(write("F1", value), once()), "Standings (2)")
    changed = resaved(write("B1", value), once())
    assert find_homes(Package(changed), OURS) == {"Standings": Home("Standings", False)}


def test_a_table_at_the_top_of_another_sheet_leaves_its_note_behind() -> None:
    def cut(workbook: Workbook) -> None:
        for row, values in enumerate(STANDINGS, 1):
            for column, value in enumerate(values, 1):
                workbook["Notes & more"].cell(row, column, value)
                workbook["Standings"].cell(row, column).value = None
        workbook["Notes & more"]["H9"] = "mine"

    check_added(pointing("'Notes &amp; more'!$A$1", resaved(cut, once())), "Standings (2)")


def test_a_renamed_sheet_stays_ours_beside_one_of_the_organizers() -> None:
    def rename(workbook: Workbook) -> None:
        workbook["Standings"].title = "Tabelle"
        workbook.create_sheet("Standings")["A1"] = "mine"

    before = pointing("Tabelle!$A$1", resaved(rename, once()))
    assert find_homes(Package(before), OURS) == {"Standings": Home("Tabelle", False)}
    after = graft(before, NEWER, ours=OURS)
    assert loaded(after)["Standings"]["A1"].value == "mine"
    assert loaded(after)["Tabelle"]["B5"].value == "New"


def test_our_sheet_under_the_name_of_one_that_is_read_is_the_organizers() -> None:
    def rename(workbook: Workbook) -> None:
        workbook.remove(workbook["Players"])
        workbook["Standings"].title = "PLAYERS"

    check_added(pointing("PLAYERS!$A$1", resaved(rename, once())), "Standings")


@pytest.mark.parametrize("reference", ["#REF!", "#REF!$A$1", "Standings!#REF!", "Gone!$A$1", "", "1+1"])
def test_a_mark_that_points_nowhere_leaves_our_sheet_ours_by_its_note(reference: str) -> None:
    before = pointing(reference, resaved(nothing, once()))
    assert find_homes(Package(before), OURS) == {"Standings": Home("Standings", False)}
    check_added(pointing(reference, resaved(write("F1", "changed"), once())), "Standings (2)")


def test_two_marks_on_one_sheet_give_it_to_one() -> None:
    ours = Ours(("Matches", "Standings"), note=NOTE)
    both = graft(organizer_workbook(), plain_scratch({"Matches": ROWS, "Standings": ROWS}), ours=ours)
    before = edited(both, "xl/workbook.xml", ("'Matches'!$A$1", "Standings!$A$1"))
    titles = [home.title for home in find_homes(Package(before), ours).values()]
    assert titles == ["Matches (2)", "Standings"]


def test_without_a_mark_a_taken_name_stops_the_run() -> None:
    with pytest.raises(SheetTakenError):
        graft(plain_scratch({"Standings": STANDINGS}), MADE, ours=OURS)


def test_formulas_find_our_sheet_under_its_number() -> None:
    made = loaded(scratch({"Standings": STANDINGS}))
    made.create_sheet("Round 1")["A1"] = "=Standings!B2"
    after = graft(pointing("Players!$L$40", once()), saved(made), ours=OURS)
    assert loaded(after)["Round 1"]["A1"].value == "='Standings (2)'!B2"


def test_of_a_row_with_millions_of_cells_only_the_first_are_looked_at() -> None:
    data = once()
    sheet = Package(data).sheets["Standings"]
    xml = Package(data).read(sheet)
    start, end = xml.index(b"<sheetData>"), xml.index(b"</sheetData>")
    row = b'<sheetData><row r="1">' + b'<c s="1"/>' * 100_000 + b"<c><broken></c></row>"
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        for info in source.infolist():
            content = xml[:start] + row + xml[end:] if info.filename == sheet else source.read(info)
            target.writestr(info.filename, content)
    moved = Home("Standings (2)", True, True)
    assert find_homes(Package(out.getvalue()), OURS) == {"Standings": moved}
