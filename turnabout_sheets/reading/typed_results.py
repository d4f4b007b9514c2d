"""What is typed of a result away from the workbook, field by field, or in a line: "a 12 b 7", a ruling at the end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from turnabout_sheets.core.problems import Message, Problem, error
from turnabout_sheets.core.text import header_key, key, tidy
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event, Match, Player
from turnabout_sheets.formats.common import RULING, offer_rulings
from turnabout_sheets.reading.matches import DRAW_WORDS, find_winner, list_meant, winner_error
from turnabout_sheets.sheets.cell_kinds import WINNER, UnreadableCellError
from turnabout_sheets.sheets.declarations import Column

BLANK: Final = "-"  # in a line, for a field that stays blank

Typed = Mapping[str, str]  # into the fields of a match; the empty text clears a field

Value = str | int | None  # what a cell shall hold; None: nothing


def list_players(event: Event, match: Match) -> dict[str, Player]:
    """Return the players of a match by side, a and b; a bye has one."""
    return {side: event.players[number] for side, number in match.seats()}


def word_line(format: Format, match: Mapping[str, Any]) -> str:
    """Return the line that gives the result of a match, a row by field: its table, and no more than is needed."""
    needless = format.needless
    values = [match.get(field) for field in format.entry_fields if (needless.get(field, ("", ""))) not in match.items()]
    return " ".join(str(value).lower() for value in (match["table"], *values) if value is not None)


def read_fields(typed: Typed, event: Event, format: Format, match: Match) -> tuple[dict[str, Value], list[Problem]]:
    """Return what the cells of a match shall hold, by field, and what of it cannot be read.

    A winner may also be the beginning of a player's name.
    """
    values: dict[str, Value] = {}
    problems: list[Problem] = []
    there = list_players(event, match)
    declared = offer_rulings(format.matches, by_bracket=event.settings.method.by_bracket)
    for field, text in typed.items():
        column, place, found = declared.column(field), event.place(match, field), tidy(text)
        if not found:
            values[field] = None
        elif (kind := column.kind) is not WINNER:
            try:
                value = kind.read(text)
                values[field] = value if isinstance(value, int) else str(value)
            except UnreadableCellError:
                said = Message("{field}: “{found}” is not a whole number. Type it again.")
                if kind.choices:
                    said = Message("{field}: “{found}” cannot be chosen. There is: {choices}.")
                elif kind.least is not None:
                    said = Message("{field}: “{found}” is not a whole number, {n} or more. Type it again.")
                said = said.fill(field=column, found=found, n=kind.least, choices=kind.choices)
                problems.append(error(place, said))
        elif len(meant := list_meant(text, there)) == 1:
            values[field] = meant[0]
        elif meant or key(found) in (column.hints or {}):
            problems.append(winner_error(place, found, column, there))
        else:
            said = Message("{field}: “{found}” is not understood. For a drawn game type Draw.")
            if key(found) not in DRAW_WORDS:
                said = Message(
                    "{field}: “{found}” is not at this table. Type A, B, Draw, or the start of a name: {names}.",
                    names=tuple(player.name for player in there.values()),
                )
            problems.append(error(place, said.fill(field=column, found=found)))
    return values, problems


def read_line(line: str, event: Event, format: Format, match: Match) -> tuple[dict[str, str], list[Problem]]:
    """Return what a line says of each field that the desk fills in, the empty text where nothing.

    The problem is that there is more or less than a result has.
    """
    typed, there = dict.fromkeys(format.entry_fields, ""), list_players(event, match)
    words = [*filter(None, re.split(r"[\s,;]+", line))]
    rulings = {header_key(each): each for each in format.matches.column(RULING.field).kind.choices}
    for start in reversed(range(len(words))):
        if ruling := rulings.get(header_key("".join(words[start:]))):
            typed[RULING.field], words = ruling, words[:start]
            break
    games: list[tuple[Column, list[Column]]] = []
    for column in (format.matches.column(field) for field in format.entry_fields if field != RULING.field):
        if column.kind is WINNER:
            games.append((column, []))
        else:
            games[-1][1].append(column)
    problems = []
    for winner, counted in games:
        named = words.pop(0) if words else ""
        while words and not find_winner(named, {}) and list_meant(f"{named} {words[0]}", there):
            named += f" {words.pop(0)}"
        typed[winner.field] = named
        ended = [(winner.field, each) for each in list_meant(named, there)]
        needed = [each for each in counted if len(ended) != 1 or format.needless.get(each.field) != ended[0]]
        given: list[str] = []  # a word that is no number and nobody's either is a number mistyped
        for word, column in zip(words, counted, strict=False):
            if word != BLANK and not column.kind.takes(word) and list_meant(word, there):
                break
            given.append(word)
        fields = needed if len(given) == len(needed) else counted
        if given and len(given) != len(fields):
            said = Message(
                "“{found}” could belong to more than one field: {fields}. Type them all, with {blank} for one that "
                "stays blank.",
                found=" ".join(given),
                fields=tuple(counted),
                blank=BLANK,
            )
            return typed, [error(event.place(match, counted[0].field), said)]
        typed |= {column.field: word for column, word in zip(fields, given, strict=False)}
        words = words[len(given) :]
    if words:
        said = Message(
            "“{found}” is too much for one result: {fields}. Type only these, one after the other.",
            found=" ".join(words),
            fields=tuple(format.matches.column(field) for field in format.entry_fields),
        )
        problems.append(error(event.place(match, format.entry_fields[-1]), said))
    return {field: "" if word == BLANK else word for field, word in typed.items()}, problems
