"""What is to be typed so that somebody comes, leaves, sits out or comes back, and what of that can be done now.

Whoever comes is let into the running round against the bye, if there is one, else with a bye of their own. Where all
rounds are paired already, they have a place in as many of them as can be (rules 1.4.11, duplicate 4.8).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.similar_names import find_similar
from turnabout_sheets.core.text import key, tidy
from turnabout_sheets.event import progress
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, BYE_NAME, RESERVED_NAMES, Event, Player
from turnabout_sheets.jobs.edit import Change, Edit, EditError, edit
from turnabout_sheets.jobs.next_step import find_blank_round
from turnabout_sheets.pairing.methods import session_start
from turnabout_sheets.sheets.table import Row, Table

_FIELDS: Final = ("name", "joined", "dropped_after", "away", "byes", "let_in")
"""What the sheet Players says of when somebody is there."""

MOST_ALIKE: Final = 10
"""How many who may be meant are named."""


class Way(StrEnum):
    """How somebody comes or goes: `LATE`, from a later round on, or `NOW`, into the running one; `AWAY`: sits out a
    round; `OUT`: leaves before it, and it is paired anew; `DROP`: leaves after it; `BACK`: is there again from it on.
    """

    LATE = "late"
    NOW = "now"
    AWAY = "away"
    OUT = "out"
    DROP = "drop"
    BACK = "back"


class Offer(NamedTuple):
    """What a player can do, about which round; one who is let in now meets the ``opponent``, if any."""

    way: Way
    round: int
    opponent: str = ""


class Place(NamedTuple):
    """A place that is free in a round: in a row of its sheet, in the column of A or B."""

    round: int
    row: int
    field: str
    had: int  # `BYE`, or the number of a player who has left
    opponent: int  # the number of the player next to it
    table: int  # that of the row, otherwise the first that is free
    waits: bool  # whether the opponent is there


def move(path: Path, name: str, offer: Offer) -> Edit:
    """Have somebody come or go as it was offered. Raises `EditError` where that is no longer so, or `WorkbookError`."""

    def plan(event: Event, format: Format) -> Edit:
        plans = _Moves(event, format, name).list_plans()
        if offer not in plans:
            raise EditError(Message("That is not possible for {name} any more, so nothing was done.", name=name))
        return plans[offer]

    return edit(path, plan)


def list_offers(event: Event, format: Format, name: str) -> tuple[list[Offer], EditError | None]:
    """Return what can be done with the player called ``name``, or somebody new; and else why there is nothing.

    Raises `EditError` where nobody can be called so.
    """
    moves = _Moves(event, format, name)
    offers = [*moves.list_plans()]
    return offers, None if offers else EditError(moves.say_why_not())


class _Moves:
    """How a player, or somebody new, can come and go in an event as it is now."""

    def __init__(self, event: Event, format: Format, name: str) -> None:
        self.event, self.format, self.method = event, format, event.settings.method
        name = tidy(name)
        if not name:
            raise EditError(Message("The name is blank: type the name of the player."))
        if key(name) in map(key, RESERVED_NAMES):
            said = Message("No player can be called {name}: {others} mean something else in the results.", name=name)
            raise EditError(said.fill(others=RESERVED_NAMES))
        self.player = player = find_known(event, name) or Player(len(event.players), name)
        self.is_new = player.number == len(event.players)
        at_once, fields = event.rounds and self.method.at_once, format.result_fields
        self.running = progress.find_running_round(event, fields) if at_once else event.last_round
        self.last = max(progress.scheduled_rounds(event), self.running)
        # Who leaves a round that is blank has it paired again; in a bracket their opponent goes on (rules 1.11.6).
        self.blank = 0 if self.method.by_bracket else find_blank_round(event, format)
        # Who comes can be in the running round as long as a match of it is out.
        out = {match.round for match in progress.outstanding_matches(event, fields)}
        self.earliest = self.running + (self.running not in out)
        # In rounds that are paired at once, the player may be typed, and not be there.
        own = _list_own_rows(event, player).items()
        self.typed = {number: row["b" if row["a"] == player.number else "a"] for number, row in own}
        self.there = {match.round for match in event.rows if player.number in (match.a, match.b)}

    def list_plans(self) -> dict[Offer, Edit]:
        """Return what can be done, and what is to be typed for each."""
        player, now, then, plans = self.player, self.running, self.running + 1, dict[Offer, Edit]()
        if player.disqualified is not None:
            return plans
        is_back = bool(self.typed) or then in player.away
        if is_back and self.method.by_bracket:
            if then in player.away or player.dropped_after == now:
                plans[Offer(Way.BACK, then)] = self._put(self._be_there([then]))
        elif later := self._come(then):
            plans[Offer(Way.BACK if is_back else Way.LATE, then)] = later[0]
        if (soon := self._come(now)) and soon[1] is not None:
            plans[Offer(Way.NOW, now, soon[1])] = soon[0]
        if self.is_new:
            return plans
        if then <= self.last and player.plays_in(then):
            byes = tuple(each for each in player.byes if each != then)
            plans[Offer(Way.AWAY, then)] = self._put(replace(player, away=(*player.away, then), byes=byes))
        # Who leaves before the first round has never started (rules 1.4.7).
        if now in self.there and now == self.blank and not player.has_left(now):
            left = replace(player, dropped_after=now - 1 if min(self.typed) < now else 0)
            plans[Offer(Way.OUT, now)] = replace(self._put(left), again=now)
        if now < self.last and not player.has_left(then):
            plans[Offer(Way.DROP, now)] = self._put(replace(player, dropped_after=now if self.typed else 0))
        return plans

    def say_why_not(self) -> Message:
        """Return why nothing can be done: the first reason that there is."""
        method, now = self.method, self.running
        said = Message("No place is free. Once a player drops, ask again: that place is then free.")
        if self.player.disqualified is not None:
            said = Message(
                "The player was disqualified; if that was a mistake, take the row off the sheet Rulings first."
            )
        elif not now:
            said = Message("No round is paired yet: type {name} on the sheet Players, and save.")
        elif method.by_bracket and self.earliest > 1:
            said = Message("An elimination event admits no players after its first round.")
        elif self.earliest > self.last:
            said = Message("All rounds are played.")
        elif now in self.there and (not method.at_once or now == self.last):
            said = Message("{name} is in round {n} already.")
        return said.fill(name=self.player.name, n=now)

    def _come(self, first: int) -> tuple[Edit, str | None] | None:
        """Return what is to be typed so that the player is there from a round on, and the opponent in it.

        That is blank against nobody, and None where the player is not in that round; all is None where it cannot be.
        """
        event, player, only_places = self.event, self.player, self.method.at_once or self.method.by_bracket
        if not self.running or not self.earliest <= first <= self.last or (self.method.by_bracket and first > 1):
            return None
        absent = [each for each in self.typed if each >= first and each not in self.there]
        if first in absent:
            return self._put(self._be_there([first])), self._name(self.typed[first])
        lacking = [each for each in event.rounds if each >= first and each not in self.typed]
        taken, back = _take_places(event, player, lacking), absent if player.has_left(first) else []
        if taken or back:
            seats, others = list[Change](), dict(self.typed)
            for place in taken:
                table, others[place.round] = self._find_sheet(place.round), place.opponent
                seats.append(Change(table, place.row, place.field, player.name))
                if place.had == BYE and place.waits and "table" in table.positions:
                    seats.append(Change(table, place.row, "table", place.table))
            now = self._be_there(sorted([*(place.round for place in taken), *back]))
            plan = self._put(now, *self._describe_places(taken, lacking), seats=seats)
            return plan, self._name(others[first]) if first in others else None
        if only_places or max(self.there, default=0) >= first:
            return None
        now = self._be_there([first])
        if first > self.running:
            plan = self._put(now)
            return (plan, None) if plan.cells else None
        table = self._find_sheet(first)
        row = max(each.number for each in table.rows) + 1
        cells: Mapping[str, str | float] = {"round": first, "a": player.name, "b": BYE_NAME}
        seats = [Change(table, row, field, cell) for field, cell in cells.items() if field in table.positions]
        said = Message("{name} has a bye in round {n}, as no player is free; all pairs stay.", n=first)
        return self._put(now, said, seats=seats), ""

    def _be_there(self, places: Sequence[int]) -> Player:
        """Return the player as one who is there in some rounds.

        Of rounds that are paired, those that have no place for the player are `Away`. Let in are those rounds that were
        paired without the player, where rounds are explained (1.4.15).
        """
        player, first = self.player, places[0]
        joined = player.joined if any(number < first for number in self.there) else first
        missed = {*range(joined, first)} - self.there
        missed |= {*range(first + 1, self.event.last_round + 1)} - self.typed.keys()
        has_left = player.dropped_after is not None and player.dropped_after < first
        paired = () if self.method.at_once or self.method.by_bracket else self.event.rounds
        return replace(
            player,
            joined=joined,
            dropped_after=None if has_left else player.dropped_after,
            away=tuple({*player.away, *missed} - {*places}),
            let_in=(*player.let_in, *(number for number in places if number in paired)),
        )

    def _put(self, player: Player, *said: Message, seats: Sequence[Change] = ()) -> Edit:
        """Return the plan by which the player is as is given: a cell for each field that differs, and ``seats``."""
        table, was = self.event.tables[self.format.players.name], self.player
        row, changes = was.row, list[Change]()
        if self.is_new:
            was, row = Player(was.number, ""), max((each.number for each in table.rows), default=table.header_row) + 1
        for field in _FIELDS:
            before, after = getattr(was, field), getattr(player, field)
            if isinstance(after, tuple):
                before, after = (", ".join(map(str, sorted({*each}))) for each in (before, after))
            if before != after and any(column.field == field for column in table.sheet.columns):
                changes.append(Change(table, row, field, after))
        said = (*said, *(self._describe_more_rounds(player) if seats else ()))
        named = [each.fill(name=player.name) for each in said]
        return Edit(cells=[*changes, *seats], said=named, in_rounds=bool(seats) or self.method.at_once)

    def _name(self, number: int | None) -> str:
        return "" if number in (BYE, None) else self.event.names[number]

    def _find_sheet(self, number: int) -> Table:
        return self.event.tables[self.event.rounds[number][0].sheet]

    def _describe_places(self, taken: Sequence[Place], lacking: Sequence[int]) -> Iterator[Message]:
        """Yield where the player is now, where they sit out, and in which ``lacking`` rounds nothing is free."""
        for place in taken[:1]:
            has_table = "table" in self._find_sheet(place.round).positions
            yield Message(
                "{name} is in round {round}{table} against {opponent}.",
                round=place.round,
                opponent=self._name(place.opponent),
                table=Message(" at table {table}", table=place.table) if has_table else "",
            )
        for place in taken:
            if not place.waits:
                said = Message("{opponent} is absent in round {round}, so that {name} sits out then.")
                yield said.fill(opponent=self._name(place.opponent), round=place.round)
        if none := sorted({*lacking} - {each.round for each in taken}):
            yield Message(
                "No place is free in these rounds, which count 0: {rounds}. If a player drops, ask again."
            ).fill(rounds=tuple(none))

    def _describe_more_rounds(self, player: Player) -> Iterator[Message]:
        """Yield what there is to say where a player of round 1 is one more than the rounds are for (rules 1.5.10)."""
        others = [each for each in self.event.players if each.number != player.number]
        both = (replace(self.event, players=tuple(each)) for each in (others, [*others, player]))
        were, are = map(progress.scheduled_rounds, both)
        if are > were and not (self.method.at_once or self.method.by_bracket):
            yield Message(
                "With {players} players it takes {are} rounds. If {were} are enough, set Rounds on the sheet Event to "
                "{were}.",
                players=sum(each.plays_in(1) for each in (*others, player)),
                are=are,
                were=were,
            )


def _take_places(event: Event, player: Player, rounds: Sequence[int]) -> list[Place]:
    """Return the places that a player takes in these rounds, at most one in each.

    A place of the bye comes before one of a player who has left. Of these, the places in which players are expected
    who are still to come are taken last, beginning with those of the last to come.
    """
    turns: dict[tuple[int, int], int] = {}
    for turn, other in enumerate(reversed([each for each in event.latecomers if each.number != player.number]), 1):
        before = [number for number in event.rounds if number < other.joined]
        turns |= {(place.round, place.row): turn for place in _take(event, other, before, turns={})}
    return _take(event, player, rounds, turns)


def _take(event: Event, player: Player, rounds: Sequence[int], turns: Mapping[tuple[int, int], int]) -> list[Place]:
    """Return the first free places that go together: first those with a game, then those where the player sits out."""
    settings, taken, own = event.settings, dict[int, Place](), _list_own_rows(event, player)
    tables_once = settings.method.each_table_once and not settings.allow_rematches
    met, been = set[int](), {row["table"] for row in own.values()}
    for is_game in (True, False):
        for number in rounds:
            if number in taken or not (is_game or min(taken, default=number) < number):
                continue
            session = session_start(number, settings.rounds_per_session)
            others = met.union(*((row["a"], row["b"]) for paired, row in own.items() if paired >= session))
            free = [
                place
                for place in _list_free(event, number)
                if place.waits is is_game and place.opponent not in others and not (tables_once and place.table in been)
            ]
            if free:
                place = min(free, key=lambda each: (each.had != BYE, turns.get((each.round, each.row), 0), each.had))
                taken[number] = place
                met |= set() if settings.allow_rematches else {place.opponent}
                been.add(place.table)
    return [taken[number] for number in sorted(taken)]


def _list_free(event: Event, number: int) -> Iterator[Place]:
    """Yield the places of a round next to a player who has the bye without having asked for it, or is not there."""
    matches, rows = {match.row: match for match in event.rounds[number]}, _list_rows(event, number)
    for row in rows:
        match = matches.get(row.number)
        if match is None and BYE in (row["a"], row["b"]):
            opponent = row["a"] if row["b"] == BYE else row["b"]
        elif match is not None and match.b == BYE and match.a is not None and match.ruling is None:
            opponent = match.a
        else:
            continue
        field, had = ("a", row["a"]) if row["b"] == opponent else ("b", row["b"])
        wants_bye = match is not None and number in event.players[opponent].byes
        if not wants_bye and (had == BYE or event.players[had].has_left(number)):
            used = {each["table"] for each in rows}
            table = row["table"] or next(table for table in count(1) if table not in used)
            yield Place(number, row.number, field, had, opponent, table, match is not None)


def _list_own_rows(event: Event, player: Player) -> dict[int, Row]:
    """Return the row of a player in each round as it is typed, whether they are there or not."""
    rows = ((number, row) for number in event.rounds for row in _list_rows(event, number))
    return {number: row for number, row in rows if player.number in (row["a"], row["b"])}


def _list_rows(event: Event, number: int) -> list[Row]:
    rows = event.tables[event.rounds[number][0].sheet].rows
    return [row for row in rows if row.values.get("round", number) == number]


def find_known(event: Event, name: str) -> Player | None:
    """Return the player who is called so; None where nobody is."""
    names = ((player, each) for player in event.players for each in player.names)
    return next((player for player, each in names if key(each) == key(name)), None)


def find_alike(event: Event, name: str) -> list[str]:
    """Return the players whom somebody who is not known may be: their names are nearly the same, or begin so."""
    typed, there = f" {key(name)}", [(player.number, player.name, "", player.names) for player in event.players]
    if find_known(event, name) is not None or not typed.strip():
        return []
    near = find_similar([*there, (len(there), name, "", (name,))]).get(len(there), ())
    begun = (shown for _, shown, _, names in there if any(typed in f" {key(each)}" for each in names))
    return [*dict.fromkeys((*(event.players[other].name for other, _ in near), *begun))][:MOST_ALIKE]
