"""Guards of what was published: what differs from it and may not go on unasked (rules 1.4.17 to 1.4.19).

Each is a question: an error, until it is put back or answered. Nothing is asked of a change before its results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from turnabout_sheets.changes.differences import Change
from turnabout_sheets.changes.found import (
    Moved,
    Who,
    describe_changed,
    describe_cleared,
    describe_gone,
    describe_moved,
    describe_parted,
    describe_results,
    describe_void,
    join,
    shorten,
)
from turnabout_sheets.changes.known_rounds import KnownRow, Rounds, Typed, TypedRow
from turnabout_sheets.core.problems import Place, Problem, Said, error, press
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.model import BYE, BYE_NAME, Event

People = Mapping[str, Who]
"""Who is meant by a name of a published round, by its `key`."""

Seat = tuple[int | None, Who, Who]
"""A table, and who sits there as A and as B."""


_PUT_MISSING_BACK: Final = press("Put back what is missing")
_AS_IT_IS: Final = press("Use it as is")

FEWEST_CHANGED: Final = 3
"""From so many results of a round on, if they are most of it, it is asked whether they were meant to change."""


class Asked(StrEnum):
    """What is asked about a round; `OLDER`, `LOST` and `PLAYERS` are about the workbook (desk 4.2 to 4.11)."""

    PAIRS = "pairs"  # others sit beside results than were published
    GONE = "gone"  # it was published and is not there
    RESULTS = "results"  # most results of a round before the running one are others now
    CLEARED = "cleared"  # most results of a round are blank now
    OLDER = "older"  # the workbook is of before the newest state, and lacks something that was in that
    FEW = "few"  # fewer than half are marked as here, so that the others would not be paired
    LOST = "lost"  # a sheet without which no event can be read was there, and is not any more
    PLAYERS = "players"  # the names on Players stand beside other values than before


class Question(NamedTuple):
    """What is asked, about which round (0 for all), and how it is said: in English, and on the desk's page."""

    asked: Asked
    round: int
    problem: Problem


def choose_asked(questions: Sequence[Question]) -> list[Question]:
    """Return those that are asked now: about an older copy nothing else, about a round the first.

    Whoever answers them may have answered the others.
    """
    older = [each for each in questions if each.asked is Asked.OLDER]
    return older or [*{each.round: each for each in reversed(questions)}.values()][::-1]


def ask_about_pairs(
    event: Event, known: Rounds, ids: Mapping[str, str], typed: Typed, *, by_table: bool
) -> Iterator[Question]:
    """Yield a question about each round in which others sit beside results than were published, or none do any more.

    ``known`` are the rounds as they were published, ``ids`` the Player IDs that the names there had. ``by_table``:
    also another number of a table counts; where decks stay at the tables, players may sit down at a wrong one.
    """
    people = identify_known(event, known, ids, typed)
    for number in sorted(known.keys() & typed.keys()):
        rows, now = known[number], typed[number]
        if moved := _find_moved(event, number, rows, now, people, by_table=by_table):
            yield Question(Asked.PAIRS, number, describe_moved(event, number, moved))
        elif parted := _find_parted(rows, now, people):
            yield Question(Asked.PAIRS, number, describe_parted(event, number, parted))
        elif cleared := _find_cleared(rows, now, people):
            yield Question(Asked.CLEARED, number, describe_cleared(event, number, cleared))


def find_changed(
    event: Event, published: Rounds, ids: Mapping[str, str], typed: Typed
) -> Mapping[int, Sequence[Moved]]:
    """Return the rows of each round that stand otherwise than they were ``published`` first, while none has a result.

    That is no mistake by itself (rules 1.5.3). Where the organizer types the rounds, nothing else was published; and
    somebody who has left is replaced by whoever takes the place.
    """
    if event.settings.method.name == "manual":
        return {}
    rounds = {number: rows for number, rows in published.items() if number in typed}
    people = identify_known(event, rounds, ids, typed)
    found = {
        number: [
            each
            for each in _find_moved(event, number, rows, typed[number], people, by_table=True, is_reported=False)
            if not _is_replaced(event, number, each, people)
        ]
        for number, rows in rounds.items()
    }
    return {number: moved for number, moved in found.items() if moved}


def warn_of_changed(event: Event, published: Rounds, ids: Mapping[str, str], typed: Typed) -> Iterator[Problem]:
    """Yield a warning about each round in which `find_changed` finds something."""
    for number, moved in find_changed(event, published, ids, typed).items():
        yield describe_changed(event, number, moved)


