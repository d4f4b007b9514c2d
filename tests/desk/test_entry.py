"""Results that are typed on the desk's page: what the form asks, what is answered, and who may send what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.desk.fake import FakeDesk, as_desk, run_sample, show_workbook, speak_german
from tests.desk.requests import get, post
from tests.support.books import cells, edit
from tests.support.commands import everything
from turnabout_sheets.desk.entry import Entries, EntryField, make_form
from turnabout_sheets.desk.sentences import Reply, words_of
from turnabout_sheets.desk.server import DeskServer, serve
from turnabout_sheets.desk.state import DeskState
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.rulings import RULINGS
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.jobs.simulate import Plan, simulate
from turnabout_sheets.workbook.files.other_programs import OtherProgram

pytestmark = pytest.mark.slow


@pytest.fixture
def state(tmp_path: Path) -> DeskState:
    """Round 3 is paired."""
    return run_sample("in-progress", tmp_path)


@pytest.fixture
def desk(state: DeskState) -> FakeDesk:
    return FakeDesk(state)


@pytest.fixture
def entries(desk: FakeDesk) -> Entries:
    return Entries(as_desk(desk))


def order(table: str, confirmed: bool = False, round: str = "3", **typed: str) -> dict[str, str]:
    return {**typed, "table": table, "round": round, **({"confirmed": "true"} if confirmed else {})}


def names(state: DeskState, row: int = 1) -> str:
    """Return who plays in a row, each name kept in its own direction."""
    a, b = cells(state.workbook, "Round 3")[row][1:3]
    return f"\u2068{a}\u2069 – \u2068{b}\u2069"


# --- the form ---


def show_simulated(format: Format, folder: Path) -> DeskState:
    workbook = folder / "event.xlsx"
    simulate(workbook, format, Plan(players=6, played=1, seed="1"))
    return show_workbook(workbook)


FIELDS = {
    "Turnabout": ("winner_1", "count_1 0", "winner_2", "count_2 0", "ruling +"),
    "Duplicate Magic": ("winner", "ruling +"),
    "Netrunner": (
        "winner_1", "agenda_1_a 0", "agenda_1_b 0", "winner_2", "agenda_2_a 0", "agenda_2_b 0", "ruling +",
    ),
}  # fmt: skip
EXAMPLES = {"Turnabout": "1 a 14 a 31", "Duplicate Magic": "3 b", "Netrunner": "1 a 4 b 5"}


@pytest.mark.parametrize("name", FIELDS)
def test_the_form_asks_what_is_filled_in_at_the_desk(name: str, tmp_path: Path) -> None:
    format = load(next(each for each in FORMATS.values() if each.name == name))
    state = show_simulated(format, tmp_path)
    form = make_form(state, words_of(state))
    assert form is not None
    assert tuple(f"{each.name}{' 0' * each.number}{' +' * bool(each.choices)}" for each in form.fields) == FIELDS[name]
    assert [each.label for each in form.fields] == [
        format.sheets.matches.column(each.name).header for each in form.fields
    ]
    assert form.how.endswith(f": {EXAMPLES[name]}")
    assert not form.closed


def test_a_ruling_is_chosen_and_the_rest_is_typed(state: DeskState) -> None:
    form = make_form(state, words_of(state))
    assert form is not None
    assert form.round == 3
    assert form.fields[0] == EntryField("winner_1", "Game 1 winner", [], number=False)
    assert form.fields[-1].choices == [(each, each) for each in ("A no-show", "B no-show", "Both no-show")]


def test_who_goes_on_is_chosen_in_a_bracket(tmp_path: Path) -> None:
    state = run_sample("cup", tmp_path)
    form = make_form(state, words_of(state))
    assert form is not None
    assert form.fields[-1].choices == [(each, each) for each in RULINGS]


def test_the_form_is_in_the_language_of_the_event(tmp_path: Path) -> None:
    state = run_sample("in-progress", tmp_path, speak_german)
    form = make_form(state, words_of(state))
    assert form is not None
    assert [each.label for each in form.fields[:2]] == ["Sieger Spiel 1", "Gezählt Spiel 1"]
    assert form.fields[-1] == EntryField(
        "ruling",
        "Entscheidung",
        [
            ("A no-show", "A nicht erschienen"),
            ("B no-show", "B nicht erschienen"),
            ("Both no-show", "beide nicht erschienen"),
        ],
        number=False,
    )


def test_the_form_is_closed_while_the_workbook_is_open(state: DeskState) -> None:
    """Desk 2.7."""
    state = replace(state, open_in=OtherProgram(state.workbook.name, "Excel", "Ann", "~$in-progress.xlsx"))
    form = make_form(state, words_of(state))
    assert form is not None
    assert form.closed == "in-progress.xlsx is open in Excel: type the result there, or close it."


def test_there_is_no_form_before_a_round_is_paired(tmp_path: Path) -> None:
    assert make_form(DeskState(0, tmp_path / "none.xlsx"), words_of(DeskState(0, tmp_path))) is None


def test_there_is_a_form_also_where_something_is_wrong(state: DeskState) -> None:
    edit(state.workbook, {"Round 3": {"F3": "nobody"}})
    state = show_workbook(state.workbook)
    assert state.outcome is not None
    assert state.outcome.results is None
    form = make_form(state, words_of(state))
    assert form is not None
    assert form.round == 3


# --- what is answered ---


def test_a_result_goes_into_the_workbook_and_the_desk_runs_it(desk: FakeDesk, entries: Entries) -> None:
    """Desk 2.7."""
    said = entries.enter(order("1 a 12 b 7"))
    assert said == Reply(
        f"Round 3, table 1, {names(desk.state)}: Game 1 winner A, Game 1 count 12, Game 2 winner B, Game 2 count 7. "
        "MP 22–17, VP 17–13.",
        "en", "written", [], "Take back round 3, table 1",
    )  # fmt: skip
    assert cells(desk.state.workbook, "Round 3")[1][5:9] == ["A", 12, "B", 7]
    assert (desk.rests, desk.runs) == (1, 1)


def test_fields_are_as_good_as_a_line(desk: FakeDesk, entries: Entries) -> None:
    assert entries.enter(order(" 1 ", winner_1="a", count_1="12", winner_2="draw")).answer == "written"
    assert cells(desk.state.workbook, "Round 3")[1][5:9] == ["A", 12, "Draw", ""]


def test_another_result_is_asked_about_and_replaced_when_that_is_confirmed(desk: FakeDesk, entries: Entries) -> None:
    entries.enter(order("1 a 12 b 7"))
    before = everything(desk.state.workbook.parent)
    said = entries.enter(order("1 a 12 draw"))
    assert (said.answer, said.text) == (
        "taken",
        f"Round 3, table 1, {names(desk.state)}: there is already a result. Game 2 winner Draw instead of B, "
        "Game 2 count blank instead of 7? Press Enter again to replace it.",
    )
    assert (
        entries.enter(order("1 a 12 b 7")).text
        == f"Round 3, table 1, {names(desk.state)}: this result is entered already."
    )
    assert everything(desk.state.workbook.parent) == before
    assert entries.enter(order("1 a 12 draw", confirmed=True)).answer == "written"


@pytest.mark.parametrize("count", ["twelve", pytest.param("20/4", marks=pytest.mark.field)])
def test_what_cannot_be_is_refused_with_what_is_wrong(desk: FakeDesk, entries: Entries, count: str) -> None:
    before = everything(desk.state.workbook.parent)
    said = entries.enter(order(f"1 a {count}"))
    assert said == Reply(
        "", "en", "refused", [(f"Game 1 count: “{count}” is not a whole number. Type it again.", "en")], ""
    )
    assert entries.enter(order("1 a b 7")).problems == [
        (
            "Game 1 count: A won game 1, but the count is missing; expected the winner's life (the deck that lost has "
            "Dominaria). Fill in the count.",
            "en",
        )
    ]
    assert entries.enter(order("99 a")).text == "Round 3 has no table 99; its tables are 1–9."
    assert entries.enter(order("x a")).text == "“x” is not a table or round number."
    assert entries.enter(order("1 a", round="")).text == "“” is not a table or round number."
    assert entries.enter(order("1")).text == "Nothing was typed for table 1."
    assert everything(desk.state.workbook.parent) == before
    assert desk.runs == 0


def test_a_warning_is_told_with_what_was_written(desk: FakeDesk, entries: Entries) -> None:
    said = entries.enter(order("1 a 12"))
    assert said.answer == "written"
    assert said.problems == [
        (
            "Game 2 winner: Game 2 is not reported, so the match does not count yet. Fill in A, B or Draw; a game that "
            "was not finished is a Draw.",
            "en",
        )
    ]


def test_while_the_workbook_is_open_it_says_so(desk: FakeDesk, entries: Entries) -> None:
    desk.state.workbook.with_name("~$in-progress.xlsx").touch()
    said = entries.enter(order("1 a 12 b 7"))
    assert (said.answer, said.language) == ("refused", "en")
    assert said.text == "in-progress.xlsx is open in Excel: type the result there, or close it."


def test_entries_are_taken_back_one_after_the_other(desk: FakeDesk, entries: Entries) -> None:
    before = cells(desk.state.workbook, "Round 3")
    for table in "12":
        entries.enter(order(f"{table} a 12 b 7"))
    said = entries.take_back({})
    assert said.text == (
        f"Taken back: round 3, table 2, {names(desk.state, 2)}: Game 1 winner blank instead of A, Game 1 "
        "count blank instead of 12, Game 2 winner blank instead of B, Game 2 count blank instead of 7."
    )
    assert (said.answer, said.back) == ("written", "Take back round 3, table 1")
    assert entries.take_back({}).back == ""
    assert cells(desk.state.workbook, "Round 3") == before
    assert entries.take_back({}) == Reply("There is nothing to take back.", "en", "refused")
    assert desk.runs == 4


def test_who_plays_at_a_table_and_what_is_in_of_it(desk: FakeDesk, entries: Entries) -> None:
    entries.enter(order("1 a 12 b 7"))
    desk.show(outcome=show_workbook(desk.state.workbook).outcome)
    assert entries.show_match("3", "1") == {
        "players": cells(desk.state.workbook, "Round 3")[1][1:3],
        "typed": {"winner_1": "A", "count_1": "12", "winner_2": "B", "count_2": "7", "ruling": ""},
    }
    for number, table in (("3", "99"), ("9", "1"), ("3", ""), ("x", "1"), ("3", "1e9999999")):
        assert entries.show_match(number, table) == {}


def test_the_answer_is_in_the_language_of_the_event(tmp_path: Path) -> None:
    entries = Entries(as_desk(FakeDesk(run_sample("in-progress", tmp_path, speak_german))))
    said = entries.enter(order("1 draw draw"))
    assert said.language == "de"
    assert said.text.startswith("Runde 3, Tisch 1, ")
    assert said.text.endswith(": Sieger Spiel 1 Draw, Sieger Spiel 2 Draw. MP 0–0, VP 15–15.")
    assert entries.enter(order("2 a zwölf")).problems == [
        ("Gezählt Spiel 1: „zwölf“ ist keine ganze Zahl. Noch einmal tippen.", "de")
    ]
    assert entries.enter(order("2", ruling="nobody")).problems[0][1] == "de"
    assert entries.enter(order("3 А 12 b 7")).problems == [
        ("Sieger Spiel 1: Dieses А ist ein kyrillischer Buchstabe; ein lateinisches A tippen.", "de")
    ]


@pytest.mark.parametrize("line", ["9 a12 b7", "9 A-12 B-7", "９　Ａ 12 Ｂ 7"])
def test_a_line_is_read_as_people_type_it(line: str, desk: FakeDesk, entries: Entries) -> None:
    assert entries.enter(order(line)).answer == "written"
    assert cells(desk.state.workbook, "Round 3")[9][5:9] == ["A", 12, "B", 7]


# --- who may send what ---


@pytest.fixture
def server(desk: FakeDesk) -> Iterator[DeskServer]:
    with serve(as_desk(desk), heartbeat=0.1) as served:
        yield served


def test_a_result_is_sent_as_a_form(server: DeskServer, desk: FakeDesk) -> None:
    told = post(server, "enter", **order("1 a 12 b 7"))
    assert told.status == 200
    assert json.loads(told.text)["answer"] == "written"
    assert cells(desk.state.workbook, "Round 3")[1][5:9] == ["A", 12, "B", 7]
    assert json.loads(get(server, "match/3/1").text)["players"] == cells(desk.state.workbook, "Round 3")[1][1:3]
    assert json.loads(post(server, "take-back").text)["answer"] == "written"
    assert cells(desk.state.workbook, "Round 3")[1][5:9] == ["", "", "", ""]


def test_who_may_not_enter_does_not(server: DeskServer, desk: FakeDesk) -> None:
    before = everything(desk.state.workbook.parent)
    assert post(server, "enter", origin="http://evil.example", **order("1 a 12 b 7")).status == 403
    assert everything(desk.state.workbook.parent) == before
