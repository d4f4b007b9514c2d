"""Whole stacks of slips as they come from the printer: each table once, in order once they are cut and piled."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.dose import combinations, dose
from tests.prints.cutting import cut_and_pile, table_number, words_by_cell
from tests.prints.events import event, plain_names
from tests.prints.making import slips_page
from tests.prints.printed import print_together
from turnabout_sheets.event.format import Format
from turnabout_sheets.formats import load_all

NUMBER = re.compile(r'<span class="number">(\d+)</span>')


def page_of(format: Format, n: int, per_page: int) -> str:
    """Return the page with the slips of ``n`` matches."""
    (page,) = slips_page(event(plain_names(2 * n), slips_per_page=per_page), format, 3).values()
    return page


def as_piled(page: str) -> tuple[list[int | None], int]:
    """Return the tables from the top of the cut and piled stack to its bottom, None for blank slips; and the sheets."""
    sheets = []
    for sheet in page.split('<section class="sheet">')[1:]:  # some thousand sheets are read: without a parser
        numbers = [NUMBER.findall(slip) for slip in sheet.split('<article class="slip')[1:]]
        assert all(len(number) < 2 for number in numbers)
        sheets.append([int(number[0]) if number else None for number in numbers])
    return cut_and_pile(sheets), len(sheets)


@pytest.mark.soak
@pytest.mark.parametrize("format", load_all(), ids=lambda format: format.name)
@pytest.mark.parametrize("per_page", [2, 4, 6])
def test_from_1_to_200_slips(format: Format, per_page: int) -> None:
    # Every number in the long dose; else those around full sheets, and some.
    for n in dose([*range(1, 8), 12, 13, 60, 61, 121], [*range(1, 201)]):
        pile, sheets = as_piled(page_of(format, n, per_page))
        assert sheets == -(-n // per_page)
        assert pile == [*range(1, n + 1), *[None] * (sheets * per_page - n)]


SIZES = [(1, 4), (5, 4), (9, 4), (6, 2), (7, 2), (5, 6), (6, 6), (50, 6)]
"""How many slips, and how many on a page: five, six and nine at four a page are where others go wrong."""


@pytest.mark.browser
@pytest.mark.soak
def test_as_chromium_prints_them(tmp_path: Path) -> None:
    cases = combinations(SIZES, load_all())
    pages = [page_of(format, n, per_page) for (n, per_page), format in cases]
    for ((n, per_page), format), printed in zip(cases, print_together(pages, tmp_path), strict=True):
        sheets = [[table_number(cell) for cell in words_by_cell(words, "A4", per_page)] for words in printed.words]
        assert len(sheets) == -(-n // per_page), (n, per_page, format.name)
        assert cut_and_pile(sheets) == [*range(1, n + 1), *[None] * (len(sheets) * per_page - n)]