def _is_replaced(event: Event, number: int, moved: Moved, people: People) -> bool:
    """Return whether a row differs only in a player who sits there for an absent one."""
    was, now, _ = moved
    if was is None or now is None:
        return False
    gone = {people[key(was.a)], people[key(was.b)]} - {now.a, now.b}
    return bool(gone) and not _are_there(event, number, [*gone])


def ask_about_gone(event: Event, known: Rounds, times: Mapping[int, str]) -> Iterator[Question]:
    """Yield a question about the first round that was published and is not there: with results, or with a later one.

    A blank last round that is gone is paired anew by whoever deletes it. ``times`` says when rounds were published,
    where that is known.
    """
    there = {*event.rounds, *event.unplayed}
    last, lost = max(there, default=0), (number for number in sorted(known) if number not in there)
    gone = (number for number in lost if number < last or any(row.result for row in known[number]))
    for number in list(gone)[:1]:
        yield ask_about_round(number, known, times)


def find_void(
    event: Event, known: Rounds, ids: Mapping[str, str], typed: Typed, paired: Sequence[int]
) -> dict[int, list[int]]:
    """Return which of the rounds that are ``paired`` now were published otherwise, with the tables of void slips.

    These may be none: a bye has no slip.
    """
    people = identify_known(event, known, ids, typed)
    found = {}
    for number in (each for each in paired if each in known):
        was = {(row.table, people[key(row.a)], people[key(row.b)]) for row in known[number]}
        now = {(row.table, row.a, row.b) for row in typed[number]}
        if was != now:
            found[number] = sorted({table for table, *_ in was - now if table is not None})
    return found


def ask_about_round(number: int, known: Rounds, times: Mapping[int, str]) -> Question:
    """Return the question about a round that was published and is gone."""
    results = sum(bool(row.result) for row in known[number])
    return Question(Asked.GONE, number, describe_gone(number, times.get(number, ""), results))


def warn_of_void(void: Mapping[int, Sequence[int]]) -> Iterator[Problem]:
    """Yield a warning about each round that `find_void` has found."""
    yield from (describe_void(number, tables) for number, tables in void.items())


def ask_about_results(event: Event, known: Rounds, typed: Typed) -> Iterator[Question]:
    """Yield a question about a round most of whose results are others now, while a later one has none at all."""
    blank = [number for number, rows in typed.items() if not any(row.result for row in rows)]
    for number, rows in known.items():
        later = next((each for each in blank if each > number), 0)
        if not later or number not in typed or not all(row.result for row in rows if row.b != BYE_NAME):
            continue
        now: dict[Seat, TypedRow] = {(row.table, row.a, row.b): row for row in typed[number]}
        people = identify_known(event, {number: rows}, {}, typed)
        pairs = ((row, now.get((row.table, people[key(row.a)], people[key(row.b)]))) for row in rows if row.result)
        both = [(row, found) for row, found in pairs if found is not None]
        changed = [found for row, found in both if found.result and found.result != row.result]
        if len(changed) >= FEWEST_CHANGED and 2 * len(changed) > len(both):
            yield Question(Asked.RESULTS, number, describe_results(event, number, changed, len(both), later))


def ask_about_older(lost: Sequence[Change], state: str, said: Said) -> Question:
    """Return the question about a workbook that lacks what was in its newest state; ``state`` says which it is.

    So does ``said`` on the desk's page.
    """
    return Question(
        Asked.OLDER,
        0,
        error(
            Place(lost[0].sheet, lost[0].cell),
            f"{state}. Missing here: {join([describe_lost(each) for each in lost])}.",
            "If it is an older copy, or another program has saved what it had open, have what is missing put back: "
            + _PUT_MISSING_BACK,
            ("run", "--put-back"),
            (f"if it should be as it is now: {_AS_IT_IS}", ("run", "--as-it-is")),
            Said("desk.found.older", {"state": said, "cells": say_first(lost)}),
        ),
    )


