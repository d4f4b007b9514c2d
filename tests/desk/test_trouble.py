"""One half-typed row takes nothing else away: the desk while the workbook has errors (desk 5.2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.browsing import look_in_both_schemes
from tests.desk.desks import wait_for_fault, watching
from tests.desk.fake import run_sample
from tests.prints.browser import chromium
from tests.support import books
from turnabout_sheets.desk.server import serve

pytestmark = pytest.mark.slow

HALF = {"D5": "A"}
WHOLE = {"D5": "A", "E5": 11, "F5": "B", "G5": 4}


@pytest.mark.browser
@pytest.mark.usefixtures("short_pauses")
def test_the_headline_turns_red_and_the_hall_keeps_its_screen(tmp_path: Path) -> None:
    browser, workbook = chromium(), run_sample("in-progress", tmp_path).workbook
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
