"""The documentation is what the program says."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.whole.documented import PAGES, ROOT
from tools import reference


@pytest.mark.parametrize("page", reference.pages())
def test_reference_pages_have_not_drifted(page: str) -> None:
    """If this fails:  python -m tools.reference docs"""
    assert (ROOT / "docs" / page).read_text("utf-8") == reference.pages()[page]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)", page.read_text("utf-8"))
    assert [target for target, _ in targets if not (page.parent / target).exists()] == []
    places = [(page.parent / target if target else page, place) for target, place in targets if place]
    assert [f"{target.name}#{place}" for target, place in places if place not in list_places(target)] == []


@cache
def list_places(page: Path) -> frozenset[str]:
    """Return the places of a page to which a link can lead: its headings, as they are written there, and its marks."""
    text = page.read_text("utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    slugs = (re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)
    return frozenset([*slugs, *re.findall(r'<a id="([^"]+)">', text)])


MOST_BYTES = 80_000
"""A picture takes no more, so that a page is there at once."""


def test_pictures_are_small_and_stand_on_a_page() -> None:
    text = "".join(page.read_text("utf-8") for page in PAGES)
    pictures = sorted((ROOT / "docs" / "pictures").glob("*.png"))
    assert [each.name for each in pictures if each.stat().st_size > MOST_BYTES] == []
    assert [each.name for each in pictures if f"pictures/{each.name})" not in text] == []


def test_the_readme_leads_to_every_page() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    pages = [page.relative_to(ROOT).as_posix() for page in PAGES]
    assert [page for page in pages if page != "README.md" and f"({page})" not in readme] == []
