"""Which sheets are the program's after an organizer has worked on them, and what of theirs stays on them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.worksheet.pagebreak import Break

from tests.dose import by_day, dose
from tests.office import Office, office
from tests.real_data import each_file
from tests.support.books import cells, edit
from tests.support.commands import turnabout
from tests.support.edited_book import Book
from tests.workbook.untouched import OURS, Package, faults, orphans
from tests.workbook.workbooks import OFFICE, Picture, bar_chart, edited, loaded, organizer_workbook, part, saved
from tests.workbook.zoo import BOOK, Part, injected

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]

Change = Callable[[bytes], bytes]
"""What an organizer does with a workbook."""

RESULT = {"Round 1": {"D2": "A", "E2": 14, "F2": "A", "G2": 31}}
ANOTHER_RESULT = {"Round 1": {"D2": "B", "F2": "B"}}
NOTES = "Notes & more"


@cache
def ran(*, played: bool = True) -> bytes:
    """Return an event of three players after its first run, or after that of round 1, which A has won."""
    with TemporaryDirectory() as folder:
        workbook = Path(folder, "event.xlsx")
        workbook.write_bytes(ran(played=False) if played else organizer_workbook())
        if played:
            edit(workbook, RESULT)
        assert turnabout("run", workbook).exit_code == 0
        return workbook.read_bytes()


def pointing(reference: str) -> Change:
    """Move the mark of Standings, as spreadsheet programs do it with cells that are cut and pasted."""
    mark = re.compile(r'(name="_turnabout_Standings"[^>]*>)[^<]*<')

    def change(data: bytes) -> bytes:
        book = part(data, "xl/workbook.xml")
        return edited(data, "xl/workbook.xml", (book, mark.sub(lambda found: f"{found[1]}{reference}<", book)))

    return change


def resaved(*changes: Callable[[Workbook], object]) -> Change:
    """Save as a program does that gives all parts names of its own."""

    def change(data: bytes) -> bytes:
        book = loaded(data)
        for each in changes:
            each(book)
        return saved(book)

    return change


def drawing_of(data: bytes, sheet: str) -> str:
    package = Package(data)
    return str(package.related("drawing", package.sheets[sheet]))


def then(*changes: Change) -> Change:
    def change(data: bytes) -> bytes:
        for each in changes:
            data = each(data)
        return data

    return change


def typed(address: str, value: str | int | None) -> Callable[[Workbook], None]:
    def change(book: Workbook) -> None:
        book["Standings"][address] = value

    return change


def renamed(title: str) -> Callable[[Workbook], None]:
    def change(book: Workbook) -> None:
        book["Standings"].title = title

    return change


def cut_to_the_top(book: Workbook) -> None:
    for row in book["Standings"]["A1:K4"]:
        for cell in row:
            book[NOTES][cell.coordinate] = cell.value
            cell.value = None


def with_mark(title: str, *changes: Callable[[Workbook], object]) -> Change:
    return then(
        resaved(renamed(title), *changes), pointing("'{}'!$A$1".format(title.replace("&", "&amp;").replace("'", "''")))
    )


def copied(data: bytes) -> bytes:
    """Copy the sheet as Excel does, with its names, which belong to the copy."""
    name = '<definedName name="_turnabout_Standings" localSheetId="0" hidden="1">Players!$A$1</definedName>'
    return edited(data, "xl/workbook.xml", ("</definedNames>", f"{name}</definedNames>"))


def chain(data: bytes) -> bytes:
    """Return the workbook with a calculation chain of Excel's that lists a sheet of ours."""
    number = Package(data).tabs["Standings"].get("sheetId")
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    listed = f'<calcChain xmlns="{main}"><c r="C2" i="{number}"/></calcChain>'
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
    return injected(data, [Part("xl/calcChain.xml", listed.encode(), kind, BOOK, f"{OFFICE}/calcChain")])


