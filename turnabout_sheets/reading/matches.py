"""Reads the rounds, from a sheet each or from the one sheet Results, into matches."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any, Final

from turnabout_sheets.core.outcomes import WINNERS
from turnabout_sheets.core.problems import Message, Place, Problem, error
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.model import BYE, Player
from turnabout_sheets.event.rulings import PRESENT, WAITS, split_ruling
from turnabout_sheets.sheets.cell_kinds import WINNER
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import Table, read_table, suggest

ROUND_WORDS: Final = ("round", "runde", "ronde", "ronda")  # who prints Ronda 2 calls a sheet so, too

DRAW_WORDS: Final = frozenset("draws drawn tie tied ½ = remis unentschieden nul nulle égalité empate tablas".split())
"""What people write for Draw, in the languages of the pages, by `key`; it is offered, not read."""

_ROUND_NAME: Final = re.compile(rf"(?:{'|'.join(ROUND_WORDS)}) ?0*([1-9]\d{{0,2}})")


def round_number(sheet_name: str) -> int | None:
    """Return N for a sheet called Round N (or RoundN, or so in another of `ROUND_WORDS`), else None; N is 1 or more."""
    match = _ROUND_NAME.fullmatch(key(sheet_name))
    return int(match[1]) if match else None


def title_round(number: int) -> str:
    """Return what the program calls the sheet of a round."""
    return f"Round {number}"


def read_rounds(
    grids: Sequence[Grid], declared: Sheet, results: Table | None
) -> tuple[list[tuple[int | None, Table]], list[Problem]]:
    """Return the tables of matches, as these are ``declared``: (N, Round N) each, and (None, Results).

    The rows of Results name their round themselves.
    """
    tables: list[tuple[int | None, Table]] = []
    problems: list[Problem] = []
    seen: dict[int, str] = {}
    if results is not None:
        tables.append((None, results))
        seen = dict.fromkeys((row["round"] for row in results.rows if row["round"] is not None), results.title)
    numbered = [(number, grid) for grid in grids if (number := round_number(grid.name)) is not None]
    for number, grid in sorted(numbered, key=itemgetter(0)):
        table, found = read_table(grid, replace(declared, name=grid.name))
        problems += found
        if table is None:
            continue
        if number in seen:
            message = f"Round {number} stands on the sheet {seen[number]} already; expected in one place only."
            problems.append(error(Place(grid.name), message, "Delete it from one of the two sheets."))
            continue  # else every player would stand in the round twice
        seen[number] = grid.name
        tables.append((number, table))
    return tables, problems


def read_match_rows(
    table: Table, number: int | None, players: Sequence[Player]
) -> tuple[list[dict[str, Any]], list[Problem]]:
    """Return the rows of a table of matches by field, with their place, and every winner as A, B or Draw.

    ``number`` is the round; None where each row names its own. A winner who does not play in the row is a problem.
    """
    winners = [column for column in table.sheet.columns if column.kind is WINNER]
    rows: list[dict[str, Any]] = []
    problems: list[Problem] = []
    for row in table.rows:
        values = {**row.values, "sheet": table.title, "row": row.number}
        if number is not None:
            values["round"] = number
        if values["round"] is None:
            continue  # reported as blank
        for column in winners:
            typed = values[column.field]
            if typed is None or typed in WINNERS:
                continue
            there = {side: players[values[side]] for side in ("a", "b") if values[side] not in (None, BYE)}
            lost = next((side.upper() for side in ("a", "b") if values[side] is None), None)  # it may be that name
            values[column.field] = read_winner(typed, column, there) or lost
            if values[column.field] is None:
                problems.append(winner_error(table.place(row.number, column.field), typed, column, there))
        values["ruling"], values["advances"] = split_ruling(values["ruling"])
        rows.append(values)
    return rows, problems


def find_winner(typed: str, there: Mapping[str, Player]) -> str | None:
    """Return who is meant, A, B or Draw; ``there`` are the players of the row by side, a and b. None: none of them."""
    meant = {key(word): word for word in WINNERS}
    meant |= {key(name): side.upper() for side, player in there.items() for name in player.names}
    return meant.get(key(typed))


def list_meant(typed: str, there: Mapping[str, Player]) -> list[str]:
    """Return who may be meant by a word, of A, B and Draw: those that are called so, else all that begin so.

    ``there`` are the players of the match by side.
    """
    if winner := find_winner(typed, there):
        return [winner]
    names = {"Draw": ("Draw",)} | {side.upper(): player.names for side, player in there.items()}
    return [each for each in WINNERS if any(key(name).startswith(key(typed)) for name in names.get(each, ()))]


def read_winner(typed: str, column: Column, there: Mapping[str, Player]) -> str | None:
    """Return who is meant in a cell, also by the beginning of a name (rules 1.4.26), but for single letters."""
    winner = find_winner(typed, there)
    others = (*DRAW_WORDS, *(column.hints or ()))
    if winner or len(typed) < 2 or any(word.startswith(key(typed)) for word in others):
        return winner
    meant = list_meant(typed, there)
    return meant[0] if len(meant) == 1 else None


def winner_error(place: Place, typed: str, column: Column, there: Mapping[str, Player]) -> Problem:
    """Return the problem of a word that is no winner's, or of both; ``there`` are the players of the row by side."""
    if len(meant := list_meant(typed, there)) > 1:
        said = Message(
            "{field}: “{found}” could be any of these: {names}. Type more of the name.",
            field=column,
            found=typed,
            names=tuple(there[each.lower()].name if each.lower() in there else each for each in meant),
        )
        return error(place, said)
    names = {side: player.name for side, player in there.items()}
    message = f'{column.header} is "{typed}"; expected {join_words((*WINNERS, *names.values()))}.'
    each = f"Type {', '.join([*(f'{side.upper()} if {name} won' for side, name in names.items()), 'or Draw'])}."
    if key(typed) in DRAW_WORDS:
        hint = 'Did you mean "Draw"?'
    elif letter := {"а": "A", "в": "B", "α": "A", "β": "B"}.get(key(typed)):  # they look alike, as capitals
        hint = f"This {typed} is not a Latin letter; type a Latin {letter}."
    elif known := (column.hints or {}).get(key(typed)):  # what could mean either of the two is nobody's (netrunner 6.4)
        hint = f"{known} {each}"
    else:
        hint = suggest(typed, (*WINNERS, *names.values()), each)
    return error(place, message, hint)


