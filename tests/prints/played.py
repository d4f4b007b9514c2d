"""Turnabout events with results, of any size, for the tests of the pages that are of the whole event."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from turnabout_sheets.event.model import BYE, Event, Player, make_matches
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.sheets.settings import make_settings
from turnabout_sheets.sheets.table import Table


def played(names: Sequence[str], rounds: int, missing: Collection[tuple[int, int]] = (), /, **settings: Any) -> Results:
    """Return an event of so many rounds in which nobody meets twice; of two players, the one named first wins.

    ``missing`` are round and table of the matches without a result. An odd player has a bye in every round.
    """
    evens, odds = range(0, len(names), 2), range(1, len(names), 2)
    rows: list[dict[str, Any]] = []
    for number in range(1, rounds + 1):
        for place, a in enumerate(evens):
            opponent = odds[(place + number - 1) % len(odds)] if place < len(odds) else BYE
            reported = opponent != BYE and (number, place + 1) not in missing
            winner = None if not reported else "A" if a < opponent else "B"
            rows.append(
                {
                    "round": number,
                    "table": None if opponent == BYE else place + 1,
                    "a": a,
                    "b": opponent,
                    "sheet": f"Round {number}",
                    "row": 2 + place,
                    "winner_1": winner,
                    "count_1": (a * 7 + number) % 20 if reported else None,
                    "winner_2": winner,
                    "count_2": (a * 3 + number) % 20 if reported else None,
                }
            )
    fields = [column.field for column in TURNABOUT.matches.columns]
    players = tuple(Player(number, name) for number, name in enumerate(names))
    known = {"name": "Town Open", "date": "2026-11-21", "rounds": max(1, rounds), **settings}
    positions = {field: place for place, field in enumerate(fields)}
    sheets = (replace(TURNABOUT.matches, name=f"Round {number}") for number in range(1, rounds + 1))
    tables = {sheet.name: Table(sheet, sheet.name, 1, positions, ()) for sheet in sheets}
    return compute(
        Event(make_settings(known), players, make_matches(rows, fields), tables, result_fields=TURNABOUT.result_fields),
        TURNABOUT,
    )
