"""What is typed of a result away from the workbook, in a line or field by field, read as its sheet would be.

A line has the fields of a match one after the other, as they are told: "a 12 b 7" is who won a game and what is counted
of it, for each game, also "a12" and "a-12". What a field says nothing of where another is as it is may be left out, as
the count of a drawn game; - stands for a field that stays blank, and at the end may stand a ruling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from turnabout_sheets.core.problems import Message, Problem, error
from turnabout_sheets.core.text import header_key, key, tidy
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event, Match, Player
from turnabout_sheets.formats.common import RULING, offer_rulings
from turnabout_sheets.reading.matches import DRAW_WORDS, WIDE, find_winner, list_meant, name_foreign, winner_error
from turnabout_sheets.sheets.cell_kinds import CORRECT, WINNER, UnreadableCellError
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.table import unreadable_error

BLANK: Final = "-"
"""What stands in a line for a field that stays blank."""

_BETWEEN: Final = re.compile(r"[\s,;，；]+")

_GLUED: Final = re.compile(r"([^\W\d_]+)[-–:]?(\d+)")
"""Who won and what is counted, as "a12" and "a-12"."""

Typed = Mapping[str, str]
"""What is typed into the fields of a match; the empty text clears a field."""

Value = str | int | None
"""What a cell shall hold; None: nothing."""


def list_players(event: Event, match: Match) -> dict[str, Player]:
    """Return the players of a match by side, a and b; a bye has one."""
    return {side: event.players[number] for side, number in match.seats()}


def read_fields(typed: Typed, event: Event, format: Format, match: Match) -> tuple[dict[str, Value], list[Problem]]:
    """Return what the cells of a match shall hold, by field, and what of it cannot be read.

    A winner may also be the beginning of a player's name.
    """
    values: dict[str, Value] = {}
    problems: list[Problem] = []
    there = list_players(event, match)
    declared = offer_rulings(format.matches, by_bracket=event.settings.method.by_bracket)
    for field, text in typed.items():
        column, place = declared.column(field), event.place(match, field)
        if not tidy(text):
            values[field] = None
        elif column.kind is WINNER:
            meant = list_meant(text, there)
            if len(meant) == 1:
                values[field] = meant[0]
            else:
                problem = winner_error(place, tidy(text), column, there)
                problems.append(replace(problem, said=problem.said or _say_nobody(tidy(text), column, there)))
        else:
            try:
                value = column.kind.read(text)
            except UnreadableCellError as expected:
                problem = unreadable_error(place, text, column, str(expected))
                hint = "Type it again." if problem.hint == CORRECT else problem.hint
                problems.append(replace(problem, hint=hint, said=_say_unreadable(tidy(text), column)))
            else:
                values[field] = value if isinstance(value, int) else str(value)
    return values, problems


def _say_nobody(typed: str, column: Column, there: Mapping[str, Player]) -> Message | None:
    """Return what the form says of a word that is no winner's; None of one that a format knows more about."""
    found = {"field": column, "found": typed}
    if key(typed) in (column.hints or {}):
        return None
    if key(typed) in DRAW_WORDS:
        return Message("{field}: “{found}” is not understood. For a drawn game type Draw.", **found)
    if foreign := name_foreign(typed):
        script, letter = foreign
        return Message(
            "{field}: this {found} is a Cyrillic letter; type a Latin {letter}."
            if script == "Cyrillic"
            else "{field}: this {found} is a Greek letter; type a Latin {letter}.",
            **found,
            letter=letter,
        )
    return Message(
        "{field}: “{found}” is not at this table. Type A, B, Draw, or the start of a name: {names}.",
        **found,
        names=tuple(player.name for player in there.values()),
    )


def _say_unreadable(typed: str, column: Column) -> Message:
    kind, found = column.kind, {"field": column, "found": typed}
    if kind.choices:
        return Message("{field}: “{found}” cannot be chosen. There is: {choices}.", **found, choices=kind.choices)
    return Message(
        "{field}: “{found}” is not a whole number. Type it again."
        if kind.least is None
        else "{field}: “{found}” is not a whole number, {n} or more. Type it again.",
        **found,
        n=kind.least,
    )


def read_line(line: str, event: Event, format: Format, match: Match) -> tuple[dict[str, str], list[Problem]]:
    """Return what a line says of each field that the desk fills in, the empty text where nothing.

    The problem is that there is more or less than a result has.
    """
    typed = dict.fromkeys(format.entry_fields, "")
    there = list_players(event, match)
    typed[RULING.field], words = _take_ruling(list(_list_words(line, there)), format)
    for game in _list_games(format):
        winner, words = _take_winner(words, there) if game.winner is not None else ("", words)
        if game.winner is not None:
            typed[game.winner.field] = _unless_blank(winner)
        counted, words = _take_counted(words, game.counted, there)
        meant = list_meant(winner, there) if winner else []
        fields = _fill(game, counted, meant, format)
        if fields is None:
            return typed, [_too_few(event, match, game, counted)]
        typed |= {field: _unless_blank(word) for field, word in zip(fields, counted, strict=False)}
    return typed, [_too_many(event, format, match, words)] if words else []