def leave_out_unplayed(
    rows: Sequence[Mapping[str, Any]], rounds: int | None, entry_fields: Sequence[str]
) -> tuple[list[Mapping[str, Any]], tuple[int, ...]]:
    """Return the rows without those of rounds beyond the scheduled ``rounds`` in which nothing is reported, and these.

    So an event can end early by the setting Rounds alone (rules 1.4.12, 1.10.3, duplicate 4.6).
    """
    if rounds is None:
        return list(rows), ()
    last = max([rounds, *(row["round"] for row in rows if _is_begun(row, entry_fields))])
    unplayed = {row["round"] for row in rows if row["round"] > last}
    return [row for row in rows if row["round"] <= last], tuple(sorted(unplayed))


def _is_begun(row: Mapping[str, Any], entry_fields: Sequence[str]) -> bool:
    """Return whether something of a match is typed; a bye, also of a player who waits or is absent, is nothing."""
    return any(row[field] is not None and (field, row["b"]) != ("ruling", BYE) for field in entry_fields)


def replace_absent_by_byes(
    rows: Sequence[Mapping[str, Any]], players: Sequence[Player], result_fields: Sequence[str]
) -> list[Mapping[str, Any]]:
    """Return the rows of rounds paired at once with byes for those whose opponent is not there, or asked for a bye.

    That is rules 1.10.2, duplicate 4.3 and 4.4. Rows with a result or a ruling stay: they are to be checked.
    """
    kept: list[Mapping[str, Any]] = []
    for row in rows:
        numbers = [row[side] for side in ("a", "b") if row[side] not in (None, BYE)]
        there = [number for number in numbers if players[number].plays_in(row["round"])]
        empty = row["ruling"] is None and all(row[field] is None for field in result_fields)
        asked = any(row["round"] in players[number].byes for number in there)
        if (len(there) == len(numbers) and not asked) or not empty:
            kept.append(row)
        else:
            kept += [{**row, "a": number, "b": BYE, "table": None} for number in there]
    return kept


def rule_absent_in_bracket(
    rows: Sequence[Mapping[str, Any]], players: Sequence[Player], entry_fields: Sequence[str]
) -> list[Mapping[str, Any]]:
    """Return the rows of an elimination event with a no-show where somebody has left or is away, and nothing is typed.

    So their opponent scores as for a bye (rules 1.11.6); who does not go on counts as absent (rules 1.11.2).
    """
    ruled: list[Mapping[str, Any]] = []
    for row in rows:
        sides = {side for side in ("a", "b") if row[side] not in (None, BYE)}
        absences = {side: players[row[side]].find_absence(row["round"]) for side in sides}
        there = {side for side, absence in absences.items() if absence is None or absence.field == "joined"}
        there &= {*(row["advances"] or "ab").lower()}
        if there != sides and row["ruling"] != WAITS and not _is_begun({**row, "ruling": None}, entry_fields):
            there &= {*PRESENT.get(row["ruling"] or "", "ab")}
            row = {**row, "ruling": next(each for each, present in PRESENT.items() if {*present} & sides == there)}
        ruled.append(row)
    return ruled
