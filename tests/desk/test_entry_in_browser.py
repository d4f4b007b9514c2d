"""Results are entered on the desk's page by keys alone, in a browser, with a real desk behind it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.desk.browsing import at_desk, press, says
from tests.desk.fake import run_sample
from tests.support.books import cells, enter_results

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("short_pauses", "no_pages")]


def value(name: str) -> str:
    return f'document.getElementById("entry-{name}").value'


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """Round 3 is paired, and no result of it is in."""
    return run_sample("in-progress", tmp_path).workbook


def test_a_round_is_entered_by_keys_alone(workbook: Path) -> None:
    """Field by field, and in lines; who stands in the field for the table stays there, and the desk follows.

    Desk 2.7.
    """
    rows = cells(workbook, "Round 3")[1:]
    tables = {row[0]: row[1:3] for row in rows if row[0]}
    enter_results(workbook, 3, leave=3)  # of tables 7 to 9
    with at_desk(workbook) as browser:
        press(browser, "7")
        browser.wait_for(says("entry-match", " – ".join(tables[7])))
        press(browser, "Tab", "a", "Tab", "12", "Tab", tables[7][1][:4].lower(), "Tab", "7", "Enter")
        browser.wait_for(says("entry-said", "Game 2 winner B, Game 2 count 7. VP 17–13."))
        assert browser.ask(f"[document.activeElement.id, {value('table')}, {value('winner_1')}]") == [
            "entry-table",
            "",
            "",
        ]
        browser.wait_for(says("next", "The results of tables 8 and 9 are missing."))
        press(browser, "8 b 9 a 8", "Enter")
        browser.wait_for(says("entry-said", "table 8, "))
        browser.wait_for(says("next", "The result of table 9 is missing."))
        press(browser, "9", "Tab", "Tab", "Tab", "Tab", "Tab", "ArrowDown", "Enter")
        browser.wait_for(says("entry-said", "Ruling A no-show"))
        browser.wait_for(says("next", "Print the pages of round 4"))
        browser.wait_for(f'{value("round")} === "4"')
        assert browser.ask("document.activeElement.id") == "entry-table"
    assert [row[3:7] for row in cells(workbook, "Round 3")[7:9]] == [["A", 12, "B", 7], ["B", 9, "A", 8]]


def test_a_result_that_is_in_is_replaced_by_enter_once_more_and_taken_back(workbook: Path) -> None:
    with at_desk(workbook) as browser:
        press(browser, "1 a 12 b 7", "Enter")
        browser.wait_for(says("next", "The results of tables 2–9 are missing."))
        press(browser, "1")
        browser.wait_for(f'{value("count_2")} === "7"')
        press(browser, "Tab", "Tab", "Tab", "Tab", "9", "Enter")
        browser.wait_for(says("entry-said", "Game 2 count 9 instead of 7? Press Enter again to replace it."))
        assert cells(workbook, "Round 3")[1][3:7] == ["A", 12, "B", 7]
        first = browser.ask('document.getElementById("undo").dataset.with')
        press(browser, "Enter")
        browser.wait_for(says("entry-said", "Game 2 count 9 instead of 7. VP"))
        browser.wait_for(f'{value("table")} === ""')
        browser.wait_for(f'document.getElementById("undo").dataset.with !== {json.dumps(first)}')
        browser.wait_for(says("undo", "Undo: table 1 of round 3"))
        browser.ask('document.getElementById("undo").click()')  # the page may be redrawn between two keys
        browser.wait_for(says("said", "Taken back: round 3, table 1, "))
        assert cells(workbook, "Round 3")[1][3:7] == ["A", 12, "B", 7]


def test_what_was_asked_is_not_confirmed_by_another_enter(workbook: Path) -> None:
    with at_desk(workbook) as browser:
        press(browser, "1 a 12 b 7", "Enter")
        browser.wait_for(says("entry-said", "VP 17–13"))
        press(browser, "1 a 12 b 8", "Enter")
        browser.wait_for(says("entry-said", "Press Enter again"))
        browser.wait_for(f'{value("table")} === "1 a 12 b 8"')
        press(browser, "1 a 12 b 89", "Enter")
        browser.wait_for(says("entry-said", "count 89 instead of 7? Press Enter again"))
        press(browser, "Escape")
        browser.wait_for('!document.getElementById("entry-said").innerText')
        press(browser, "1 a 12 b 89", "Enter")
        browser.wait_for(says("entry-said", "Press Enter again"))
    assert cells(workbook, "Round 3")[1][3:7] == ["A", 12, "B", 7]


def test_what_is_wrong_is_said_aloud_and_what_was_typed_stays(workbook: Path) -> None:
    with at_desk(workbook) as browser:
        assert browser.ask('document.getElementById("entry-said").getAttribute("role")') == "log"
        fields = '[...document.querySelectorAll("#entry :is(input, select)")]'
        assert browser.ask(f"{fields}.filter(each => !each.labels[0]?.innerText.trim()).length") == 0
        press(browser, "1", "Tab", "a", "Tab", "twelve", "Enter")
        browser.wait_for(says("entry-said", "Game 1 count: “twelve” is not a whole number."))
        assert browser.ask(f"[document.activeElement.id, {value('count_1')}]") == ["entry-count_1", "twelve"]
        assert browser.ask('document.querySelector("#entry-said .refused [lang=en]") !== null')


def test_while_the_workbook_is_open_the_form_is_closed_and_keeps_what_was_typed(workbook: Path) -> None:
    lock = workbook.with_name(f"~${workbook.name}")
    with at_desk(workbook) as browser:
        press(browser, "1", "Tab", "a")
        lock.touch()
        browser.wait_for('document.getElementById("entry-table").matches(":disabled")')
        assert browser.ask(says("entry-closed", "is open in Excel: type the result there, or close it."))
        lock.unlink()
        browser.wait_for('!document.getElementById("entry-table").matches(":disabled")')
        assert browser.ask('document.getElementById("entry-closed").hidden')
        assert browser.ask(f"[{value('table')}, {value('winner_1')}]") == ["1", "a"]


def test_who_types_faster_than_it_is_answered_loses_nothing(workbook: Path) -> None:
    with at_desk(workbook) as browser:
        for line in ("1 a 12 b 7", "2 a 1 b", "3 draw draw", "1 b 3 b 3", "4 b 5 b 5"):
            press(browser, line, "Enter")
        browser.wait_for(says("entry-said", "table 4, "))
        assert browser.ask(f"[document.activeElement.id, {value('table')}]") == ["entry-table", "2 a 1 b"]
        assert browser.ask(says("entry-said", "Press Enter again"))
        press(browser, "5 a 1 b 1", "Enter")
        browser.wait_for(says("entry-said", "table 5, "))
    entered = [["A", 12, "B", 7], ["", "", "", ""], ["Draw", "", "Draw", ""], ["B", 5, "B", 5], ["A", 1, "B", 1]]
    assert [row[3:7] for row in cells(workbook, "Round 3")[1:6]] == entered
