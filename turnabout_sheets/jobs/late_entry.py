"""Lets a player into the running round: against the bye if there is one, else with a bye of their own (rules 1.4.11).

Where all rounds are paired already, the player has the place of the bye in all of them, else that of one who has left
(duplicate 4.5).

Only here and in `add_players` does the program change cells on the organizer's sheets, because they ask for just that.
Nobody else's row is touched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Final

from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.core.text import join_words, key, tidy
from turnabout_sheets.event import progress
from turnabout_sheets.event.model import BYE, BYE_NAME, RESERVED_NAMES, Event, Match, Player
from turnabout_sheets.formats.base import Format
from turnabout_sheets.jobs.late_notes import correct_notes
from turnabout_sheets.jobs.more_columns import keep_used, plan_columns
from turnabout_sheets.jobs.run import RunOutcome, check_source, read_source
from turnabout_sheets.pairing.sessions import session_start
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.round_checks import everybody_is_there
from turnabout_sheets.sheets.table import Row, Table
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells

_COMING_AND_GOING: Final = ("joined", "dropped_after", "away")
"""What is said on the sheet Players of when somebody is there, by field."""


_ROOM: Final = (
    " If somebody has left, fill in Dropped after on the sheet Players, and ask again: their place is free then."
)
_ANEW: Final = (
    " Nothing is played yet, so all rounds can be drawn anew: type {name} on the sheet Players, delete the sheets of "
    "all rounds, and run."
)


class LateError(Exception):
    """The player cannot be let in; the text says why and what to do."""


def let_in(path: Path, name: str) -> tuple[RunOutcome, str]:
    """Write a player into the workbook's running round.

    Returns what is found in the workbook as it is then, and what was done, in words. With errors in it nothing
    is written and nothing was done. Raises `LateError` or `WorkbookError`.
    """
    name = _possible(name)
    source = save.open_workbook(path)
    event, format, in_cells = read_source(source)
    if event is None or has_errors(in_cells):
        return check_source(path, source), ""
    missing = set(everybody_is_there(event, format))  # which may be cured here, by one command for each
    if _has_other_errors(check_event(event, format), missing):
        return check_source(path, source), ""
    players, headers = plan_columns(source, event.tables[format.sheets.players.name], _COMING_AND_GOING)
    event = replace(event, tables={**event.tables, format.sheets.players.name: players})
    changes, done = _plan_changes(event, format, name)
    data = change_cells(source.data, keep_used(headers, changes))
    outcome = check_source(path, replace(source, data=data))
    if _has_other_errors(outcome.problems, missing):
        return outcome, ""
    if outcome.event is not None:
        data = change_cells(data, [*correct_notes(source, outcome.event, name)])
    saved = save.replace(source, data)
    done += _describe_more_rounds(event, outcome.event, name)
    return replace(outcome, leaving=saved.leaving, separated=saved.separated), done


def _describe_more_rounds(before: Event, after: Event | None, name: str) -> str:
    """Return what there is to say where a player of round 1 is one more than the rounds are for (rules 1.5.10)."""
    method = before.settings.method
    if after is None or method.at_once or method.by_bracket:
        return ""
    others = replace(before, players=tuple(player for player in before.players if key(player.name) != key(name)))
    were, are = progress.scheduled_rounds(others), progress.scheduled_rounds(after)
    if are <= were:
        return ""
    more = f"With {len(after.playing(1))} players it takes {are} rounds"
    return f" {more}; if {were} are enough, set Rounds on the sheet Event to {were}."


def _possible(name: str) -> str:
    name = tidy(name)
    if not name:
        raise LateError("The name is blank; give the player's name.")
    if key(name) in map(key, RESERVED_NAMES):
        others = join_words(RESERVED_NAMES, "and")
        raise LateError(f'No player can be called "{name}": {others} mean something else in the results.')
    return name


def _has_other_errors(problems: Sequence[Problem], missing: Collection[Problem]) -> bool:
    """Say whether there are errors besides that somebody is ``missing``."""
    return has_errors([problem for problem in problems if problem not in missing])


def _plan_changes(event: Event, format: Format, name: str) -> tuple[list[CellChange], str]:
    """Return the cells to be changed, and in words what that does."""
    number, method = event.last_round, event.settings.method
    if not number:
        raise LateError(f"No round is paired yet: type {name} on the Players sheet, and run.")
    if method.at_once:
        number = _find_running_round(event, format)
    waiting = number in set(progress.outstanding_matches(event, format.entry.result_fields)["round"])
    first = number if waiting else number + 1
    if method.by_bracket and first > 1:
        raise LateError("The first round is over, so nobody can be let into the elimination event any more.")
    if first > max(progress.scheduled_rounds(event), number):
        raise LateError("All rounds are played, so nobody can be let in any more.")
    known = next((player for player in event.players if key(player.name) == key(name)), None)
    if known and known.disqualified is not None:
        raise LateError(
            f"{known.name} was disqualified in round {known.disqualified}; if that was a mistake, take the row off the "
            "sheet Rulings first."
        )
    if known and _stands(event, known, first):
        raise LateError(f"{known.name} is in round {first} already: just run.")
    player = known or Player(len(event.players), name)
    on_players = list(_change_players_sheet(event, format, player, first, is_new=known is None))
    if first > number and not method.at_once:
        if not on_players:
            raise LateError(f"Round {number} is complete, and {player.name} will be in round {first}: just run.")
        return on_players, f"Round {number} is complete: {player.name} is paired from round {first} on."
    if _is_in_the_schedule(event, player, first):
        return on_players, f"{player.name} is back from round {first} on, as the rounds were paired."
    taken = _find_chair(event, player, first)
    if method.at_once or method.by_bracket:
        if not taken:
            full = f"No {BYE_NAME} is left to take, and a {method.name} has no other place for {player.name}."
            is_played = progress.last_played_round(event, format.entry.result_fields)
            anew = "" if is_played else _ANEW.format(name=player.name)
            raise LateError(full + (_ROOM if method.at_once else "") + anew)
    else:
        taken = taken[:1]
    if not taken:
        table = event.tables[event.rounds[number][0].sheet]
        return on_players + list(_new_row(table, player, number)), (
            f"{player.name} is in round {number} with a bye: nobody else is free."
        )
    changes = [change for place in taken for change in _sit_down(event, place, player)]
    match, had, later = taken[0].match, taken[0].had, len(taken) - 1
    gone = "" if had == BYE else event.players[had].name
    whose = f"in the place of {gone}, who has left" if gone else "who had the bye"
    also = f", and in {later} later round{'' if later == 1 else 's'} for {gone or 'the bye'}" if later else ""
    has_tables = "table" in event.tables[match.sheet].positions
    seat = f" at table {_table(event, match)}" if has_tables else ""
    opponent = event.players[match.pair[0]].name
    return on_players + changes, f"{player.name} is in round {match.round}{seat} against {opponent}, {whose}{also}."


def _find_running_round(event: Event, format: Format) -> int:
    """Return the last round that has begun of rounds that are paired at once, and 1 before.

    One that has begun before its turn, because a match of it was played ahead, is not the running one (rules 1.4.11).
    """
    waiting = Counter(progress.outstanding_matches(event, format.entry.result_fields)["round"])
    matches = {number: sum(match.b != BYE for match in rows) for number, rows in event.rounds.items()}
    not_begun = [number for number, count in matches.items() if 0 < count == waiting[number]]
    played = progress.last_played_round(event, format.entry.result_fields)
    return max(1, min([played, *(number - 1 for number in not_begun)]))


def _stands(event: Event, player: Player, number: int) -> bool:
    """Say whether a player stands in a round."""
    return any(player.number in (match.a, match.b) for match in event.rounds.get(number, ()))


def _change_players_sheet(
    event: Event, format: Format, player: Player, first: int, *, is_new: bool
) -> Iterator[CellChange]:
    """Yield the changes on the sheet Players: a new row, or what must be so for the player to be there in a round."""
    table = event.tables[format.sheets.players.name]
    if is_new:
        row = max((each.number for each in table.rows), default=table.header_row) + 1
        yield _cell(table, row, "name", player.name)
        if first > 1:
            yield _cell(table, row, "joined", first)
        return
    earlier = [number for number in range(1, first) if _stands(event, player, number)]
    joined = player.joined if earlier else first
    missed = {number for number in range(joined, first) if number not in earlier}
    away = sorted({*player.away, *missed} - {first})
    if joined != player.joined:
        yield _cell(table, player.row, "joined", joined)
    if player.dropped_after is not None and player.dropped_after < first:
        yield _cell(table, player.row, "dropped_after", None)
    if away != sorted(set(player.away)):
        yield _cell(table, player.row, "away", ", ".join(map(str, away)))


def _is_in_the_schedule(event: Event, player: Player, first: int) -> bool:
    """Say whether rounds that were paired at once have a player in them who was only not there."""
    later = (number for number in event.rounds if number >= first)
    return any(player.number in (row["a"], row["b"]) for number in later for row in _typed_rows(event, number))


def _typed_rows(event: Event, number: int) -> list[Row]:
    """Return the rows of a round as they are typed: also with players who are not there."""
    rows = event.tables[event.rounds[number][0].sheet].rows
    return [row for row in rows if row.values.get("round", number) == number]


@dataclass(frozen=True, slots=True)
class _Place:
    """A place that is free: in the row of ``match``, a bye as it is read, in the column of a or b.

    ``had`` is what stands there: `BYE`, or the number of a player who has left.
    """

    match: Match
    field: str
    had: int


def _find_chair(event: Event, player: Player, first: int) -> Sequence[_Place]:
    """Return the places, from a round on, that this player can have: of byes, else of one player who has left.

    Only where all rounds are paired already does a player who has left leave places.
    """
    by_chair: dict[int, list[_Place]] = {}
    for place in _free_places(event, player, first):
        by_chair.setdefault(place.had, []).append(place)
    return by_chair.get(BYE) or next(iter(by_chair.values()), ())


def _free_places(event: Event, player: Player, first: int) -> Iterator[_Place]:
    """Yield the places, from a round on, that nobody has, beside players who have asked for no bye and may be met."""
    session = session_start(first, event.settings.rounds_per_session)
    met = {match.b if match.a == player.number else match.a for match in event.rows if match.round >= session and
           player.number in (match.a, match.b)}  # fmt: skip
    for match in event.rows:
        waiting, _ = match.pair
        alone = match.round >= first and match.b == BYE and match.ruling is None
        if not alone or waiting in met or match.round in event.players[waiting].byes:
            continue
        row = next(row for row in _typed_rows(event, match.round) if row.number == match.row)
        field = "a" if row["b"] == waiting else "b"
        if row[field] == BYE or event.players[row[field]].has_left(match.round):
            yield _Place(match, field, row[field])


def _table(event: Event, match: Match) -> int:
    """Return the table of a match that was a bye: its own, else the first that is free."""
    rows = _typed_rows(event, match.round)
    typed = next(row["table"] for row in rows if row.number == match.row)
    taken = {row["table"] for row in rows}
    return int(typed) if typed is not None else next(table for table in count(1) if table not in taken)


def _sit_down(event: Event, place: _Place, player: Player) -> Iterator[CellChange]:
    match = place.match
    table = event.tables[match.sheet]
    yield _cell(table, match.row, place.field, player.name)
    if place.had == BYE and "table" in table.positions:
        yield _cell(table, match.row, "table", _table(event, match))


def _new_row(table: Table, player: Player, number: int) -> Iterator[CellChange]:
    row = max(each.number for each in table.rows) + 1
    if "round" in table.positions:
        yield _cell(table, row, "round", number)
    yield _cell(table, row, "a", player.name)
    yield _cell(table, row, "b", BYE_NAME)


def _cell(table: Table, row: int, field: str, value: str | int | None) -> CellChange:
    return CellChange(table.title, row, table.positions[field], value)