NOWHERE = ("#REF!", "Standings!#REF!", "Gone!$A$1", "", "1+1")
STAYS, ANOTHER = "Standings", "Standings (2)"
HOMES: dict[str, tuple[Change, str]] = {
    "nothing": (lambda data: data, STAYS),
    "saved by another program": (resaved(), STAYS),
    "the mark is written otherwise": (pointing("Standings!A1"), STAYS),
    "the mark moved far away": (pointing("Players!$L$40"), ANOTHER),
    "the mark moved to the top of a sheet": (pointing("'Notes &amp; more'!$A$1"), ANOTHER),
    "the mark moved to a round": (pointing("'Round 1'!$A$1"), ANOTHER),
    "the mark moved within the sheet": (pointing("Standings!$A$3"), ANOTHER),
    "the mark moved, and became an area": (pointing("'Notes &amp; more'!$A$20:$D$23"), ANOTHER),
    "the next name is taken": (
        then(resaved(lambda book: book.create_sheet("STANDINGS (2)")), pointing("Players!$L$40")),
        "Standings (3)",
    ),
    "the note cleared": (resaved(typed("M1", None)), STAYS),
    "the note typed over": (resaved(typed("M1", 7)), STAYS),
    "a header typed over": (resaved(typed("B1", "changed")), STAYS),
    "the table cut to the top of a sheet": (
        then(resaved(cut_to_the_top), pointing("'Notes &amp; more'!$A$1")),
        ANOTHER,
    ),
    **{f"the mark is {nowhere!r}": (pointing(nowhere), STAYS) for nowhere in NOWHERE},
    "no mark and no note": (then(resaved(typed("M1", None)), pointing("#REF!")), ANOTHER),
    "renamed": (with_mark("Order & Bob's"), "Order & Bob's"),
    "renamed, and another has its name": (with_mark("Table", lambda book: book.create_sheet("Standings")), "Table"),
    "renamed, and the mark moved": (then(resaved(renamed("Table")), pointing("Table!$A$3")), STAYS),
    "deleted": (then(resaved(lambda book: book.remove(book["Standings"])), pointing("#REF!$A$1")), STAYS),
    "moved to the left": (resaved(lambda book: book.move_sheet("Standings", -4)), STAYS),
    "copied": (copied, STAYS),
    "a calculation chain lists it": (chain, STAYS),
}  # fmt: skip
"""What is done, and which sheet the program writes then."""


AT_NIGHT = {
    "nothing", "the mark is written otherwise", "the mark moved far away", "the mark moved to a round",
    "the mark moved within the sheet", "the note cleared", "the mark is 'Standings!#REF!'", "the mark is 'Gone!$A$1'",
    "the mark is ''", "the mark is '1+1'", "the mark moved, and became an area", "the note typed over", "renamed",
    "moved to the left", "the next name is taken",
}  # fmt: skip
"""What is like something else."""


@pytest.mark.soak
@pytest.mark.parametrize("name", dose([name for name in HOMES if name not in AT_NIGHT], [*HOMES]))
def test_a_sheet_of_ours__after_an_organizer_worked_on_it__is_known_or_left_alone(tmp_path: Path, name: str) -> None:
    change, home = HOMES[name]
    workbook = tmp_path / "event.xlsx"
    workbook.write_bytes(change(ran()))
    edit(workbook, ANOTHER_RESULT)
    before = workbook.read_bytes()
    old = Package(before)
    checked = warnings(turnabout("check", workbook).output)
    done = turnabout("run", workbook)
    assert done.exit_code == 0, done.output
    after = workbook.read_bytes()
    new = Package(after)
    assert cells(workbook, home)[1][:3] == [1, cells(workbook, "Round 1")[1][2], 29]
    assert [title for title in new.tabs if title in old.tabs] == list(old.tabs)
    assert new.tabs.keys() - old.tabs.keys() == {home} - old.tabs.keys()
    theirs = {title for title in old.sheets if not OURS.fullmatch(title) and title != home}
    theirs |= {"Standings", "Standings (2)"} & old.sheets.keys() - {home}
    deselected = re.compile(rb'\s+tabSelected="(1|true)"')
    for title in theirs:
        was, now = (package.parts[package.sheets[title]] for package in (old, new))
        assert deselected.sub(b"", was) == deselected.sub(b"", now), title
    assert faults(after) == []
    assert orphans(after) <= orphans(before)
    assert ("does not know this sheet as its own" in done.output) == home.startswith("Standings (")
    assert ("note at the top of this sheet was gone" in done.output) == name.startswith("the note")
    assert warnings(done.output) == checked, "a check says what the run will"
    assert turnabout("run", workbook).exit_code == 0
    assert (workbook.read_bytes() == after) != name.startswith("the note"), "but that the warning has gone"


def warnings(said: str) -> list[str]:
    return [line for line in said.splitlines() if "Warning" in line]


