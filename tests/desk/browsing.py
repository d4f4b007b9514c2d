"""The desk's page in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.prints.browser import Chromium

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


def press(browser: Chromium, key: str, code: int) -> None:
    """Press a key and let it go."""
    text = {"text": "\r"} if key == "Enter" else {}
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text)
