"""Questions on the desk's page: how they are shown, and what their buttons do, each once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.desk.fake import FakeDesk, as_desk
from tests.desk.parsed_page import parsed, text
from tests.desk.requests import post
from tests.event.worked_events import FOUR
from tests.prints.events import ENGLISH
from tests.reading.grids import event_sheet, players
from tests.rounds.noted_rounds import computed
from turnabout_sheets.changes import found
from turnabout_sheets.changes.differences import Change
from turnabout_sheets.changes.guards import Asked, Question, ask_about_older
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import Place, Said, error, press
from turnabout_sheets.desk import actions as module
from turnabout_sheets.desk.actions import Buttons
from turnabout_sheets.desk.questions import show_questions
from turnabout_sheets.desk.sentences import ASKED, Reply, describe_next_step
from turnabout_sheets.desk.server import serve
from turnabout_sheets.desk.state import DeskState
from turnabout_sheets.event.model import Event
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.jobs.put_back import PutBack, PutBackError
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.reading.players import describe_few
from turnabout_sheets.sheets.settings import LANGUAGES
from turnabout_sheets.workbook.files.save import SaveError

COMMANDS = ("run", "--put-back", "Round 2"), ("if it was so:", ("run", "--as-it-is", "Round 2"))
PROBLEM = error(Place("Round 2", "B2"), "Table 1 was Ann – Ben and is Ann – Cy.", "Put it back:", *COMMANDS)
OF_WORKBOOK = (Asked.OLDER, Asked.LOST, Asked.PLAYERS)
QUESTIONS = [Question(asked, 0 if asked in OF_WORKBOOK else 2, PROBLEM) for asked in Asked]
PUT_BACK = [asked for asked in Asked if asked is not Asked.FEW]
ANSWERED = Reply("This has already been answered.", "en")
READ = Reply("The workbook is being read.", "en", is_passing=True)


def ask(folder: Path, *questions: Question, language: str = "English") -> DeskState:
    """Return the state of a desk that has read an event and asks something."""
    event = computed(event_sheet(language=language), players(*FOUR)).event
    problems = [each.problem for each in questions]
    outcome = RunOutcome(folder / "Friday.xlsx", ExitCode.PROBLEMS, event, TURNABOUT, problems, questions=questions)
    return DeskState(1, outcome.workbook, outcome)


def choice(asked: str, number: int, *, stays: bool) -> dict[str, str]:
    """Return what the page sends."""
    return {"asked": asked, "round": f"{number}", **({"stays": "yes"} if stays else {})}


def answering(state: DeskState) -> tuple[FakeDesk, Buttons]:
    desk = FakeDesk(state)
    return desk, Buttons(as_desk(desk))


# --- how they are shown ---


def test_a_question_stands_first_with_a_button_for_each_answer_and_no_command(tmp_path: Path) -> None:
    """Desk 2.11 and 4.1."""
    tree = parsed(ask(tmp_path, QUESTIONS[0]), ())
    assert [each for each in tree.xpath("//main/*/@id") if text(tree, each)][:2] == ["next", "questions"]
    assert text(tree, "questions").startswith(
        "Was round 2 really played like this? Table 1 was Ann – Ben and is Ann – Cy."
    )
    assert text(tree, "next") == "Next A question first: Was round 2 really played like this?"
    buttons = tree.xpath('//*[@id="questions"]//button')
    assert [(each.text, each.get("data-do"), each.get("data-with")) for each in buttons] == [
        ("Put it back", "answer", "asked=pairs&round=2"),
        ("It was played like this", "answer", "asked=pairs&round=2&stays=yes"),
    ]
    described = [text(tree, each.get("aria-describedby")) for each in buttons]
    assert described[1] == "Round 2 counts as it is now, and the sheet Log says so."
    assert text(tree, "problems") == ""
    assert "--put-back" not in tree.text_content()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_question_has_its_words_in_every_language(tmp_path: Path, language: str) -> None:
    w = load_words(LANGUAGES[language])
    state = ask(tmp_path, *QUESTIONS, language=language)
    shown = list(show_questions(state, w))
    said = [(each.asked, *((answer.label, answer.does) for answer in each.answers)) for each in shown]
    assert len({*said}) == len(shown) == len(Asked)
    assert all("{" not in str(each) for each in said)
    assert [len(each.answers) for each in shown] == [2 - (asked in (Asked.FEW, Asked.LOST)) for asked in Asked]
    if language != "English":
        english = list(show_questions(state, ENGLISH))
        assert not {each.asked for each in shown} & {each.asked for each in english}


def test_every_question_is_known_in_short() -> None:
    assert {*ASKED} == {*Asked}


def test_all_that_is_asked_at_once_stands_there(tmp_path: Path) -> None:
    state = ask(tmp_path, *QUESTIONS[:2])
    assert len(parsed(state, ()).xpath('//*[@id="questions"]//h2')) == 2
    one = replace(state, answered=frozenset({(Asked.PAIRS, 2)}))
    assert [each.asked for each in one.questions] == [Asked.GONE]
    both = replace(state, answered=frozenset({(Asked.PAIRS, 2), (Asked.GONE, 2)}))
    assert describe_next_step(both, ENGLISH) == "The workbook is being read."
    assert text(parsed(both, ()), "questions") == ""


# --- what is answered ---


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda each: each.asked)
def test_what_is_so_as_it_is_goes_on_and_a_second_press_does_nothing(tmp_path: Path, question: Question) -> None:
    desk, answers = answering(ask(tmp_path, question))
    form = choice(question.asked, question.round, stays=True)
    assert [answers.answer(form) for _ in range(2)] == [READ, ANSWERED]
    assert desk.accepted == [(question.asked, question.round)]


def test_what_is_not_asked_any_more_is_not_answered(tmp_path: Path) -> None:
    desk, answers = answering(ask(tmp_path, QUESTIONS[0]))
    for asked, number, stays in (("pairs", 3, True), ("gone", 2, True), ("gone", 2, False), ("?", 2, True)):
        assert answers.answer(choice(asked, number, stays=stays)) == ANSWERED
    assert desk.accepted == []
    assert len(desk.state.questions) == 1


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What was put back: a round, or None for all that was missing."""
    done: list[object] = []

    def put_back(path: Path, number: int | None = None) -> PutBack:
        done.append(number)
        return PutBack([Said("desk.put.results", {"round": 2})])

    monkeypatch.setattr(module, "put_back", put_back)
    monkeypatch.setattr(module, "put_back_missing", put_back)
    return done


