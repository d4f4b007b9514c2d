"""The pages of an archive, and what stands on them: facts, rows of tables, headings."""

from __future__ import annotations

from typing import Any

from lxml import html

from tests.prints.duplicates import text
from turnabout_sheets.archive.rows import History
from turnabout_sheets.prints.archive import pages as archive_pages


def make_archive_pages(history: History, **options: Any) -> dict[str, str]:
    """Return the pages as texts by file name."""
    return {file: page.decode() for file, page in archive_pages.make_archive_pages(history, **options)}


def pages(history: History, language: str = "en") -> dict[str, html.HtmlElement]:
    return {
        file: html.document_fromstring(page) for file, page in make_archive_pages(history, language=language).items()
    }


def rows(page: html.HtmlElement, table: int = 0) -> list[list[str]]:
    found = page.xpath("//table")
    return [[text(cell) for cell in row] for row in found[table].xpath("./tbody/tr")] if found else []


def facts(page: html.HtmlElement) -> dict[str, str]:
    return dict(zip(map(text, page.xpath("//dt")), map(text, page.xpath("//dd")), strict=True))


def headings(page: html.HtmlElement) -> list[str]:
    return [text(each) for each in page.xpath("//h1 | //h2")]
