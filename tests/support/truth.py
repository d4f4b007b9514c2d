"""What is true of a day, whatever its workbook says: who is there, who met whom at which table, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from fractions import Fraction
from typing import Any

from tests.support.organizer import SEATS, WORKS
from tests.support.recomputed import WINS_AND_BYES, Line, reckon_rows
from tests.support.recomputed import Row as Played
from turnabout_sheets.core.text import key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, BYE_NAME, Event

DECKS = ("deck a", "deck b")


class Truth:
    """The players by row, and the rows of each round, by header; what the program says is held against it."""

    def __init__(self, format: Format) -> None:
        self.format = format
        self.players: list[dict[str, Any]] = []
        self.rounds: dict[int, list[dict[str, Any]]] = {}

    def copy(self) -> Truth:
        """Return the same, of which nothing changes with this one."""
        other = Truth(self.format)
        other.players, other.rounds = deepcopy(self.players), deepcopy(self.rounds)
        return other

    def find(self, number: int, a: str, b: str) -> dict[str, Any]:
        """Return the row of a pair, however their names are written."""
        return next(row for row in self.rounds[number] if [*map(key, _pair(row))] == [key(a), key(b)])

    def rename(self, old: str, new: str) -> None:
        for row in (*self.players, *(row for rows in self.rounds.values() for row in rows)):
            row |= {header: new for header in ("player", *SEATS[1:]) if row.get(header) == old}

    def matches(self, number: int) -> list[dict[str, Any]]:
        """Return the rows of a round that two play."""
        return [row for row in self.rounds[number] if row["player b"] != BYE_NAME]

    def is_reported(self, row: Mapping[str, Any]) -> bool:
        return bool(row["ruling"]) or any(row[header] != "" for header in WORKS[self.format.name])

    @property
    def running(self) -> int:
        """The round of which results are still to come; 0 where all are in."""
        return next((n for n in sorted(self.rounds) if not all(map(self.is_reported, self.matches(n)))), 0)

    def has_met(self, one: str, other: str) -> bool:
        return any({one, other} == {row[each] for each in SEATS[1:]} for rows in self.rounds.values() for row in rows)

    def points(self) -> dict[str, Line]:
        """Return what everybody comes to, by sums of a person's."""
        played = [
            Played(
                number, row["player a"], row["player b"].replace(BYE_NAME, ""), {"option a": "", "option b": "", **row}
            )
            for number, rows in sorted(self.rounds.items())
            for row in rows
        ]
        return reckon_rows(played, self.players, self.format.name)

    def compare(self, event: Event) -> list[str]:
        """Return what an event says otherwise, in words; rounds that are new to this are taken over."""
        found = dict(rows_of(event, self.format))
        for number in found.keys() - self.rounds.keys():
            self.rounds[number] = [dict(row) for row in found[number]]
        return [*self._differ(found)]

    def _differ(self, found: Mapping[int, list[dict[str, Any]]]) -> Iterator[str]:
        for number, rows in self.rounds.items():
            true, said = ({_pair(row): row for row in each} for each in (rows, found.get(number, [])))
            for pair in true.keys() | said.keys():
                if true.get(pair) != said.get(pair):
                    yield f"round {number}: {true.get(pair)} is true, and the event has {said.get(pair)}"

    def compare_points(self, standings: list[dict[str, Any]]) -> list[str]:
        """Return the rows of the sheet Standings that say other points than these come to."""
        points, _, byes = WINS_AND_BYES[self.format.name]
        shown = {row["Player"]: (Fraction(row[points]).limit_denominator(1000), row[byes]) for row in standings}
        true = {name: (line.points.limit_denominator(1000), line.byes) for name, line in self.points().items()}
        return [f"{name}: {shown.get(name)} for {true.get(name)}" for name in shown.keys() | true.keys()
                if shown.get(name) != true.get(name)]  # fmt: skip


def _pair(row: Mapping[str, Any]) -> tuple[str, str]:
    return row["player a"], row["player b"]


def rows_of(event: Event, format: Format) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Yield the rounds of an event with their rows, by header as they are typed."""
    names = {player.number: player.name for player in event.players} | {BYE: BYE_NAME}
    wanted = (*SEATS, *WORKS[format.name], "ruling", *DECKS)
    fields = {c.header.casefold(): c.field for c in format.matches.columns if c.header.casefold() in wanted}
    for number, matches in event.rounds.items():
        rows = []
        for match in matches:
            own = {"table": match.table, "ruling": match.ruling, "player a": names[match.a], "player b": names[match.b]}
            read = {header: match[field] for header, field in fields.items() if header not in own}
            rows.append({header: "" if value is None else value for header, value in {**own, **read}.items()})
        yield number, rows
