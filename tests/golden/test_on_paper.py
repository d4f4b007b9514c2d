"""Every page as Chromium prints it: a sheet a page, nothing near an edge or a cut, and no word on another."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from lxml import html

from tests.dose import dose
from tests.golden.test_names import PAGES, TITLE, TRICKY, columns_of, write_event
from tests.prints.cutting import overlaps
from tests.prints.printed import PAPERS, Printed, print_page
from tests.support.commands import turnabout
from tests.support.simulated import simulated

pytestmark = [pytest.mark.browser, pytest.mark.soak]

LONG: Final = (
    "Maximiliane von und zu Hohenlohe-Waldenburg-Schillingsfürst-Kupferzell de la Fontaine-Bleue",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftspräsidenten",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    *TRICKY,
)
EDGE, CUT = 8.0, 6.0
"""Millimetres at the edges of a posted page, and around what is cut, where nothing stands."""
LEAST: Final = {"slips": 7, "movement-sheets": 9, "table-cards": 9}
"""Points of the smallest type on pages that players read on their tables."""
DASHES: Final = re.compile(r"M([\d.]+) ([\d.]+)((?:v2m0 2)+|(?:h2m2 0)+)")

NAMED: Final = {
    "doubles": ("Deutsch", "A4", 4),
    "odd-netrunner": ("Français", "Letter", 6),
    "odd-turnabout": ("Español", "A4", 2),
    "double-elimination": ("Deutsch", "Letter", 6),
    "odd-duplicate": ("Français", "A4", 6),
    "german": ("Deutsch", "Letter", 4),
}
"""Events in which everybody has a name that is hard to print, by language, paper and slips on a page."""
MADE: Final[Mapping[str, tuple[Any, ...]]] = {
    "64 players": ("--players", 64, "--rounds", 5, "--played", 5, "--no-shows", 2),
    "Netrunner, 37": ("--players", 37, "--format", "Netrunner", "--played", 2, "--missing", 3, "--paper", "Letter"),
    "Duplicate, 23": ("--players", 23, "--format", "Duplicate Magic", "--played", 4, "--language", "Español"),
    "a cup of 40": ("--players", 40, "--pairing", "single elimination", "--played", 2, "--paper", "Letter"),
    "12 rounds": ("--players", 30, "--rounds", 12, "--played", 11, "--slips-per-page", 6, "--timing", "split"),
    "131 players": ("--players", 131, "--played", 1, "--timing", "bronstein", "--language", "Français"),
}


def cuts_of(tree: Any) -> tuple[set[float], set[float]]:
    """Return where a sheet is cut across and down, in millimetres."""
    drawn = "".join(path.get("d") for each in tree.find_class("cuts")[:1] for path in each.iter("path"))
    lines = DASHES.findall(drawn)
    return {float(x) for x, _, dashes in lines if dashes[0] == "v"}, {float(y) for _, y, d in lines if d[0] == "h"}


def check_clear(printed: Printed, tree: Any, number: int) -> None:
    """Check that there is no ink near the edges of a page, nor near a cut but on it."""
    width, height = printed.sizes[number]
    across, down = cuts_of(tree)
    edge = CUT if across or down else EDGE

    def allowed(x: Any, y: Any) -> Any:
        on_cut = np.zeros(x.shape, bool)
        clear = (x > edge) & (x < width - edge) & (y > edge) & (y < height - edge)
        for place, at in ((x, across), (y, down)):
            for cut in at:
                clear &= abs(place - cut) > CUT
                on_cut |= (abs(place - cut) < 0.5) & (np.minimum(x, width - x) > 0) & (np.minimum(y, height - y) > 0)
        return clear | on_cut

    assert printed.ink_outside(number, allowed)[:5] == []


def check_pages(folder: Path, paper: str, tmp_path: Path, names: set[str]) -> None:
    seen = 0
    for file in sorted(folder.glob("*.html")):
        if file.stem in ("index", "screen", "player-cards") or re.fullmatch(r"round-\d+", file.stem):
            continue
        tree = html.document_fromstring(file.read_bytes())
        sheets, printed = tree.find_class("sheet"), print_page(file.read_text("utf-8"), tmp_path)
        assert printed.pages == len(sheets), file.name
        for number in {0, printed.pages - 1}:
            size = tuple(sorted(printed.sizes[number]))
            assert size == pytest.approx(sorted(PAPERS[paper]), abs=0.3), file.name
            check_clear(printed, sheets[number], number)
        for words in printed.words:
            assert words, f"{file.name}: nothing stands on a page"
            assert [(a.text, b.text) for a, b in overlaps(words)] == [], file.name
        least = LEAST.get(re.sub(r".*(?=slips)|-tables.*", "", file.stem), 5.9) if names else 0
        small = [word for words in printed.words for word in words if word.points < least - 0.05]
        assert small == [], file.name
        shown = [word.points for words in printed.words for word in words if word.text in names]
        assert not shown or min(shown) >= (13.95 if "by-player" in file.name else 8.9), file.name
        assert any(cuts_of(sheets[0])) == (file.stem in LEAST or "slips" in file.stem or "clock" in file.stem), (
            file.name
        )
        seen += 1
    assert seen > 5


@pytest.mark.parametrize("name", dose(["odd-turnabout"], NAMED))
def test_hard_names__printed__nothing_is_cut_off_and_no_word_on_another(name: str, tmp_path: Path) -> None:
    language, paper, per_page = NAMED[name]
    header = "Partner" if name == "doubles" else "Player"
    called = dict(zip(columns_of(name, [("Players", header)]), LONG, strict=False))
    workbook = write_event(name, called | {columns_of(name, [("Event", "Value")])[0]: TITLE}, tmp_path / "event.xlsx")
    options = ("--only", f"{PAGES},clock,judge-clock", "--paper", paper, "--per-page", per_page, "--blank", 1)
    assert turnabout("run", workbook, "--no-pair").exit_code == 0
    done = turnabout("print", workbook, *options, "--prints", tmp_path / language)
    assert done.exit_code == 0, done.output
    check_pages(tmp_path / language, paper, tmp_path, set())


@pytest.mark.parametrize("name", dose(["64 players"], MADE))
def test_events_of_any_size__printed__nothing_is_cut_off_and_no_word_on_another(name: str, tmp_path: Path) -> None:
    workbook = simulated(tmp_path / "event.xlsx", *MADE[name])
    done = turnabout("print", workbook, "--only", f"{PAGES},clock,judge-clock", "--prints", tmp_path / "prints")
    assert done.exit_code == 0, done.output
    paper = "Letter" if "Letter" in MADE[name] else "A4"
    check_pages(tmp_path / "prints", paper, tmp_path, {"Zoë", "Ada", "Omar", "Quinn", "Ben"})
