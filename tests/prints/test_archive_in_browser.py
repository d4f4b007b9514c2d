"""The pages of the archive in a browser: that they fit a phone and paper, and what the search box hides."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from lxml import html

from tests.axe import find_violations
from tests.dose import combinations, dose
from tests.prints.archive_pages import make_archive_pages
from tests.prints.archived import HALF, made, small
from tests.prints.browser import chromium
from tests.prints.events import LONG, TRICKY, plain_names
from tests.prints.printed import PAPERS, print_page
from turnabout_sheets.archive.rows import History
from turnabout_sheets.prints.archive import pages as archive_pages
from turnabout_sheets.sheets.settings import LANGUAGES

PHONE = 360
"""How wide the narrowest phone is, in its pixels."""


@cache
def make_large() -> History:
    """Return an archive with long and strange names everywhere, and long numbers."""
    history = made([*TRICKY, *plain_names(4)], 40, 19, 6, venue=LONG)
    events = tuple(event._replace(name=TRICKY[number % len(TRICKY)]) for number, event in enumerate(history.events))
    awards = [replace(each, entered=LONG) for each in history.awards]
    rated = tuple(row._replace(rating=row.rating + 10000 + HALF) for row in history.ratings.rows)
    return replace(history, events=events, awards=awards, ratings=history.ratings._replace(rows=rated))


def large_page(wanted: str, language: str) -> str:
    """Return a page of this archive."""
    made_one_by_one = archive_pages.make_archive_pages(make_large(), language=language)
    return next(page.decode() for file, page in made_one_by_one if file == wanted)


SHOWN = ("index.html", "events.html", "player-1.html", "event-13.html")


KINDS = ("index.html", "player-3.html", "event-7.html")
"""A page of each kind; that with the events is like the first."""


@pytest.mark.browser
@pytest.mark.soak
def test_axe_finds_nothing(tmp_path: Path) -> None:
    pages = make_archive_pages(small())
    for file in dose(KINDS, pages):
        (tmp_path / file).write_text(pages[file], "utf-8")
        chromium().open(tmp_path / file)
        assert find_violations(chromium()) == [], file


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize(("file", "language"), combinations(SHOWN, LANGUAGES.values()))
def test_nothing_has_to_be_scrolled_sideways_on_a_phone(tmp_path: Path, file: str, language: str) -> None:
    (tmp_path / file).write_text(large_page(file, language), "utf-8")
    browser = chromium()
    script = """
        [document.documentElement.scrollWidth, innerWidth,
         Math.max(...[...document.querySelectorAll("body *")].map(each => each.getBoundingClientRect().right))]
    """
    with browser.as_phone(PHONE, 740):
        told = browser.evaluate(tmp_path / file, script)
    assert told[:2] == [PHONE, PHONE]
    assert told[2] <= PHONE - 11.9


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize(("file", "language", "paper"), combinations(SHOWN, reversed(LANGUAGES.values()), PAPERS))
def test_nothing_stands_outside_the_margins_of_the_paper(tmp_path: Path, file: str, language: str, paper: str) -> None:
    page = large_page(file, language)
    printed = print_page(page.replace("@page {", f"@page {{ size: {paper};"), tmp_path)
    width, height = PAPERS[paper]
    assert printed.sizes[0] == pytest.approx((width, height), abs=0.3)
    for words in printed.words:
        for word in words:
            inside = word.left > 11.5 and word.right < width - 11.5 and word.top > 11 and word.bottom < height - 11
            assert inside, word
    assert not {"Rating list", "Search"} & {word.text for word in printed.words[0]}


@pytest.mark.browser
def test_the_search_box_hides_whom_it_does_not_find(tmp_path: Path) -> None:
    page = make_archive_pages(made(["Zoë Ångström", "Zoe Smith", "Jo Lee", "Kim Ng"], 3, 4, 2))["index.html"]
    assert html.document_fromstring(page).xpath("//input")[0].get("hidden") is not None
    source = tmp_path / "index.html"
    source.write_text(page, "utf-8")
    script = """
        (() => {
            const box = document.getElementById("search");
            const found = typed => {
                box.value = typed;
                box.dispatchEvent(new Event("input"));
                return [...document.querySelectorAll("tbody tr, .others li")]
                    .filter(row => row.getClientRects().length)
                    .map(row => row.querySelector("bdi").textContent).sort();
            };
            return [box.hidden, ...["", " zoe", "ANGSTROM", "nobody at all"].map(found)];
        })()
    """
    hidden, everybody, zoe, angstrom, nobody = chromium().evaluate(source, script)
    assert hidden is False
    assert everybody == ["Jo Lee", "Kim Ng", "Zoe Smith", "Zoë Ångström"]
    assert zoe == ["Zoe Smith", "Zoë Ångström"]
    assert angstrom == ["Zoë Ångström"]
    assert nobody == []
