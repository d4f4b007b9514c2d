"""Duplicate Magic workbooks for the tests, sheet by sheet as they are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from tests.reading.grids import Cells, by_header, event_sheet, players, sheet
from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.event.model import BYE, BYE_NAME, Event
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.formats.duplicate.sheets import MATCHES
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.rounds.new_round import NewRound
from turnabout_sheets.sheets.grid import Grid, Raw

HEADERS = ("Table", "Player A", "Deck A", "Player B", "Deck B", "Winner", "Ruling", "Note")
HEADER_OF = {column.field: column.header for column in MATCHES.columns}


def duplicate(**settings: Raw) -> Grid:
    """Return the Event sheet of a Duplicate Magic event."""
    return event_sheet(format="Duplicate Magic", **settings)


def game(
    table: Raw, a: Raw, b: Raw, winner: Raw = "", deck_a: Raw = "A", deck_b: Raw = "", ruling: Raw = ""
) -> dict[str, Raw]:
    """Return a match row by header; player A has stock A unless it is said."""
    return dict(zip(HEADERS, (table, a, deck_a, b, deck_b, winner, ruling, ""), strict=True))


def sits_out(name: Raw, table: Raw = "") -> dict[str, Raw]:
    """Return the row of a player without an opponent."""
    return game(table, name, BYE_NAME, deck_a="")


def round_sheet(number: int, *rows: Cells) -> Grid:
    """Return a round's sheet."""
    return by_header(f"Round {number}", rows, HEADERS)


def round_sheets(rounds: Sequence[Sequence[Cells]]) -> list[Grid]:
    """Return the sheets of rounds from 1 on."""
    return [round_sheet(number, *rows) for number, rows in enumerate(rounds, 1)]


def tables_sheet(*tables: int | Cells) -> Grid:
    """Return the sheet Tables: a number, or a row by header, each."""
    return by_header("Tables", [{"Table": each} if isinstance(each, int) else each for each in tables], ("Table",))


def adjustments(*rows: tuple[Raw, Raw, Raw]) -> Grid:
    """Return the sheet Adjustments: player, round and points."""
    return sheet("Adjustments", ("Player", "Round", "Points"), rows)


def rulings(*rows: tuple[Raw, Raw, Raw]) -> Grid:
    """Return the sheet Rulings: player, round and kind."""
    return sheet("Rulings", ("Player", "Round", "Kind"), rows)


def antes(*rows: tuple[Raw, ...]) -> Grid:
    """Return the sheet Ante: round, table, winner, card and, where it is named, the stock."""
    return sheet("Ante", ("Round", "Table", "Winner", "Card", "Stock"), [(*row, "")[:5] for row in rows])


ELVES: Cells = {"Table": 1, "Stock A": "Elves", "Stock B": "Orcs", "Cards A": 41, "Cards B": 40}
A_WON = game(1, "Ada", "Ben", "A")
OPEN = game(1, "Ada", "Ben")


def one(row: Cells, *others: Grid, **settings: Raw) -> list[Grid]:
    """Return a workbook with one game at table 1."""
    return [duplicate(**settings), players("Ada", "Ben"), tables_sheet(1), round_sheet(1, row), *others]


def listed(*tables: int | Cells, **settings: Raw) -> list[Grid]:
    """Return a workbook with a game at table 1, and these rows on the sheet Tables."""
    return [duplicate(**settings), players("Ada", "Ben"), tables_sheet(*tables), round_sheet(1, OPEN)]


def four(*rounds: list[dict[str, Raw]], tables: tuple[int, ...] = (1, 2), **settings: Raw) -> list[Grid]:
    """Return a workbook with rounds of four players."""
    who = players("Ada", "Ben", "Cy", "Dee")
    return [duplicate(**settings), who, tables_sheet(*tables), *round_sheets(rounds)]


def teams(*who: tuple[str, str], tables: tuple[Cells, ...] = ()) -> list[Grid]:
    """Return a workbook with teams of two, not paired yet; a partner may be blank."""
    return [duplicate(), players(*({"Player": a, "Partner": b} for a, b in who)), tables_sheet(*tables)]


def won(*rows: tuple[Raw, ...], row: Cells = A_WON, stocks: int | Cells = ELVES, **settings: Raw) -> list[Grid]:
    """Return a workbook with one game, and cards won as ante."""
    options: dict[str, Raw] = {"ante_prizes": "yes", "cards_that_may_be_left_out": 5, **settings}
    return [duplicate(**options), players("Ada", "Ben"), tables_sheet(stocks), round_sheet(1, row), antes(*rows)]


def read(*grids: Grid) -> tuple[Event | None, list[Problem]]:
    """Read an event, and check it; return all problems in the order in which they are found."""
    event, format, problems = read_event(grids, "Friday")
    return event, [*problems, *(check_event(event, format) if event is not None else ())]


def results(*grids: Grid, warnings: Sequence[str] = ()) -> Results:
    """Return what the event in a workbook comes to that has these problems only: each its place and message."""
    event, found = read(*grids)
    assert [f"{problem.place}: {problem.message}" for problem in found] == list(warnings)
    assert not has_errors(found)
    assert event is not None
    return compute(event, DUPLICATE)


def before(*who: str | Cells, **settings: Raw) -> Results:
    """Return what an event comes to that is not paired yet."""
    return results(duplicate(**settings), players(*who))


def written(event: Event, new: NewRound) -> list[dict[str, Raw]]:
    """Return the rows of a new round by header, as its sheet has them."""
    names = {BYE: BYE_NAME} | {player.number: player.name for player in event.players}
    rows: list[Mapping[str, Any]] = [{**row, "a": names[row["a"]], "b": names[row["b"]]} for row in new.rows]
    return [
        {header: "" if row.get(field) is None else row[field] for field, header in HEADER_OF.items()} for row in rows
    ]


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame by column."""
    return [{str(column): value for column, value in row.items()} for row in frame.to_dict("records")]


def report_rows(found: Results, name: str) -> list[dict[str, Any]]:
    """Return the rows of one of the program's sheets by field."""
    frame = next(report.worded() for report in DUPLICATE.sheets.make_output(found) if report.sheet.name == name)
    return records(frame)
