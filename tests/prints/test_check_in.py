"""The check-in list: who is on it, in which order, with which option, and when a run prints it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.prints.cutting import overlaps
from tests.prints.events import ENGLISH, LONG, TRICKY, plain_names
from tests.prints.making import render
from tests.prints.played import assert_clear, played
from tests.prints.printed import print_page
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.pages.check_in import FEWEST_EMPTY, PAGE, CheckInLine, make_view
from turnabout_sheets.prints.words import load_words


def lines(found: Results) -> list[CheckInLine]:
    return [line for sheet in make_view(found, ENGLISH).sheets for line in sheet]


def drawn(found: Results, language: str = "en") -> str:
    w = load_words(language)
    return render(PAGE.documents[0].template, make_view(found, w), w)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("players", [1, 2, 15, 16, 17, 60, 64, 500])
def test_sheets_are_filled_up_with_empty_lines_and_a_few_at_least(players: int, paper: str) -> None:
    view = make_view(played(plain_names(players), 0, paper=paper), ENGLISH)
    assert len({len(sheet) for sheet in view.sheets}) == 1
    assert [line.name for line in lines(played(plain_names(players), 0)) if line.name] == plain_names(players)
    assert sum(map(len, view.sheets)) >= players + FEWEST_EMPTY
    assert len(view.sheets) == -(-(players + FEWEST_EMPTY) // int((view.event.paper.height - 50) / 8.2))


@pytest.mark.browser
@pytest.mark.parametrize(
    ("paper", "language", "names"),
    [("A4", "en", plain_names(1)), ("A4", "de", list(TRICKY)), ("Letter", "fr", [LONG, *plain_names(63)]),
     ("Letter", "es", list(TRICKY))],
    ids=["1", "tricky", "64", "tricky Letter"],
)  # fmt: skip
def test_the_list_keeps_to_its_sheets(tmp_path: Path, paper: str, language: str, names: list[str]) -> None:
    found = played(names, 0, paper=paper)
    printed = print_page(drawn(found, language), tmp_path)
    assert_clear(printed, len(make_view(found, load_words(language)).sheets), paper)
    assert [overlaps(words) for words in printed.words] == [[]] * printed.pages
    assert all(word.points >= 8.95 for words in printed.words for word in words if word.text.startswith("Player0"))
