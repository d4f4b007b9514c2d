"""The page in the language of the event: nothing of it is English but what is said to be (desk 2.1)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html
from openpyxl import load_workbook

from tests.desk.fake import FakeDesk, as_desk, run_sample, show_workbook
from tests.prints.word_lists import texts_of
from tests.support.books import cells, edit, enter_results
from tests.support.desk import Desk
from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.desk.actions import Answers, Buttons, Choice
from turnabout_sheets.desk.entry import Entries, Order
from turnabout_sheets.desk.page import render_page
from turnabout_sheets.desk.start_page import render_page as render_start_page
from turnabout_sheets.desk.state import DeskState, Fault, FaultKind
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.workbook.files.other_programs import OtherProgram, Waiting, Why

pytestmark = pytest.mark.slow

ENGLISH = frozenset("the and is are of to with be been not this that has have it its were when if does from by".split())
"""Words without which there is hardly an English sentence, and which are no German ones."""

MAY_BE_ENGLISH = (
    "ancestor-or-self::*[@id='problems' or @id='fault' or contains(@class, 'trouble')] "
    "or self::dt or self::th or not(node())"
)
"""What is wrong in the workbook, what the system says, and names of columns and settings, which are so in it."""


def find_english(text: str) -> set[str]:
    return ENGLISH & {*re.findall(r"(?<![\w/\\-])[a-z]+(?![\w/\\-])", text)}


def check_page(page: bytes) -> None:
    """See that a page says nothing in English but what it marks so, and marks nothing else."""
    tree = html.document_fromstring(page.decode())
    assert [each.text_content() for each in tree.xpath(f"//body//*[@lang='en'][not({MAY_BE_ENGLISH})]")] == []
    for apart in tree.xpath("//body//*[@lang='en'] | //bdi"):  # names are in whatever language
        apart.drop_tree()
    for text in texts_of(html.tostring(tree, encoding="unicode")):
        assert not find_english(text), text


def check(state: DeskState) -> None:
    check_page(render_page(state, None, "", 1.0))


def in_german(name: str, folder: Path) -> DeskState:
    workbook = run_sample(name, folder).workbook
    Desk(workbook).type("Event", "Language", {"Value": "Deutsch"})
    return show_workbook(workbook)


SAMPLES = ("in-progress", "finished", "cup", "round-robin", "netrunner", "duplicate", "duplicate-in-progress", "broken")


@pytest.mark.parametrize("name", SAMPLES)
def test_each_event_has_a_german_page(name: str, tmp_path: Path) -> None:
    """Desk 2.1."""
    state = in_german(name, tmp_path)
    check(state)
    check(replace(state, open_in=OtherProgram(state.workbook.name, "Excel", "Ann", "~$a.xlsx")))


def test_each_fault_is_told_in_german(tmp_path: Path) -> None:
    """Desk 5.1: what the system says beside it is English, and marked so."""
    state = in_german("in-progress", tmp_path)
    for kind in FaultKind:
        check(replace(state, fault=Fault(kind, "The disk is gone.", path=tmp_path)))


def test_a_round_that_waits_and_was_changed_by_hand_is_told_in_german(tmp_path: Path) -> None:
    state = in_german("in-progress", tmp_path)
    assert state.outcome is not None
    check(replace(state, outcome=replace(state.outcome, waiting=Waiting(Why.OPEN, state.workbook.name))))
    names = cells(state.workbook, "Round 3")
    edit(state.workbook, {"Round 3": {"C2": names[2][2], "C3": names[1][2]}})
    changed = show_workbook(state.workbook)
    assert changed.outcome is not None
    assert changed.outcome.remarks
    check(changed)


def play(workbook: Path) -> None:
    enter_results(workbook, 3)
    show_workbook(workbook)


def swap(workbook: Path) -> None:
    play(workbook)
    names = cells(workbook, "Round 3")
    edit(workbook, {"Round 3": {"C2": names[2][2], "C3": names[1][2]}})


def delete(workbook: Path) -> None:
    play(workbook)
    book = load_workbook(workbook)
    del book["Round 3"]
    book.save(workbook)


def type_over(workbook: Path) -> None:
    play(workbook)
    rows = enumerate(cells(workbook, "Round 3")[1:], 2)
    edit(workbook, {"Round 3": {f"G{row}": line[6] + 10 for row, line in rows if line[6] != ""}})


def bring_an_older_one(workbook: Path) -> None:
    older = workbook.read_bytes()
    play(workbook)
    workbook.write_bytes(older)


QUESTIONS = {
    Asked.PAIRS: swap,
    Asked.GONE: delete,
    Asked.RESULTS: type_over,
    Asked.OLDER: bring_an_older_one,
}


@pytest.mark.parametrize("asked", QUESTIONS)
def test_what_is_asked_and_answered_is_german(asked: Asked, tmp_path: Path) -> None:
    """Desk 4.1."""
    state = in_german("in-progress", tmp_path)
    QUESTIONS[asked](state.workbook)
    state = show_workbook(state.workbook)
    assert [each.asked for each in state.questions] == [asked]
    check(state)
    answers = Answers(as_desk(FakeDesk(state)))
    choice = Choice(asked, state.questions[0].round, stays=False)
    for _ in range(2):
        reply = answers.answer(choice)
        assert reply.language == "de"
        assert not find_english(reply.text), reply.text


def press_all(desk: FakeDesk) -> Iterator[tuple[str, str]]:
    buttons = Buttons(as_desk(desk))
    for press in (buttons.note_printed, buttons.undo, buttons.go_on, buttons.pair, buttons.pair_anew):
        yield press()


def enter_all(desk: FakeDesk) -> Iterator[tuple[str, str]]:
    entries = Entries(as_desk(desk))
    lines = ("1 a 12 b 7", "1 a 12 b 7", "1 draw draw", "99 a", "x a", "1", "1 a zwölf", "1 x 3", "1 a 1 b 2 3")
    for line in lines:
        reply = entries.enter(Order(line, "3", {}, confirmed=False))
        yield from [(reply.text, reply.language), *reply.problems]
    for round in ("9", "1"):
        yield entries.enter(Order("99", round, {"winner_1": "a"}, confirmed=False))[:2]
    for _ in range(2):
        yield entries.take_back()[:2]


@pytest.mark.parametrize("do", [press_all, enter_all])
def test_what_comes_of_buttons_and_entries_is_german(
    do: Callable[[FakeDesk], Iterator[tuple[str, str]]], tmp_path: Path
) -> None:
    for text, language in do(FakeDesk(in_german("in-progress", tmp_path))):
        assert language == "de"
        assert not find_english(text), text


def test_the_start_page_is_german(tmp_path: Path) -> None:
    check_page(render_start_page([], tmp_path, "", load_words("de")))
