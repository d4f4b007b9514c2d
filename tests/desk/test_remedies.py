"""Remedies about the workbook on the desk's page: each says what it does, is done once, and can be undone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.desk.desks import wait_until, watching
from tests.desk.fake import FakeDesk, as_desk, run_sample, show_workbook
from tests.desk.parsed_page import text
from tests.desk.requests import post
from tests.support.books import edit, enter_results, records, sheet_names
from tests.support.commands import everything
from turnabout_sheets.changes.guards import Asked, Question
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.core.problems import Place, error
from turnabout_sheets.desk.actions import Answers, Reply, Wanted
from turnabout_sheets.desk.page import render_page
from turnabout_sheets.desk.remedies import Press, Remedy, show_remedies
from turnabout_sheets.desk.remedying import RemedyButtons
from turnabout_sheets.desk.server import serve
from turnabout_sheets.desk.state import DeskState, Fault, FaultKind, ToPrint
from turnabout_sheets.jobs.beside import read_accepted, take_along
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.sheets.settings import LANGUAGES
from turnabout_sheets.workbook.files.other_programs import OtherProgram

pytestmark = pytest.mark.slow

ENGLISH = load_words("en")
TOO_LATE = Reply("Nothing was changed: that is done already, or the workbook has changed since.", "en")


@pytest.fixture
def state(tmp_path: Path) -> DeskState:
    return run_sample("in-progress", tmp_path)


def pressing(state: DeskState) -> tuple[FakeDesk, RemedyButtons]:
    desk = FakeDesk(state)
    return desk, RemedyButtons(as_desk(desk))


def read(press: Press | None) -> Remedy:
    assert press is not None
    return Remedy(**json.loads(press.data))


def shown(state: DeskState) -> Any:
    from lxml import html

    versions = list_backups(state.workbook)
    return html.document_fromstring(render_page(state, versions[0] if versions else None, "N", 10, versions).decode())


def offered(state: DeskState) -> Any:
    return show_remedies(state, list_backups(state.workbook), ENGLISH)


# --- earlier versions ---


def test_each_earlier_version_has_a_button_that_says_what_it_was(state: DeskState) -> None:
    """Desk 2.20."""
    enter_results(state.workbook, 3)
    state = show_workbook(state.workbook)
    newest, oldest = list_backups(state.workbook)
    buttons = offered(state).versions
    assert [each.label for each in buttons] == [f"Go back to {each.replaced:%H:%M:%S}" for each in (newest, oldest)]
    assert [each.does for each in buttons] == ["before round 4 was added", "before round 3 was added"]
    assert "is kept as the newest of these" in text(shown(state), "versions-explained")


def test_going_back_is_undone_in_the_same_way_and_a_second_press_does_nothing(state: DeskState) -> None:
    """Desk 2.20."""
    desk, pressed = pressing(state)
    before = state.workbook.read_bytes()
    (kept,) = list_backups(state.workbook)
    back = read(offered(state).versions[0])
    assert pressed.press(back).text == (
        f"The workbook in-progress.xlsx is restored as of {kept.replaced:%H:%M:%S}. The replaced version is kept as "
        "the newest earlier version."
    )
    assert state.workbook.read_bytes() == kept.path.read_bytes()
    assert pressed.press(back) == TOO_LATE
    pressed.press(read(offered(state).versions[0]))
    assert state.workbook.read_bytes() == before
    assert pressed.press(Remedy("back-to", "../../in-progress.xlsx")) == TOO_LATE
    assert desk.paused_times == 4


@pytest.mark.parametrize("what", ["back-to", "anew", "show"])
def test_nothing_is_written_while_the_workbook_is_open(state: DeskState, what: str) -> None:
    state.workbook.with_name("~$in-progress.xlsx").touch()
    before = everything(state.workbook.parent)
    _, pressed = pressing(state)
    said = pressed.press(Remedy(what, "Decks")).text
    assert said.startswith("in-progress.xlsx is open in Excel: close it, then press again")
    assert ("Unhide" in said) == (what == "show")
    assert everything(state.workbook.parent) == before


def test_what_no_page_of_ours_sends_is_refused(state: DeskState) -> None:
    desk, pressed = pressing(state)
    assert pressed.press(Remedy("delete", "x")) == TOO_LATE
    with serve(as_desk(desk)) as server:
        json_sent = "Content-Type: application/json"
        for body in (b"{}", b'{"what": 1, "about": ""}', b"[]"):
            told = post(server, "do/remedy", json_sent, f"Content-Length: {len(body)}", body=body)
            assert told.status == 400
        assert post(server, "do/remedy").status == 400


# --- the renamed file ---


def renamed(state: DeskState) -> tuple[Path, FakeDesk, Answers]:
    other = state.workbook.rename(state.workbook.with_name("Saturday.xlsx"))
    desk = FakeDesk(replace(state, fault=Fault(FaultKind.RENAMED, path=other)))
    return other, desk, Answers(as_desk(desk))


def test_a_renamed_file_is_followed_by_a_button_and_no_command_stands_there(state: DeskState) -> None:
    """Desk 2.21."""
    other, desk, answers = renamed(state)
    tree = shown(desk.state)
    assert "turnabout" not in text(tree, "fault")
    assert text(tree, "questions").startswith("Which workbook should the desk follow?")
    assert text(tree, "next").startswith("Next A question first: Which workbook should the desk follow?")
    assert tree.xpath('//*[@id="renamed-1"]/text()') == ["Follow \u2068Saturday.xlsx\u2069"]
    assert answers.follow(Wanted("Sunday.xlsx", follows=True)).text == "This has already been answered."
    answers.follow(Wanted("Saturday.xlsx", follows=True))
    assert desk.followed == [other]
    assert answers.follow(Wanted("Saturday.xlsx", follows=True)).text == "This has already been answered."


def test_or_it_has_its_old_name_again(state: DeskState) -> None:
    """Desk 2.21."""
    other, _, answers = renamed(state)
    data = other.read_bytes()
    assert (
        answers.follow(Wanted("Saturday.xlsx", follows=False)).text
        == "It is called \u2068in-progress.xlsx\u2069 again."
    )
    assert not other.exists()
    assert state.workbook.read_bytes() == data


def test_a_name_that_is_taken_by_now_or_of_a_file_that_is_open_is_left_alone(state: DeskState) -> None:
    other, _, answers = renamed(state)
    lock = other.with_name("~$Saturday.xlsx")
    lock.touch()
    back = Wanted("Saturday.xlsx", follows=False)
    assert answers.follow(back).text == "Saturday.xlsx is open in Excel: close it, then press again."
    lock.unlink()
    state.workbook.write_bytes(b"another")
    before = everything(other.parent)
    assert "exists" in answers.follow(back).text
    assert everything(other.parent) == before


# --- warnings that are meant so ---


@pytest.fixture
def odd(tmp_path: Path) -> DeskState:
    return run_sample("in-progress", tmp_path, type_odd_day)


def type_odd_day(workbook: Path) -> None:
    """Type a date that may mean two days: a warning."""
    edit(workbook, {"Event": {"B3": "5/6/26"}})


def test_a_warning_has_a_button_and_an_error_and_a_question_have_none(odd: DeskState) -> None:
    """Desk 2.22."""
    assert len(shown(odd).xpath('//*[@id="problems"]//button[@data-do="remedy"]')) == 1
    assert odd.outcome is not None
    wrong = replace(odd.outcome, problems=[error(Place("Players", "A2"), "It is wrong.", "Correct it.")])
    assert not shown(replace(odd, outcome=wrong)).xpath('//*[@id="problems"]//button')
    asked = replace(odd.outcome, questions=[Question(Asked.FEW, 1, odd.outcome.problems[0])])
    assert not shown(replace(odd, outcome=asked)).xpath('//*[@id="problems"]//button')


def test_what_is_meant_so_is_said_nowhere_until_that_is_taken_back(odd: DeskState) -> None:
    """Desk 2.22; safety 3.8."""
    assert "5/6/26" in str(records(odd.workbook, "Problems"))
    desk, pressed = pressing(odd)
    (button,) = shown(odd).xpath('//*[@id="problems"]//button')
    meant = Remedy(**json.loads(button.get("data-with")))
    assert pressed.press(meant).text == "It is not said any more, as long as it stays the same."
    assert desk.runs == 1
    state = show_workbook(odd.workbook)
    assert state.outcome is not None
    assert [*state.outcome.problems, *state.outcome.notes] == []
    assert [*check(odd.workbook).problems] == []
    assert "5/6/26" not in str(records(odd.workbook, "Problems"))
    assert records(odd.workbook, "Log")[0]["After"].startswith('Taken as it is meant: Event: Date: "5/6/26"')
    tree = shown(state)
    assert text(tree, "remedies").endswith("1 warning is meant so, and not said. Say all warnings again")
    assert text(tree, "problems") == ""
    desk, pressed = pressing(state)
    assert pressed.press(meant) == TOO_LATE
    again = read(offered(state).tell_again)
    assert [pressed.press(again).text for _ in range(2)] == ["All warnings are said again.", TOO_LATE.text]
    assert [each.place.sheet for each in run(odd.workbook, Options()).problems] == ["Event"]
    assert records(odd.workbook, "Log")[0]["After"].startswith("Not taken as meant any more: Event: ")


def test_a_warning_that_has_changed_is_told_again(odd: DeskState) -> None:
    """Desk 2.22."""
    _, pressed = pressing(odd)
    (button,) = shown(odd).xpath('//*[@id="problems"]//button')
    pressed.press(Remedy(**json.loads(button.get("data-with"))))
    assert not check(odd.workbook).problems
    edit(odd.workbook, {"Event": {"B3": "6/7/26"}})
    assert len(check(odd.workbook).problems) == 1


def test_a_copy_knows_what_is_meant_so(odd: DeskState, tmp_path: Path) -> None:
    _, pressed = pressing(odd)
    (button,) = shown(odd).xpath('//*[@id="problems"]//button')
    pressed.press(Remedy(**json.loads(button.get("data-with"))))
    copy = tmp_path / "Saturday.xlsx"
    copy.write_bytes(odd.workbook.read_bytes())
    assert check(copy).problems
    take_along(odd.workbook, copy)
    assert read_accepted(copy) == read_accepted(odd.workbook) != frozenset()
    assert not check(copy).problems


@pytest.mark.parametrize("found", ["", "{", "[1]", '[["a"]]', '{"a": 1}', "null"])
def test_a_damaged_list_of_them_hides_nothing(odd: DeskState, found: str) -> None:
    """Safety 3.8."""
    odd.workbook.with_name("in-progress backups").joinpath("accepted.json").write_text(found)
    assert len(check(odd.workbook).problems) == 1


# --- pairing anew ---


def test_a_blank_round_is_paired_anew_after_saying_what_that_costs(state: DeskState) -> None:
    """Desk 2.23."""
    desk, pressed = pressing(state)
    said = text(shown(state), "written-anew-explained")
    assert said.startswith("No result is entered yet, so none is lost. Slips of tables that change are void:")
    anew = read(offered(state).anew)
    assert pressed.press(anew) == Reply("Round 3 is re-paired.", "en")
    assert pressed.press(anew) == TOO_LATE
    assert desk.anew == [3, 3]


def test_a_round_that_is_another_one_by_now_is_left_alone(state: DeskState) -> None:
    anew = read(offered(state).anew)
    edit(state.workbook, {"Players": {"B2": 9}})
    desk, pressed = pressing(show_workbook(state.workbook))
    assert pressed.press(anew) == TOO_LATE
    assert desk.anew == []


def test_a_round_with_a_result_or_with_something_in_the_way_is_not_offered(state: DeskState) -> None:
    """Desk 2.23."""
    assert offered(replace(state, fault=Fault(FaultKind.BROKEN))).anew is None
    enter_results(state.workbook, 3, leave=8)
    assert offered(show_workbook(state.workbook)).anew is None


def test_the_sheet_of_a_round_is_written_anew_from_what_there_is_now(state: DeskState) -> None:
    """Desk 2.23; rules 1.4.17."""
    row = records(state.workbook, "Round 3")[0]
    players = records(state.workbook, "Players")
    at = next(number for number, each in enumerate(players, 2) if each["Player"] == row["Player A"])
    column = chr(ord("A") + [*players[0]].index("Dropped after"))
    edit(state.workbook, {"Players": {f"{column}{at}": 2}})
    wrong = show_workbook(state.workbook)
    assert wrong.outcome is not None
    assert [each.place.sheet for each in wrong.outcome.problems] == ["Round 3"], "the reason to pair it anew"
    assert offered(wrong).anew is not None
    outcome = run(state.workbook, Options().wanting_anew(3))
    assert [new.number for new in outcome.paired] == [3]
    seated = {each[side] for each in records(state.workbook, "Round 3") for side in ("Player A", "Player B")}
    assert row["Player A"] not in seated
    assert row["Player B"] in seated
    assert sheet_names(state.workbook).count("Round 3") == 1
    assert any("Round 3 was paired again: the slips printed for tables " in each.message for each in outcome.notes)
    assert "Round 3 was paired anew, though it was published" in str(records(state.workbook, "Log"))
    assert list_backups(state.workbook)[0].before_round == 3
    before = state.workbook.read_bytes()
    assert not run(state.workbook, Options()).problems
    assert state.workbook.read_bytes() == before, "as any round"


def test_with_an_error_elsewhere_it_is_not_offered(state: DeskState) -> None:
    edit(state.workbook, {"Players": {"A2": None}})
    assert offered(show_workbook(state.workbook)).anew is None


def test_with_a_result_by_now_nothing_is_paired_anew(state: DeskState) -> None:
    enter_results(state.workbook, 3, leave=8)
    before = records(state.workbook, "Round 3")
    assert run(state.workbook, Options().wanting_anew(3)).paired == []
    assert records(state.workbook, "Round 3") == before


def test_the_desk_pairs_anew_and_has_nothing_printed_that_is_as_it_was(state: DeskState, short_pauses: None) -> None:
    with watching(state.workbook) as desk:
        found = wait_until(desk, lambda state: state.outcome is not None and state.outcome.blank_round)
        before = records(state.workbook, "Round 3")
        pressed = RemedyButtons(desk)
        assert pressed.press(read(offered(found).anew)).text == "Round 3 is re-paired."
        wait_until(desk, lambda state: state.outcome is not None and state.outcome.paired_again == (3,))
        assert desk.state.to_print == ToPrint(), "nothing that was printed has changed"
    assert records(state.workbook, "Round 3") == before, "from the same results, the same"


# --- hidden sheets ---


def test_a_hidden_sheet_is_shown_by_its_button_and_undo_takes_it_away(state: DeskState) -> None:
    """Desk 2.24."""
    hidden = ("Scoring options", "Adjustments", "Rulings", "Decks", "Banned cards")
    assert state.outcome is not None
    assert state.outcome.hidden == hidden
    _, pressed = pressing(state)
    show = read(offered(state).sheets[2])
    assert pressed.press(show).text == "The sheet \u2068Rulings\u2069 can be seen from now on."
    assert pressed.press(show) == TOO_LATE
    assert check(state.workbook).hidden == tuple(each for each in hidden if each != "Rulings")
    assert len(list_backups(state.workbook)) == 2
    assert run(state.workbook, Options()).hidden == check(state.workbook).hidden, "it stays so"


# --- words ---


@pytest.mark.parametrize("language", [each for each in LANGUAGES.values() if each != "en"])
def test_all_of_it_is_said_in_every_language(odd: DeskState, language: str) -> None:
    w = load_words(language)
    ours = [key for key in ENGLISH.texts if key.startswith("remedies.")]
    assert [key for key in ours if w.texts[key] == ENGLISH.texts[key]] == []
    found, english = (show_remedies(odd, list_backups(odd.workbook), each) for each in (w, ENGLISH))
    assert found.anew is not None
    assert english.anew is not None
    assert found.anew.does != english.anew.does


def test_no_command_line_stands_on_the_page_where_it_does_not_answer(state: DeskState) -> None:
    """Desk 2.13."""
    (gone,) = shown(state).xpath('//template[@id="gone"]')
    assert "start it again as you did before" in gone.text_content()
    assert "turnabout" not in gone.text_content()


def test_a_deleted_sheet_can_be_brought_back_where_it_is_open(state: DeskState) -> None:
    """Desk 4.3."""
    assert state.outcome is not None
    gone = Question(Asked.GONE, 3, error(Place("Round 3"), "Round 3 was published and is not in the workbook.", ""))
    asked = replace(state, outcome=replace(state.outcome, questions=[gone]))
    assert "Ctrl+Z" not in text(shown(asked), "questions")
    program = OtherProgram(state.workbook.name, "Excel", "", "~$in-progress.xlsx")
    assert text(shown(replace(asked, open_in=program)), "gone-3-1-does").endswith(
        "It is open in Excel: bring the sheet back there (Ctrl+Z) and save, or, if that does not do it, close the "
        "workbook, then press here."
    )
    assert "Ctrl+Z" not in text(shown(replace(asked, open_in=program)), "gone-3-2-does")
