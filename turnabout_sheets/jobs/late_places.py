"""The places that are free in rounds that are paired, and which a late player takes (rules 1.4.11, duplicate 4.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from turnabout_sheets.event.model import BYE, Event, Player
from turnabout_sheets.pairing.empty_places import choose_places
from turnabout_sheets.pairing.methods import session_start
from turnabout_sheets.sheets.table import Row


@dataclass(frozen=True, slots=True)
class Place:
    """A place that is free in a round: in a row of a sheet, in the column of a or b.

    ``had`` is what stands there: `BYE`, or the number of a player who has left. ``opponent`` is the number of who
    stands beside it, and ``waits`` says whether that player is there. ``table`` is None where the row has none.
    """

    round: int
    sheet: str
    row: int
    field: str
    had: int
    opponent: int
    waits: bool
    table: int | None


class Meeting(NamedTuple):
    """Whom a player meets in a round, by number, and at which table: None where that is not known."""

    round: int
    opponent: int | None
    table: int | None


def take_places(event: Event, player: Player, rounds: Sequence[int]) -> list[Place]:
    """Return the places that a player takes, in the order of ``rounds``: one in each, if possible, else in most.

    The place of a `BYE` comes before that of somebody who has left, and of these first those that nobody has who is
    still to come, then those of who comes last. Between games, it may be beside somebody who is not there: then the
    player sits out, as everybody does there.
    """
    others = reversed([each for each in event.latecomers if each.number != player.number])
    of_others = [_choose(event, other, [n for n in event.rounds if n < other.joined], {}) for other in others]
    kept = {place: turn for turn, places in enumerate(of_others, 1) for place in places}
    playing = _choose(event, player, rounds, kept)
    games = {place.round: place for place in playing}
    between = (number for number in rounds if number not in games and games and number > min(games))
    meetings = _list_meetings(event, player)
    alone = ((number, _first_empty_row(event, meetings, number, playing)) for number in between)
    taken = games | {number: place for number, place in alone if place is not None}
    return [taken[number] for number in sorted(taken)]


def typed_rows(event: Event, number: int) -> list[Row]:
    """Return the rows of a round as they are typed: also with players who are not there."""
    rows = event.tables[event.rounds[number][0].sheet].rows
    return [row for row in rows if row.values.get("round", number) == number]


def _choose(event: Event, player: Player, rounds: Iterable[int], kept: Mapping[Place, int]) -> list[Place]:
    """Return a free place for as many of the rounds as can be; ``kept`` tells of some how late they are to be taken.

    For somebody who is known to come late, and the rounds before, these are the places in which the movement has them.
    """
    meetings = _list_meetings(event, player)
    free = [_free_places(event, meetings, number) for number in rounds]
    options = [sorted(places, key=lambda place: (place.had != BYE, kept.get(place, 0), place.had)) for places in free]
    choice = choose_places([[_uses(event, place) for place in places] for places in options])
    return [places[index] for places, index in zip(options, choice, strict=True) if index is not None]


def _free_places(event: Event, meetings: Sequence[Meeting], number: int) -> Iterator[Place]:
    """Yield the places of a round that nobody has and the player may have, beside who has asked for no bye."""
    rows = {row.number: row for row in typed_rows(event, number)}
    for match in event.rounds[number]:
        if match.b != BYE or match.a is None or match.ruling is not None or number in event.players[match.a].byes:
            continue
        place = _place(event, match.sheet, number, rows[match.row], match.a)
        if _is_free(event, place) and _may_have(event, meetings, place):
            yield place


def _first_empty_row(event: Event, meetings: Sequence[Meeting], number: int, taken: Sequence[Place]) -> Place | None:
    """Return the first place of a `BYE` beside somebody who is not there, in a row that goes with those ``taken``."""
    read = {match.row for match in event.rounds[number]}
    for row in typed_rows(event, number):
        if row.number in read or BYE not in (row["a"], row["b"]):
            continue
        absent = row["a"] if row["b"] == BYE else row["b"]
        place = _place(event, event.rounds[number][0].sheet, number, row, absent)
        uses = _uses(event, place).items()
        if _may_have(event, meetings, place) and not any(uses & _uses(event, other).items() for other in taken):
            return place
    return None


def _place(event: Event, sheet: str, number: int, row: Row, opponent: int) -> Place:
    """Return the place in a row beside a player."""
    field = "a" if row["b"] == opponent else "b"
    waits = event.players[opponent].plays_in(number)
    return Place(number, sheet, row.number, field, row[field], opponent, waits, row["table"])


def _is_free(event: Event, place: Place) -> bool:
    return place.had == BYE or event.players[place.had].has_left(place.round)


def _list_meetings(event: Event, player: Player) -> list[Meeting]:
    """Return whom a player meets where, also in rounds in which the player is not there, but may be again."""
    rows = ((number, row) for number in event.rounds for row in typed_rows(event, number))
    return [
        Meeting(number, row["b"] if row["a"] == player.number else row["a"], row["table"])
        for number, row in rows
        if player.number in (row["a"], row["b"])
    ]


def _may_have(event: Event, meetings: Sequence[Meeting], place: Place) -> bool:
    """Say whether a place goes with all meetings: nobody is met twice, nor a table come to where that is asked."""
    session = session_start(place.round, event.settings.rounds_per_session)
    met = any(each.round >= session and each.opponent == place.opponent for each in meetings)
    been = place.table is not None and any(each.table == place.table for each in meetings)
    return not met and not (been and _each_table_once(event))


def _each_table_once(event: Event) -> bool:
    return event.settings.method.each_table_once and not event.settings.allow_rematches


def _uses(event: Event, place: Place) -> dict[str, int]:
    """Return what nobody can have twice."""
    opponent = {} if event.settings.allow_rematches else {"opponent": place.opponent}
    table = {"table": place.table} if place.table is not None and _each_table_once(event) else {}
    return opponent | table


def find_table(event: Event, place: Place) -> int:
    """Return the table of a place: that of its row, else the first that is free."""
    taken = {row["table"] for row in typed_rows(event, place.round)}
    return place.table if place.table is not None else next(table for table in count(1) if table not in taken)
