"""Pages as PDF, by WeasyPrint (the extra ``pdf``): what the browser prints, without a browser."""

from __future__ import annotations

import logging
from importlib.util import find_spec
from pathlib import Path

from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.core.pieces import Data
from turnabout_sheets.prints.publish import OURS_PDF, PrintsError

INSTALL = 'pip install "turnabout-sheets[pdf]"'


def to_pdf(page: Data, folder: Path) -> bytes:
    """Return a page that is to stand in ``folder`` as PDF; the same page gives the same bytes.

    Raises `PrintsError` where WeasyPrint, or what it needs, is not installed.
    """
    if find_spec("weasyprint") is None:
        raise PrintsError(f"PDF needs WeasyPrint. Install it with:  {INSTALL}  or print the pages from a browser.")
    try:
        from weasyprint import HTML, URLFetcher
    except OSError as reason:  # it is there, but not the library that it sets type with
        raise PrintsError(
            "PDF needs the library Pango, which WeasyPrint does not find. Install it as WeasyPrint's documentation "
            "says (First Steps, Installation), or print the pages from a browser."
        ) from reason
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)  # it names every property that only browsers know
    # A template of the organizer's may show a picture of theirs; nothing comes from the network.
    fetcher = URLFetcher(allowed_protocols=("data", "file"))
    pdf: bytes = HTML(
        string=bytes(page).decode(), base_url=follow_links(folder).as_uri() + "/", url_fetcher=fetcher
    ).write_pdf()
    return pdf + OURS_PDF
