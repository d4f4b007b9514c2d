"""Makes single pages for the tests, as texts by file name, of events that need not have all that a run has."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd

from turnabout_sheets.event.format import Format, OutputSheet
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats.netrunner import NETRUNNER
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.prints import making
from turnabout_sheets.prints import render as rendering
from turnabout_sheets.prints.page import Job, Page, load_page
from turnabout_sheets.prints.pages import cards, standings
from turnabout_sheets.prints.selection import ALL, Selection
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.settings import LANGUAGES

Texts = dict[str, str]
"""HTML by file name."""


def render(*arguments: Any, **options: Any) -> str:
    """Return what `turnabout_sheets.prints.render` makes of a template, as text."""
    return rendering.render(*arguments, **options).decode()


def print_page(page: Page, job: Job) -> Texts:
    return {file: data.decode() for file, data in making.print_page(page, job).items()}


def words_of(event: Event, templates: Path | None) -> Any:
    return load_words(LANGUAGES[event.settings.language], templates)


def page_of(name: str, results: Results, *, templates: Path | None = None) -> Texts:
    """Return a page that is of the whole event."""
    return print_page(load_page(name), Job(results, {}, 0, words_of(results.event, templates), ALL))


def page_of_round(
    name: str,
    event: Event,
    format: Format,
    number: int,
    *,
    selection: Selection = ALL,
    templates: Path | None = None,
) -> Texts:
    """Return a page that is of a round."""
    found: Any = SimpleNamespace(event=event, format=format)
    w = words_of(event, templates)
    return print_page(load_page(name), Job(found, {}, number, w, selection, templates=templates))


def round_pages(event: Event, format: Format, number: int, *, templates: Path | None = None) -> Texts:
    """Return all pages that are of a round."""
    return {
        file: page
        for name in ("slips", "pairings", "tables")
        for file, page in page_of_round(name, event, format, number, templates=templates).items()
    }


def slips_page(event: Event, format: Format, number: int) -> Texts:
    return page_of_round("slips", event, format, number)


def make_standings(frame: pd.DataFrame, format: Format) -> OutputSheet:
    """Return a sheet of those columns of the format's standings whose headers ``frame`` has, by header."""
    by_header = {column.header: column for column in format.output[0].columns}
    columns = tuple(by_header[header] for header in frame.columns)
    fields = [column.field for column in columns]
    return OutputSheet(Sheet("Standings", "", columns), frame.set_axis(fields, axis="columns"))


def standings_page(
    event: Event,
    frame: pd.DataFrame,
    after_round: int,
    *,
    provisional: bool,
    final: bool = False,
    format: Format = TURNABOUT,
) -> Texts:
    """Return the standings; ``frame`` has the columns of the Standings sheet, its rows in rank order."""
    w, sheet = words_of(event, None), make_standings(frame, format)
    names = NETRUNNER.tie_breaks  # the longest
    format = copy(format)
    format.tie_breaks = (*names, *format.tie_breaks)
    view = standings.make_view(
        event,
        sheet,
        after_round,
        w,
        format=format,
        provisional=provisional,
        final=final,
        tie_breaks=tuple(each.name for each in NETRUNNER.tie_breaks if not each.offered),
    )
    (document,) = standings.PAGE.documents
    return {document.file.format(after_round): render(document.template, view, w)}


def movement_pages(event: Event) -> Texts:
    found: Any = SimpleNamespace(event=event)
    return print_page(load_page("movement"), Job(found, {}, 0, words_of(event, None), ALL))


def cards_page(results: Results, blank: int = 0) -> Texts:
    """Return the cards of the players, and sheets of blank ones."""
    (document,) = cards.PAGE.documents
    w = words_of(results.event, None)
    return {document.file: render(document.template, cards.make_view(results, w, blank=blank), w)}
