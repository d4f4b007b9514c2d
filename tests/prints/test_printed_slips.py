"""The slips as they come out of a printer: Chromium prints them, and we look where every word and line is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dose import by_day, combinations
from tests.prints.browser import chromium
from tests.prints.cutting import ROWS_AND_COLUMNS, overlaps
from tests.prints.events import event, plain_names
from tests.prints.making import round_pages
from tests.prints.printed import print_page, read_pdf
from tests.real_software import require_weasyprint
from turnabout_sheets.event.format import Format
from turnabout_sheets.formats import load_all
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.prints.publish import to_pdf

pytestmark = pytest.mark.browser


OPTIONS = ["Tolaria", "Phyrexia", None]


@pytest.mark.parametrize("format", by_day(TURNABOUT, of=load_all()), ids=lambda format: format.name)
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
