"""What is to be typed so that somebody comes, leaves, sits out or comes back, and what of that can be done now.

Where all rounds are paired already, who comes has a place in as many of them as can be: of the bye, else of somebody
who has left (rules 1.4.11, duplicate 4.8).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from math import inf
from typing import Final, NamedTuple

from turnabout_sheets.core.problems import Said
from turnabout_sheets.core.similar_names import find_similar
from turnabout_sheets.core.text import key, tidy
from turnabout_sheets.event import progress
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, BYE_NAME, RESERVED_NAMES, Event, Player
from turnabout_sheets.jobs.coming_words import describe_places
from turnabout_sheets.jobs.late_places import Place, find_table, take_places, typed_rows
from turnabout_sheets.jobs.pair_anew import can_leave_before
from turnabout_sheets.prints.words import WordedError
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.ooxml.cells import CellChange

COMING_AND_GOING: Final = ("joined", "dropped_after", "away", "let_in")
"""What is said on the sheet Players of when somebody is there, by field."""

MOST_ALIKE: Final = 10
"""How many who may be meant are named."""


class LateError(WordedError):
    """Somebody cannot come or go so."""


def require_possible(name: str) -> str:
    """Return a name as it is typed into the workbook. Raises `LateError` where nobody can be called so."""
    name = tidy(name)
    if not name:
        raise LateError("people.no_name")
    if key(name) in map(key, RESERVED_NAMES):
        raise LateError("people.reserved", name=name, others=RESERVED_NAMES)
    return name


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
    """What a player can do, about which round; who is let in now meets the ``opponent``, if any."""

    way: Way
    round: int
    opponent: str = ""


def list_offers(event: Event, format: Format, name: str) -> tuple[list[Offer], LateError | None]:
    """Return what can be done with the player called ``name``, or somebody new; and else why there is nothing.

    Raises `LateError` where nobody can be called so, or no round is paired yet.
    """
    name, number = require_possible(name), find_running(event, format)
    player = find_known(event, name)
    was_there = player is not None and (number + 1 in player.away or _was_there(event, player))
    ways = [(Way.BACK if was_there else Way.LATE, number + 1), (Way.NOW, number)]
    ways += [(Way.AWAY, number + 1), (Way.OUT, number), (Way.DROP, number)] if player is not None else []
    offers: list[Offer] = []
    why_not: LateError | None = None
    for way, about in ways:
        try:
            changes, _ = plan_move(event, format, name, way, about)
        except LateError as reason:
            is_nearer = way is Way.NOW and not event.settings.method.at_once
            why_not = reason if is_nearer or why_not is None else why_not
            continue
        opponent = _find_opponent(event, number, name, changes) if way is Way.NOW else ""
        if opponent is not None:
            offers.append(Offer(way, about, opponent))
    return offers, None if offers else why_not


def plan_move(
    event: Event, format: Format, name: str, way: Way, number: int | None = None
) -> tuple[list[CellChange], list[Said]]:
    """Return the cells by which somebody comes or goes, and in words what that does; without a round from the next on.

    Raises `LateError`.
    """
    running = find_running(event, format)
    about = number if number is not None else running + (way not in (Way.NOW, Way.DROP))
    if way in (Way.LATE, Way.NOW):
        return plan_coming(event, format, name, about)
    if find_known(event, name) is None:
        raise LateError("people.unknown", name=name)
    player = _find_player(event, name)
    if way is Way.BACK:
        return _plan_back(event, format, player, about)
    if way is Way.OUT and not can_leave_before(event, format, player, about):
        raise LateError("people.no_leaving_before", **_name(player, about))
    if way is Way.OUT:
        return _plan_drop(event, format, player, about - 1, about)
    last = max(progress.scheduled_rounds(event), running)
    if about <= (running if way is Way.AWAY else running - 1):
        raise LateError("people.round_begun", n=about)
    if about > (last if way is Way.AWAY else last - 1):
        raise LateError("people.last_round", n=last)
    if way is Way.AWAY:
        return _plan_away(event, format, player, about)
    return _plan_drop(event, format, player, about)


def _plan_back(event: Event, format: Format, player: Player, number: int) -> tuple[list[CellChange], list[Said]]:
    if not event.settings.method.by_bracket:
        return plan_coming(event, format, player.name, number)
    if number != event.last_round + 1 or not (number in player.away or player.dropped_after == number - 1):
        raise LateError("people.not_away", **_name(player, number))
    changes = _change_players_sheet(event, format, player, [number])
    return [*changes], [Said("people.back_does", _name(player, number))]


def _plan_away(event: Event, format: Format, player: Player, number: int) -> tuple[list[CellChange], list[Said]]:
    if not player.plays_in(number):
        raise LateError("people.away_anyway", **_name(player, number))
    table, away = event.tables[format.sheets.players.name], ", ".join(map(str, sorted({*player.away, number})))
    changes = [_cell(table, player.row, "away", away)]
    if number in player.byes:
        byes = ", ".join(str(each) for each in player.byes if each != number)
        changes.append(_cell(table, player.row, "byes", byes))
    return changes, [Said("people.away_does", _name(player, number))]


def _plan_drop(
    event: Event, format: Format, player: Player, number: int, before: float = inf
) -> tuple[list[CellChange], list[Said]]:
    """Who was in no round ``before`` that, or in none at all, has never started (rules 1.4.7)."""
    if player.has_left(number + 1):
        raise LateError("people.has_left", name=player.name)
    was_there = _was_there(event, player, before)
    last = number if was_there else 0
    change = _cell(event.tables[format.sheets.players.name], player.row, "dropped_after", last)
    return [change], [Said("people.drop_does", _name(player, last))]


def _was_there(event: Event, player: Player, before: float = inf) -> bool:
    return any(_is_typed(event, player, number) for number in event.rounds if number < before)


def _find_opponent(event: Event, number: int, name: str, changes: Sequence[CellChange]) -> str | None:
    """Return whom somebody meets in a round once cells are changed: blank for nobody, None if they are not in it."""
    title = event.rounds[number][0].sheet
    rows = {row.number: row for row in typed_rows(event, number)}
    known = find_known(event, name)
    written = [each.row for each in changes if each.sheet == title and each.value == (known.name if known else name)]
    sitting = [row.number for row in rows.values() if known and known.number in (row["a"], row["b"])]
    for place in (*written, *sitting):
        if place not in rows:
            return ""
        a, b = rows[place]["a"], rows[place]["b"]
        column = event.tables[title].positions["a"]
        other = b if (place, column) in {(each.row, each.column) for each in changes if each.sheet == title} else a
        if place in sitting and place not in written and known is not None:
            other = b if a == known.number else a
        return "" if other is None or other == BYE else event.players[other].name
    return None


def _find_first_round(event: Event, format: Format, name: str, start: int | None) -> tuple[int, int]:
    """Return the running round, and the first that somebody can still be in, or that is the ``start``.

    Raises `LateError` where none is left.
    """
    number, method = find_running(event, format), event.settings.method
    if not number:
        raise LateError("people.none_paired", name=name)
    first = find_first(event, format)
    if method.by_bracket and max(first, start or 0) > 1:
        raise LateError("people.begun")
    last = max(progress.scheduled_rounds(event), number)
    if first > last:
        raise LateError("people.all_played")
    if start is not None and start < first:
        raise LateError("people.round_begun", n=start)
    if start is not None and start > last:
        raise LateError("people.last_round", n=last)
    return number, start or first


def find_running(event: Event, format: Format) -> int:
    """Return the running round: the last that is paired, and where all are paired at once, that has begun."""
    at_once = event.rounds and event.settings.method.at_once
    return progress.find_running_round(event, format.entry.result_fields) if at_once else event.last_round


def find_first(event: Event, format: Format) -> int:
    """Return the first round that somebody can still be in: the running one as long as a match of it is out."""
    number = find_running(event, format)
    waiting = {match.round for match in progress.outstanding_matches(event, format.entry.result_fields)}
    return number if number in waiting else number + 1


def _find_player(event: Event, name: str) -> Player:
    """Return the player of a name, or one who is new. Raises `LateError` for one who may not play."""
    known = next((player for player in event.players if key(player.name) == key(name)), None)
    if known and known.disqualified is not None:
        raise LateError("people.disqualified")
    return known or Player(len(event.players), name)


def plan_coming(
    event: Event, format: Format, name: str, start: int | None = None
) -> tuple[list[CellChange], list[Said]]:
    """Return the cells by which somebody is there from a round on, if it is not given as soon as can be; and what that
    does. Raises `LateError`.
    """
    number, first = _find_first_round(event, format, name, start)
    player, method = _find_player(event, name), event.settings.method
    to_come = [each for each in event.rounds if each >= first]
    standing = [each for each in to_come if _stands(event, player, each)]
    lacking = [each for each in to_come if not _is_typed(event, player, each)]
    absent = [each for each in to_come if each not in standing and each not in lacking]
    if first in absent:
        changes = _change_players_sheet(event, format, player, [first])
        return [*changes], [Said("people.back_at_once", _name(player, first))]
    taken = take_places(event, player, lacking)
    back = absent if player.has_left(first) else []
    if first in standing and not taken:
        raise LateError("people.already_full" if lacking else "people.already", **_name(player, first))
    if taken or back:
        changes = _change_players_sheet(event, format, player, sorted([*(place.round for place in taken), *back]))
        seated = (change for place in taken for change in _sit_down(event, place, player))
        return [*changes, *seated], [*describe_places(event, player, taken, back, lacking)]
    if standing:
        raise LateError("people.type_joined", **_name(player, standing[0]))
    if method.at_once or method.by_bracket:
        raise LateError("people.full")
    on_players = list(_change_players_sheet(event, format, player, [first]))
    if first > number:
        if not on_players:
            raise LateError("people.will_be", **_name(player, first))
        return on_players, [Said("people.late_does", _name(player, first))]
    table = event.tables[event.rounds[number][0].sheet]
    return on_players + list(_new_row(table, player, number)), [Said("people.now_bye", _name(player, number))]


def _name(player: Player, number: int) -> dict[str, object]:
    return {"name": player.name, "n": number}


def _stands(event: Event, player: Player, number: int) -> bool:
    """Say whether a player stands in a round, and is there."""
    return any(player.number in (match.a, match.b) for match in event.rounds.get(number, ()))


def _is_typed(event: Event, player: Player, number: int) -> bool:
    """Say whether a player stands in a round, and be it one that was paired at once, and the player is not there."""
    return number in event.rounds and any(player.number in (row["a"], row["b"]) for row in typed_rows(event, number))


def _change_players_sheet(event: Event, format: Format, player: Player, places: Sequence[int]) -> Iterator[CellChange]:
    """Yield the changes on the sheet Players: a new row, or what must be so for the player to be there in some rounds.

    Of rounds that are paired, those that have no place for the player are named as `Away`.
    """
    table = event.tables[format.sheets.players.name]
    first = places[0]
    earlier = [number for number in range(1, first) if _stands(event, player, number)]
    joined = player.joined if earlier else first
    missed = {number for number in range(joined, first) if number not in earlier}
    missed |= {number for number in range(first + 1, event.last_round + 1) if not _is_typed(event, player, number)}
    away = sorted({*player.away, *missed} - {*places})
    row = player.row
    if player.number == len(event.players):
        row = max((each.number for each in table.rows), default=table.header_row) + 1
        yield _cell(table, row, "name", player.name)
    if joined != player.joined:
        yield _cell(table, row, "joined", joined)
    if player.dropped_after is not None and player.dropped_after < first:
        yield _cell(table, row, "dropped_after", None)
    if away != sorted(set(player.away)):
        yield _cell(table, row, "away", ", ".join(map(str, away)))
    let_in = _paired_without(event, player, places)
    if "let_in" in table.positions and let_in != sorted(set(player.let_in)):
        yield _cell(table, row, "let_in", ", ".join(map(str, let_in)))


def _paired_without(event: Event, player: Player, places: Sequence[int]) -> list[int]:
    """Return the rounds that the player was let into before, and those now, where rounds are explained (1.4.15)."""
    method = event.settings.method
    paired = () if method.at_once or method.by_bracket else event.rounds
    return sorted({*player.let_in, *(number for number in places if number in paired)})


def _sit_down(event: Event, place: Place, player: Player) -> Iterator[CellChange]:
    table = event.tables[place.sheet]
    yield _cell(table, place.row, place.field, player.name)
    if place.had == BYE and place.waits and "table" in table.positions:
        yield _cell(table, place.row, "table", find_table(event, place))


def _new_row(table: Table, player: Player, number: int) -> Iterator[CellChange]:
    row = max(each.number for each in table.rows) + 1
    if "round" in table.positions:
        yield _cell(table, row, "round", number)
    yield _cell(table, row, "a", player.name)
    yield _cell(table, row, "b", BYE_NAME)


def _cell(table: Table, row: int, field: str, value: str | int | None) -> CellChange:
    return CellChange(table.title, row, table.positions[field], value)


def find_known(event: Event, name: str) -> Player | None:
    """Return the player who is called so; None where nobody is."""
    names = ((player, each) for player in event.players for each in player.names)
    return next((player for player, each in names if key(each) == key(name)), None)


def find_alike(event: Event, name: str) -> list[str]:
    """Return the players whom somebody who is not known may be: their names are nearly the same, or begin so."""
    if find_known(event, name) is not None:
        return []
    there = [(player.number, player.name, "", player.names) for player in event.players]
    near = find_similar([*there, (len(there), name, "", (name,))])
    alike = [event.players[other].name for other, _ in near.get(len(there), ())]
    begun = (player.name for player in event.players if _begins(player, key(name)))
    return [*dict.fromkeys((*alike, *begun))][:MOST_ALIKE]


def _begins(player: Player, typed: str) -> bool:
    """Say whether one of the player's names, or a word of it, begins as it was typed."""
    return bool(typed) and any(f" {key(each)}".find(f" {typed}") >= 0 for each in player.names)