def test_what_was_published_is_put_back_once(tmp_path: Path, put: list[object]) -> None:
    desk, answers = answering(ask(tmp_path, *QUESTIONS))
    for question in (each for each in QUESTIONS if each.asked in PUT_BACK):
        form = choice(question.asked, question.round, stays=False)
        assert [answers.answer(form) for _ in range(2)] == [
            Reply("The results of round 2 are again as they were known.", "en"),
            ANSWERED,
        ]
    assert put == [2, 2, 2, 2, None, None, None]
    assert desk.accepted == []


def test_nothing_is_put_back_while_the_workbook_is_open(tmp_path: Path, put: list[object]) -> None:
    """Desk 4.7."""
    (tmp_path / "~$Friday.xlsx").touch()
    desk, answers = answering(ask(tmp_path, QUESTIONS[0]))
    said = "Friday.xlsx is open in Excel: close it and press the button again; or undo the change there, and save."
    assert answers.answer(choice("pairs", 2, stays=False)) == Reply(said, "en")
    assert put == []
    assert len(desk.state.questions) == 1, "it is still asked"


@pytest.mark.parametrize(
    "reason", [PutBackError("desk.put.as_published", round=2), SaveError("It cannot be.")], ids=type
)
def test_why_nothing_is_put_back_is_said(tmp_path: Path, reason: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> PutBack:
        raise reason

    monkeypatch.setattr(module, "put_back", refuse)
    desk, answers = answering(ask(tmp_path, QUESTIONS[0]))
    assert answers.answer(choice("pairs", 2, stays=False)) == Reply(str(reason), "en")
    assert len(desk.state.questions) == 1


def test_an_answer_comes_from_the_page(tmp_path: Path) -> None:
    desk = FakeDesk(ask(tmp_path, QUESTIONS[0]))
    with serve(as_desk(desk)) as server:
        told = post(server, "answer", asked="pairs", round=2, stays="yes")
    assert (told.status, json.loads(told.text)["text"], desk.accepted) == (200, READ.text, [(Asked.PAIRS, 2)])


def test_problems_name_the_buttons_as_the_page_does() -> None:
    """On the sheet Problems and in the terminal stands the button besides the command."""
    w = load_words("en")
    assert (press(w("desk.asked.put_back")), press(w("desk.asked.played_so"))) == (found.PUT_BACK, found.PLAYED_SO)
    gone = found.describe_gone(2, "", 1)
    assert gone.otherwise[0].endswith(press(w("desk.anew.yes")))
    lost = found.describe_lost_sheet("Players")
    assert lost.hint.endswith(press(w("desk.asked.put_sheet_back")))
    few = describe_few(marked_alone("Ada"))
    assert few is not None
    assert f'press "{w("desk.asked.pair_few")}" on' in few.hint
    older = ask_about_older([Change("Event", "B3", "", "Date", "1", "")], "It is older", Said("desk.blank", {}))
    assert older.problem.hint.endswith(press(w("desk.asked.put_missing_back")))
    assert older.problem.otherwise[0].endswith(press(w("desk.asked.as_it_is")))


def marked_alone(name: str) -> Event:
    """Return an event of four in which one is marked as here."""
    event = computed(event_sheet(), players({"Player": name, "Here": "x"}, "Ben", "Cy", "Dee")).event
    assert event is not None
    return event
