"""The slips as they come out of a printer: Chromium prints them, and we look where every word and line is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from tests.dose import combinations, dose
from tests.prints.browser import chromium
from tests.prints.cutting import ROWS_AND_COLUMNS, clear_of_cuts, overlaps, table_number, words_by_cell
from tests.prints.events import TRICKY, event, plain_names
from tests.prints.making import round_pages
from tests.prints.printed import PAPERS, Printed, Word, print_page, print_together, read_pdf
from tests.real_software import require_weasyprint
from turnabout_sheets.event.format import Format
from turnabout_sheets.formats import load_all
from turnabout_sheets.formats.netrunner.format import NETRUNNER
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.prints.layout import stack_order
from turnabout_sheets.prints.publish import to_pdf
from turnabout_sheets.sheets.settings import LANGUAGES

pytestmark = pytest.mark.browser


OPTIONS = ["Tolaria", "Phyrexia", None]


def make_slips(format: Format, names: Sequence[str], per_page: int, **settings: object) -> str:
    made = event(names, options=OPTIONS, slips_per_page=per_page, **settings)
    return round_pages(made, format, 3)["round-03-slips.html"]


def choose(paper: str) -> list[tuple[Format, int]]:
    """Return what is printed on a paper, by format and slips a page: in the long dose all, else every other one."""
    return list(product(load_all(), ROWS_AND_COLUMNS))[
        dose(slice([*PAPERS].index(paper), None, len(PAPERS)), slice(None))
    ]


WORDS = {
    "Turnabout": ("Game 1", "Game 2", "drops", "set 10:00 with 3 s delay", "MP", "VP"),
    "Duplicate Magic": ("Flip a coin", "5 minutes to choose cards.", "WHO WON? TICK ONE", "drawn"),
    "Netrunner": ("Game 1", "Game 2", "drops", "Corporation", "60 minutes", "Agenda points", "GMP"),
}
MAIN_WORDS = {
    "Turnabout": {"wins", "own", "drawn", "prepare", "drops", "deck"},
    "Duplicate Magic": {"Next:", "Stock", "coin", "Keep", "Signed", "drawn", "minutes"},
    "Netrunner": {"Corporation", "Runner", "wins", "Agenda", "drops", "minutes"},
}


@pytest.mark.soak
@pytest.mark.parametrize("paper", PAPERS)
def test_slips_are_in_stack_order_each_in_its_own_cell(tmp_path: Path, paper: str) -> None:
    names, cases = plain_names(23), choose(paper)
    pages = [make_slips(format, names, per_page, paper=paper, timing="delay") for format, per_page in cases]
    for (format, per_page), printed in zip(cases, print_together(pages, tmp_path), strict=True):
        order = stack_order(11, per_page)
        assert printed.pages == len(order), format
        for size, words, expected in zip(printed.sizes, printed.words, order, strict=True):
            assert size == pytest.approx(PAPERS[paper], abs=0.3)
            for cell, index in zip(words_by_cell(words, paper, per_page), expected, strict=True):
                assert table_number(cell) == (None if index is None else index + 1)
                assert players_on(cell) == ([] if index is None else names[2 * index : 2 * index + 2])
                assert_slip_is_whole(cell, format, per_page)


def players_on(cell: list[Word]) -> list[str]:
    names = [word.text for word in sorted(cell, key=lambda word: word.top) if word.text.startswith("Player0")]
    return list(dict.fromkeys(names))  # some slips name them again where they sign


def assert_slip_is_whole(cell: list[Word], format: Format, per_page: int) -> None:
    """Check that all parts of a slip are there, in type that is large enough; 6 on a page have no VP table."""
    text = " ".join(word.text for word in cell)
    for expected in ("Town Open", "Round 3", *WORDS[format.name]):
        assert expected in text
    assert ("56–60" in text) == (format is TURNABOUT and per_page != 6)
    main = [word.points for word in cell if word.text in MAIN_WORDS[format.name]]
    assert min(main) >= {2: 11, 4: 9, 6: 8.5}[per_page] - 0.05
    assert min(word.points for word in cell) >= 7 - 0.05


def assert_clear(printed: Printed, paper: str, per_page: int, where: str) -> None:
    """Check that nothing is near a cut or an edge, and no word on another."""
    for page, words in enumerate(printed.words):
        assert printed.ink_outside(page, clear_of_cuts(paper, *ROWS_AND_COLUMNS[per_page])) == [], where
        assert [(a.text, b.text) for a, b in overlaps(words)] == [], where


@pytest.mark.soak
@pytest.mark.parametrize("paper", PAPERS)
def test_long_names_stay_clear_of_cuts_edges_and_other_words(tmp_path: Path, paper: str) -> None:
    name, cases = "The Forty-Second Grand Annual International Turnabout Open Championship", choose(paper)
    pages = [make_slips(format, TRICKY, per_page, paper=paper, timing="split", name=name) for format, per_page in cases]
    for (format, per_page), printed in zip(cases, print_together(pages, tmp_path), strict=True):
        assert_clear(printed, paper, per_page, f"{format.name}, {per_page} a page")


@pytest.mark.soak
def test_slips_without_agenda_points_stay_clear_in_every_language(tmp_path: Path) -> None:
    """Netrunner 6.7."""
    cases = combinations(ROWS_AND_COLUMNS, LANGUAGES)
    pages = [
        make_slips(NETRUNNER, TRICKY, per_page, paper="Letter", agenda_points="not kept", language=language)
        for per_page, language in cases
    ]
    for (per_page, language), printed in zip(cases, print_together(pages, tmp_path), strict=True):
        assert_clear(printed, "Letter", per_page, f"{language}, {per_page} a page")


@pytest.mark.parametrize("format", load_all(), ids=lambda format: format.name)
def test_a_slip_takes_little_of_a_pdf(format: Format) -> None:
    """Two thousand players would wait for it, and send it to a printer: rings and dashes are what makes it large.

    So is, in what a browser saves, each piece of text that is read aloud.
    """

    def size(slips: int, *, tagged: bool) -> int:
        made = event(plain_names(2 * slips), options=OPTIONS)
        return len(chromium().pdf(round_pages(made, format, 3)["round-03-slips.html"], tagged=tagged))

    printed, saved = ((size(12, tagged=tagged) - size(4, tagged=tagged)) / 8 for tagged in (False, True))
    assert printed < 1400, "bytes a slip"
    assert saved - printed < 2100, "bytes a slip"


@pytest.mark.soak
@pytest.mark.parametrize(("format", "per_page"), combinations(load_all(), ROWS_AND_COLUMNS))
def test_weasyprint_lays_slips_out_as_a_browser_does(tmp_path: Path, format: Format, per_page: int) -> None:
    require_weasyprint()
    made = event(plain_names(per_page), options=OPTIONS, slips_per_page=per_page)  # half of the slips are blank
    page = round_pages(made, format, 3)["round-03-slips.html"]
    shown = print_page(page, tmp_path)
    pdf = tmp_path / "made.pdf"
    pdf.write_bytes(to_pdf(page.encode(), tmp_path))
    (words,), (expected,) = read_pdf(pdf).words, shown.words
    assert sorted(word.text for word in words) == sorted(word.text for word in expected)
    assert [(a.text, b.text) for a, b in overlaps(words)] == []
