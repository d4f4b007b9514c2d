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
from turnabout_sheets.jobs.compare import MatchRow, list_rows
from turnabout_sheets.jobs.edit import Change, Edit, EditError, edit
from turnabout_sheets.jobs.next_step import find_blank_round
from turnabout_sheets.pairing.methods import session_start
from turnabout_sheets.reading.matches import title_round

_FIELDS: Final = ("name", "joined", "dropped_after", "away", "byes", "let_in")
"""What the sheet Players says of when somebody is there."""


class Way(StrEnum):
    """How somebody comes or goes."""

    LATE = "late"  # from a later round on
    NOW = "now"  # into the running round
    AWAY = "away"  # sits out a round
    OUT = "out"  # leaves before a round, which is paired again
    DROP = "drop"  # leaves after it
    BACK = "back"  # is there again from it on


class Offer(NamedTuple):
    """What a player can do, about which round; one who is let in now meets the ``opponent``, if any."""

    way: Way
    round: int
    opponent: str = ""


class _Place(NamedTuple):
    """A free place in a round: what is typed into a row of its sheet so that a player has it."""

    row: int
    cells: Mapping[str, str | float]
    had: int  # `BYE`, or the number of a player who has left; more than any number for a new row
    opponent: int
    table: int | None  # that of the row, otherwise the first that is free
    waits: bool  # whether the opponent is there


_Rows = Mapping[int, Sequence[MatchRow]]
"""The rows of each round as they are typed."""


def move(path: Path, name: str, offer: Offer) -> Edit:
    """Have somebody come or go as it was offered. Raises `EditError` where that is no longer so, or `WorkbookError`."""

    def plan(event: Event, format: Format) -> Edit:
        plans, _ = list_offers(event, format, name)
        if offer not in plans:
            raise EditError(Message("That is not possible for {name} any more, so nothing was done.", name=tidy(name)))
        return plans[offer]

    return edit(path, plan)


def list_offers(event: Event, format: Format, name: str) -> tuple[dict[Offer, Edit], Message]:
    """Return what can be done with a player, known or new, and what is typed for it; and why, if there is nothing."""
    plans, method, name = dict[Offer, Edit](), event.settings.method, tidy(name)
    if not event.rounds:
        return plans, Message("No round is paired yet: type {name} on the sheet Players, and save.", name=name)
    if key(name) in ("", *map(key, RESERVED_NAMES)):
        return plans, Message("Type the name of a player; “{name}” cannot be one.", name=name)
    player = find_known(event, name) or Player(len(event.players), name)
    if player.disqualified is not None:
        return plans, Message(
            "The player was disqualified; if that was a mistake, take the row off the sheet Rulings first."
        )
    rows = {number: list_rows(event, format, number) for number in event.rounds}
    now = progress.find_running_round(event) if method.at_once else event.last_round
    then, last, typed = now + 1, max(progress.scheduled_rounds(event), now), _find_own(rows, player)
    if then <= last and (made := _come(event, format, rows, player, then, now)):
        plans[Offer(Way.BACK if typed or then in player.away else Way.LATE, then)] = made[0]
    is_open = any(match.round == now for match in event.outstanding.values())
    is_closed = not is_open or (method.by_bracket and now > 1)
    if not is_closed and (made := _come(event, format, rows, player, now, now)) and now in made[1]:
        opponent = made[1][now]
        plans[Offer(Way.NOW, now, "" if opponent in (BYE, None) else event.names[opponent])] = made[0]
    if player.number < len(event.players):
        if then <= last and player.plays_in(then):
            byes = tuple(each for each in player.byes if each != then)
            plans[Offer(Way.AWAY, then)] = _put(event, format, replace(player, away=(*player.away, then), byes=byes))
        # In a bracket the opponent of a player who leaves goes on (rules 1.11.6).
        if now in typed and not player.has_left(now) and not method.by_bracket and find_blank_round(event, format):
            left = replace(player, dropped_after=now - 1 if min(typed) < now else 0)
            plans[Offer(Way.OUT, now)] = replace(_put(event, format, left), tolerated={title_round(now)})
        if now < last and not player.has_left(then):
            left = replace(player, dropped_after=now if typed else 0)
            plans[Offer(Way.DROP, now)] = _put(event, format, left)
    if is_closed and method.by_bracket:
        return plans, Message("An elimination event admits no players after its first round.")
    if now == last and (is_closed or now in typed):
        return plans, Message("All rounds are played.") if is_closed else Message("Round {n} is the last one.", n=now)
    return plans, Message("No place is free. Once a player drops, ask again: that place is then free.")


