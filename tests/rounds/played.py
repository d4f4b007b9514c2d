"""Played events as sheets: paired by the program, with random results and absences, for the oracle of reasons."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from tests.reading.grids import Cells, event_sheet, players, round_sheet, sheet
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.formats.turnabout.sheets import MATCHES
from turnabout_sheets.sheets.grid import Grid, Raw

HEADERS = {column.field: column.header for column in MATCHES.columns}


@dataclass(frozen=True)
class Played:
    """An event as rows of cells by header."""

    settings: dict[str, Raw]
    players: list[Cells]
    rounds: list[list[Cells]]
    adjustments: list[tuple[Raw, ...]]

    def grids(self) -> list[Grid]:
        rounds = [round_sheet(number, *rows) for number, rows in enumerate(self.rounds, 1)]
        adjustments = sheet("Adjustments", ("Player", "Round", "Points"), self.adjustments)
        return [event_sheet(**self.settings), players(*self.players), *rounds, adjustments]


def report(random: Random, event: Event, row: dict[str, Any]) -> Cells:
    """Return a paired row with a result, as it stands on its sheet."""
    result: dict[str, Any] = {}
    if row["b"] != BYE:
        absent = random.random() < 0.1
        seated = row | {side: event.players[row[side]] for side in ("a", "b")}
        result |= (
            {"ruling": random.choice(("A no-show", "B no-show"))}
            if absent
            else TURNABOUT.play(random, seated, 0.0, 0.0)
        )
    names = {"a": event.players[row["a"]].name, "b": "BYE" if row["b"] == BYE else event.players[row["b"]].name}
    cells = {**row, **result, **names}
    return {HEADERS[field]: "" if value is None else value for field, value in cells.items()}
