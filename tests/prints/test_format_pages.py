"""What pages do in one format only stands in one table."""

from __future__ import annotations

from pkgutil import resolve_name

import pytest

from turnabout_sheets.formats import FORMATS
from turnabout_sheets.prints.format_pages import FORMAT_PAGES, PLAIN, ROOM, FormatPages, format_pages


def test_the_table_has_all_formats_of_ours() -> None:
    assert set(FORMAT_PAGES) == set(FORMATS)
    assert format_pages("Our Netrunner") is PLAIN


@pytest.mark.parametrize("own", [*FORMAT_PAGES.values(), PLAIN], ids=[*FORMAT_PAGES, "plain"])
def test_what_the_table_names_is_there(own: FormatPages) -> None:
    if own.slips:
        slips = own.load_slips()
        assert slips.TEMPLATE.startswith("slips/")
        assert callable(slips.make_view)
    for name in (own.time, own.minutes, own.option, own.report):
        assert not name or callable(resolve_name(f"{ROOM}.{name}"))