def describe_torn(torn: Sequence[Change]) -> Problem:
    """Return the question about players who stand beside other values than before, cell by cell."""
    columns, players = tuple(dict.fromkeys(each.column for each in torn)), len({each.who for each in torn})
    return error(
        Place(torn[0].sheet, torn[0].cell),
        f"{players} players now have other values next to their names, in {join_words(columns, 'and')}: "
        f"{join([describe_lost(each) for each in torn])}.",
        "If columns were sorted one without the other, undo that in the spreadsheet program and save; or have what "
        f"was next to each name put back: {_PUT_MISSING_BACK}",
        ("run", "--put-back", torn[0].sheet),
        (f"if it should be as it is now: {_AS_IT_IS}", ("run", "--as-it-is", torn[0].sheet)),
        Said(
            "desk.found.players",
            {"n": players, "columns": columns, "cells": shorten([say_lost(each) for each in torn])},
        ),
    )


def describe_lost(change: Change) -> str:
    """Return what the newest state of a workbook had, and what stands there now."""
    where = " ".join(filter(None, (change.sheet, change.who and f"{change.who},", change.column)))
    return f"{where} was {change.before or 'blank'} and is {change.after or 'blank'}"


def say_lost(change: Change) -> Said:
    """Return the same as `describe_lost`, for pages."""
    where = " ".join(filter(None, (change.sheet, change.who and f"{change.who},", change.column)))
    before, after = (value or Said("desk.blank", {}) for value in (change.before, change.after))
    return Said("desk.found.lost", {"where": where, "before": before, "after": after})


def say_first(changes: Sequence[Change]) -> tuple[Said, ...]:
    """Return the first of changed cells for pages, and how many more there are."""
    return shorten([say_lost(each) for each in changes])


def identify_known(event: Event, known: Rounds, ids: Mapping[str, str], typed: Typed) -> People:
    """Return who the players of published rounds are now, by `key` of their names then: a number, or else that key.

    They are known by name, or by Player ID; a name that is gone, by a new one that stands in its place everywhere.
    """
    by_name: dict[str, Who] = {key(name): player.number for player in reversed(event.players) for name in player.names}
    by_id: dict[str | None, Who] = {
        key(player.player_id): player.number for player in event.players if player.player_id
    }
    names = {key(name): name for rows in known.values() for row in rows for name in (row.a, row.b) if name != BYE_NAME}
    people: dict[str, Who] = {key(BYE_NAME): BYE}
    for each, name in names.items():
        people[each] = by_name.get(each, by_id.get(key(ids.get(name, "")) or None, each))
    taken = {*people.values()}
    for each in [name for name, found in people.items() if isinstance(found, str)]:
        now = _find_new_name(known, each, people, typed)
        if now is not None and now not in taken:
            people[each] = now
            taken.add(now)
    return people


def _find_new_name(known: Rounds, gone: str, people: People, typed: Typed) -> int | None:
    """Return who stands now wherever somebody stood whose name is gone: None where that is not one and the same."""
    seats = {
        now.a if key(row.a) == gone else now.b
        for number in known.keys() & typed.keys()
        for row, now in _align(known[number], typed[number], people)
        if gone in (key(row.a), key(row.b))
    }
    return seats.pop() if len(seats) == 1 else None


def _align(rows: Sequence[KnownRow], typed: Sequence[TypedRow], people: People) -> Iterator[tuple[KnownRow, TypedRow]]:
    """Yield each published row with that which stands there now: of a player who is there still, or of the table."""
    by_player: dict[Who, TypedRow] = {player: row for row in typed for player in (row.a, row.b) if player != BYE}
    by_table: dict[int | None, TypedRow] = {row.table: row for row in typed if row.table is not None}
    for row in rows:
        found = by_player.get(people[key(row.a)]) or by_player.get(people[key(row.b)]) or by_table.get(row.table)
        if found is not None:
            yield row, found


def _find_cleared(rows: Sequence[KnownRow], typed: Sequence[TypedRow], people: People) -> list[TypedRow]:
    """Return the rows whose result was cleared, where these are most of the round and no few."""
    before = {(people[key(row.a)], people[key(row.b)]) for row in rows if row.result}
    cleared = [row for row in typed if (row.a, row.b) in before and not row.result]
    return cleared if len(cleared) >= FEWEST_CHANGED and 2 * len(cleared) > len(before) else []