def _list_words(line: str, there: Mapping[str, Player]) -> Iterator[str]:
    """Yield the words of a line; in two what is typed without a space behind who won, unless somebody is called so."""
    for word in filter(None, _BETWEEN.split(line)):
        glued = _GLUED.fullmatch(word.translate(WIDE))
        yield from [word] if glued is None or list_meant(word, there) else glued.groups()


def word_line(format: Format, match: Mapping[str, Any]) -> str:
    """Return the line in which a match is told, a row by field: its table, and no more than is needed of its result."""
    needless = format.needless
    values = [match.get(field) for field in format.entry_fields if (needless.get(field, ("", ""))) not in match.items()]
    return " ".join(str(value).lower() for value in (match["table"], *values) if value is not None)


class _Game(NamedTuple):
    """Columns that belong together: who won, None where that is not asked, and what is counted."""

    winner: Column | None
    counted: Sequence[Column]


def _list_games(format: Format) -> list[_Game]:
    games: list[_Game] = []
    for field in format.entry_fields:
        column = format.matches.column(field)
        if field == RULING.field:
            continue
        if column.kind is WINNER:
            games.append(_Game(column, []))
        elif games:
            games[-1] = games[-1]._replace(counted=[*games[-1].counted, column])
        else:
            games.append(_Game(None, [column]))
    return games


def _take_ruling(words: Sequence[str], format: Format) -> tuple[str, Sequence[str]]:
    """Return the ruling at the end of a line, as it is written, and the words before it."""
    rulings = {header_key(each): each for each in format.matches.column(RULING.field).kind.choices}
    for start in reversed(range(len(words))):
        if ruling := rulings.get(header_key("".join(words[start:]))):
            return ruling, words[:start]
    return "", words


def _take_winner(words: Sequence[str], there: Mapping[str, Player]) -> tuple[str, Sequence[str]]:
    """Return who won, at the beginning of a line, and the words behind.

    It goes on as long as it is the beginning of a name, word by word, or, where it may still be either, of both names.
    """
    names = [f"{key(name)} " for player in there.values() for name in player.names]
    taken = " ".join(words[:1])
    if find_winner(taken, {}):  # A, B or Draw
        return taken, words[1:]
    for number in range(2, len(words) + 1):
        longer = " ".join(words[:number])
        in_name = any(name.startswith(f"{key(longer)} ") for name in names)
        if not in_name and (len(list_meant(taken, there)) == 1 or not list_meant(longer, there)):
            return taken, words[number - 1 :]
        taken = longer
    return taken, ()


def _take_counted(
    words: Sequence[str], columns: Sequence[Column], there: Mapping[str, Player]
) -> tuple[Sequence[str], Sequence[str]]:
    """Return what is counted of a game, at the beginning of a line, and the words behind.

    A word that is no number and nobody's either is a number mistyped.
    """
    for number, (word, column) in enumerate(zip(words, columns, strict=False)):
        if word != BLANK and not column.kind.takes(word) and list_meant(word, there):
            return words[:number], words[number:]
    return words[: len(columns)], words[len(columns) :]


def _fill(game: _Game, counted: Sequence[str], meant: Sequence[str], format: Format) -> Sequence[str] | None:
    """Return the fields that what is counted belongs to: all, or those that are needed; None where it is not clear."""
    every = [column.field for column in game.counted]
    if not counted or len(counted) == len(every):
        return every
    winner = game.winner.field if game.winner is not None else ""
    ended = [(winner, each) for each in meant] if len(meant) == 1 else []
    needed = [field for field in every if format.needless.get(field) not in ended]
    return needed if len(counted) == len(needed) else None


def _unless_blank(word: str) -> str:
    return "" if word == BLANK else word


def _too_few(event: Event, match: Match, game: _Game, counted: Sequence[str]) -> Problem:
    return error(
        event.place(match, game.counted[0].field),
        Message(
            "“{found}” could belong to more than one field: {fields}. Type them all, with {blank} for one that stays "
            "blank.",
            found=" ".join(counted),
            fields=tuple(game.counted),
            blank=BLANK,
        ),
    )


def _too_many(event: Event, format: Format, match: Match, words: Sequence[str]) -> Problem:
    columns = tuple(format.matches.column(field) for field in format.entry_fields)
    return error(
        event.place(match, format.entry_fields[-1]),
        Message(
            "“{found}” is too much for one result: {fields}. Type only these, one after the other.",
            found=" ".join(words),
            fields=columns,
        ),
    )
