"""An event for a chat: the pairings and the standings as blocks in a typewriter's letters (publishing 4.1 to 4.4)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.problems import SaidError
from turnabout_sheets.core.text import isolate
from turnabout_sheets.event.results import running_round
from turnabout_sheets.prints.page import Job
from turnabout_sheets.prints.pages import standings
from turnabout_sheets.prints.shared import list_pairs

FENCE: Final = "```"
MOST: Final = 2_000
"""How many characters a message has at most: of UTF-16, as which Discord may count them, so that none counts more."""

_WIDEST: Final = 24
"""Up to which width names are lined up: a longer one moves only what is right of itself."""

_JOINER, _AS_EMOJI = "\N{ZERO WIDTH JOINER}", "\N{VARIATION SELECTOR-16}"
_SKIN: Final = re.compile("[\U0001f3fb-\U0001f3ff]")
_NO_WIDTH: Final = ("Mn", "Me", "Cf")
_JAMO: Final = re.compile("[\u1160-\u11ff]")
"""Vowels and endings of Korean that stand within the letter before them."""

_FIGURES: Final = ("rank", "points")
"""The columns of the standings, by role, before the names: those come last, so that none moves a figure."""


def make_blocks(job: Job) -> list[str]:
    """Return the pairings of the running round and the standings, as far as there are any, block by block.

    Raises `SaidError` where a name is longer than a message, as none is cut.
    """
    return [*_list_pairings(job), *_list_standings(job)]


def _list_pairings(job: Job) -> Iterator[str]:
    number, w = running_round(job.results), job.w
    lines = [
        (pair.table_text, _name(pair.a.shown, pair.stock("a")), w(job.own.bye))
        if pair.b is None
        else (pair.table_text, _name(pair.a.shown, pair.stock("a")), _name(pair.b.shown, pair.stock("b")))
        for pair in list_pairs(job.event, number)
    ]
    if lines:
        heads = (w("page.table"), w("lists.player_a"), w("lists.player_b"))
        yield from _cut([w("lists.by_table_title", n=number)], _line_up([heads, *lines], [True, False]))


def _list_standings(job: Job) -> Iterator[str]:
    view = standings.view_of_job(job)
    if view is None:
        return
    w, roles = job.w, [column.role for column in view.columns]
    figures = _FIGURES[: 1 if job.results.elimination else None]  # where somebody is out, no points rank
    *before, name = (roles.index(role) for role in (*figures, "name"))
    heads = tuple(view.columns[each].heading for each in (*before, name))
    lines = [(*(row[each] for each in before), _name(row[name])) for sheet in view.sheets for row in sheet]
    title = w("standings.final") if view.final else w("standings.title", n=view.after_round)
    more = [w("standings.provisional")] if view.provisional else []
    yield from _cut([title, *more], _line_up([heads, *lines], [True] * len(before)))


def _name(name: str, stock: str = "") -> str:
    """Return a name, with the stock that is played in brackets; one that is read from the right keeps to itself."""
    shown = isolate(name) if any(unicodedata.bidirectional(each) in ("R", "AL") for each in name) else name
    return f"{shown} ({stock})" if stock else shown


def _line_up(rows: Sequence[tuple[str, ...]], to_the_right: Sequence[bool]) -> list[str]:
    """Return rows as lines, their columns below each other; what stands last needs no room."""
    plain = [tuple(as_text(cell).replace("`", "'") for cell in row) for row in rows]
    *before, _ = zip(*plain, strict=True)
    widths = [min(_WIDEST, max(map(count_cells, column))) for column in before]
    lines = []
    for *first, last in plain:
        cells = []
        for cell, width, right in zip(first, widths, to_the_right, strict=True):
            room = " " * (width - count_cells(cell))
            cells.append(room + cell if right else cell + room)
        lines.append("  ".join([*cells, last]))
    return lines


def _cut(title: Sequence[str], lines: Sequence[str]) -> Iterator[str]:
    """Yield lines in blocks that each fit into a message, and begin with the title and the first line, the heads."""
    heads, *rows = lines
    head = [FENCE, *title, heads]
    room = MOST + 1 - _count([*head, FENCE])  # no break after the last line
    block: list[str] = []
    for row in rows:
        if _count([row]) > room:
            raise SaidError(
                f"A message in a chat has {MOST:,} characters, and no name is cut, but this line has {len(row):,}: "
                f'"{row[:40].strip()}…". Shorten the name on the sheet Players.'
            )
        if _count([*block, row]) > room:
            yield "\n".join([*head, *block, FENCE])
            block = []
        block.append(row)
    yield "\n".join([*head, *block, FENCE])


def _count(lines: Iterable[str]) -> int:
    """Return how many characters of UTF-16 lines have, each with the break after it."""
    return sum(len(line.encode("utf-16-le")) // 2 + 1 for line in lines)


def count_cells(text: str) -> int:
    """Return how many cells a text takes in a typewriter's letters: two for what is wide, none for what is joined."""
    count, before = 0, ""
    for letter in text:
        if letter == _AS_EMOJI:
            count += before != "" and _measure(before) == 1
        elif before != _JOINER and not _SKIN.match(letter):
            count += _measure(letter)
        before = letter
    return count


def _measure(letter: str) -> int:
    if unicodedata.category(letter) in _NO_WIDTH or _JAMO.match(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
