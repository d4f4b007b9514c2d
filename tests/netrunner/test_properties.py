"""What holds for every event under the protocol, whoever plays and whatever the results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import dose, whole_events
from tests.netrunner.workbooks import HEADERS, netrunner, read, results_sheet, round_sheet, rulings
from tests.reading.grids import Cells, players
from tests.rules.worked_events import sheet_rows
from turnabout_sheets.core.problems import has_errors
from turnabout_sheets.event.model import BYE, BYE_NAME
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.netrunner.format import NETRUNNER
from turnabout_sheets.formats.netrunner.sheets import MATCHES
from turnabout_sheets.rounds.next_rounds import due_rounds, pair
from turnabout_sheets.sheets.grid import Grid, Raw

pytestmark = pytest.mark.slow

FIELDS = tuple(column.field for column in MATCHES.columns)
FIGURES = ("rank", "points", "pairing_number", "opponents", "middle", "tied", "byes", "status")

few = whole_events(15)


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
    return row | dict(NETRUNNER.simulation.no_show(random) if absent else NETRUNNER.simulation.play(random, row, 0, 0))


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
                played.rulings.append((cells["a"], new.number, kind))
        played = replace(played, rounds=[*played.rounds, rows])
    return played


@lru_cache(64)
def play_any(seed: int) -> Played:
    """Play the event of a seed, once for all tests of a process; there are all sizes from 2 to 13."""
    return play(seed, 2 + seed % 12)


events = st.integers(0, dose(23, 10**9)).map(play_any)


@few
@given(events)
def test_three_gmp_a_match_and_a_bye(played: Played) -> None:
    """As netrunner 2.7.1 says, with forfeits applied; a no-show's three are the opponent's, or nobody's."""
    found = played.results()
    assert found.finished
    for match in found.matches.to_dict("records"):
        whole = 0 if match["outcome_a"] == match["outcome_b"] == "absent" else 3
        assert match["gmp_a"] + (0 if match["b"] == BYE else match["gmp_b"]) == whole
    totals = {name: points for name, (_, points, *_) in played.figures().items()}
    assert sum(totals.values()) == 3 * sum(
        (match["outcome_a"], match["outcome_b"]) != ("absent", "absent") for match in found.matches.to_dict("records")
    )


@few
@given(events)
def test_everybody_plays_or_has_the_bye_once_a_round(played: Played) -> None:
    found = played.results()
    for number, rows in found.event.rounds.items():
        there = sorted(player for match in rows for player in (match.a, match.b) if player != BYE)
        assert there == [player.number for player in found.event.playing(number)]
        assert sum(match.b == BYE for match in rows) == len(there) % 2


@few
@given(events, st.randoms(use_true_random=False))
def test_neither_the_order_of_rows_nor_the_sheets_matter(played: Played, random: Random) -> None:
    mixed = [random.sample(rows, len(rows)) for rows in played.rounds]
    numbered = [[row if row["Player B"] != BYE_NAME else {**row, "Table": ""} for row in rows] for rows in mixed]
    other = replace(played, players=random.sample(played.players, len(played.players)), rounds=numbered)
    assert other.figures() == played.figures()
    assert replace(other, flat=True).figures() == played.figures()


@few
@given(events)
def test_the_disqualified_are_last(played: Played) -> None:
    order = [row[-1] == "Disqualified" for row in played.figures().values()]
    assert order == sorted(order)
