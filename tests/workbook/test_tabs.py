"""Which tabs are to be seen, and where a new one stands; what the organizer has arranged stays so."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from openpyxl import load_workbook

from tests.office import office
from tests.support.books import edit, enter_results
from tests.support.commands import turnabout
from tests.workbook.conftest import Convert
from tests.workbook.grafted import OURS
from tests.workbook.workbooks import (
    STANDINGS,
    edited,
    loaded,
    organizer_workbook,
    part,
    plain_scratch,
    saved,
)
from tests.workbook.zoo import written
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError, q
from turnabout_sheets.workbook.ooxml.tabs import Tabs
from turnabout_sheets.workbook.ooxml.workbook_part import HIDDEN

pytestmark = pytest.mark.filterwarnings("ignore:.* extension is not supported")  # openpyxl, of what it would lose

TWO = plain_scratch({"Standings": STANDINGS, "Problems": STANDINGS})
A_ROUND = plain_scratch({"Round 2": STANDINGS})
QUIET = Tabs(hidden={"Problems"})
NOTHING_QUIET = Tabs()
BESIDE = Tabs({"Round 2": "Players"})


def tabs(data: bytes) -> list[str]:
    """All tabs from the left; those that are not to be seen in brackets."""
    return [f"({tab.name})" if tab.state in HIDDEN else tab.name for tab in Package(data).tabs]


def shown(workbook: Path) -> list[str]:
    return [name for name in tabs(workbook.read_bytes()) if not name.startswith("(")]


def arranged(data: bytes, state: str, title: str = "Problems") -> bytes:
    """The workbook after the organizer has hidden or shown a sheet."""
    book = loaded(data)
    book[title].sheet_state = state
    return saved(book)


def run(data: bytes, how: Tabs) -> bytes:
    after = graft(data, TWO, ours=OURS, tabs=how)
    assert graft(after, TWO, ours=OURS, tabs=how) is after
    return after


def test_all_sheets_of_a_new_workbook_are_shown_to_who_asks_for_them(tmp_path: Path) -> None:
    few, all = tmp_path / "few.xlsx", tmp_path / "all.xlsx"
    turnabout("new", few)
    turnabout("new", all, "--all-sheets")
    assert shown(few) == ["Event", "Players", "How to"]
    seldom = ["Scoring options", "Adjustments", "Rulings", "Decks", "Banned cards"]
    assert shown(all) == ["Event", "Players", *seldom, "How to"]


def test_a_sheet_of_ours_is_hidden_until_it_has_something_to_say() -> None:
    """safety 1.12."""
    quiet = run(organizer_workbook(), QUIET)
    assert tabs(quiet) == ["Players", "Notes & more", "Standings", "(Problems)"]
    told = run(quiet, NOTHING_QUIET)
    assert tabs(told)[2:] == ["Standings", "Problems"]
    assert tabs(run(told, QUIET))[2:] == ["Standings", "(Problems)"]


def test_what_the_organizer_has_hidden_or_shown_stays_so() -> None:
    """safety 1.12."""
    opened = run(arranged(run(organizer_workbook(), QUIET), "visible"), QUIET)
    assert tabs(opened)[2:] == ["Standings", "Problems"]
    assert tabs(run(run(opened, NOTHING_QUIET), QUIET))[2:] == ["Standings", "Problems"]
    closed = run(arranged(run(organizer_workbook(), NOTHING_QUIET), "hidden", "Standings"), NOTHING_QUIET)
    assert tabs(closed)[2:] == ["(Standings)", "Problems"]
    assert tabs(run(run(closed, QUIET), NOTHING_QUIET))[2:] == ["(Standings)", "Problems"]


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_a_sheet_that_has_to_be_seen_is_shown_whoever_has_hidden_it(state: str) -> None:
    """safety 1.12."""
    theirs = arranged(arranged(run(organizer_workbook(), NOTHING_QUIET), state), state, "Players")
    seen = run(theirs, Tabs(seen=["Players", "Problems", "No such sheet"]))
    assert tabs(seen) == ["Players", "Notes & more", "Standings", "Problems"]
    assert tabs(run(run(organizer_workbook(), QUIET), Tabs(hidden={"Problems"}, seen=["Problems"])))[3] == "Problems"


def test_a_sheet_that_is_deleted_and_comes_back_is_hidden_as_a_new_one() -> None:
    book = loaded(run(organizer_workbook(), QUIET))
    del book["Problems"]
    assert tabs(run(saved(book), QUIET))[2:] == ["Standings", "(Problems)"]


def test_a_sheet_that_is_in_front_is_not_hidden_before_it_is_left() -> None:
    """safety 1.12."""
    book = loaded(run(organizer_workbook(), NOTHING_QUIET))
    book.active = book["Problems"]
    looking = run(saved(book), QUIET)
    assert tabs(looking)[3] == "Problems"
    book = loaded(looking)
    book.active = 0
    assert tabs(run(saved(book), QUIET))[3] == "(Problems)"


def test_a_new_round_stands_beside_and_what_counts_tabs_follows() -> None:
    """safety 1.1: `organizer_workbook` has print titles of its first sheet, a filter on its second, which is active."""
    before = run(organizer_workbook(), QUIET)
    after = graft(before, A_ROUND, ours=OURS, tabs=BESIDE)
    assert tabs(after) == ["Players", "Round 2", "Notes & more", "Standings", "(Problems)"]
    assert belonging(after) == belonging(before)
    book = loaded(after)
    assert book.active.title == "Notes & more"
    assert book["Players"].print_title_rows == "$1:$1"
    titles = part(after, "docProps/app.xml")
    assert "<vt:lpstr>Round 2</vt:lpstr>" not in part(before, "docProps/app.xml")
    assert [name for name in ("Players", "Round 2", "Notes") if f">{name}" in titles] in (
        ["Players", "Round 2", "Notes"],
        [],  # openpyxl lists none
    )


def test_the_first_tab_that_is_in_sight_stays_so() -> None:
    before = edited(written(["names"]), "xl/workbook.xml", ("<workbookView ", '<workbookView firstSheet="1" '))
    after = graft(before, A_ROUND, ours=OURS, tabs=BESIDE)
    assert tabs(after) == ["Players", "Round 2", "Second"]
    assert 'firstSheet="2"' in part(after, "xl/workbook.xml")
    assert belonging(after) == belonging(before)
    titles = part(after, "docProps/app.xml")
    assert "<vt:lpstr>Players</vt:lpstr><vt:lpstr>Round 2</vt:lpstr><vt:lpstr>Second</vt:lpstr>" in titles
    assert "<vt:i4>3</vt:i4>" in titles


def belonging(data: bytes) -> list[tuple[str, str, str]]:
    """The names that belong to a sheet, and to which."""
    package = Package(data)
    sheets = [sheet.get("name", "") for sheet in package.workbook.iterfind(f"{q('sheets')}/{q('sheet')}")]
    return [
        (sheets[int(scope)] if int(scope) < len(sheets) else scope, name.get("name", ""), name.text or "")
        for name in package.workbook.iterfind(f"{q('definedNames')}/{q('definedName')}")
        if (scope := name.get("localSheetId")) is not None
    ]


def in_front(data: bytes) -> Sequence[str]:
    package = Package(data)
    names = [tab.name for tab in package.tabs]
    windows = package.workbook.findall(f"{q('bookViews')}/{q('workbookView')}")
    return [names[int(window.get("activeTab", "0"))] for window in windows]


def test_workbooks_of_other_programs_keep_what_they_mean(real_file: Path) -> None:
    """safety 1.1: a round goes in behind each of their sheets, and nothing comes to belong to another one."""
    before = real_file.read_bytes()
    try:
        names = [tab.name for tab in Package(before).tabs]
    except UnusableWorkbookError:
        return
    for place, name in enumerate(names):
        after = graft(before, A_ROUND, ours=OURS, tabs=Tabs({"Round 2": name}))
        assert [tab.name for tab in Package(after).tabs] == [*names[: place + 1], "Round 2", *names[place + 1 :]]
        assert belonging(after) == belonging(before)
        assert in_front(after) == in_front(before)


@pytest.mark.office
def test_libreoffice_finds_everything_where_it_belongs(convert: Convert) -> None:
    after = graft(run(organizer_workbook(), QUIET), A_ROUND, ours=OURS, tabs=BESIDE)
    again = convert(after, "xlsx")
    assert tabs(again) == ["Players", "Round 2", "Notes & more", "Standings", "(Problems)"]
    book = loaded(again)
    assert book["Players"].print_title_rows == "$1:$1"
    assert book["Notes & more"].auto_filter.ref == "A1:B3"
    assert book.active.title == "Notes & more"
    assert tabs(run(again, QUIET))[4] == "(Problems)"
    assert tabs(run(again, NOTHING_QUIET))[4] == "Problems"
    assert tabs(run(arranged(again, "visible"), QUIET))[4] == "Problems"


# Whole events


def begun(folder: Path, format: str = "Turnabout", players: int = 8) -> Path:
    """An event of which round 1 is paired, and in Duplicate Magic all rounds."""
    workbook = folder / "event.xlsx"
    workbook.write_bytes(begin(format, players))
    return workbook


@cache
def begin(format: str, players: int) -> bytes:
    with TemporaryDirectory() as folder:
        names, workbook = Path(folder, "names.csv"), Path(folder, "event.xlsx")
        names.write_text("Player\n" + "".join(f"Player {number}\n" for number in range(1, players + 1)), "utf-8")
        assert turnabout("new", workbook, "--format", format, "--players", names).exit_code == 0
        assert turnabout("run", workbook).exit_code == 0
        return workbook.read_bytes()


@pytest.mark.usefixtures("no_pages")
def test_what_brings_rounds_together_is_shown_when_two_are_over(tmp_path: Path) -> None:
    """safety 1.1 and 1.12."""
    workbook = begun(tmp_path)
    assert shown(workbook) == ["Event", "Players", "Round 1", "How to", "Desk", "Standings", "Log"]
    enter_results(workbook, 1)
    turnabout("run", workbook)
    assert shown(workbook) == ["Event", "Players", "Round 1", "Round 2", "How to", "Desk", "Standings", "Log"]
    enter_results(workbook, 2)
    turnabout("run", workbook)
    assert shown(workbook)[-4:] == ["Matches", "Progress", "Crosstable", "Log"]
    assert load_workbook(workbook).active.title == "Round 3"
    left = workbook.read_bytes()
    assert turnabout("run", workbook).exit_code == 0
    assert workbook.read_bytes() == left


@pytest.mark.parametrize(("format", "visible"), [("Turnabout", []), ("Netrunner", ["Rulings"])])
def test_at_most_nine_tabs_are_to_be_seen_after_round_1(tmp_path: Path, format: str, visible: list[str]) -> None:
    """safety 1.12."""
    workbook = tmp_path / "event.xlsx"
    turnabout("simulate", workbook, "--format", format, "--players", 9, "--played", 1)
    turnabout("run", workbook)
    rounds = ["Round 1", "Round 2"]
    assert shown(workbook) == ["Event", "Players", *visible, "How to", *rounds, "Desk", "Standings", "Log"]


def decide(workbook: Path, number: int, *tables: int, winner: str | None = "A") -> None:
    """Type the winners of tables into a round of Duplicate Magic, and run."""
    edit(workbook, {f"Round {number}": {f"F{table + 1}": winner for table in tables}})
    turnabout("run", workbook)


def rounds(workbook: Path) -> list[int]:
    return [int(name.removeprefix("Round ")) for name in shown(workbook) if name.startswith("Round ")]


def test_of_rounds_that_are_drawn_at_once_that_which_has_begun_and_the_next_are_shown(tmp_path: Path) -> None:
    """safety 1.13."""
    workbook = begun(tmp_path, "Duplicate Magic", 12)
    few = ["Event", "Players", "Round 1", "Round 2", "Tables", "How to", "Desk", "Standings", "Log"]
    edit(workbook, {"Tables": {f"{column}{row}": "40" for row in range(2, 8) for column in "BCEF"}})
    edit(workbook, {"Tables": {f"A{row}": row - 1 for row in range(2, 8)}})
    decide(workbook, 1, 1)
    assert shown(workbook) == few
    decide(workbook, 1, *range(2, 7))
    assert shown(workbook) == few
    decide(workbook, 2, 1)
    assert rounds(workbook) == [1, 2, 3]
    assert (tmp_path / "event prints/round-05.html").exists()
    left = workbook.read_bytes()
    assert turnabout("run", workbook).exit_code == 0
    assert workbook.read_bytes() == left


@pytest.mark.usefixtures("no_pages")
def test_a_round_that_is_drawn_ahead_is_shown_for_what_is_typed_there_and_not_hidden_again(tmp_path: Path) -> None:
    """safety 1.13."""
    workbook = begun(tmp_path, "Duplicate Magic", 12)
    decide(workbook, 4, 1)
    assert rounds(workbook) == [1, 2, 3, 4], "it is warned of that round 3 has none"
    decide(workbook, 4, 1, winner=None)
    assert rounds(workbook) == [1, 2, 3, 4]
    decide(workbook, 6, 1, winner="C")
    assert rounds(workbook) == [1, 2, 3, 4, 6]


@pytest.mark.usefixtures("no_pages")
def test_a_round_that_is_drawn_ahead_stays_as_the_organizer_has_it(tmp_path: Path) -> None:
    """safety 1.13."""
    workbook = begun(tmp_path, "Duplicate Magic", 12)
    workbook.write_bytes(arranged(workbook.read_bytes(), "visible", "Round 5"))
    workbook.write_bytes(arranged(workbook.read_bytes(), "hidden", "Round 2"))
    decide(workbook, 1, 1)
    assert rounds(workbook) == [1, 5]
    for number in range(1, 7):
        workbook.write_bytes(arranged(workbook.read_bytes(), "visible", f"Round {number}"))
    turnabout("run", workbook)
    assert rounds(workbook) == [1, 2, 3, 4, 5, 6]
    decide(workbook, 1, 2)
    assert rounds(workbook) == [1, 2, 3, 4, 5, 6]


def test_rounds_that_the_organizer_has_typed_are_never_hidden(tmp_path: Path) -> None:
    """safety 1.13."""
    workbook = tmp_path / "event.xlsx"
    turnabout("simulate", workbook, "--format", "Duplicate Magic", "--players", 12, "--played", 1)
    turnabout("run", workbook)
    assert rounds(workbook) == [1, 2, 3, 4, 5, 6]


@pytest.mark.usefixtures("no_pages")
def test_a_hidden_sheet_with_an_error_is_shown_and_problems_too(tmp_path: Path) -> None:
    """safety 1.12."""
    workbook = begun(tmp_path)
    edit(workbook, {"Adjustments": {"A2": "Nobody", "C2": 3}})
    assert turnabout("run", workbook).exit_code == 1
    assert {"Adjustments", "Problems"} <= set(shown(workbook))
    edit(workbook, {"Adjustments": {"A2": "Player 1"}})
    assert turnabout("run", workbook).exit_code == 0
    assert "Adjustments" in shown(workbook)
    assert "Problems" not in shown(workbook)


@pytest.mark.office
def test_a_round_that_was_moved_keeps_its_place_and_draws_the_next_beside_it(tmp_path: Path) -> None:
    workbook = begun(tmp_path)
    program = office()
    program.open(workbook)
    program.move("Round 1", 0)
    program.save()
    program.close()
    enter_results(workbook, 1)
    turnabout("run", workbook)
    assert shown(workbook)[:4] == ["Round 1", "Round 2", "Event", "Players"]
