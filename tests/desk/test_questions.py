"""Questions on the desk's page: how they are shown, in every language."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from tests.desk.parsed_page import parsed, text
from tests.event.worked_events import FOUR
from tests.reading.grids import event_sheet, players
from tests.rounds.noted_rounds import computed
from turnabout_sheets.core.problems import Place, error, press
from turnabout_sheets.desk.state import DeskState
from turnabout_sheets.event.model import Event
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.jobs.compare import Finding, Kind
from turnabout_sheets.jobs.outcome import Computed, Outcome
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.reading.players import describe_few

WAYS = f"{press('Put it back', '--put-back', 'Round 2')}; if it was so: {press('Keep it', '--as-it-is', 'Round 2')}"
PROBLEM = error(Place("Round 2", "B2"), "Table 1 was Ann – Ben and is Ann – Cy.", WAYS)
SEATS = Finding(Kind.SEATS, "Round 2", PROBLEM, 2)


def ask(folder: Path, *questions: Finding, language: str = "English") -> DeskState:
    """Return the state of a desk that has read an event and asks something."""
    event = computed(event_sheet(language=language), players(*FOUR)).event
    problems = [each.problem for each in questions]
    found = Computed(
        folder / "Friday.xlsx", cast(Any, SimpleNamespace(format=TURNABOUT)), event, problems, questions=questions
    )
    return DeskState(1, found.workbook, Outcome(found))


def test_a_question_stands_first_with_a_button_for_each_answer_and_no_command(tmp_path: Path) -> None:
    """Desk 2.11 and 4.1."""
    tree = parsed(ask(tmp_path, SEATS), ())
    assert [each for each in tree.xpath("//main/*/@id") if text(tree, each)][:2] == ["next", "questions"]
    assert text(tree, "questions").startswith(
        "Was round 2 really played like this? Table 1 was Ann – Ben and is Ann – Cy."
    )
    assert text(tree, "next") == "Next A question first: Was round 2 really played like this?"
    buttons = tree.xpath('//*[@id="questions"]//button')
    assert [(each.text, each.get("data-do"), each.get("data-with")) for each in buttons] == [
        ("Put it back", "answer", "asked=seats&sheet=Round+2"),
        ("It was played like this", "answer", "asked=seats&sheet=Round+2&stays=yes"),
    ]
    described = [text(tree, each.get("aria-describedby")) for each in buttons]
    assert described[1] == "Round 2 counts as it is now, and the sheet Log says so."
    assert text(tree, "problems") == ""
    assert "--put-back" not in tree.text_content()


def test_problems_name_the_buttons_as_the_page_does() -> None:
    """On the sheet Problems and in the terminal stands the button besides the command."""
    w = load_words("en")
    few = describe_few(marked_alone("Ada"))
    assert few is not None
    assert f'press "{w("desk.asked.pair_few")}" on' in few.hint


def marked_alone(name: str) -> Event:
    """Return an event of four in which one is marked as here."""
    event = computed(event_sheet(), players({"Player": name, "Here": "x"}, "Ben", "Cy", "Dee")).event
    assert event is not None
    return event
