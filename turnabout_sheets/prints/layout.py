"""How much goes where: text metrics, sheets and columns, what a screen shows at once, slips in a stack (imposition)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from turnabout_sheets.prints.shared import Paper

NARROW, USUAL, CAPITAL, BROAD, FULL = 39, 64, 79, 110, 115
"""Widths of letters in hundredths of the type size: at least those of a bold sans serif."""

UNBROKEN = 28
"""How wide a word may be, as a multiple of its type size, to stay whole: a wider one would be too small to read."""

CLUSTER = 4
"""The same for one letter with all that is joined to it, which nothing breaks."""

_NARROW = frozenset(" .,:;!'’|()[]-/fijlrtI")
_BROAD = frozenset("mwMW@%&—…©®™¼½¾ÆæŒœďŉπσφψωώжмфшщъыюљњ")
_LATIN_END = "\u0180"
_HORN = "\u031b"

_PIECE_END = re.compile(r"(?<=\w-)(?=[^\W\d])|[^\S\xa0\u2007\u202f]+")
"""Where a browser breaks a line for certain: at a space that is not to be kept, and after a hyphen between letters."""


@lru_cache(maxsize=1 << 14)  # a name stands on many pages
def ems(text: str) -> float:
    """Return about how wide ``text`` is, as a multiple of its type size; 1 or more, so that it can be divided by."""
    return max(100, sum(map(_width, text))) / 100


def word_ems(text: str) -> float:
    """Return the same for the longest piece of ``text`` that stays unbroken.

    It is a word, or a mere letter where ``text`` `breaks_anywhere`.
    """
    return CLUSTER if breaks_anywhere(text) else _longest_piece(text)


def breaks_anywhere(text: str) -> bool:
    """Say whether ``text`` has a word so wide that lines are broken at any letter."""
    return _longest_piece(text) > UNBROKEN


@lru_cache(maxsize=1 << 14)
def fit(text: str, kind: str = "") -> Markup:
    """Return a name in a box that it always fits (see .fit in print.css.j2), written in its own direction."""
    kind += " anywhere" if breaks_anywhere(text) else ""
    size = f"--ems: {ems(text)}; --word: {word_ems(text)}"
    return Markup(f'<span class="fit {kind}" style="{size}"><bdi>{escape(text)}</bdi></span>')


@lru_cache(maxsize=1 << 14)
def _longest_piece(text: str) -> float:
    return max(map(ems, _PIECE_END.split(text)))


@cache
def _width(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf":
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return FULL
    if letter in _NARROW:
        return NARROW
    decomposed = unicodedata.normalize("NFD", letter)
    plain = decomposed[0]
    if letter in _BROAD or plain in _BROAD:
        return BROAD
    if plain < _LATIN_END:
        return CAPITAL if plain.isupper() or _HORN in decomposed else USUAL
    return BROAD if plain.isupper() else CAPITAL  # other alphabets are set wider


Slip = TypeVar("Slip")

GRIDS = {2: (2, 1), 4: (2, 2), 6: (3, 2)}
"""Rows and columns of a sheet by the setting ``Slips per page``."""


def stack_order(n: int, per_page: int) -> list[list[int | None]]:
    """Return, for each sheet, which slip stands at each position; None is a blank slip.

    With ``s`` sheets of ``per_page`` slips, position ``p`` on sheet ``j`` holds slip ``p * s + j``, all counted from
    0. So each pile that the cut makes holds consecutive slips, and the piles laid on each other, the one from position
    0 on top, read 0 to ``n - 1``. The blanks that fill the last pile come at its end.
    """
    sheets = -(-n // per_page)
    slips = [index if index < n else None for index in range(sheets * per_page)]
    return [slips[sheet::sheets] for sheet in range(sheets)]


def stack_slips(slips: Sequence[Slip], blank: Slip, per_page: int) -> tuple[tuple[Slip, ...], ...]:
    """Return sheets of slips in stack order; the last sheets are filled with blank slips."""
    return tuple(
        tuple(blank if at is None else slips[at] for at in sheet) for sheet in stack_order(len(slips), per_page)
    )


Line = TypeVar("Line")


class SlideLayout(NamedTuple):
    """How lines stand on slides: columns, rows in each, and how many slides there are at most."""

    columns: int
    rows: int
    most: int

    @property
    def lines(self) -> int:
        """How many lines a slide holds."""
        return self.columns * self.rows


LAYOUTS: Final = (
    SlideLayout(columns=1, rows=10, most=1),
    SlideLayout(columns=2, rows=12, most=3),
    SlideLayout(columns=3, rows=14, most=6),
    SlideLayout(columns=4, rows=17, most=0),
)
"""From the largest print to the smallest; the last one takes what is left, on as many slides as that needs."""

FEWEST_ROWS: Final = 6
"""A slide has room for so many rows, also where there are fewer: larger print would look out of place."""


def choose_layout(lines: int) -> SlideLayout:
    """Return how so many lines stand on slides that are about equally full, and their columns about equally long."""
    layout = next((each for each in LAYOUTS if lines <= each.lines * each.most), LAYOUTS[-1])
    slides = ceil(lines / layout.lines) or 1
    return layout._replace(rows=max(FEWEST_ROWS, ceil(lines / (slides * layout.columns))), most=slides)


def cut(lines: Sequence[Line], layout: SlideLayout) -> tuple[tuple[tuple[Line, ...], ...], ...]:
    """Return the slides of a list: columns of lines that are seen at once."""
    columns = [tuple(lines[at : at + layout.rows]) for at in range(0, len(lines), layout.rows)]
    return tuple(tuple(columns[at : at + layout.columns]) for at in range(0, len(columns), layout.columns))


MARGINS = 20
"""Millimetres of a sheet's width that its margins take."""

