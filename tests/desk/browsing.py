"""The desk's page in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.prints.browser import Chromium, chromium
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.server import serve

CONTRAST, STRUCTURE = (Path(__file__).with_name(f"{name}.js").read_text("utf-8") for name in ("contrast", "structure"))
"""Scripts that look a page over."""


WATCH = """
addEventListener("securitypolicyviolation", event => (window.refused ??= []).push(event.violatedDirective));
window.printed = [];
"""
"""What notes from the start what the policy has refused."""


def says(name: str, words: str) -> str:
    """Return the expression for a piece that says something."""
    return f'document.getElementById("{name}").innerText.includes({words!r})'


def look_in_both_schemes(browser: Chromium) -> list[Any]:
    """Return the texts that do not stand out from their ground, on a light page or on a dark one."""
    found: list[Any] = []
    for scheme in ("light", "dark"):
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        found += browser.ask(CONTRAST)
    browser.call("Emulation.setEmulatedMedia", features=[])
    return found


_CODES = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40}


@contextmanager
def at_desk(workbook: Path) -> Iterator[Chromium]:
    """Have the page of a desk open that watches a workbook, and stand in the field for the table."""
    browser, desk = chromium(), Desk(workbook)
    script = browser.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)["identifier"]
    desk.start()
    try:
        with serve(desk, heartbeat=0.5) as server:
            browser.open(server.address)
            browser.wait_for('!!document.getElementById("entry-table")')
            browser.ask('document.getElementById("entry-table").focus()')
            yield browser
            assert browser.ask("window.refused ?? []") == []
    finally:
        browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
        browser.open("about:blank")
        desk.stop()


def press(browser: Chromium, *keys: str) -> None:
    """Press keys one after the other; what is no key's name is typed."""
    for key in keys:
        if key not in _CODES:
            browser.call("Input.insertText", text=key)
            continue
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            browser.call(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=_CODES[key], **text
            )
