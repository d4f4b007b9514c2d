"""What stands on a Netrunner slip, and how long a match lasts: read from the HTML, as a player would read it."""

from __future__ import annotations

import re

import pytest
from lxml import html

from tests.dose import combinations
from tests.prints.cutting import ROWS_AND_COLUMNS, cut_and_pile
from tests.prints.events import event, plain_names
from tests.prints.making import round_pages
from turnabout_sheets.event.model import Event
from turnabout_sheets.formats.netrunner import NETRUNNER


def tree(of: Event) -> html.HtmlElement:
    return html.document_fromstring(round_pages(of, NETRUNNER, 3)["round-03-slips.html"])


def text(element: html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def texts(element: html.HtmlElement, name: str) -> list[str]:
    return [text(found) for found in element.find_class(name)]


@pytest.mark.soak
@pytest.mark.parametrize(("n", "per_page"), combinations([*range(1, 14), 64, 199, 200], [2, 4, 6]))
def test_the_sheets_are_printed_as_they_are_stacked(n: int, per_page: int) -> None:
    sheets = tree(event([*plain_names(2 * n), "Bye"], slips_per_page=per_page)).find_class("sheet")
    pile = cut_and_pile([[(texts(slip, "number") or [""])[0] for slip in sheet.find_class("slip")] for sheet in sheets])
    assert [number for number in pile if number] == [str(table) for table in range(1, n + 1)]
    assert not any("Bye" in text(sheet) for sheet in sheets), "a bye has no slip"
    for sheet in sheets:
        # The lines to cut along: each begins at an edge of the sheet, and goes straight across it in dashes.
        (drawn,) = (path.get("d") for cuts in sheet.find_class("cuts") for path in cuts.iter("path"))
        lines = re.findall(r"M([\d.]+) ([\d.]+)((?:v2m0 2)+|(?:h2m2 0)+)", drawn)
        assert "".join(f"M{x} {y}{dashes}" for x, y, dashes in lines) == drawn
        rows, columns = ROWS_AND_COLUMNS[per_page]
        assert [float(x) for x, y, dashes in lines if y == "0" and dashes.count("v2") == 74] == [105] * (columns - 1)
        assert [float(y) for x, y, dashes in lines if x == "0" and dashes.count("h2") == 52] == [
            297 / rows * row for row in range(1, rows)
        ]
