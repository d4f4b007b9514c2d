"""Netrunner events that are played to their end, with forfeits and no-shows, for tests of what holds for all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.dose import dose
from tests.event.worked_events import sheet_rows
from tests.netrunner.workbooks import HEADERS, netrunner, read, results_sheet, round_sheet, rulings
from tests.reading.grids import Cells, players
from tests.support.simulated import no_show
from turnabout_sheets.core.problems import has_errors
from turnabout_sheets.event.model import BYE, BYE_NAME
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.netrunner.format import NETRUNNER
from turnabout_sheets.formats.netrunner.sheets import MATCHES
from turnabout_sheets.rounds.next_rounds import due_rounds, pair
from turnabout_sheets.sheets.grid import Grid, Raw

FIELDS = tuple(column.field for column in MATCHES.columns)
FIGURES = ("rank", "points", "pairing_number", "opponents", "middle", "tied", "byes", "status")


@dataclass(frozen=True)
class Played:
    """An event as rows of cells by header."""

    settings: dict[str, Raw]
    players: list[Cells]
    rounds: list[list[Cells]]
    rulings: list[tuple[Raw, ...]]
    flat: bool = False

    def grids(self) -> list[Grid]:
        sheets = [round_sheet(number, *rows) for number, rows in enumerate(self.rounds, 1)]
        return [
            netrunner(**self.settings),
            players(*self.players),
            *([results_sheet(*self.rounds)] if self.flat else sheets),
            rulings(*self.rulings),
        ]

    def results(self) -> Results:
        return self._results

    @cached_property
    def _results(self) -> Results:
        event, problems = read(*self.grids())
        assert event is not None
        assert not has_errors(problems), [str(problem) for problem in problems]
        return compute(event, NETRUNNER)

    def figures(self) -> dict[str, tuple[Any, ...]]:
        return sheet_rows(self.results(), "Standings", *FIGURES)


def reported(random: Random, row: dict[str, Any]) -> dict[str, Any]:
    """Return a paired row with a result, by field."""
    if row["b"] == BYE:
        return row
    absent = random.random() < 0.1
    return row | dict(no_show(random) if absent else NETRUNNER.simulation.play(random, row, 0, 0))


def play(seed: int, size: int) -> Played:
    """Play an event to its end; some forfeit a game or a match, one is disqualified."""
    random = Random(seed)
    who: list[Cells] = [{"Player": f"P{number:02}", "Rating": random.choice(["", 5, 9])} for number in range(size)]
    options: dict[str, Raw] = {"name": "Properties", "pairing_number": random.choice(["gmp", "wins"])}
    played = Played({**options, "allow_rematches": "yes"}, who, [], [])
    while numbers := due_rounds(found := played.results()):
        new, _ = pair(found, numbers[0])
        assert new is not None
        name = {player.number: player.name for player in found.event.players} | {BYE: BYE_NAME}
        rows: list[Cells] = []
        for row in (reported(random, each) for each in new.rows):
            cells = {**row, "a": name[row["a"]], "b": name[row["b"]]}
            rows.append({h: "" if cells.get(f) is None else cells[f] for h, f in zip(HEADERS, FIELDS, strict=True)})
            if random.random() < 0.15:
                kind = random.choice(["game forfeit", "match forfeit", "warning", "disqualification"])
                named = kind == "game forfeit" and "B" not in (row.get("winner_1"), row.get("winner_2"))
                played.rulings.append((cells["a"], new.number, kind, 1 if named else ""))
        played = replace(played, rounds=[*played.rounds, rows])
    return played


@lru_cache(64)
def play_any(seed: int) -> Played:
    """Play the event of a seed, once for all tests of a process; there are all sizes from 2 to 13."""
    return play(seed, 2 + seed % 12)


events = st.integers(0, dose(11, 10**9)).map(play_any)