FURNITURE = 50
"""Millimetres of a sheet's height that its margins, its head and the heads of its columns take, with some to spare."""


class StandingsColumn(NamedTuple):
    """A column of the standings: its heading, and its ``role``: rank, name, points, number, signed or text.

    ``width`` is in millimetres; 0 is the usual one of its role.
    """

    heading: str
    role: str
    width: float = 0


class Layout(NamedTuple):
    """How a list stands on its sheets: columns on a sheet, and the height of a line in millimetres.

    A line may grow to ``most`` where that needs no more sheets; 0 is as high as it is.
    """

    columns: int
    row_height: float
    most: float = 0

    def lines_on_sheet(self, paper: Paper) -> int:
        """Return how many lines a sheet holds."""
        return int((paper.height - FURNITURE) / self.row_height) * self.columns

    def fill(self, lines: int, paper: Paper) -> Layout:
        """Return the layout with lines as high as they can be on the sheets that it needs, about as many on each."""
        sheets = ceil(lines / self.lines_on_sheet(paper)) or 1
        in_column = ceil(lines / (sheets * self.columns)) or 1
        room = floor(10 * (paper.height - FURNITURE) / in_column) / 10
        return self._replace(row_height=max(self.row_height, min(self.most, room)))

    def sheets(self, lines: Sequence[Line], paper: Paper) -> tuple[tuple[tuple[Line, ...], ...], ...]:
        """Cut ``lines`` into full sheets of columns; the columns of the last sheet are about equally long."""
        sheets = batch(lines, self.lines_on_sheet(paper))
        return tuple(batch(sheet, ceil(len(sheet) / self.columns)) for sheet in sheets)


def lay_out(
    lines: Sequence[Line], layouts: Sequence[Layout], paper: Paper
) -> tuple[Layout, tuple[tuple[tuple[Line, ...], ...], ...]]:
    """Return the first of ``layouts``, which go from the largest print to the smallest, that needs the fewest sheets.

    Its lines grow until these sheets are full. With it come the lines as they stand there: sheets of columns of lines.
    """
    fewest = min(layouts, key=lambda layout: ceil(len(lines) / layout.lines_on_sheet(paper)))
    filled = fewest.fill(len(lines), paper)
    return filled, filled.sheets(lines, paper)


def batch(lines: Sequence[Line], size: int) -> tuple[tuple[Line, ...], ...]:
    """Cut ``lines`` into batches of ``size``; nothing at all is one empty batch, so that there is always a sheet."""
    return tuple(tuple(lines[start : start + size]) for start in range(0, len(lines), max(1, size))) or ((),)
