"""Players come and go by buttons of the desk's page, by keys alone, in a browser, with a real desk behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.axe import find_violations
from tests.desk.browsing import at_desk, look_in_both_schemes, press, says
from tests.desk.fake import run_sample
from tests.support.books import cells, edit

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("short_pauses")]


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    return run_sample("in-progress", tmp_path).workbook


def test_somebody_is_let_in_and_that_is_taken_back_by_keys_alone(workbook: Path) -> None:
    """Desk 2.15 to 2.18."""
    with at_desk(workbook) as browser:
        browser.ask('document.getElementById("person").focus()')
        press(browser, "Zoe Lind", "Enter")
        browser.wait_for(says("person-buttons", "Joins from round 4"))
        assert browser.ask('document.querySelectorAll("#person-names option").length') == 19
        assert look_in_both_schemes(browser) == []
        assert find_violations(browser) == []
        press(browser, "Tab", "Tab", "Enter")
        browser.wait_for(says("people-said", "Players!F21"))
        assert cells(workbook, "Players")[20][5] == 4
        browser.wait_for('document.querySelectorAll("#person-names option").length === 20')
        assert browser.ask('document.activeElement.id + document.getElementById("person").value') == "person"
        browser.wait_for(says("undo", "Undo: \u2068Zoe Lind\u2069: Joins from round 4"))
        browser.ask('document.getElementById("undo").click()')  # the page may be redrawn between two keys
        browser.wait_for(says("said", "Taken back"))
        browser.wait_for('document.getElementById("undo").dataset.ask === "undo-question"')
    assert not any(map(any, cells(workbook, "Players")[20:]))


def test_who_is_meant_is_asked(workbook: Path) -> None:
    with at_desk(workbook) as browser:
        browser.ask('document.getElementById("person").focus()')
        press(browser, "Silva Carla", "Enter")
        browser.wait_for(says("person-text", "Do you mean"))
        press(browser, "Tab", "Tab", "Enter")
        browser.wait_for(says("person-buttons", "Drops after round 3"))
        assert browser.ask('document.getElementById("person").value') == "Carla Silva"


def test_a_problem_has_its_button(workbook: Path) -> None:
    """Desk 2.19."""
    edit(workbook, {"Players": {"A21": "Zoe Lind"}})
    with at_desk(workbook) as browser:
        browser.wait_for('!!document.getElementById("trouble")')
        browser.ask('document.getElementById("trouble").click()')
        browser.wait_for(says("people-said", "Zoe Lind is in round 3 at table 10 against Carla Silva"))
        browser.wait_for('document.getElementById("problems").hidden')
