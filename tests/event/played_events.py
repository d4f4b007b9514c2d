"""Played events of all shapes, as sheets: paired by the program, with random results, byes and absences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.dose import dose
from tests.event.worked_events import sheet_rows
from tests.reading.grids import Cells, event_sheet, players, read, results, results_sheet, round_sheet, sheet
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.formats.turnabout.sheets import MATCHES
from turnabout_sheets.rounds.new_round import append_round
from turnabout_sheets.rounds.next_rounds import pair
from turnabout_sheets.sheets.grid import Grid, Raw

HEADERS = {column.field: column.header for column in MATCHES.columns}


@dataclass(frozen=True)
class Played:
    """An event as rows of cells by header: everything that a test turns around before it is read."""

    settings: dict[str, Raw]
    players: list[Cells]
    rounds: list[list[Cells]]
    adjustments: list[tuple[Raw, ...]]
    flat: bool

    def grids(self) -> list[Grid]:
        rounds = (
            [results_sheet(*self.rounds)] if self.flat else [round_sheet(n, *r) for n, r in enumerate(self.rounds, 1)]
        )
        adjustments = sheet("Adjustments", ("Player", "Round", "Points"), self.adjustments)
        return [event_sheet(**self.settings), players(*self.players), *rounds, adjustments]

    def results(self) -> Results:
        return self._results

    @cached_property
    def _results(self) -> Results:
        return results(*self.grids())

    def until(self, number: int) -> Played:
        return replace(self, rounds=self.rounds[:number])

    def shuffled(self, random: Random) -> Played:
        """Return the event with its players, the matches of every round and the adjustments in another order."""

        def mixed(rows: list[Any]) -> list[Any]:
            return random.sample(rows, len(rows))

        return replace(
            self,
            players=mixed(self.players),
            rounds=[mixed(numbered(rows)) for rows in self.rounds],
            adjustments=mixed(self.adjustments),
        )

    def renamed(self, names: dict[Raw, str]) -> Played:
        def new(cells: Cells) -> Cells:
            return {header: names.get(value, value) if is_name(header) else value for header, value in cells.items()}

        def is_name(header: str) -> bool:
            return header in ("Player", "Player A", "Player B")

        return replace(
            self,
            players=[new(row) for row in self.players],
            rounds=[[new(row) for row in rows] for rows in self.rounds],
            adjustments=[(names[row[0]], *row[1:]) for row in self.adjustments],
        )


def numbered(rows: list[Cells]) -> list[Cells]:
    return [row if "Table" in row else {"Table": "", **row} for row in rows]


def play(seed: int, size: int, rounds: int, scheduled: int, flat: bool) -> Played:
    """Play an event; one player comes late, one drops, and some do not show up."""
    random = Random(seed)
    who: list[Cells] = [
        {
            "Player": f"Player {chr(ord('A') + random.randrange(26))}{number}",
            "Scoring option": random.choice(["", "Dominaria", "tolaria", "Phyrexia"]),
            "Rating": random.choice(["", random.randrange(50)]),
            "Joined round": 2 if number == size - 1 else "",
            "Dropped after": random.choice(["", 1, 2]) if number == size - 2 else "",
        }
        for number in range(size)
    ]
    settings: dict[str, Raw] = {
        "name": "Properties",
        "rounds": scheduled,
        "random_seed": seed,
        "first_round": random.choice(["random", "rating"]),
        "tie_breaks": random.choice(["", "MP difference", "opponents' VP, match wins"]),
        "bye_counts_as_win": random.choice(["yes", "no"]),
    }
    adjustments: list[tuple[Raw, ...]] = [(who[0]["Player"], random.choice(["", 1, 2]), random.randint(-5, 5))]
    played = Played(settings, who, [], adjustments, flat)
    for number in range(1, rounds + 1):
        found = played.results()
        following, _ = pair(found, number)
        if following is None:  # no pairing without a rematch is left
            break
        played = replace(played, rounds=[*played.rounds, [report(random, found.event, row) for row in following.rows]])
    return played


def report(random: Random, event: Event, row: dict[str, Any]) -> Cells:
    """Return a paired row with a result, as it stands on its sheet."""
    result: dict[str, Any] = {}
    if row["b"] != BYE:
        absent = random.random() < 0.1
        seated = row | {side: event.players[row[side]] for side in ("a", "b")}
        result |= (
            {"ruling": random.choice(("A no-show", "B no-show"))}
            if absent
            else TURNABOUT.simulation.play(random, seated, 0.0, 0.0)
        )
    names = {"a": event.players[row["a"]].name, "b": "BYE" if row["b"] == BYE else event.players[row["b"]].name}
    cells = {**row, **result, **names}
    return {HEADERS[field]: "" if value is None else value for field, value in cells.items()}


def next_pairing(played: Played) -> list[tuple[Any, ...]]:
    """Return the round that the program pairs next: table and names, or nothing where there is no pairing."""
    found = played.results()
    following, _ = pair(found, len(played.rounds) + 1)
    name = {player.number: player.name for player in found.event.players} | {BYE: "BYE"}
    rows = following.rows if following else ()
    return [(row["table"], name[row["a"]], name[row["b"]]) for row in rows]


def check_next_round(played: Played) -> list[str]:
    """Return what the checks say of the round that the program pairs next."""
    from turnabout_sheets.reading.checks import check_event

    event, _ = read(*played.grids())
    assert event is not None
    following, _ = pair(compute(event, TURNABOUT), len(played.rounds) + 1)
    return [str(problem) for problem in check_event(append_round(event, following), TURNABOUT)] if following else []


def figures(found: Results) -> dict[str, dict[str, tuple[Any, ...]]]:
    """Return the figures that must not depend on rows or names: standings and ratings, by player."""
    return {
        "Standings": sheet_rows(
            found, "Standings", "rank", "points", "wins", "draws", "losses", "byes", "opponents", "margin", "status"
        ),
        "Ratings": sheet_rows(found, "Ratings", "position", "match_wins", "played_all", "multiplier", "award"),
    }


@lru_cache(64)
def play_any(seed: int) -> Played:
    """Play the event of a seed; all tests of a process share it."""
    random = Random(seed)
    scheduled = random.randint(3, 4)
    return play(seed, random.randint(6, 11), random.randint(0, scheduled), scheduled, random.random() < 0.5)


events = st.integers(0, dose(24, 10**9)).map(play_any)
