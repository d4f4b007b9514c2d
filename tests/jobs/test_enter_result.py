"""Results that are entered away from the workbook: which cells change, what is asked and refused, what goes back."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Barrier, Thread
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from openpyxl import load_workbook

from tests.dose import whole_events
from tests.reading.grids import event_sheet, match, players, results_sheet, round_sheet, save
from tests.support.books import SAMPLES, cells, edit
from tests.support.commands import everything
from tests.support.recalculation import recalculated
from tests.support.simulated import simulated
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.jobs import enter_result as module
from turnabout_sheets.jobs.check import check_source
from turnabout_sheets.jobs.enter_result import Answer, Entered, EntryError, MatchPoints, enter_result, take_back
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.read import read_source
from turnabout_sheets.jobs.run import run
from turnabout_sheets.jobs.start_over import ATTEMPTS
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.files.save import OpenElsewhereError, WorkbookChangedError, open_workbook
from turnabout_sheets.workbook.ooxml.cells import CellError

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]

_CELL = re.compile(rb"<c\b[^>]*?(?:/>|>.*?</c>)", re.DOTALL)
_PLACE = re.compile(rb' r="([A-Z]+[0-9]+)"')


def parts(workbook: Path) -> dict[str, bytes]:
    with ZipFile(workbook) as package:
        return {name: package.read(name) for name in package.namelist()}


def canonical(part: bytes) -> bytes:
    return etree.tostring(etree.fromstring(part), method="c14n")


def raw_cells(part: bytes) -> dict[str, bytes]:
    """Return the cells of a worksheet part as they are written, by address."""
    return {
        found[1].decode(): cell for cell in _CELL.findall(part) if (found := _PLACE.search(cell[: cell.index(b">")]))
    }


def changed_cells(before: Path | Mapping[str, bytes], after: Path) -> set[str]:
    """Return the addresses of the cells that changed, in whatever sheet; nothing else of the file has."""
    old, new = before if not isinstance(before, Path) else parts(before), parts(after)
    assert list(old) == list(new)
    changed = {name for name in old if old[name] != new[name]}
    assert {name for name in changed if not name.startswith("xl/worksheets/")} <= {"xl/workbook.xml"}
    found = set()
    for name in changed - {"xl/workbook.xml"}:
        before_it, after_it = canonical(old[name]), canonical(new[name])
        was, now = raw_cells(before_it), raw_cells(after_it)
        found |= {place for place in {**was, **now} if was.get(place) != now.get(place)}
        assert _CELL.sub(b"", before_it) == _CELL.sub(b"", after_it), "all but the cells stays as it is"
    return found


def shown(entered: Entered) -> list[tuple[str, str, str, str]]:
    return [(str(cell.place), cell.header, cell.shown_before, cell.shown_after) for cell in entered.cells]


# --- what is written ---


def test_a_result_is_typed_into_its_cells_and_nowhere_else(event: Path) -> None:
    """Safety 1.5."""
    before = parts(event)
    entered = enter_result(event, 1, "a 12 b 7")
    assert entered.answer is Answer.WRITTEN
    assert (entered.round, entered.table) == (3, 1)
    assert list(entered.players) == cells(event, "Round 3")[1][1:3]
    assert shown(entered) == [
        ("Round 3!F2", "Game 1 winner", "", "A"),
        ("Round 3!G2", "Game 1 count", "", "12"),
        ("Round 3!H2", "Game 2 winner", "", "B"),
        ("Round 3!I2", "Game 2 count", "", "7"),
    ]
    assert cells(event, "Round 3")[1][5:9] == ["A", 12, "B", 7]
    assert changed_cells(before, event) == {"F2", "G2", "H2", "I2"}
    was, now = (load_workbook(each)["Round 3"] for each in (list_backups(event)[0].path, event))
    assert [cell.has_style and cell.style_id for cell in now[2]] == [
        cell.has_style and cell.style_id for cell in was[2]
    ]


def test_the_version_before_is_kept(event: Path) -> None:
    before = event.read_bytes()
    enter_result(event, 1, "a 12 b 7")
    assert list_backups(event)[0].path.read_bytes() == before


def test_the_points_are_those_that_the_run_writes(event: Path) -> None:
    entered = enter_result(event, 1, "a 12 b 7")
    run(event, Options())
    header, *rows = cells(event, "Matches")
    (row,) = (dict(zip(header, row, strict=True)) for row in rows if row[:2] == [3, 1])
    assert entered.points == [
        MatchPoints("MP", str(row["MP A"]), str(row["MP B"])), MatchPoints("VP", str(row["VP A"]), str(row["VP B"])),
    ]  # fmt: skip


def test_what_stands_there_already_is_written_by_nobody(event: Path) -> None:
    edit(event, {"Round 3": {"F2": cells(event, "Round 3")[1][1], "G2": "12", "H2": " b", "I2": 7}})
    before = everything(event.parent)
    entered = enter_result(event, 1, "a 12 b 7")
    assert (entered.answer, entered.cells) == (Answer.SAME, [])
    assert everything(event.parent) == before


def test_another_result_has_to_be_confirmed(event: Path) -> None:
    enter_result(event, 1, "a 12 b 7")
    before = everything(event.parent)
    asked = enter_result(event, 1, "a 12 draw")
    assert asked.answer is Answer.TAKEN
    assert shown(asked) == [
        ("Round 3!H2", "Game 2 winner", "B", "Draw"), ("Round 3!I2", "Game 2 count", "7", ""),
    ]  # fmt: skip
    assert everything(event.parent) == before
    written = enter_result(event, 1, "a 12 draw", confirmed=True)
    assert (written.answer, written.cells) == (Answer.WRITTEN, asked.cells)
    assert cells(event, "Round 3")[1][5:9] == ["A", 12, "Draw", ""]


def test_the_second_game_may_come_later_and_needs_no_confirmation(event: Path) -> None:
    assert enter_result(event, 1, "a 12").answer is Answer.WRITTEN
    assert enter_result(event, 1, "a 12 b 7").answer is Answer.WRITTEN


def test_a_cell_with_nothing_but_spaces_is_blank(event: Path) -> None:
    edit(event, {"Round 3": {"F2": "  ", "Q2": "\u00a0"}})
    assert [cell.place.cell for cell in enter_result(event, 1, "a 12").cells] == ["F2", "G2"]


def test_an_empty_value_clears_its_cell_and_who_is_not_named_stays(event: Path) -> None:
    enter_result(event, 1, "a 12 b 7")
    enter_result(event, 1, {"winner_2": "draw", "count_2": " "}, confirmed=True)
    assert cells(event, "Round 3")[1][5:9] == ["A", 12, "Draw", ""]
    enter_result(event, 1, "", confirmed=True)
    assert cells(event, "Round 3")[1][5:9] == ["", "", "", ""]


def test_a_no_show_is_a_ruling(event: Path) -> None:
    assert shown(enter_result(event, 1, "b no-show")) == [("Round 3!Q2", "Ruling", "", "B no-show")]


def test_an_earlier_round_is_named(event: Path) -> None:
    entered = enter_result(event, 1, "draw draw", round=1, confirmed=True)
    assert {cell.place.sheet for cell in entered.cells} == {"Round 1"}


# --- whatever the sheets are like ---

ADA_BEN = ("Ada", "Ben", "Cy", "Dee")
TWO = (match("Ada", "Ben"), match("Cy", "Dee"))


def simple(folder: Path, *sheets: Any) -> Path:
    return save(folder / "event.xlsx", event_sheet(rounds=3), players(*ADA_BEN), *(sheets or [round_sheet(1, *TWO)]))


def test_on_the_sheet_results(tmp_path: Path) -> None:
    done = match("Ada", "Cy", ("A", 1), ("A", 1)), match("Ben", "Dee", ("A", 1), ("A", 1))
    workbook = simple(tmp_path, results_sheet(done, TWO))
    before = parts(workbook)
    entered = enter_result(workbook, 2, "cy 12 dee 7")
    assert shown(entered)[0] == ("Results!G5", "Game 1 winner", "", "A")
    assert changed_cells(before, workbook) == {"G5", "H5", "I5", "J5"}


def test_with_columns_and_rows_moved(tmp_path: Path) -> None:
    workbook = simple(tmp_path)
    book = load_workbook(workbook)
    sheet = book["Round 1"]
    sheet.move_range("A1:K3", rows=3, cols=2)
    sheet["A1"], sheet["B5"] = "Friday", "by the window"
    for row in sheet["H4:K6"]:  # game 2 before game 1
        first, second = [cell.value for cell in row[:2]], [cell.value for cell in row[2:]]
        for cell, value in zip(row, [*second, *first], strict=True):
            cell.value = value
    book.save(workbook)
    before = parts(workbook)
    assert shown(enter_result(workbook, 2, "a 12 b 7")) == [
        ("Round 1!J6", "Game 1 winner", "", "A"),
        ("Round 1!K6", "Game 1 count", "", "12"),
        ("Round 1!H6", "Game 2 winner", "", "B"),
        ("Round 1!I6", "Game 2 count", "", "7"),
    ]
    assert changed_cells(before, workbook) == {"H6", "I6", "J6", "K6"}


def test_a_merged_cell_is_typed_into_where_it_begins_and_refused_where_it_is_hidden(tmp_path: Path) -> None:
    workbook = simple(tmp_path)
    book = load_workbook(workbook)
    book["Round 1"].merge_cells("G2:G3")
    book.save(workbook)
    assert enter_result(workbook, 1, "a 12 b 7").answer is Answer.WRITTEN
    before = everything(tmp_path)
    with pytest.raises(CellError, match="^" + re.escape(
        "Round 1!G3 is hidden in the merged cells G2:G3; unmerge them, save, and run again."
    ) + "$"):  # fmt: skip
        enter_result(workbook, 2, "a 12 b 7")
    assert everything(tmp_path) == before


def test_a_formula_is_not_typed_over_even_if_that_is_confirmed(event: Path) -> None:
    edit(event, {"Round 3": {"F2": '="A"'}})
    before = everything(event.parent)
    for confirmed in (False, True):
        with pytest.raises(CellError) as refused:
            enter_result(event, 1, "b 12 b 7", confirmed=confirmed)
        assert str(refused.value) == (
            "Round 3!F2 holds a formula, which turnabout does not type over; clear the cell or type its value, save, "
            "and run again."
        )
    assert everything(event.parent) == before


def test_a_protected_sheet_stays_so_and_is_no_obstacle(tmp_path: Path) -> None:
    """It is protected from slips of the hand; this is what its owner asks for, as with a late player."""
    workbook = simple(tmp_path)
    book = load_workbook(workbook)
    book["Round 1"].protection.sheet = True
    book.save(workbook)
    assert enter_result(workbook, 1, "a 12 b 7").answer is Answer.WRITTEN
    assert load_workbook(workbook)["Round 1"].protection.sheet


def test_a_column_that_is_lacking_is_asked_for(tmp_path: Path) -> None:
    workbook = simple(tmp_path)
    edit(workbook, {"Round 1": {"J1": "Spare"}})
    with pytest.raises(EntryError, match=r"^The sheet Round 1 has no column Ruling\. Add it, save"):
        enter_result(workbook, 1, "a no-show")
    assert enter_result(workbook, 1, "a 12 b 7").answer is Answer.WRITTEN


# --- what is refused ---

NO_MATCH: dict[str, tuple[int, int | None, str]] = {
    "no such table": (99, None, "Round 3 has no table 99; its tables are 1–9."),
    "no such round": (1, 4, "Round 4 is not paired; the last one is round 3."),
}


@pytest.mark.parametrize("case", NO_MATCH)
def test_a_match_that_is_not_there(event: Path, case: str) -> None:
    table, number, said = NO_MATCH[case]
    before = everything(event.parent)
    with pytest.raises(EntryError) as refused:
        enter_result(event, table, "a 12 b 7", round=number)
    assert str(refused.value) == said
    assert everything(event.parent) == before


def test_a_round_whose_sheet_is_not_in_the_workbook_yet(tmp_path: Path) -> None:
    """It was published while the workbook was open."""
    workbook = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event.xlsx"))
    lock = workbook.with_name("~$event.xlsx")
    lock.touch()
    run(workbook, Options(sheets_may_wait=True))
    lock.unlink()
    with pytest.raises(EntryError) as refused:
        enter_result(workbook, 1, "a 12 b 7")
    assert str(refused.value) == (
        "The sheet of round 3 is not in the workbook yet. Close the workbook, and wait until the desk has added it."
    )
    assert enter_result(workbook, 1, "draw draw", round=2, confirmed=True).answer is Answer.WRITTEN
    run(workbook, Options())
    assert enter_result(workbook, 1, "a 12 b 7").answer is Answer.WRITTEN


def test_before_the_first_round_there_is_nothing_to_enter(tmp_path: Path) -> None:
    workbook = save(tmp_path / "event.xlsx", event_sheet(rounds=3), players(*ADA_BEN))
    with pytest.raises(EntryError, match=r"^No round is paired yet\.$"):
        enter_result(workbook, 1, "a 12 b 7")


def test_the_tables_that_there_are_are_named_as_they_are(tmp_path: Path) -> None:
    workbook = simple(tmp_path, round_sheet(1, {**TWO[0], "Table": 3}, {**TWO[1], "Table": 7}))
    with pytest.raises(EntryError, match=r"^Round 1 has no table 5; its tables are 3, 7\.$"):
        enter_result(workbook, 5, "a 12 b 7")


def test_a_table_that_stands_twice_or_has_no_number(tmp_path: Path) -> None:
    twice = round_sheet(1, *({**row, "Table": 1} for row in TWO))
    workbook = simple(tmp_path, twice)
    said = r"^Table 1 is there more than once in round 1: Round 1!A2, Round 1!A3\. Correct that first\.$"
    with pytest.raises(EntryError, match=said):
        enter_result(workbook, 1, "a 12 b 7")
    workbook = simple(tmp_path, round_sheet(1, *({**row, "Table": ""} for row in TWO)))
    with pytest.raises(EntryError, match=r"^Round 1 has no table 1; none of its rows has a table number\.$"):
        enter_result(workbook, 1, "a 12 b 7")


REFUSED = {
    "a b 7": (
        "Error: Round 3!G2: A won game 1, but the count is missing; expected the winner's life (the deck that lost has "
        "Dominaria). Fill in the count."
    ),
    "a twelve": 'Error: Round 3!G2: Game 1 count is "twelve"; expected a whole number. Type it again.',
    "draw draw a advances": (
        'Error: Round 3!Q2: The ruling is "A advances", but nobody goes out in this event; Pairing is swiss. Clear the '
        "ruling."
    ),
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_a_run_would_refuse_is_not_written(event: Path, line: str) -> None:
    before = everything(event.parent)
    entered = enter_result(event, 1, line)
    assert (entered.answer, entered.outcome) == (Answer.REFUSED, None)
    assert [str(problem) for problem in entered.problems] == [REFUSED[line]]
    assert everything(event.parent) == before


def test_errors_that_were_there_before_stop_nothing(event: Path) -> None:
    edit(event, {"Round 3": {"F3": "nobody", "G4": -1.5}, "Players": {"A3": "Draw"}})
    entered = enter_result(event, 1, "a 12 b 7")
    assert entered.answer is Answer.WRITTEN
    assert entered.points == ()
    assert enter_result(event, 4, "a b 7").answer is Answer.REFUSED
    assert enter_result(event, 2, "a 12 b 7", confirmed=True).answer is Answer.WRITTEN, "an error is corrected"


def test_a_workbook_that_cannot_be_read_as_an_event(event: Path) -> None:
    edit(event, {"Players": {"A1": "Somebody"}})
    before = everything(event.parent)
    entered = enter_result(event, 1, "a 12 b 7")
    assert entered.answer is Answer.REFUSED
    assert entered.problems
    assert everything(event.parent) == before


@pytest.mark.parametrize(("lock", "program"), [("~$event.xlsx", "Excel"), (".~lock.event.xlsx#", "LibreOffice")])
def test_nothing_is_entered_while_the_workbook_is_open(event: Path, lock: str, program: str) -> None:
    """Safety 2.1."""
    written = enter_result(event, 1, "a 12 b 7")
    event.with_name(lock).touch()
    before = everything(event.parent)
    for attempt in (lambda: enter_result(event, 2, "a 12 b 7"), lambda: take_back(event, written)):
        with pytest.raises(OpenElsewhereError) as refused:
            attempt()
        assert str(refused.value) == (
            f"event.xlsx is open in {program}: type the result there, or close it (if it is open nowhere, delete the "
            f"file {lock}, left behind by a crash)."
        )
    assert everything(event.parent) == before


# --- others at work ---


def test_two_who_enter_at_once_both_get_through(event: Path) -> None:
    ready, answers = Barrier(2), {}

    def enter(table: int) -> None:
        ready.wait()
        answers[table] = enter_result(event, table, "a 12 b 7").answer

    both = [Thread(target=enter, args=(table,)) for table in (1, 2)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert answers == {1: Answer.WRITTEN, 2: Answer.WRITTEN}
    assert [row[5:9] for row in cells(event, "Round 3")[1:3]] == [["A", 12, "B", 7]] * 2


def meanwhile(monkeypatch: pytest.MonkeyPatch, *saves: Callable[[], object]) -> None:
    """Have somebody save the workbook just before it is replaced, once for each of ``saves``."""
    waiting, real = list(saves), module.save.replace

    def interrupted(*arguments: Any) -> Any:
        if waiting:
            waiting.pop(0)()
        return real(*arguments)

    monkeypatch.setattr(module.save, "replace", interrupted)


def test_what_was_saved_in_between_is_kept(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile(monkeypatch, lambda: edit(event, {"Round 3": {"F3": "B", "G3": 3, "H3": "B", "I3": 3}}))
    assert enter_result(event, 1, "a 12 b 7").answer is Answer.WRITTEN
    assert [row[5:9] for row in cells(event, "Round 3")[1:3]] == [["A", 12, "B", 7], ["B", 3, "B", 3]]


def test_a_result_that_was_typed_in_between_has_to_be_confirmed(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile(monkeypatch, lambda: edit(event, {"Round 3": {"F2": "B", "G2": 3, "H2": "B", "I2": 3}}))
    assert enter_result(event, 1, "a 12 b 7").answer is Answer.TAKEN
    assert cells(event, "Round 3")[1][5:9] == ["B", 3, "B", 3]


def test_who_saves_again_and_again_is_told_of(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile(monkeypatch, *(lambda n=n: edit(event, {"Event": {"F9": n}}) for n in range(ATTEMPTS)))
    with pytest.raises(WorkbookChangedError):
        enter_result(event, 1, "a 12 b 7")


# --- taken back ---


def test_what_was_entered_is_taken_back(event: Path) -> None:
    edit(event, {"Round 3": {"F2": "b", "G2": 3, "H2": "Draw"}})
    before = cells(event, "Round 3")
    entered = enter_result(event, 1, "a 12 b 7", confirmed=True)
    assert entered.can_be_taken_back
    back = take_back(event, entered)
    assert back.answer is Answer.WRITTEN
    assert shown(back) == [(place, header, after, before) for place, header, before, after in shown(entered)]
    assert cells(event, "Round 3") == before
    assert take_back(event, back).answer is Answer.WRITTEN
    assert cells(event, "Round 3")[1][5:9] == ["A", 12, "B", 7]


def test_it_is_found_again_where_rows_were_sorted(tmp_path: Path) -> None:
    workbook = simple(tmp_path)
    entered = enter_result(workbook, 1, "a 12 b 7")
    first, second = (list(row) for row in cells(workbook, "Round 1")[1:3])
    row = {"2": second, "3": first}
    edit(
        workbook,
        {"Round 1": {f"{letter}{n}": v or None for n in row for letter, v in zip("ABCDEFGHI", row[n], strict=False)}},
    )
    back = take_back(workbook, entered)
    assert {cell.place.cell for cell in back.cells} == {"F3", "G3", "H3", "I3"}
    assert cells(workbook, "Round 1")[2][5:9] == ["", "", "", ""]


@pytest.mark.parametrize("typed", [{"G2": 13}, {"B2": "Somebody"}])
def test_what_was_changed_since_is_not_taken_back(event: Path, typed: Mapping[str, Any]) -> None:
    entered = enter_result(event, 1, "a 12 b 7")
    edit(event, {"Round 3": typed})
    before = everything(event.parent)
    with pytest.raises(EntryError) as refused:
        take_back(event, entered)
    assert str(refused.value) == (
        "The result of table 1 in round 3 was changed since it was entered, so it was not taken back. Type "
        "the result again as it should be."
    )
    assert everything(event.parent) == before


def test_what_nobody_could_type_again_is_not_offered_to_be_taken_back(event: Path) -> None:
    edit(event, {"Round 3": {"G2": 1.5}})
    assert not enter_result(event, 1, "a 12 b 7", confirmed=True).can_be_taken_back


# --- in a spreadsheet program, in every format, in any order ---


@pytest.mark.office
def test_a_spreadsheet_program_shows_the_same_points_beside_it(event: Path) -> None:
    lines = {1: "a 12 b 7", 2: "draw draw", 3: "b no-show", 4: "b 20 b 3"}
    points = {table: enter_result(event, table, line).points for table, line in lines.items()}
    rows = {int(row["Table"]): row for row in recalculated(event, event.parent)["Round 3"] if row["Table"]}
    for table in (1, 2, 4):
        assert rows[table]["Check"] == ""
        assert [(rows[table][f"{each.measure} A"], rows[table][f"{each.measure} B"]) for each in points[table]] == [
            (each.a, each.b) for each in points[table]
        ]
    assert rows[3]["Ruling"] == "B no-show"


def word(random: Random, field: str, value: Any, names: Mapping[str, str]) -> str:
    """Return how somebody may type a value: a winner by letter or name, in any case."""
    if value is None:
        return random.choice(["", " "])
    if field.startswith("winner") and value in names:
        return random.choice([value, value.lower(), names[value], names[value].upper()])
    return str(value)


def make_two_rounds(random: Random, workbook: Path) -> tuple[Event, Format]:
    """Make an event of any format, two rounds of which are paired, and no result of the second is in."""
    format = load(random.choice(list(FORMATS.values())))
    rounds = None if format.methods[0] == "movement" else 3
    plan = ("--rounds", rounds) if rounds else ()
    how = ("--format", format.name, "--players", random.randint(6, 9), "--played", 2, "--missing", 99)
    simulated(workbook, *how, *plan, "--seed", random.random(), *["--flat"] * (random.random() < 0.4))
    event, _, _ = read_source(open_workbook(workbook))
    assert event is not None
    return event, format


def play(random: Random, event: Event, format: Format, each: Match) -> dict[str, Any]:
    """Return how a match ends, by field of what the desk fills in."""
    a, b = (event.players[number] for number in each.pair)
    played = format.simulation.play(random, {**each.fields, "table": each.table, "a": a, "b": b}, 0.0, 0.0)
    return {field: played.get(field) for field in format.entry.fields}


def filled_rows(workbook: Path, table: Table) -> list[list[Any]]:
    """Return what is read of a sheet; openpyxl drops what formulas have shown, so these are left out."""
    rows = ([row[column] for column in table.positions.values()] for row in cells(workbook, table.title))
    return [row for row in rows if any(row)]


@given(st.integers(0, 10**6))
@whole_events(4)
def test_results_entered_in_any_order_are_the_workbook_that_is_typed(seed: int) -> None:
    """The same sheets as if they were typed in a spreadsheet program, and every other cell is the same bytes.

    Taken back, all is as it was before.
    """
    random = Random(seed)
    with TemporaryDirectory() as folder:
        entered, typed, untouched = (Path(folder, f"{name}.xlsx") for name in ("entered", "typed", "untouched"))
        event, format = make_two_rounds(random, entered)
        shutil.copy(entered, typed)
        shutil.copy(entered, untouched)
        waiting = [each for each in event.rows if each.round == 2 and each.b != BYE]
        done, places = [], dict[str, dict[str, Any]]()
        for each in random.sample(waiting, random.randint(1, len(waiting))):
            result = play(random, event, format, each)
            names = dict(zip("AB", (event.players[number].name for number in each.pair), strict=True))
            told = {field: word(random, field, value, names) for field, value in result.items()}
            done.append(enter_result(entered, each.table or 0, told, round=2))
            assert done[-1].answer is Answer.WRITTEN, [str(problem) for problem in done[-1].problems]
            assert done[-1].points
            filled = {event.place(each, field).cell: value for field, value in result.items() if value is not None}
            places.setdefault(each.sheet, {}).update(filled)
        assert changed_cells(untouched, entered) == {cell for sheet in places.values() for cell in sheet}
        edit(typed, places)
        outcomes = [check_source(each, open_workbook(each)) for each in (entered, typed)]
        assert outcomes[0].problems == outcomes[1].problems
        first, second = (each.event for each in outcomes)
        assert first is not None
        assert second is not None
        assert first.rows == second.rows
        for table in event.tables.values():
            assert filled_rows(entered, table) == filled_rows(typed, table)
        for each in reversed(done):
            assert take_back(entered, each).answer is Answer.WRITTEN
        for table in event.tables.values():
            assert filled_rows(entered, table) == filled_rows(untouched, table)
