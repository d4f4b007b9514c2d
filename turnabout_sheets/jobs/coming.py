"""What is to be typed so that somebody comes, leaves, sits out or comes back, and what of that can be done now.

Whoever comes is let into the running round against the bye, if there is one, else with a bye of their own. Where all
rounds are paired already, they have a place in as many of them as can be (rules 1.4.11, duplicate 4.8).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.similar_names import find_similar
from turnabout_sheets.core.text import key, tidy
from turnabout_sheets.event import progress
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, BYE_NAME, RESERVED_NAMES, Event, Player
from turnabout_sheets.jobs.edit import Change, Edit, EditError, Plan, edit
from turnabout_sheets.jobs.late_places import Place, take_places, typed_rows
from turnabout_sheets.jobs.pair_again import can_leave_before
from turnabout_sheets.sheets.table import Table

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


def move(path: Path, name: str, offer: Offer) -> Edit:
    """Have somebody come or go as it was offered. Raises `EditError` where that is no longer so, or `WorkbookError`."""

    def plan(event: Event, format: Format) -> Plan:
        if offer not in list_offers(event, format, name)[0]:
            raise EditError(Message("That is not possible for {name} any more, so nothing was done.", name=name))
        return _Moves(event, format, name).plan(offer.way, offer.round)

    return edit(path, plan)


def list_offers(event: Event, format: Format, name: str) -> tuple[list[Offer], EditError | None]:
    """Return what can be done with the player called ``name``, or somebody new; and else why there is nothing.

    Raises `EditError` where nobody can be called so.
    """
    moves = _Moves(event, format, name)
    now, then, is_back = moves.running, moves.running + 1, bool(moves.typed) or moves.running + 1 in moves.player.away
    ways = [(Way.BACK if is_back else Way.LATE, then), (Way.NOW, now)]
    ways += [] if moves.is_new else [(Way.AWAY, then), (Way.OUT, now), (Way.DROP, now)]
    offers: list[Offer] = []
    why_not: EditError | None = None
    for way, about in ways:
        try:
            plan = moves.plan(way, about)
        except EditError as reason:
            is_nearer = way is Way.NOW and not event.settings.method.at_once
            why_not = reason if is_nearer or why_not is None else why_not
            continue
        if way is not Way.NOW:
            offers.append(Offer(way, about))
        elif plan.opponent is not None:
            offers.append(Offer(way, about, plan.opponent))
    return offers, None if offers else why_not


class _Moves:
    """How a player, or somebody new, can come and go in an event as it is now. Each raises `EditError` if it cannot."""

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
        # In rounds that are paired at once, the player may be typed, and not be there.
        seats = [(number, row["a"], row["b"]) for number in event.rounds for row in typed_rows(event, number)]
        self.typed = {number: b if a == player.number else a for number, a, b in seats if player.number in (a, b)}
        self.there = {match.round for match in event.rows if player.number in (match.a, match.b)}

    def plan(self, way: Way, number: int) -> Plan:
        """Return what is to be typed so that the player comes or goes."""
        player = self.player
        if player.disqualified is not None:
            raise self._refuse(
                "The player was disqualified; if that was a mistake, take the row off the sheet Rulings first."
            )
        if way in (Way.LATE, Way.NOW) or (way is Way.BACK and not self.method.by_bracket):
            return self._come(number)
        if way is Way.BACK:
            if number != self.event.last_round + 1 or not (number in player.away or player.dropped_after == number - 1):
                raise self._refuse("{name} has not dropped before round {n}, or is out of it already.", number)
            return self._put(self._be_there([number]))
        if way is Way.AWAY:
            self._require_ahead(number, self.running + 1, self.last)
            if not player.plays_in(number):
                raise self._refuse("{name} is not there in round {n} anyway.", number)
            byes = tuple(each for each in player.byes if each != number)
            return self._put(replace(player, away=(*player.away, number), byes=byes))
        begun, last = [*self.typed], number
        if way is Way.OUT:
            if not can_leave_before(self.event, self.format, player, number):
                raise self._refuse("Round {n} cannot be re-paired without {name}.", number)
            begun, last = [each for each in self.typed if each < number], number - 1
        else:
            self._require_ahead(number, self.running, self.last - 1)
        if player.has_left(last + 1):
            raise self._refuse("{name} has left already.")
        plan = self._put(replace(player, dropped_after=last if begun else 0))  # 0: has never started (rules 1.4.7)
        return replace(plan, again=number if way is Way.OUT else 0)

    def _require_ahead(self, number: int, first: int, last: int) -> None:
        if number < first:
            raise self._refuse(
                "Round {n} is paired and has begun, or is over. For who does not come to a match, enter a no-show in "
                "the column Ruling.",
                number,
            )
        if number > last:
            raise self._refuse("Round {n} is the last one.", self.last)

    def _come(self, first: int) -> Plan:
        """Return what is to be typed so that the player is there from a round on.

        The running one can be the first, as long as a match of it is out.
        """
        event, player = self.event, self.player
        if not self.running:
            raise self._refuse("No round is paired yet: type {name} on the sheet Players, and save.")
        out = progress.outstanding_matches(event, self.format.result_fields)
        earliest = self.running + all(match.round != self.running for match in out)
        if self.method.by_bracket and max(earliest, first) > 1:
            raise self._refuse("An elimination event admits no players after its first round.")
        if earliest > self.last:
            raise self._refuse("All rounds are played.")
        self._require_ahead(first, earliest, self.last)
        absent = [each for each in self.typed if each >= first and each not in self.there]
        if first in absent:
            return replace(self._put(self._be_there([first])), opponent=self._name(self.typed[first]))
        lacking = [each for each in event.rounds if each >= first and each not in self.typed]
        taken, back = take_places(event, player, lacking), absent if player.has_left(first) else []
        if taken or back:
            seats, others = list[Change](), dict(self.typed)
            for place in taken:
                table, others[place.round] = self._find_sheet(place.round), place.opponent
                seats.append(Change(table, place.row, place.field, player.name))
                if place.had == BYE and place.waits and "table" in table.positions:
                    seats.append(Change(table, place.row, "table", place.table))
            now = self._be_there(sorted([*(place.round for place in taken), *back]))
            plan = self._put(now, *self._describe_places(taken, back, lacking), seats=seats)
            return replace(plan, opponent=self._name(others[first]) if first in others else None)
        if first in self.there:
            raise self._refuse(
                "{name} is in round {n} already, and no place is free in later rounds. If a player drops, ask again."
                if lacking
                else "{name} is in round {n} already.",
                first,
            )
        if later := [each for each in self.there if each >= first]:
            raise self._refuse(
                "No place is left before round {n}, in which {name} is: type {n} there as Joined round, and save.",
                min(later),
            )
        if self.method.at_once or self.method.by_bracket:
            raise self._refuse("No place is free. Once a player drops, ask again: that place is then free.")
        now = self._be_there([first])
        if first > self.running:
            plan = self._put(now)
            if not plan.changes:
                raise self._refuse("{name} will be in round {n} already.", first)
            return plan
        table = self._find_sheet(first)
        row = max(each.number for each in table.rows) + 1
        cells: Mapping[str, str | float] = {"round": first, "a": player.name, "b": BYE_NAME}
        seats = [Change(table, row, field, cell) for field, cell in cells.items() if field in table.positions]
        said = Message(
            "{name} has a bye in round {n}, as no player is free; all pairs stay.", name=player.name, n=first
        )
        return replace(self._put(now, said, seats=seats), opponent="")

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

    def _put(self, player: Player, *said: Message, seats: Sequence[Change] = ()) -> Plan:
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
        more = self._describe_more_rounds(player) if seats else []
        return Plan([*changes, *seats], [*said, *more], in_rounds=bool(seats) or self.method.at_once)

    def _refuse(self, text: str, number: int = 0) -> EditError:
        return EditError(Message(text, name=self.player.name, n=number))

    def _name(self, number: int | None) -> str:
        return "" if number in (BYE, None) else self.event.names[number]

    def _find_sheet(self, number: int) -> Table:
        return self.event.tables[self.event.rounds[number][0].sheet]

    def _describe_places(
        self, taken: Sequence[Place], back: Sequence[int], lacking: Sequence[int]
    ) -> Iterator[Message]:
        """Yield where the player is now, where they sit out, and in which ``lacking`` rounds nothing is free.

        In the rounds of ``back`` they have the place that they had.
        """
        name = self.player.name
        for place in taken[:1]:
            gone, later = self._name(place.had), len(taken) - 1
            has_table = "table" in self._find_sheet(place.round).positions
            whose = Message("in the place of {gone}, who has left" if gone else "who had the bye", gone=gone)
            yield Message(
                "{name} is in round {round}{table} against {opponent}, {whose}{later}.",
                name=name,
                round=place.round,
                opponent=self._name(place.opponent),
                whose=whose,
                table=Message(" at table {table}", table=place.table) if has_table else "",
                later=Message(", and in {n} later round", ", and in {n} later rounds", n=later) if later else "",
            )
        if back:
            yield Message(
                "{name} is back in round {rounds}, as it was paired.",
                "{name} is back in rounds {rounds}, as they were paired.",
                name=name,
                n=len(back),
                rounds=tuple(back),
            )
        for place in taken:
            if not place.waits:
                said = Message("{opponent} is absent in round {round}, so that {name} sits out then.", name=name)
                yield said.fill(opponent=self._name(place.opponent), round=place.round)
        if none := sorted({*lacking} - {each.round for each in taken}):
            yield Message(
                "No place is free in round {rounds}, which counts 0 for {name}. If a player drops, ask again.",
                "No place is free in rounds {rounds}, which count 0 for {name}. If a player drops, ask again.",
                name=name,
                n=len(none),
                rounds=tuple(none),
            )

    def _describe_more_rounds(self, player: Player) -> list[Message]:
        """Return what there is to say where a player of round 1 is one more than the rounds are for (rules 1.5.10)."""
        if self.method.at_once or self.method.by_bracket:
            return []
        others = [each for each in self.event.players if each.number != player.number]
        both = (replace(self.event, players=tuple(each)) for each in (others, [*others, player]))
        were, are = map(progress.scheduled_rounds, both)
        if are <= were:
            return []
        said = Message(
            "With {players} players it takes {are} rounds. If {were} are enough, set Rounds on the sheet Event to "
            "{were}.",
            players=sum(each.plays_in(1) for each in (*others, player)),
        )
        return [said.fill(are=are, were=were)]


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
