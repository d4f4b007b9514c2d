"""The posted pages as they come out of a printer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.prints.events import ENGLISH, TRICKY, event, plain_names, standings
from tests.prints.making import make_standings, round_pages, standings_page
from tests.prints.printed import PAPERS, Printed, Word, print_page, print_together
from turnabout_sheets.event.model import Event
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.prints.making import index_page
from turnabout_sheets.prints.pages import pairings, tables
from turnabout_sheets.prints.pages import standings as posted

pytestmark = pytest.mark.browser

SIZES = {"A4": (2, 64, 131), "Letter": (37, 128)}
"""How many players the events on a paper have."""
CLEAR = 8.0
"""Millimetres at the edges of a posted page where nothing stands."""


def make_list(kind: str, names: list[str], paper: str) -> str:
    made = event(names, paper=paper)
    pages = round_pages(made, TURNABOUT, 3) | standings_page(made, standings(names), 2, provisional=True)
    (page,) = (page for file, page in pages.items() if kind in file)
    return page


def print_lists(folder: Path, kind: str, paper: str) -> Iterator[tuple[Event, Printed]]:
    """Yield the lists of one kind on a paper, with the events that they are of."""
    sizes = SIZES[paper]
    printed = print_together([make_list(kind, plain_names(n), paper) for n in sizes], folder)
    yield from zip([event(plain_names(n), paper=paper) for n in sizes], printed, strict=True)


def names_on(printed: Printed) -> list[Word]:
    return [word for words in printed.words for word in words if re.fullmatch(r"Player\d{3}", word.text)]


def assert_sheets(printed: Printed, sheets: int, paper: str, *heads: str) -> None:
    """Check that there are ``sheets`` pages of the right size, each with its head, and with clean edges."""
    width, height = PAPERS[paper]
    assert printed.pages == sheets
    for page, (size, words) in enumerate(zip(printed.sizes, printed.words, strict=True)):
        text = " ".join(word.text for word in words)
        assert size == pytest.approx((width, height), abs=0.3)
        for head in ("Town Open", f"Sheet {page + 1} of {sheets}", *heads):
            assert head in text
        assert not printed.ink_outside(
            page, lambda x, y: (x > CLEAR) & (x < width - CLEAR) & (y > CLEAR) & (y < height - CLEAR)
        )


@pytest.mark.parametrize("paper", PAPERS)
def test_pairings_by_player(tmp_path: Path, paper: str) -> None:
    for made, printed in print_lists(tmp_path, "by-player", paper):
        names = [player.name for player in made.players]
        view = pairings.make_view(made, 3, ENGLISH)
        assert_sheets(printed, len(view.sheets), paper, "Pairings by player", "Round 3")
        found = names_on(printed)
        paired = dict.fromkeys(names, 2) | ({names[-1]: 1} if len(names) % 2 else {})
        assert Counter(word.text for word in found) == paired
        assert min(word.points for word in found) >= 13.95, "readable from two metres"


@pytest.mark.parametrize("paper", PAPERS)
def test_pairings_by_table(tmp_path: Path, paper: str) -> None:
    for made, printed in print_lists(tmp_path, "by-table", paper):
        names = [player.name for player in made.players]
        view = tables.make_view(made, 3, ENGLISH)
        assert_sheets(printed, len(view.sheets), paper, "Pairings by table", "Round 3")
        assert sorted(word.text for word in names_on(printed)) == names
        numbers = [
            int(word.text) for words in printed.words for word in words if word.text.isdigit() and word.left < 30
        ]
        assert sorted(numbers) == list(range(1, len(names) // 2 + 1))


@pytest.mark.parametrize("paper", PAPERS)
def test_standings(tmp_path: Path, paper: str) -> None:
    for made, printed in print_lists(tmp_path, "standings", paper):
        names = [player.name for player in made.players]
        sheet = make_standings(standings(names), TURNABOUT)
        view = posted.make_view(made, sheet, 2, ENGLISH, format=TURNABOUT, provisional=True)
        assert_sheets(printed, len(view.sheets), paper, "Standings", "After round 2", "PROVISIONAL")
        assert sorted(word.text for word in names_on(printed)) == names


def test_names_of_every_kind_keep_to_their_lines(tmp_path: Path) -> None:
    names = [[f"{name}{'’' * times}" for times in range(repeats) for name in TRICKY] for repeats in (1, 4)]
    pages = [make_list(kind, each, "A4") for kind in ("by-player", "by-table", "standings") for each in names]
    for printed in print_together(pages, tmp_path):
        assert_sheets(printed, printed.pages, "A4")


def test_the_index_prints_on_one_page(tmp_path: Path) -> None:
    files = [f"round-{number:02}-slips.html" for number in range(1, 8)]
    (page,) = index_page(event(["Ann", "Bob"]), TURNABOUT.name, files).values()
    assert print_page(page.decode(), tmp_path).pages == 1