@pytest.mark.parametrize("title", ["Standings", "STANDINGS", "Round 1"])
def test_a_sheet_of_the_organizers__with_a_name_of_ours__stops_the_run(tmp_path: Path, title: str) -> None:
    """Safety 1.8."""
    workbook = tmp_path / "event.xlsx"
    book = loaded(organizer_workbook())
    book.create_sheet(title)["A1"] = "mine"
    book.save(workbook)
    before = workbook.read_bytes()
    assert turnabout("run", workbook).exit_code in (1, 4)
    assert Package(workbook.read_bytes()).sheets.keys() - {"Problems"} == Package(before).sheets.keys()
    assert cells(workbook, title)[0] == ["mine"]


def test_sheets_of_ours__renamed__are_followed_by_formulas_and_links(tmp_path: Path) -> None:
    """Safety 1.2."""
    workbook = tmp_path / "event.xlsx"
    workbook.write_bytes(ran(played=False))
    titles = {"Scales": "It''s", "Matches": "2", "Problems": "A &amp; B"}
    changes = [(f'name="{old}"', f'name="{new.replace(chr(39) * 2, chr(39))}"') for old, new in titles.items()]
    references = [(f"'{old}'!", f"'{new}'!") for old, new in titles.items()]
    workbook.write_bytes(edited(workbook.read_bytes(), "xl/workbook.xml", *changes, *references))
    edit(workbook, RESULT)
    assert turnabout("run", workbook).exit_code == 0
    package = Package(workbook.read_bytes())
    assert "Round 2" in package.sheets
    new = {"Round 2": "'It''s'!$F$2", "Desk": "'A &amp; B'!A1"}
    for sheet, reference in new.items():
        text = package.parts[package.sheets[sheet]].decode()
        assert reference in text
        assert not re.search(r"\b(Scales|Matches|Problems)'?!", text)
    assert cells(workbook, "2")[1][2] == cells(workbook, "Round 1")[1][1]


def add_everything(book: Any) -> None:
    sheet, charts = book["Standings"], book["Matches"]
    sheet.add_image(Picture(), "A9")
    sheet.add_chart(bar_chart(sheet, 3, "his"), "A20")
    charts.add_chart(bar_chart(charts, 3, "his"), "A60")
    sheet["D1"].comment = Comment("mine", "Organizer")
    columns = sheet.column_dimensions
    columns["B"].width, columns["C"].hidden, columns["P"].width = 33.5, True, 5
    sheet.freeze_panes, sheet.sheet_view.zoomScale = "C5", 150
    sheet.page_setup.orientation, sheet.page_margins.left = "portrait", 0.25
    sheet.oddHeader.center.text = "Club night"
    sheet.protection.sheet = True
    sheet.row_breaks.append(Break(id=10))


def test_what_an_organizer_adds_to_a_sheet_of_ours__stays(tmp_path: Path) -> None:
    """Safety 1.6."""
    workbook = tmp_path / "event.xlsx"
    workbook.write_bytes(resaved(add_everything)(ran()))
    edit(workbook, ANOTHER_RESULT)
    before = workbook.read_bytes()
    assert turnabout("run", workbook).exit_code == 0
    after = workbook.read_bytes()
    book: Any = loaded(after)
    sheet = book["Standings"]
    assert sheet["C2"].value == 29
    assert [len(each._charts) for each in (sheet, book["Matches"])] == [1, 1]
    assert sheet["D1"].comment.text == "mine"
    columns = sheet.column_dimensions
    assert (columns["B"].width, columns["C"].hidden, columns["P"].width) == (33.5, True, 5)
    assert (sheet.freeze_panes, sheet.sheet_view.zoomScale) == ("C5", 150)
    assert (sheet.page_setup.orientation, sheet.page_margins.left) == ("portrait", 0.25)
    assert sheet.oddHeader.center.text == "Club night"
    assert sheet.protection.sheet
    assert [each.id for each in sheet.row_breaks.brk] == [10]
    assert sheet.print_area.endswith("$K$4")
    new = Package(after)
    kinds = [link.kind for link in new.links(drawing_of(after, "Standings")).values()]
    assert sorted(kinds) == ["chart", "image"]
    assert faults(after) == []
    assert orphans(after) <= orphans(before)


