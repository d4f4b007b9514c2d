"""The desk's page as HTML, whatever the names are, and that each of its words comes from the file of words."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from lxml import html

from tests.desk.fake import run_sample, show_workbook
from tests.desk.parsed_page import KEPT, parsed
from tests.prints.events import ENGLISH, TRICKY
from tests.prints.word_lists import letters, names_in, only_values, texts_of
from tests.support.books import enter_results
from turnabout_sheets.changes.differences import Change
from turnabout_sheets.desk import sentences
from turnabout_sheets.desk.page import make_view, render_live_part, render_page
from turnabout_sheets.desk.state import DeskState, Fault, FaultKind, ToPrint
from turnabout_sheets.prints.outdated import Outdated
from turnabout_sheets.prints.words import Words
from turnabout_sheets.workbook.files.other_programs import OtherProgram


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> DeskState:
    """In round 3 tables 8 and 9 are out, and it was typed and printed when Excel had the workbook open."""
    state = run_sample("in-progress", tmp_path_factory.mktemp("running"))
    enter_results(state.workbook, 3, leave=2)
    state = show_workbook(state.workbook)
    return replace(
        state,
        open_in=OtherProgram(state.workbook.name, "Excel", "Ann", "~$in-progress.xlsx"),
        saved=datetime(2026, 5, 31, 14, 3, 2),
        changes=(
            Change("Round 3", "D4", "Table 3", "Game 1 winner", "A", "B"),
            Change("Round 3", "E4", "Table 3", "Game 1 count", "", "7"),
            Change("Event", "B3", "", "Venue", "", "Hall"),
            Change("Players", "", "Zoë", "Player", "Zoë", ""),
        ),
        to_print=ToPrint("", Outdated(3, (8, 9), ("round-03-pairings-by-player.html",))),
    )


def test_names_can_bring_nothing_into_disorder(running: DeskState) -> None:
    changes = tuple(Change(name, name, name, name, name, name) for name in TRICKY)
    state = replace(running, changes=changes, fault=Fault(FaultKind.BROKEN, TRICKY[1], Path(TRICKY[1])))
    tree = parsed(state)
    assert len(tree.xpath("//script")) == len(parsed(running).xpath("//script")) == 1
    assert [each.text_content() for each in tree.xpath('//*[@id="changes"]//b')] == list(TRICKY)


def test_the_live_part_is_that_of_the_page(running: DeskState) -> None:
    assert render_live_part(running, [KEPT]) in render_page(running, [KEPT], "N0nce", 10)


def test_no_command_line_stands_on_the_page_where_it_does_not_answer(running: DeskState) -> None:
    """Desk 2.13."""
    (gone,) = parsed(running).xpath('//template[@id="gone"]')
    assert "start it again as you did before" in gone.text_content()
    assert "turnabout" not in gone.text_content()


def test_no_word_stands_on_the_page_but_names_and_what_the_file_of_words_says(
    running: DeskState, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = Words("en", {key: only_values(words) for key, words in ENGLISH.texts.items()})
    monkeypatch.setattr(sentences, "load_words", lambda *_: values)
    tree = parsed(replace(running, changes=()))
    for script in tree.xpath("//script"):
        script.drop_tree()
    shown = html.tostring(tree, encoding="unicode")
    assert running.outcome is not None
    assert running.outcome.computed.results is not None
    allowed = names_in(running.outcome.computed.results) | {"A", "B"} | letters(f"{running.workbook} Excel Round 3")
    form = make_view(running, ()).entry
    assert form is not None
    allowed |= letters(form.how)
    assert {word for each in texts_of(shown) for word in letters(each)} - allowed == set()
