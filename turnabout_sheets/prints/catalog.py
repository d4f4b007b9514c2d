"""Finds all pages, each of which is declared in a module of `prints.pages`, and loads those that are wanted."""

from __future__ import annotations

from importlib import import_module

from turnabout_sheets.prints.format_pages import has_page
from turnabout_sheets.prints.page import Page
from turnabout_sheets.prints.pages import list_names


def load_page(name: str) -> Page:
    """Return the page of a name."""
    page: Page = import_module(f"turnabout_sheets.prints.pages.{name.replace('-', '_')}").PAGE
    return page


def load_pages(format: str | None = None) -> list[Page]:
    """Return all pages, or those that there are in the format of a name, in the order of the index."""
    names = (name for name in list_names() if format is None or has_page(format, name))
    return sorted(map(load_page, names), key=lambda page: page.position)