def test_the_problems_of_a_run_that_errors_stop__their_mark_moved__are_told_beside(tmp_path: Path) -> None:
    workbook = tmp_path / "event.xlsx"
    workbook.write_bytes(edited(ran(), "xl/workbook.xml", ("'Problems'!$A$1<", "Players!$L$40<")))
    edit(workbook, {"Players": {"A2": "Bela"}})
    old = Package(workbook.read_bytes())
    assert turnabout("run", workbook).exit_code == 1
    new = Package(workbook.read_bytes())
    assert new.sheets.keys() - old.sheets.keys() == {"Problems (2)"}
    assert all(new.parts[part] == old.parts[part] for part in old.sheets.values())
    after = workbook.read_bytes()
    assert turnabout("run", workbook).exit_code == 1
    assert workbook.read_bytes() == after


# What LibreOffice makes of the mark


EARLIER_NOTE = b"turnabout writes this sheet anew at every run: look, but do not type here."
NOTE = b"turnabout rewrites this sheet on every run. Don't type here."


@pytest.mark.parametrize("source", **each_file("hostile/ui_*.xlsx"))
def test_a_sheet_of_ours__cut_in_libreoffice__is_left_alone(source: Path, tmp_path: Path) -> None:
    workbook = tmp_path / "event.xlsx"
    book = Book(source.read_bytes())
    book.parts = {name: part.replace(EARLIER_NOTE, NOTE) for name, part in book.parts.items()}
    workbook.write_bytes(book.to_bytes())
    old = Package(workbook.read_bytes())
    assert turnabout("run", workbook).exit_code == 0
    new = Package(workbook.read_bytes())
    theirs = {title for title in old.sheets if not OURS.fullmatch(title)} | {"Standings"}
    assert "Standings (2)" in new.sheets
    assert all(new.parts[new.sheets[title]] == old.parts[old.sheets[title]] for title in theirs)


TABLE = "$A$1:$K$20"
STEPS: dict[str, tuple[Callable[[Office], None], str]] = {
    "A1 is cut": (lambda hand: hand.cut("Standings", "$A$1", NOTES, "$D$5"), ANOTHER),
    "A1 is cut to Players": (lambda hand: hand.cut("Standings", "$A$1", "Players", "$N$40"), ANOTHER),
    "the table is cut": (lambda hand: hand.cut("Standings", TABLE, NOTES, "$A$20"), ANOTHER),
    "the table is cut to the top": (lambda hand: hand.cut("Standings", TABLE, NOTES, "$A$1"), STAYS),
    "the column is cut": (lambda hand: hand.cut("Standings", "$A$1:$A$1048576", NOTES, "$H$1"), ANOTHER),
    "rows are put above": (lambda hand: hand.insert_rows("Standings", 0, 2), ANOTHER),
    "the header is deleted": (lambda hand: hand.delete_rows("Standings", 0, 1), ANOTHER),
    "the first column is deleted": (lambda hand: hand.delete_columns("Standings", 0, 1), STAYS),
    "renamed": (lambda hand: hand.rename("Standings", "Tabelle"), "Tabelle"),
    "copied": (lambda hand: hand.copy("Standings", "As it was"), STAYS),
    "deleted": (lambda hand: hand.delete("Standings"), STAYS),
    "moved": (lambda hand: hand.move("Standings", 0), STAYS),
    "sorted": (lambda hand: hand.sort("Standings", TABLE.replace("$", ""), 1), STAYS),
}
"""What is done to Standings in LibreOffice, and which sheet the next run writes."""


@pytest.mark.office
@pytest.mark.parametrize("name", by_day("the table is cut to the top", of=STEPS))
def test_a_sheet_of_ours__worked_on_in_libreoffice__is_known_or_left_alone(tmp_path: Path, name: str) -> None:
    step, home = STEPS[name]
    workbook, hand = tmp_path / "event.xlsx", office()
    workbook.write_bytes(ran())
    hand.open(workbook)
    step(hand)
    hand.save()
    hand.close()
    old = Package(workbook.read_bytes())
    assert turnabout("run", workbook).exit_code == 0
    after = workbook.read_bytes()
    new = Package(after)
    assert new.sheets.keys() - old.sheets.keys() == {home} - old.sheets.keys()
    theirs = {title for title in old.sheets if not OURS.fullmatch(title)} | ({"Standings"} & old.sheets.keys()) - {home}
    assert all(new.parts[new.sheets[title]] == old.parts[old.sheets[title]] for title in theirs - {home})
    assert cells(workbook, home)[1][1] == cells(workbook, "Round 1")[1][1]
    assert turnabout("run", workbook).exit_code == 0
    assert workbook.read_bytes() == after
