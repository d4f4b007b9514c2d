"""The pictures of somebody's first event: eight players, from their names to the slips of round 2."""

from __future__ import annotations

import base64
import contextlib
import time
from pathlib import Path

from picture_tools import (
    PICTURES,
    SETTLED,
    at_work,
    pair_first_round,
    picture_of_sheet,
    print_page,
    run,
    shoot,
    type_rows,
    wait_for,
)

from tests.prints.browser import Chromium
from turnabout_sheets.jobs.edit import enter_result
from turnabout_sheets.jobs.outcome import prints_folder

WORKBOOK = Path("My first event.xlsx")
PLAYERS = ("Ada Marsh", "Ben Olsen", "Cy Roe", "Dee Kay", "Eve Lund", "Flo May", "Gil Park", "Ida Stone")

ENTERED = ("1 a 12 b 7", "2 b 3 b 15", "3 draw a 20")
"""The results that are in, as they are typed; table 4 is still out."""

LAST = (4, "a 6 a 18")

TABLE = "[...document.querySelectorAll('input')].find(each => each.labels[0]?.innerText.startsWith('Table'))"
"""The field for a result, in the page."""


def pictures_of_first_event(folder: Path) -> None:
    """Show what a newcomer sees."""
    (folder / "first event").mkdir()
    with contextlib.chdir(folder / "first event"):  # so that no picture shows where that is
        run("turnabout", "new", WORKBOOK)
        type_rows(WORKBOOK, "Players", [[name] for name in PLAYERS], "A")
        picture_of_sheet(folder, WORKBOOK, "Players", "A1:E10", "first-players.png")
        with at_work(WORKBOOK) as (desk, address):
            pair_first_round(folder, WORKBOOK, desk, address, "first-desk.png", ("first-round.png", 760))
            shoot_entries(address, "first-results.png")
            enter_result(WORKBOOK, *LAST)
            wait_for(WORKBOOK, "Round 2", "round-02-slips.html")
            shoot(folder, address, "first-next-round.png", "1280,340")
        print_page(folder, prints_folder(WORKBOOK) / "round-02-slips.html", "first-slips.png")


def shoot_entries(address: str, picture: str) -> None:
    """Type results on the desk's page, as somebody does, and show it with its answers."""
    browser = Chromium(in_window=True)
    try:
        size = {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        browser.call("Emulation.setDeviceMetricsOverride", **size)
        browser.call("Emulation.setScrollbarsHidden", hidden=True)
        browser.open(address)
        for number, result in enumerate(ENTERED, 1):
            browser.ask(f"{TABLE}.focus()")
            browser.call("Input.insertText", text=result)
            for kind in ("rawKeyDown", "char", "keyUp"):
                browser.call("Input.dispatchKeyEvent", type=kind, key="Enter", text="\r", windowsVirtualKeyCode=13)
            browser.wait_for(f"document.body.innerText.includes('Undo: table {number} of round 1')")
        browser.wait_for("document.querySelector('.step').innerText.includes('table 4')")
        time.sleep(SETTLED)
        shot = browser.call("Page.captureScreenshot")["data"]
        (PICTURES / picture).write_bytes(base64.b64decode(shot))
    finally:
        browser.close()
