"""One half-typed row takes nothing else away: the desk while the workbook has errors (desk 5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.desk.browsing import look_in_both_schemes
from tests.desk.desks import wait_for_fault, watching
from tests.desk.fake import FakeDesk, as_desk, run_sample
from tests.prints.browser import chromium
from tests.support import books
from turnabout_sheets.desk.actions import Buttons
from turnabout_sheets.desk.page import DeskPage, find_round_to_pair_anew, make_view, render_live_part
from turnabout_sheets.desk.server import serve
from turnabout_sheets.desk.state import DeskState, ToPrint
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run
from turnabout_sheets.prints.outdated import Outdated

pytestmark = pytest.mark.slow

HALF = {"F5": "A"}
WHOLE = {"F5": "A", "G5": 11, "H5": "B", "I5": 4}
SAVED = datetime(2026, 5, 31, 14, 32)


@pytest.fixture
def good(tmp_path: Path) -> DeskState:
    state = run_sample("in-progress", tmp_path)
    return DeskState(1, state.workbook, state.outcome, good=state.outcome, good_saved=SAVED)


def save_and_see(good: DeskState, changes: Mapping[str, Mapping[str, Any]]) -> DeskPage:
    """Return the page after a save that has changed some cells, by sheet."""
    books.edit(good.workbook, {sheet: dict(cells) for sheet, cells in changes.items()})
    return make_view(replace(good, outcome=run(good.workbook, Options())), ())


def test_a_half_typed_row_is_told_large_and_takes_nothing_away(good: DeskState) -> None:
    before = make_view(good, ())
    page = save_and_see(good, {"Round 3": HALF})
    assert page.next == "Fix this in the workbook, then save"
    assert page.trouble is not None
    assert page.trouble.place == "Round 3!G5"
    assert page.trouble.message.startswith("A won game 1, but the count is missing")
    assert page.trouble.message not in [line.message for line in page.problems.lines]
    assert [line[:4] for line in page.outstanding.lines] == [line[:4] for line in before.outstanding.lines]
    assert [line.wrong for line in page.outstanding.lines if line.wrong] == ["Error"]
    assert page.standings.lines == before.standings.lines
    assert page.standings.note == "As of 14:32:00, before the mistake in Round 3!G5"
    assert page.links == before.links
    assert [each.target for each in page.buttons] == [each.target for each in before.buttons]


def test_tables_that_come_in_meanwhile_are_no_longer_missing(good: DeskState) -> None:
    before = make_view(good, ())
    page = save_and_see(good, {"Players": {"C2": "perhaps"}, "Event": {"B5": "many"}, "Round 3": WHOLE})
    assert page.trouble is not None
    assert len(page.outstanding.lines) == len(before.outstanding.lines) - 1


def test_a_row_that_cannot_be_read_any_more_stays_listed(good: DeskState) -> None:
    before = make_view(good, ())
    page = save_and_see(good, {"Round 3": {"B5": "Nobody Whom We Know"}})
    assert [line.table for line in page.outstanding.lines] == [line.table for line in before.outstanding.lines]


def test_a_sheet_that_cannot_be_read_leaves_the_tables_as_they_were(good: DeskState) -> None:
    before = make_view(good, ())
    page = save_and_see(good, {"Players": {"A1": "Somebody"}})
    assert page.trouble is not None
    assert [line[:4] for line in page.outstanding.lines] == [line[:4] for line in before.outstanding.lines]
    assert page.outstanding.note.endswith(f" · {page.standings.note}")
    assert page.standings.lines == before.standings.lines


def test_a_desk_that_starts_on_errors_shows_what_there_is(good: DeskState) -> None:
    page = save_and_see(replace(good, good=None, good_saved=None), {"Round 2": {"G5": ""}})
    assert page.trouble is not None
    assert page.notes == ()
    assert not page.standings.lines
    assert [line[:4] for line in page.outstanding.lines] == [
        ("2", "4", *page.outstanding.lines[0][2:4]),
        *(line[:4] for line in make_view(good, ()).outstanding.lines),
    ]
    assert [link.name for link in page.links] == ["all-pages", "screen"]


def test_what_is_to_be_printed_again_is_printed_in_spite_of_errors(good: DeskState) -> None:
    again = Outdated(3, (1, 2), ())
    state = replace(good, to_print=ToPrint(again=again))
    books.edit(good.workbook, {"Round 3": HALF})
    desk = FakeDesk(replace(state, outcome=run(good.workbook, Options())))
    paper = Buttons(as_desk(desk)).show_again()
    assert paper is not None
    assert b"Kumar" in paper  # at table 1
    assert b"Castro" not in paper  # at table 4


def test_a_round_that_waits_is_not_paired_anew_while_there_are_errors(good: DeskState) -> None:
    assert good.outcome is not None
    waits = replace(good.outcome, waiting="open")
    assert find_round_to_pair_anew(replace(good, outcome=waits)) == 3
    assert find_round_to_pair_anew(replace(good, outcome=replace(waits, results=None))) == 0


def test_the_words_are_in_the_language_of_the_event(good: DeskState) -> None:
    page = save_and_see(good, {"Event": {"B23": "Deutsch"}, "Round 3": HALF})
    assert page.next == "In der Arbeitsmappe berichtigen, dann speichern"
    assert "Fehler in Round 3!G5" in page.standings.note


@pytest.mark.browser
@pytest.mark.usefixtures("short_pauses")
def test_the_headline_turns_red_and_the_hall_keeps_its_screen(good: DeskState) -> None:
    browser, workbook = chromium(), good.workbook
    color = "getComputedStyle(document.getElementById('next')).borderLeftColor"
    with watching(workbook) as desk, serve(desk) as shown:
        wait_for_fault(desk, None)
        browser.open(shown.address)
        browser.wait_for("document.querySelectorAll('#outstanding tbody tr').length > 0")
        calm, tables = browser.ask(color), browser.ask("document.querySelectorAll('#outstanding tbody tr').length")
        books.edit(workbook, {"Round 3": HALF})
        browser.wait_for("document.getElementById('next').classList.contains('trouble')")
        assert browser.ask(color) != calm
        assert browser.ask("document.querySelectorAll('#outstanding tbody tr').length") == tables
        assert look_in_both_schemes(browser) == []
        assert browser.ask("fetch('prints/screen.html').then(answer => answer.status)") == 200
        books.edit(workbook, {"Round 3": WHOLE})
        browser.wait_for("!document.getElementById('next').classList.contains('trouble')")
        browser.open("about:blank")


def test_the_page_says_of_which_version_it_is_only_while_there_are_errors(good: DeskState) -> None:
    assert b"As of 14:32" not in render_live_part(good, ())
