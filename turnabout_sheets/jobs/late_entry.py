"""Lets a player into the running round: against the bye if there is one, else with a bye of their own (rules 1.4.11).

Where all rounds are paired already, the player has a place in as many of them as can be: of the bye, else of somebody
who has left (duplicate 4.8).

Only here, in `add_players` and in `enter_result` does the program change cells on the organizer's sheets, because they
ask for just that. Nobody else's row is touched.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Final

from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.core.text import join_words, key, tidy
from turnabout_sheets.event import progress
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, BYE_NAME, RESERVED_NAMES, Event, Player
from turnabout_sheets.jobs.add_players import keep_used, plan_columns
from turnabout_sheets.jobs.check import check_source
from turnabout_sheets.jobs.kept_rounds import drop_rounds, read_kept_rounds
from turnabout_sheets.jobs.kept_sheets import put_in_kept_rounds
from turnabout_sheets.jobs.late_places import Place, take_places, typed_rows
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.jobs.read import read_source
from turnabout_sheets.jobs.start_over import start_over
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.round_checks import everybody_is_there
from turnabout_sheets.rounds.notes import note_bye
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells
from turnabout_sheets.workbook.ours.round_sheet import PAIRING_NOTES
from turnabout_sheets.workbook.read import Worksheets


def correct_notes(source: save.Source, before: Event, event: Event, name: str) -> Iterator[CellChange]:
    """Yield what has to change in the notes of the running round now that the player called ``name`` is in it.

    ``event`` is as it is then, ``source`` the workbook as it was ``before``. A note of the organizer's in a place of
    ours stays: beside the player's row it says nothing, and below something else than who has the bye.
    """
    matches = event.rounds[event.last_round]
    title = matches[0].sheet
    grid = next(each for each in Worksheets(source).read(lambda each: each == title) if each.name == title)
    column = _find_column(grid, event.tables[title].header_row)
    late = next((player for player in event.players if key(player.name) == key(name)), None)
    match = next((match for match in matches if late is not None and late.number in match.pair), None)
    if column is None or late is None or match is None:
        return
    if not _read_cell(grid, match.row, column):
        yield CellChange(title, match.row, column, f"{late.name} came when the round was running.")
    sat_out = {each.a for each in before.rounds[event.last_round] if each.b == BYE}
    for player in (before.players[each] for each in match.pair if each in sat_out):
        for row in range(max(each.row for each in matches) + 1, len(grid.rows) + 1):
            if _read_cell(grid, row, column).startswith(note_bye(player)):
                yield CellChange(title, row, column, f"{player.name} had the bye until {late.name} came.")


def _find_column(grid: Grid, header_row: int) -> int | None:
    """Return the column of the notes; it was called otherwise in earlier versions, and a round may have none."""
    (headers,) = islice(grid.rows, header_row - 1, header_row)
    return next((column for column, header in enumerate(headers) if str(header).startswith(PAIRING_NOTES)), None)


def _read_cell(grid: Grid, row: int, column: int) -> str:
    cells = grid.rows[row - 1] if row <= len(grid.rows) else ()
    return str(cells[column]) if column < len(cells) else ""


_COMING_AND_GOING: Final = ("joined", "dropped_after", "away", "let_in")
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
    """Write a player into the workbook's running round; where somebody saves it meanwhile, into that version.

    Returns what is found in the workbook as it is then, and what was done, in words. With errors in it nothing
    is written and nothing was done. Raises `LateError` or `WorkbookError`.
    """
    return start_over(partial(_let_in, path, _possible(name)))[0]


def _let_in(path: Path, name: str) -> tuple[RunOutcome, str]:
    opened = save.open_workbook(path)
    kept = read_kept_rounds(opened.path)
    event, format, in_cells = read_source(opened, kept)
    if event is None or has_errors(in_cells):
        return check_source(path, opened, kept), ""
    missing = set(everybody_is_there(event, format))  # which may be cured here, by one command for each
    if _has_other_errors(check_event(event, format), missing):
        return check_source(path, opened, kept), ""
    source = put_in_kept_rounds(opened, kept, event, format)
    players, headers = plan_columns(source, event.tables[format.sheets.players.name], _COMING_AND_GOING)
    event = replace(event, tables={**event.tables, format.sheets.players.name: players})
    changes, done = _plan_changes(event, format, name)
    data = change_cells(source.data, keep_used(headers, changes))
    outcome = check_source(path, replace(source, data=data))
    if _has_other_errors(outcome.problems, missing):
        return outcome, ""
    if outcome.event is not None:
        data = change_cells(data, [*correct_notes(source, event, outcome.event, name)])
    saved = save.replace(opened, data, min(event.published, default=0))
    drop_rounds(opened.path, event.published)
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


def _find_first_round(event: Event, format: Format, name: str) -> tuple[int, int]:
    """Return the running round, and the first that somebody can still be in. Raises `LateError` where none is left."""
    number, method = event.last_round, event.settings.method
    if not number:
        raise LateError(f"No round is paired yet: type {name} on the Players sheet, and run.")
    if method.at_once:
        number = progress.find_running_round(event, format.entry.result_fields)
    waiting = number in {match.round for match in progress.outstanding_matches(event, format.entry.result_fields)}
    first = number if waiting else number + 1
    if method.by_bracket and first > 1:
        raise LateError("The first round is over, so nobody can be let into the elimination event any more.")
    if first > max(progress.scheduled_rounds(event), number):
        raise LateError("All rounds are played, so nobody can be let in any more.")
    return number, first


def _find_player(event: Event, name: str) -> Player:
    """Return the player of a name, or one who is new. Raises `LateError` for one who may not play."""
    known = next((player for player in event.players if key(player.name) == key(name)), None)
    if known and known.disqualified is not None:
        raise LateError(
            f"{known.name} was disqualified in round {known.disqualified}; if that was a mistake, take the row off the "
            "sheet Rulings first."
        )
    return known or Player(len(event.players), name)


def _plan_changes(event: Event, format: Format, name: str) -> tuple[list[CellChange], str]:
    """Return the cells to be changed, and in words what that does."""
    number, first = _find_first_round(event, format, name)
    player, method = _find_player(event, name), event.settings.method
    to_come = [each for each in event.rounds if each >= first]
    standing = [each for each in to_come if _stands(event, player, each)]
    lacking = [each for each in to_come if not _is_typed(event, player, each)]
    absent = [each for each in to_come if each not in standing and each not in lacking]
    if first in absent:
        changes = _change_players_sheet(event, format, player, [first])
        return [*changes], f"{player.name} is back from round {first} on, as the rounds were paired."
    taken = take_places(event, player, lacking)
    back = absent if player.has_left(first) else []
    if first in standing and not taken:
        full = f", and no place is free in {_word_rounds(lacking)}" if lacking else ""
        raise LateError(f"{player.name} is in round {first} already{full}: just run.")
    if taken or back:
        changes = _change_players_sheet(event, format, player, sorted([*(place.round for place in taken), *back]))
        seated = (change for place in taken for change in _sit_down(event, place, player))
        return [*changes, *seated], _describe_places(event, player, taken, back, lacking)
    if standing:
        raise LateError(
            f"No place is left before round {standing[0]}, in which {player.name} is: type {standing[0]} as their "
            "Joined round, and run."
        )
    if method.at_once or method.by_bracket:
        raise LateError(_describe_no_place(event, format, player))
    on_players = list(_change_players_sheet(event, format, player, [first]))
    if first > number:
        if not on_players:
            raise LateError(f"Round {number} is complete, and {player.name} will be in round {first}: just run.")
        return on_players, f"Round {number} is complete: {player.name} is paired from round {first} on."
    table = event.tables[event.rounds[number][0].sheet]
    return on_players + list(_new_row(table, player, number)), (
        f"{player.name} is in round {number} with a bye: nobody else is free."
    )


def _describe_places(
    event: Event, player: Player, taken: Sequence[Place], back: Sequence[int], lacking: Sequence[int]
) -> str:
    """Say where the player is now, where they sit out, and in which of the ``lacking`` rounds nothing is free.

    In the rounds of ``back`` they have the place that they had.
    """
    said = [_describe_games(event, player, taken)] if taken else []
    said += [f"{player.name} is back in {_word_rounds(back)}, as the rounds were paired."] if back else []
    alone = [(event.players[each.opponent].name, each.round) for each in taken if not each.waits]
    said += [f"{name} is not there in round {number}, so that {player.name} sits out then." for name, number in alone]
    none = sorted({*lacking} - {each.round for each in taken})
    if none:
        counts = f"which {'counts' if len(none) == 1 else 'count'} 0 for {player.name}"
        said.append(f"No place is free in {_word_rounds(none)}, {counts}; if somebody leaves, ask again.")
    return " ".join(said)


def _describe_games(event: Event, player: Player, taken: Sequence[Place]) -> str:
    place, *later = taken
    gone = "" if place.had == BYE else event.players[place.had].name
    whose = f"in the place of {gone}, who has left" if gone else "who had the bye"
    also = f", and in {len(later)} later round{'' if len(later) == 1 else 's'}" if later else ""
    also += f" for {gone or 'the bye'}" if later and {each.had for each in later} == {place.had} else ""
    has_tables = "table" in event.tables[place.sheet].positions
    seat = f" at table {_table(event, place)}" if has_tables else ""
    opponent = event.players[place.opponent].name
    return f"{player.name} is in round {place.round}{seat} against {opponent}, {whose}{also}."


def _describe_no_place(event: Event, format: Format, player: Player) -> str:
    method = event.settings.method
    full = f"No {BYE_NAME} is left to take, and a {method.name} has no other place for {player.name}."
    is_played = progress.last_played_round(event, format.entry.result_fields)
    anew = "" if is_played else _ANEW.format(name=player.name)
    return full + (_ROOM if method.at_once else "") + anew


def _word_rounds(rounds: Sequence[int]) -> str:
    return f"round{'' if len(rounds) == 1 else 's'} {join_words([str(each) for each in rounds], 'and')}"


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


def _table(event: Event, place: Place) -> int:
    """Return the table of a place: that of its row, else the first that is free."""
    taken = {row["table"] for row in typed_rows(event, place.round)}
    return place.table if place.table is not None else next(table for table in count(1) if table not in taken)


def _sit_down(event: Event, place: Place, player: Player) -> Iterator[CellChange]:
    table = event.tables[place.sheet]
    yield _cell(table, place.row, place.field, player.name)
    if place.had == BYE and place.waits and "table" in table.positions:
        yield _cell(table, place.row, "table", _table(event, place))


def _new_row(table: Table, player: Player, number: int) -> Iterator[CellChange]:
    row = max(each.number for each in table.rows) + 1
    if "round" in table.positions:
        yield _cell(table, row, "round", number)
    yield _cell(table, row, "a", player.name)
    yield _cell(table, row, "b", BYE_NAME)


def _cell(table: Table, row: int, field: str, value: str | int | None) -> CellChange:
    return CellChange(table.title, row, table.positions[field], value)
