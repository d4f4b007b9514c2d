"""The slips as they come out of a printer: Chromium prints them, and we look where every word and line is."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from tests.dose import combinations
from tests.prints.browser import chromium
from tests.prints.cutting import ROWS_AND_COLUMNS, clear_of_cuts, named, overlaps, table_number, words_by_cell
from tests.prints.events import TRICKY, event, plain_names
from tests.prints.making import round_pages
from tests.prints.printed import PAPERS, Printed, Word, print_page, read_pdf
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


def print_slips(
    folder: Path, format: Format, names: list[str], paper: str, per_page: int, **settings: object
) -> Printed:
    made = event(names, options=OPTIONS, paper=paper, slips_per_page=per_page, **settings)
    return print_page(round_pages(made, format, 3)["round-03-slips.html"], folder)


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
@pytest.mark.parametrize(("case", "paper"), combinations(product(load_all(), ROWS_AND_COLUMNS), PAPERS), ids=named)
def test_slips_are_in_stack_order_each_in_its_own_cell(tmp_path: Path, case: tuple[Format, int], paper: str) -> None:
    format, per_page = case
    names = plain_names(23)
    printed = print_slips(tmp_path, format, names, paper, per_page, timing="delay")
    order = stack_order(11, per_page)
    assert printed.pages == len(order)
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


@pytest.mark.soak
@pytest.mark.parametrize(("case", "paper"), combinations(product(load_all(), ROWS_AND_COLUMNS), PAPERS), ids=named)
def test_long_names_stay_clear_of_cuts_edges_and_other_words(
    tmp_path: Path, case: tuple[Format, int], paper: str
) -> None:
    format, per_page = case
    hard = {"timing": "split", "name": "The Forty-Second Grand Annual International Turnabout Open Championship"}
    printed = print_slips(tmp_path, format, list(TRICKY), paper, per_page, **hard)
    allowed = clear_of_cuts(paper, *ROWS_AND_COLUMNS[per_page])
    for page, words in enumerate(printed.words):
        assert printed.ink_outside(page, allowed) == []
        assert [(a.text, b.text) for a, b in overlaps(words)] == []


@pytest.mark.parametrize(("per_page", "language"), combinations(ROWS_AND_COLUMNS, LANGUAGES))
def test_slips_without_agenda_points_stay_clear_in_every_language(tmp_path: Path, per_page: int, language: str) -> None:
    """Netrunner 6.7."""
    without = {"agenda_points": "not kept", "language": language}
    printed = print_slips(tmp_path, NETRUNNER, list(TRICKY), "Letter", per_page, **without)
    allowed = clear_of_cuts("Letter", *ROWS_AND_COLUMNS[per_page])
    for page, words in enumerate(printed.words):
        assert printed.ink_outside(page, allowed) == []
        assert [(a.text, b.text) for a, b in overlaps(words)] == []


@pytest.mark.parametrize("format", load_all(), ids=lambda format: format.name)
def test_a_slip_takes_little_of_a_pdf(format: Format) -> None:
    """Two thousand players would wait for it, and send it to a printer: rings and dashes are what makes it large.

    So is, in what a browser saves, each piece of text that is read aloud.
    """

    def size(slips: int, *, tagged: bool) -> int:
        made = event(plain_names(2 * slips), options=OPTIONS)
        return len(chromium().pdf(round_pages(made, format, 3)["round-03-slips.html"], tagged=tagged))

    printed, saved = ((size(24, tagged=tagged) - size(4, tagged=tagged)) / 20 for tagged in (False, True))
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
