"""Duplicate Magic events for the tests of their pages, with all rounds paired as the program pairs them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lxml import html

from tests.duplicate.workbooks import duplicate, results, tables_sheet
from tests.prints.making import round_pages
from tests.reading.grids import Cells, players
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.duplicate import DUPLICATE
from turnabout_sheets.rounds.new_round import append_round
from turnabout_sheets.rounds.next_rounds import due_rounds, pair
from turnabout_sheets.sheets.grid import Raw

THEMES = ("Predators and prey", "Fire and water", "Siege")


def stocks_of(table: int, cards: int = 44, doubles: bool = False) -> dict[str, Raw]:
    """Return the row of a table: its stocks are called Wolves 1, Deer 1, and in doubles Bears 1, Hares 1 for A2, B2."""
    row: dict[str, Raw] = {"Table": table, "Theme": f"{THEMES[table % 3]} {table}"}
    for letter, name in (("A", "Wolves"), ("B", "Deer"), *((("A2", "Bears"), ("B2", "Hares")) if doubles else ())):
        row |= {f"Stock {letter}": f"{name} {table}", f"Cards {letter}": cards}
    return row


def paired(
    names: Sequence[str], partners: Sequence[str] = (), tables: Sequence[Cells] | None = None, **settings: Raw
) -> Event:
    """Return an event with all its rounds; ``tables`` None: each with the stocks of `stocks_of`."""
    who: list[Cells] = [{"Player": name} for name in names]
    if partners:
        teams = enumerate(zip(names, partners, strict=True))
        who = [{"Player": name, "Partner": partner, "Player ID": f"T{team}"} for team, (name, partner) in teams]
    if tables is None:
        tables = [stocks_of(table, doubles=bool(partners)) for table in range(1, (len(names) + 1) // 2 + 1)]
    settings = {"name": "Town Duplicate", "date": "2026-11-21", "random_seed": "1", **settings}
    found = results(duplicate(**settings), players(*who), tables_sheet(*tables))
    event = found.event
    for number in due_rounds(found):
        new, problems = pair(found, number)
        assert new is not None, problems
        event = append_round(event, new)
    return event


def with_winners(event: Event, winners: Sequence[str | None], coin_flip: bool = False) -> Results:
    """Return what an event comes to when the games, row by row, end with these winners; the rest are to come.

    After a coin flip player A has had stock A.
    """
    decks = {"deck_a": "A", "deck_b": "B"} if coin_flip else {}
    games = [match for match in event.rows if match.b != BYE]
    won = {
        match.index: replace(match, fields={**match.fields, "winner": winner, **decks})
        for match, winner in zip(games, winners, strict=False)
    }
    return compute(replace(event, rows=[won.get(match.index, match) for match in event.rows]), DUPLICATE)


def page(event: Event, round_number: int, kind: str) -> html.HtmlElement:
    """Return one of a round's pages: "slips", "by-player" or "by-table"."""
    (found,) = (page for file, page in round_pages(event, DUPLICATE, round_number).items() if kind in file)
    return html.document_fromstring(found)


def text(element: html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def texts(element: html.HtmlElement, name: str) -> list[str]:
    return [text(found) for found in element.find_class(name)]


def row(event: Event, round_number: int, table: int) -> Any:
    """Return the game at a table."""
    (found,) = (match for match in event.rounds[round_number] if match.table == table and match.b != BYE)
    return found