def _come(
    event: Event, format: Format, rows: _Rows, player: Player, first: int, now: int
) -> tuple[Edit, dict[int, int]] | None:
    """Return what is to be typed so that the player is there from a round on, and the opponents by round.

    Of rounds that are paired, those that have no place for the player are `Away`. Let in are those that were paired
    without the player, where rounds are explained (1.4.15). All is None where nothing can be done, or need be.
    """
    method, typed = event.settings.method, _find_own(rows, player)
    there = {match.round for match in event.rows if player.number in (match.a, match.b)}
    # In rounds that are paired at once, the player may be typed, and not be there.
    own = {number for number in typed if number >= first and number not in there}
    own &= own if player.has_left(first) else {first}
    lacking = [number for number in event.rounds if number >= first and number not in typed]
    taken = _take_places(event, rows, player, lacking, event.latecomers)
    places = {each: next(iter(typed[each].players - {player.number}), BYE) for each in own}
    places |= {each: taken[each].opponent for each in taken}
    is_back = first in player.away or (bool(typed) and player.dropped_after == now)
    if first > now and not method.at_once and (is_back or not method.by_bracket):
        places = {first: BYE}
    if not places:
        return None
    seats, said = list[Change](), list[Message]()
    for number, place in taken.items():
        table = event.tables[event.rounds[number][0].sheet]
        seats += [Change(table, place.row, *cell) for cell in place.cells.items() if cell[0] in table.positions]
        if not said and place.table and "table" in table.positions:
            where = Message("{name} is in round {round} at table {table} against {opponent}.", name=player.name)
            said.append(where.fill(round=number, table=place.table, opponent=event.names[place.opponent]))
    if none := sorted({*lacking} - taken.keys()):
        lost = Message("No place is free in these rounds, which count 0: {rounds}. If a player drops, ask again.")
        said.append(lost.fill(rounds=tuple(none)))
    start = min(places)
    joined = player.joined if any(number < start for number in there) else start
    missed = ({*range(joined, start)} - there) | ({*range(start, event.last_round + 1)} - typed.keys())
    has_left = player.dropped_after is not None and player.dropped_after < start
    explained = () if method.at_once or method.by_bracket else event.rounds
    here = replace(
        player,
        joined=joined,
        dropped_after=None if has_left else player.dropped_after,
        away=tuple({*player.away, *missed} - places.keys()),
        let_in=(*player.let_in, *(places.keys() & explained)),
    )
    plan = _put(event, format, here, seats, said)
    return (plan, places) if plan.cells else None


def _put(
    event: Event, format: Format, player: Player, seats: Sequence[Change] = (), said: Sequence[Message] = ()
) -> Edit:
    """Return the plan by which the player is as is given: a cell for each field that differs, and ``seats``."""
    table, changes, was = event.tables[format.players.name], list[Change](), Player(player.number, "")
    row = max((each.number for each in table.rows), default=table.header_row) + 1
    if player.number < len(event.players):
        was, row = event.players[player.number], player.row
    for field in _FIELDS:
        before, after = getattr(was, field), getattr(player, field)
        if isinstance(after, tuple):
            before, after = (", ".join(map(str, sorted({*each}))) for each in (before, after))
        if before != after and any(column.field == field for column in table.sheet.columns):
            changes.append(Change(table, row, field, after))
    return Edit(cells=[*changes, *seats], said=said)


