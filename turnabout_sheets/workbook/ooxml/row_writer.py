"""Rows of a worksheet as text, and the text in their cells.

openpyxl makes all of a sheet but its many rows, which follow the first one as they stand in the part (ECMA-376 Part 1,
18.3.1.73): it would take a third of a run of 64 players, and half of one of 2,000.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, TypeVar

from turnabout_sheets.sheets.grid import ROW, column_letters

ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML cannot hold: all but what it can (XML 1.0, 2.2), which would take ten times as long to compile."""
_LIKE_AN_ESCAPE: Final = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
"""In the text of a cell, `_x0041_` stands for A (Part 1, 22.9.2.19); if it is meant as it is, its `_` is escaped."""
_LONGEST_TEXT: Final = 32767 // 2
"""A cell holds 32,767 UTF-16 units, and a character is one of them, or two."""
SPACE_MATTERS: Final = re.compile(r"^\s|\s$|[\t\n\r]|\s\s")

_KNOWN_CELLS: Final = 1 << 16
"""How many different cells are remembered as text: most figures, and many names, are on a sheet again and again."""

_T = TypeVar("_T")


def escape(text: str) -> str:
    """Return a text of which nothing is taken for an escaped character."""
    return _LIKE_AN_ESCAPE.sub("_x005F_", text)


def to_writable(text: str) -> str:
    """Return a text as a cell can hold it: escaped, with � for what no workbook can hold, and cut off if too long."""
    return escape(ILLEGAL.sub("�", text[:_LONGEST_TEXT]))


def pick_format(formats: Sequence[_T], number: int | Fraction) -> _T:
    """Return which of some formats shows a number: that for so many digits as its denominator has, or the last one.

    The first is that of whole numbers.
    """
    digits = 0 if number.denominator == 1 else len(str(number.denominator))
    return formats[min(digits, len(formats) - 1)]


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that each row of a column has; `ROW` is in the place of the row's number.

    It is no named tuple, since a tuple is a value of another kind.
    """

    text: str


Value = Any
"""What a cell holds: a text, a number (exact, or one of pandas), a `Formula`, or a tuple, which is written as a list is
typed: "1, 4". None, the empty text, and what pandas has where a number is missing leave it blank."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The numbers of the styles of some cells, by what they hold: a text, a number (see `pick_format`), nothing."""

    text: str
    numbers: Sequence[str]
    blank: str = ""  # without one, a cell that holds nothing is not written


Cell = tuple[Value, Look]
Rows = Sequence[Iterable[Cell]]
"""The rows of a sheet from the second on: of each the cells, from column A on. They are gone through once."""
CellWriter = Callable[[Value, Look], str]


def cell_writer(style: Callable[[str], str] = str, formula: Callable[[str], str] = str) -> CellWriter:
    """Return what writes a value and a look as they are in a row, from the cell's style on; "" where it has neither.

    ``style`` and ``formula`` put them in terms of the workbook. In a `Formula`, `ROW` is left as it is.
    """

    def styled(number: str) -> str:
        return "" if number == "0" else f' s="{style(number)}"'  # the first style needs no name

    @lru_cache(_KNOWN_CELLS)
    def write(value: Value, look: Look) -> str:
        if isinstance(value, tuple):
            value = ", ".join(map(str, value))
        if value is None or value == "" or value != value:
            return f"{styled(look.blank)}/>" if look.blank else ""
        if isinstance(value, Formula):  # with an empty text for its value: without one, some programs show 0
            shown = html.escape(formula(value.text.removeprefix("=")), quote=False)
            return f'{styled(look.text)} t="str"><f>{shown}</f><v></v></c>'
        if isinstance(value, str):
            space = ' xml:space="preserve"' if SPACE_MATTERS.search(value) else ""
            # XML takes a carriage return for the end of a line, unless it is written as a reference.
            shown = html.escape(to_writable(value), quote=False).replace("\r", "&#13;")
            return f'{styled(look.text)} t="inlineStr"><is><t{space}>{shown}</t></is></c>'
        number = value if isinstance(value, Fraction) else int(value)
        exact = int(number) if number.denominator == 1 else float(number)
        return f"{styled(pick_format(look.numbers, number))}><v>{exact!r}</v></c>"

    return write


def write_rows(rows: Rows, cell: CellWriter) -> Iterator[bytes]:
    """Yield each of the rows that follow the first one as it stands in the part; a row without cells is left out."""
    letters: list[str] = []
    for row, cells in enumerate(rows, 2):
        number, written = str(row), []
        for index, (value, look) in enumerate(cells):
            if index == len(letters):
                letters.append(column_letters(index))
            if rest := cell(value, look):
                rest = rest.replace(ROW, number) if isinstance(value, Formula) else rest
                written.append(f'<c r="{letters[index]}{number}"{rest}')
        if written:
            yield f'<row r="{number}">{"".join(written)}</row>'.encode()