def _find_parted(rows: Sequence[KnownRow], typed: Sequence[TypedRow], people: People) -> list[Moved]:
    """Return the rows whose pair has gone to another row without its result, or its result to others.

    So it is where some columns are sorted and others are not. Whole rows that were sorted have theirs still, but for
    those that are corrected; a result that stands by chance where another pair had the same says nothing. Who corrects
    results moves no names, and leaves no column just as it was in another order.
    """
    before = {(people[key(row.a)], people[key(row.b)]): row for row in rows if row.result}
    changed = {pair: row for row in typed if (pair := (row.a, row.b)) in before and row.result != before[pair].result}
    are_most = len(changed) >= FEWEST_CHANGED and 2 * len(changed) > len(before)
    stayed = [(was, now) for was, now in zip(rows, typed, strict=False) if was.result and was.result == now.result]
    left_behind = [Moved(*both) for both in stayed if (people[key(both[0].a)], people[key(both[0].b)]) in {*changed}]
    others = len(before) - len(stayed)
    if left_behind and (not others or (are_most and others < len(changed))):
        return left_behind
    columns = [_split(row.result for row in all_rows) for all_rows in (before.values(), typed)]
    in_other_order = all(columns) and all(not Counter(was) - Counter(now) for was, now in zip(*columns, strict=False))
    if in_other_order and are_most:
        return [Moved(before[pair], row) for pair, row in changed.items()]
    return []


def _split(results: Iterable[str]) -> list[tuple[str, ...]]:
    """Return results by column."""
    return list(zip(*(result.split("\t") for result in results if result), strict=True))


def _find_moved(
    event: Event,
    number: int,
    rows: Sequence[KnownRow],
    typed: Sequence[TypedRow],
    people: People,
    *,
    by_table: bool,
    is_reported: bool = True,
) -> list[Moved]:
    """Return the rows that are not as they were published, if a result stands, or stood, beside any of them.

    Or only if none does: where ``is_reported`` is false. Who came later and sits down where nobody was to sit takes
    nobody's place. A row without a name is left to those checks that find what is missing.
    """
    if any(row.a is None or row.b is None for row in typed):
        return []
    players = {row: (people[key(row.a)], people[key(row.b)]) for row in rows}
    was = {_seat(row.table, *players[row], by_table=by_table): row for row in rows}
    now = {_seat(row.table, row.a, row.b, by_table=by_table): row for row in typed}
    gone = [row for seat, row in was.items() if seat not in now]
    free = {players[row][0] for row in gone if row.b == BYE_NAME} | {BYE}
    there = {player for pair in players.values() for player in pair} - free
    first = {(row.a, row.b): row for row in reversed(typed)}
    twice = [row for row in typed if first[row.a, row.b] is not row]
    new = [row for seat, row in now.items() if seat not in was and there & {row.a, row.b}]
    seated = {player for row in typed for player in (row.a, row.b)}
    gone = [row for row in gone if row.b != BYE_NAME or any(people[key(row.a)] in (each.a, each.b) for each in new)]
    lost = [row for row in gone if not seated & ({*players[row]} - {BYE}) and _are_there(event, number, players[row])]
    beside: list[KnownRow | TypedRow] = [*gone, *new, *twice, *(first[row.a, row.b] for row in twice)]
    if is_reported != (bool(lost) or any(row.result for row in beside)):
        return []
    moved = _pair_up(gone, [*new, *(row for row in twice if row not in new)], players)
    return [each._replace(again=each.now in twice) for each in moved]


def _seat(table: int | None, a: Who, b: Who, *, by_table: bool) -> Seat:
    """Return where two sit, and in which order; a bye is nowhere."""
    return table if by_table and b != BYE else None, a, b


def _are_there(event: Event, number: int, players: Sequence[Who]) -> bool:
    """Return whether any of the players is there in a round; being in a row counts, whatever is marked by now."""
    there = (event.players[each] for each in players if isinstance(each, int) and each != BYE)
    return any(player.as_marked or player.plays_in(number) for player in there)


def _pair_up(
    gone: Sequence[KnownRow], new: Sequence[TypedRow], players: Mapping[KnownRow, tuple[Who, Who]]
) -> Iterator[Moved]:
    """Yield what has become of each row that is gone: the new one of its table, or else of one of its players.

    Then come the new rows that are left.
    """
    left = list(new)
    for row in gone:
        at_table = (each for each in left if each.table is not None and each.table == row.table)
        with_player = (each for each in left if {each.a, each.b} & ({*players[row]} - {BYE}))
        found = next(at_table, None) or next(with_player, None)
        if found is not None:
            left.remove(found)
        yield Moved(row, found)
    yield from (Moved(None, row) for row in left)
