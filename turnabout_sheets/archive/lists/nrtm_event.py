"""An event as it stands in NRTM JSON: its players, its games, and who came where in the cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from turnabout_sheets.archive.lists.nrtm_games import (
    Game,
    JsonObject,
    NrtmError,
    read_game,
    read_id,
    read_text,
    read_whole,
    show,
)
from turnabout_sheets.archive.lists.understood import Given
from turnabout_sheets.core.days import EXAMPLE, DayError, read_day
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS

AGAIN: Final = "Save the event anew from the program that it comes from; if it is the same then, correct it there."

Fault = tuple[str, str]
"""What is wrong, and what to do."""


@dataclass(frozen=True, slots=True)
class NrtmPlayer:
    """A player as listed; ``rank`` is that after the Swiss rounds."""

    name: str
    rank: int | None
    points: int | None
    disqualified: bool


@dataclass(slots=True)
class NrtmEvent:
    """An event: players by id, games, the rounds of which nothing was played, and ranks after the cut by id."""

    top: JsonObject
    name: str = ""
    date: str = ""
    players: dict[str, NrtmPlayer] = field(default_factory=dict)
    games: list[Game] = field(default_factory=list)
    unplayed: list[int] = field(default_factory=list)
    cut: dict[str, int | None] = field(default_factory=dict)
    stand_ins: set[str] = field(default_factory=set)

    @property
    def title(self) -> str:
        """What messages call the event."""
        return f"{self.name} ({self.date})"

    def read(self, given: Given) -> Iterator[Fault]:
        """Read everything that counts, and yield what is wrong; whatever else there is may be anything."""
        try:
            players, rounds = (_list(self.top, name, needed=True) for name in ("players", "rounds"))
            cut = _list(self.top, "eliminationPlayers")
            preliminary = (read_whole(self.top, "preliminaryRounds") or 0) if cut else 0
        except NrtmError as reason:
            yield f"The file is no event that can be read: {reason}.", AGAIN
            return
        faults = [*self._read_title(given), *_each("Player", players, self._add_player)]
        faults = faults or [*_each("Place", cut, self._add_place)]
        for number, games in enumerate(rounds, 1):
            found: list[Game] = []
            faults = faults or [*self._read_round(number, games, preliminary, found)]
            if faults:
                break
            if any(game.reported for game in found):
                self.games += found
            else:
                self.unplayed.append(number)
        yield from faults

    def _read_round(self, number: int, games: object, preliminary: int, found: list[Game]) -> Iterator[Fault]:
        """Read the games of a round into ``found``."""
        if number > MOST_ROUNDS or not isinstance(games, list):
            what = f"expected a list of matches in each of at most {MOST_ROUNDS} rounds"
            yield f"Round {number} is {show(games)}; {what}.", AGAIN
            return
        first: dict[str, str] = {}

        def add(match: object, place: str) -> None:
            game = read_game(match, place, number, self.stand_ins, preliminary)
            for who in filter(None, game.sides):
                if who not in self.players:
                    raise NrtmError(f"nobody among the players has the id {show(who)}")
                if who in first:
                    raise NrtmError(f"{self.players[who].name} stands in this round twice, here and in {first[who]}")
                first[who] = f"match {len(found) + 1}"
            found.append(game)

        yield from _each(f"Round {number}, match", games, add)

    def _read_title(self, given: Given) -> Iterator[Fault]:
        self.name = given.name or read_text(self.top.get("name"))
        if not self.name:
            yield "The event has no name; expected one.", "Say what it is called with --name."
        typed = given.date or read_text(self.top.get("date"))[:40]
        try:
            self.date = read_day(typed).isoformat()
        except DayError as reason:
            said = f', "{typed}", {reason}' if typed else " is missing"
            yield f"The date of the event{said}; expected a day such as {EXAMPLE}.", "Say it with --date."

    def _add_player(self, row: object, place: str) -> None:
        who = read_id(row)
        of: dict[str, Any] = row if isinstance(row, dict) else {}
        if of.get("isBye") is True and who:
            self.stand_ins.add(who)
            return
        name = read_text(of.get("name"))
        if not name or who is None:
            raise NrtmError(f"{'id' if name else 'name'} is missing; expected one")
        if who in self.players:
            raise NrtmError(f"{name} has the id {who}, which {self.players[who].name} has already")
        points = read_whole(of, "matchPoints" if "matchPoints" in of else "prestige")
        self.players[who] = NrtmPlayer(name, read_whole(of, "rank"), points, of.get("disqualified") is True)

    def _add_place(self, row: object, place: str) -> None:
        who = read_id(row)
        if who is None or who not in self.players or who in self.cut:
            raise NrtmError(f"id is {show(who)}; expected that of a player, each once")
        self.cut[who] = read_whole(row, "rank") if isinstance(row, dict) else None


def _each(kind: str, rows: list[Any], add: Callable[[object, str], None]) -> Iterator[Fault]:
    """Add each row, and yield why one cannot be: only the first, as the others may be as they are for that."""
    for number, row in enumerate(rows, 1):
        try:
            add(row, f"{kind} {number}")
        except NrtmError as reason:
            yield f"{kind} {number}: {reason}.", AGAIN
            return


def _list(top: JsonObject, name: str, *, needed: bool = False) -> list[Any]:
    found = top.get(name)
    if isinstance(found, list) or (found is None and not needed):
        return found or []
    raise NrtmError(f"{name} is {show(found)}; expected a list")
