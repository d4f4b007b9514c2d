"""What pages do in one format only stands in one table; a format that is not in it prints in the plain way."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from pkgutil import resolve_name

import pytest
from lxml import html

from tests.dose import dose
from tests.prints.cutting import ROWS_AND_COLUMNS, clear_of_cuts, cut_and_pile, overlaps
from tests.prints.duplicates import text, texts
from tests.prints.events import LONG, TRICKY, event, plain_names
from tests.prints.making import blank_slips_page, round_pages
from tests.prints.printed import PAPERS, print_together
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event
from turnabout_sheets.formats import FORMATS
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.formats.netrunner.format import NETRUNNER
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.prints.format_pages import FORMAT_PAGES, PLAIN, ROOM, format_pages

UNKNOWN = tuple(
    replace(format, outline=replace(format.outline, name=f"Our {format.name}"))
    for format in (TURNABOUT, DUPLICATE, NETRUNNER)
)
"""Formats that are not in the table."""


def tree(of: Event, format: Format) -> html.HtmlElement:
    return html.document_fromstring(round_pages(of, format, 3)["round-03-slips.html"])


def test_the_table_has_all_formats_of_ours() -> None:
    assert set(FORMAT_PAGES) == set(FORMATS)
    assert format_pages(UNKNOWN[0].name) is PLAIN


@pytest.mark.parametrize("own", [*FORMAT_PAGES.values(), PLAIN], ids=[*FORMAT_PAGES, "plain"])
def test_what_the_table_names_is_there(own: object) -> None:
    slips = own.load_slips()  # type: ignore[attr-defined]
    assert slips.TEMPLATE.startswith("slips/")
    assert callable(slips.make_view)
    for name in (own.time, own.minutes, own.option, own.report):  # type: ignore[attr-defined]
        assert not name or callable(resolve_name(f"{ROOM}.{name}"))


@pytest.mark.parametrize("format", UNKNOWN, ids=lambda format: format.name)
def test_a_plain_slip_has_a_box_for_each_column_of_the_result(format: Format) -> None:
    slip = tree(event(["Ann", "Bob"]), format).find_class("slip")[0]
    assert texts(slip, "number") == ["1"]
    assert texts(slip, "name") == ["Ann", "Bob"]
    typed = [field for field in format.entry.fields if field != "ruling"]
    assert texts(slip, "entry") == [format.sheets.matches.column(field).header for field in typed]
    assert all(len(entry.find_class("box")) == 1 for entry in slip.find_class("entry"))
    assert texts(slip, "signature") == ["A drops", "B drops"]


@pytest.mark.parametrize("per_page", [2, 4, 6])
def test_plain_slips_are_stacked_as_all_others(per_page: int) -> None:
    sheets = tree(event([*plain_names(26), "Bye"], slips_per_page=per_page), UNKNOWN[0]).find_class("sheet")
    pile = cut_and_pile([[(texts(slip, "number") or [""])[0] for slip in sheet.find_class("slip")] for sheet in sheets])
    assert [number for number in pile if number] == [str(table) for table in range(1, 14)]
    assert not any("Bye" in text(sheet) for sheet in sheets), "a bye has no slip"


def test_a_plain_slip_can_be_blank() -> None:
    (page,) = blank_slips_page(event(["Ann", "Bob"]), UNKNOWN[0], 3).values()
    slips = html.document_fromstring(page).find_class("slip")
    assert len(slips) == 4
    assert all(len(slip.find_class("line")) == 1 + 2 + 2 for slip in slips), "table, names, signatures"


def test_names_come_through_whole_and_as_text() -> None:
    found = [name for slip in tree(event(TRICKY), UNKNOWN[0]).find_class("slip") for name in texts(slip, "name")]
    assert sorted(found) == sorted(TRICKY)


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize("paper", PAPERS)
def test_plain_slips_are_printed_clear_of_the_cuts(paper: str, tmp_path: Path) -> None:
    # In the long dose every slip on every paper; else on the one or the other.
    some = dose(slice([*PAPERS].index(paper), None, len(PAPERS)), slice(None))
    cases = list(product(UNKNOWN[1:], ROWS_AND_COLUMNS))[some]
    pages = []
    for format, per_page in cases:
        made = event([LONG, *TRICKY, *plain_names(5)], paper=paper, slips_per_page=per_page)
        pages += [page for file, page in round_pages(made, format, 3).items() if "slips" in file]
    for (format, per_page), printed in zip(cases, print_together(pages, tmp_path), strict=True):
        allowed = clear_of_cuts(paper, *ROWS_AND_COLUMNS[per_page])
        for number, words in enumerate(printed.words):
            assert printed.ink_outside(number, allowed) == [], (format.name, per_page)
            assert overlaps(words) == [], (format.name, per_page)
