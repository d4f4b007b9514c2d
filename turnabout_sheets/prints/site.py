"""An event as it is published: a page for phones and one for screens, without the names that shall stay off them."""

from __future__ import annotations

from pathlib import Path

from turnabout_sheets.event.pseudonyms import hide_names
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.page import Job, Pages
from turnabout_sheets.prints.pages.screen import PAGE, make_view
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.selection import ALL
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.sheets.settings import LANGUAGES

FILE, TEMPLATE = "index.html", "site.html.j2"


def make_site(results: Results, templates: Path | None = None) -> Pages:
    """Return the pages of an event's site, which link each other and nothing else.

    They are there before the first round, too, so that a screen that shows one comes to the first round by itself.
    """
    w = load_words(LANGUAGES[results.event.settings.language], templates)
    public = hide_names(results, lambda number: w("screen.player", n=number))
    sheets = {each.sheet.name: each for each in public.format.sheets.make_output(public)}
    view = make_view(Job(public, sheets, 0, w, ALL))
    (screen,) = PAGE.documents
    pages = {FILE: TEMPLATE, screen.file: screen.template}
    return {file: render(template, view, w, templates=templates) for file, template in pages.items()}
