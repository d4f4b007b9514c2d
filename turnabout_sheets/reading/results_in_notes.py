"""Results that somebody wrote into Note, in words, while the cells for them are blank."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, time, timedelta
from itertools import groupby
from typing import Final

from turnabout_sheets.core.problems import Problem, warning
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import Raw

SHOWN: Final = 4
"""So many cells are named."""

_SCORE: Final = re.compile(r"(?<!\d)\d{1,2} ?[-–:/] ?\d{1,2}(?!\d)")
_WORD: Final = re.compile(r"\w+")
_WORDS: Final = frozenset(
    "a b and by game games g1 g2 in to vs "
    "win wins won winner winning victory beat beats defeated def draw draws drawn tie tied loss lose loses lost "
    "sieg sieger gewinnt gewann gewonnen siegt remis unentschieden verliert verlor verloren gegen "
    "gagne gagné gagnant bat victoire nul nulle égalité perd perdu "
    "gana ganó ganador victoria vence empate tablas pierde perdió".split()
)
"""What a result is told in, besides names and figures, in the languages of the pages."""


def results_in_notes(event: Event, format: Format) -> Iterator[Problem]:
    """Find matches without a result whose Note has what looks like one: one warning for a sheet."""
    typed = [field for field in format.entry.fields if field != "ruling"]
    for title, matches in groupby(event.rows, lambda match: match.sheet):
        found = [
            (match, format_cell(note))
            for match in matches
            if match.b != BYE and match.ruling is None and all(match[field] is None for field in typed)
            if (note := _read_note(event, match)) != "" and _looks_like_result(note, event, match)
        ]
        if not found:
            continue
        told = [f'"{text}" in {event.place(match, "note").cell}' for match, text in found[:SHOWN]]
        more = [f"{len(found) - SHOWN} more"] if len(found) > SHOWN else []
        headers = [event.tables[title].sheet.column(field).header for field in typed]
        several = len(found) > 1
        yield warning(
            event.place(found[0][0], "note"),
            f"{join_words([*told, *more], 'and')} look{'s' * (not several)} like {'results' if several else 'a result'}"
            ", but what stands in Note is not read.",
            f"Type {'them' if several else 'it'} into {join_words(headers, 'and')}; who won is A, B, Draw or the name.",
        )


def _read_note(event: Event, match: Match) -> Raw:
    """Return what was typed as a match's note."""
    table = event.tables[match.sheet]
    at, rows = table.positions.get("note"), table.grid.rows
    cells = rows[match.row - 1] if match.row <= len(rows) else ()
    return cells[at] if at is not None and at < len(cells) else ""


def _looks_like_result(note: Raw, event: Event, match: Match) -> bool:
    """Say whether a note has nothing but names of the two players, a score, and words for who won.

    Of 2-1 and 2:1 spreadsheet programs make a day and a time.
    """
    if isinstance(note, date | time | timedelta):
        return True
    rest, scores = _SCORE.subn(" ", key(format_cell(note)))
    for name in (key(each) for _, player in match.seats() for each in event.players[player].names):
        rest = rest.replace(name, " a ")
        rest = re.sub(rf"(?<!\w){re.escape(name.split()[0])}(?!\w)", " a ", rest)
    words = [word for word in _WORD.findall(rest) if not word.isdecimal()]
    return bool(words or scores) and all(word in _WORDS for word in words)
