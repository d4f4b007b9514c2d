"""What axe finds on a page that keeps somebody from using it; it comes from npm, and nothing depends on it."""

from __future__ import annotations

from pathlib import Path

from tests.prints.browser import Chromium
from tests.real_software import made

FOLDER = Path(__file__).parents[1] / "build/axe"
INSTALL = "npm install --prefix build/axe axe-core"

FOUND = """axe.run({resultTypes: ["violations"]})
    .then(found => found.violations.map(each => [each.id, each.nodes.map(node => node.html)]))"""
"""Only what is wrong is told whole: of all that is right it takes as long as to look for it."""


def find_violations(browser: Chromium, size: tuple[int, int] = (1280, 800)) -> list[tuple[str, list[str]]]:
    """Return the rules that the page which is open breaks at a size in pixels, each with the elements that do."""
    axe = made(FOLDER / "node_modules/axe-core/axe.min.js", INSTALL).read_text("utf-8")
    width, height = size
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    browser.call("Runtime.evaluate", expression=axe)
    found = [(rule, elements) for rule, elements in browser.ask(FOUND)]
    browser.call("Emulation.clearDeviceMetricsOverride")
    return found
