"""The names in a list of players, one in a row: what stands around them is taken off, and what is no name left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from turnabout_sheets.core.text import header_key, key, tidy
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.reading.list_layout import (
    FIELD,
    Layout,
    count_up,
    find_lone_words,
    list_texts,
    text_at,
    turn_round,
    value_at,
)
from turnabout_sheets.reading.list_lines import MOST_LETTERS, SHOWN_LETTERS, About, Doubt, Line, find_titles, read_line
from turnabout_sheets.reading.list_words import TOTAL, words_of
from turnabout_sheets.sheets.grid import Grid, address

RATING: Final = "rating"

_ODD = re.compile(r"[\d:]")
_NO_NAME = re.compile(r'=(?!")|#(?:[A-Z/0]+[!?]|N/A)|https?://|[-–—=_:+|]+$')
"""How a formula begins (but for a text as some lists quote it), an error of a cell, an address; the line of a table."""
_OF_PROGRAM = re.compile(r"[<>]|^[=@]|://|\d\S*\s+\S*\d")
_POINTED = re.compile(r"(?:[-*•]\s*)?(\d{1,5})[.)]\s*(\S.*)")
_NUMBERED = re.compile(r"(?:[-*•]\s*)?(\d{1,5})(?:[.):]\s*|\s+)(\S.*)")


class Names:
    """The name in each row below the header, by row index; what else its line says, by field; what was guessed."""

    def __init__(self, grid: Grid, layout: Layout, fields: Collection[str], *, turns: bool) -> None:
        self.turned = self.numbered = False
        self.doubts: list[Doubt] = []
        self.left: dict[int, str] = {}
        columns = layout.columns[FIELD]
        below = range(layout.header + 1, len(grid.rows))
        found = {at: " ".join(filter(None, (text_at(grid.rows[at], column) for column in columns))) for at in below}
        header = list_texts(grid.rows[layout.header]) if layout.header >= 0 else None
        repeated = {at for at in below if header is not None and list_texts(grid.rows[at])[: len(header)] == header}
        self.by_row = {at: name for at, name in found.items() if name and at not in repeated}
        self.rating: dict[int, str] = {}
        self._leave_out_totals(grid, layout)
        self._leave_out_no_players()
        if layout.header < 0:
            self._leave_out(About.TITLE, find_titles(self.by_row))
            self._ask([at for at in find_lone_words(self.by_row) if len(self.by_row[at]) <= MOST_LETTERS])
        for at in below:
            if at not in self.by_row and at not in repeated and not found[at]:
                self._note_nameless(grid, layout, at)
        if len(columns) == 1:
            self._strip_numbers()
            if turns:
                is_plain = layout.header < 0 or not layout.unused
                self._read_lines(grid, columns[0], has_rating=is_plain and RATING in {*fields} - {*layout.columns})
                self._turn_round()
        self._leave_out_no_players()
        self._note_odd()

    def _leave_out_totals(self, grid: Grid, layout: Layout) -> None:
        last = [at for at in sorted(self.by_row)[-2:] if len(self.by_row) > 1]
        others = {column for field, at in layout.columns.items() if field != FIELD for column in at}

        def is_sum(at: int) -> bool:
            said = [text for column, text in enumerate(list_texts(grid.rows[at])) if column not in others]
            is_counted = any(address(at, column) in grid.formulas for column in layout.columns[FIELD])
            return is_counted or any(re.sub(r"\d", "", header_key(text)) in words_of(TOTAL) for text in said)

        self._leave_out(About.SUM, [at for at in last if is_sum(at)])

    def _leave_out_no_players(self) -> None:
        found = [at for at, name in self.by_row.items() if key(name) == key(BYE_NAME) or _NO_NAME.match(name)]
        self._leave_out(About.NO_PLAYER, found)

    def _ask(self, rows: Sequence[int]) -> None:
        self.doubts += [Doubt(About.ODD, (at + 1,), (self.by_row[at],)) for at in rows]

    def _leave_out(self, about: About, rows: Sequence[int]) -> None:
        for at in rows:
            self.left[at + 1] = self.by_row.pop(at)
            self.doubts.append(Doubt(about, (at + 1,), (self.left[at + 1],)))

    def _note_odd(self) -> None:
        """Ask about the few names that have a number, where most have none, and about what a program has written."""
        odd = [at for at, name in self.by_row.items() if _ODD.search(name)]
        odd = odd if 2 * len(odd) < len(self.by_row) else []
        odd += [at for at, name in self.by_row.items() if at not in odd and _OF_PROGRAM.search(name)]
        known = {row for doubt in self.doubts for row in doubt.rows}
        self._ask([at for at in odd if at + 1 not in known])

    def _note_nameless(self, grid: Grid, layout: Layout, at: int) -> None:
        told = [
            value for column, value in enumerate(list_texts(grid.rows[at])) if value and column not in layout.numbers
        ]
        if told:
            self.doubts.append(Doubt(About.NAMELESS, (at + 1,), tuple(told)))

    def _strip_numbers(self) -> None:
        """Take off the numbers of a list that somebody has numbered by hand: 1. Ann, 2) Ben.

        Some may lack theirs, or be gone, if the numbers have a point behind them and count up.
        """
        found = [_NUMBERED.fullmatch(name) for name in self.by_row.values()]
        pointed = [_POINTED.fullmatch(name) for name in self.by_row.values()]
        if len([match for match in found if match]) == len(found) > 1 and _count(found, count_up):
            matches = found
        elif len([match for match in pointed if match]) > 1 and _count(pointed, _grow):
            matches = pointed
        else:
            return
        self.numbered = True
        self.by_row |= {at: match[2] for at, match in zip(self.by_row, matches, strict=True) if match}

    def _read_lines(self, grid: Grid, column: int, *, has_rating: bool) -> None:
        """Take off what stands around names: bullets, marks, notes, ratings."""
        for at, text in list(self.by_row.items()):
            raw = value_at(grid.rows[at], column)
            is_whole = isinstance(raw, str) and text == tidy(raw)
            line = read_line(raw if is_whole and isinstance(raw, str) else text, has_rating=has_rating)
            doubts = list(_doubt_line(at + 1, text, line))
            self.doubts += doubts
            if any(doubt.about in _LEFT for doubt in doubts):
                del self.by_row[at]
                self.left[at + 1] = line.name
                continue
            self.by_row[at] = line.name
            if line.rating:
                self.rating[at] = line.rating
        if 2 * len(self.rating) > len(self.by_row):  # then a number is none of a name
            self.doubts = [doubt for doubt in self.doubts if doubt.about is not About.GUESSED]

    def _turn_round(self) -> None:
        """Turn "Last, First" round, where most names are so."""
        turned = turn_round(list(self.by_row.values()))
        self.turned = bool(turned)
        self.by_row = {at: turned.get(name, name) for at, name in self.by_row.items()}
        odd = {at + 1: name for at, name in self.by_row.items() if "," in name}
        if odd:
            self.doubts.append(Doubt(About.COMMA, tuple(odd), tuple(odd.values())))


_LEFT: Final = (About.LONG, About.CROSSED)


def _doubt_line(row: int, text: str, line: Line) -> Iterator[Doubt]:
    """Yield what is a guess in how a line was read."""
    if len(line.name) > MOST_LETTERS:
        yield Doubt(About.LONG, (row,), (f"{line.name[:SHOWN_LETTERS]}…",))
    elif line.coming is False:
        yield Doubt(About.CROSSED, (row,), (text,))
    elif line.coming is None:
        yield Doubt(About.UNSURE, (row,), (text,))
    if line.note:
        yield Doubt(About.NOTE, (row,), (line.note,), FIELD, (line.name, f"{line.name} – {line.note}"))
    if line.is_guess:
        yield Doubt(About.GUESSED, (row,), (line.rating,), FIELD, (line.name, f"{line.name} {line.rating}"))


def _count(found: Sequence[re.Match[str] | None], counts: Callable[[Sequence[str]], bool]) -> bool:
    return counts([match[1] for match in found if match])


def _grow(texts: Sequence[str]) -> bool:
    return all(int(one) < int(next) for one, next in pairwise(texts))