def _take_places(
    event: Event, rows: _Rows, player: Player, rounds: Sequence[int], expected: Sequence[Player]
) -> dict[int, _Place]:
    """Return the first free places that go together, at most one in each of these rounds.

    Those with a game are taken first, then those where the player sits out, after a game. A place of the bye comes
    before one of a player who has left. Of these, those that are kept for players who are ``expected`` later are taken
    last, beginning with those of the last to come.
    """
    turns = dict[tuple[int, int], int]()
    for turn, other in enumerate(reversed([each for each in expected if each.number != player.number]), 1):
        kept = _take_places(event, rows, other, [number for number in event.rounds if number < other.joined], ())
        turns |= {(number, place.row): turn for number, place in kept.items()}
    settings, taken, own = event.settings, dict[int, _Place](), _find_own(rows, player)
    tables_once = settings.method.each_table_once and not settings.allow_rematches
    met, been = {player.number}, {row.table for row in own.values()}
    for is_game in (True, False):
        for number in rounds:
            if number in taken or not (is_game or min(taken, default=number) < number):
                continue
            session = session_start(number, settings.rounds_per_session)
            others = met.union(*(row.players for paired, row in own.items() if paired >= session)) - {BYE}
            free = [
                (place.had != BYE, turns.get((number, place.row), 0), place.had, place)
                for place in _list_free(event, rows[number], number, player.name)
                if place.waits is is_game and place.opponent not in others and not (tables_once and place.table in been)
            ]
            if free:
                taken[number] = min(free)[-1]
                met |= set() if settings.allow_rematches else {taken[number].opponent}
                been.add(taken[number].table)
    return dict(sorted(taken.items()))


def _list_free(event: Event, rows: Sequence[MatchRow], number: int, name: str) -> Iterator[_Place]:
    """Yield the places of a round next to a player who has the bye without having asked for it, or is not there.

    Where the round was paired alone, the last is a bye in a row of its own.
    """
    matches, tables = {match.row: match for match in event.rounds[number]}, {row.table for row in rows}
    for row in rows:
        match, table = matches.get(row.number), row.table or min({*range(1, len(tables) + 2)} - tables)
        for field, opponent, had in (("b", *row.pair), ("a", *row.pair[::-1])):
            if opponent in (BYE, None) or had is None:
                continue
            is_free = had == BYE or (match is not None and event.players[had].has_left(number))
            if match is not None:
                is_asked_for = match.ruling is not None or number in event.players[opponent].byes
                is_free = is_free and match.b == BYE and not is_asked_for
            if is_free:
                cells = {field: name, "table": table} if had == BYE and match is not None else {field: name}
                yield _Place(row.number, cells, had, opponent, table, match is not None)
    if not (event.settings.method.at_once or event.settings.method.by_bracket):
        last = max(row.number for row in event.tables[event.rounds[number][0].sheet].rows)
        yield _Place(last + 1, {"round": number, "a": name, "b": BYE_NAME}, len(event.players), BYE, None, True)


def _find_own(rows: _Rows, player: Player) -> dict[int, MatchRow]:
    """Return the row of a player in each round as it is typed, whether they are there or not."""
    return {number: row for number in rows for row in rows[number] if player.number in row.pair}


def find_known(event: Event, name: str) -> Player | None:
    """Return the player who is called so; None where nobody is."""
    return next((player for player in event.players if key(name) in map(key, player.names)), None)


def find_alike(event: Event, name: str) -> list[str]:
    """Return the players whom somebody who is not known may be: their names are nearly the same, or begin so."""
    typed, people = f" {key(name)}", [(player.number, player.name, "", player.names) for player in event.players]
    if find_known(event, name) is not None or not typed.strip():
        return []
    near = find_similar([*people, (len(people), name, "", (name,))]).get(len(people), ())
    begun = [shown for _, shown, _, names in people if any(typed in f" {key(each)}" for each in names)]
    return [*dict.fromkeys([*(event.names[other] for other, _ in near), *begun])]
