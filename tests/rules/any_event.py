"""Simulated events, as stories that go on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.rules.stories import Story
from tests.support.simulated import simulated
from tests.support.text_workbooks import sheets_of
from turnabout_sheets.jobs.outcome import Computed

COMPUTED: Final[dict[tuple[object, ...], Computed]] = {}
"""What events come to as they were made."""

Figures = dict[str, list[dict[str, str]]]


@cache
def simulate(format: str, seed: int, *more: str) -> Mapping[str, list[list[Any]]]:
    """Return the sheets of an event of which a round is still to be paired, where they are not all paired at once."""
    with TemporaryDirectory() as folder:
        rounds = 3 + seed % 2
        plan = ["--players", 7 + seed % 9, "--rounds", rounds, "--played", rounds - 1, "--seed", seed, *more]
        sheets = sheets_of(simulated(Path(folder) / "event.xlsx", "--format", format, *plan))
        return {name: [list(row) for row in rows] for name, rows in sheets.items() if name != "How to"}


class Event(Story):
    """A story with the sheets of an event.

    Everybody has a Player ID and a rating of their own, so that neither names nor rows decide between equals.
    """

    def __init__(self, folder: Path, format: str, seed: int, *more: str) -> None:
        super().__init__(folder, format)
        for name, (headers, *rows) in simulate(format, seed, *more).items():
            if name == "Event":
                self.settings = {row[0]: row[1] for row in rows if len(row) > 1}
            else:
                self.headers[name] = headers
                self.tables[name] = [dict.fromkeys(headers) | dict(zip(headers, row, strict=False)) for row in rows]
        for number, row in enumerate(self.tables["Players"]):
            row |= {"Player ID": f"id {number}", "Rating": 10 * number}
        self.made = (format, seed, *more), repr(self.sheets())
        self.rounds = sorted(name for name in self.tables if name.startswith("Round "))

    def compute(self, *, pair: bool = True) -> Computed:
        """Compute the workbook; as it was made, only once for all tests."""
        made, sheets = self.made
        if sheets != repr(self.sheets()):
            return super().compute(pair=pair)
        if (*made, pair) not in COMPUTED:
            COMPUTED[*made, pair] = super().compute(pair=pair)
        return COMPUTED[*made, pair]

    def figures(self) -> tuple[Figures, list[tuple[Any, ...]]]:
        """Return what the event comes to, and who plays whom next."""
        outcome = self.compute()
        assert outcome.results is not None, [str(each) for each in outcome.problems]
        names = {player.number: player.name for player in outcome.results.event.players}
        new = [(row["table"], names[row["a"]], names.get(row["b"])) for each in outcome.new_rounds for row in each.rows]
        sheets = (each.sheet.name for each in outcome.results.format.make_output(outcome.results))
        return {name: self.rows(name) for name in sheets if name in ("Standings", "Ratings", "Progress")}, new
