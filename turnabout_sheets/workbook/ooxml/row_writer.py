"""Rows of a worksheet as text, and the text in their cells: how very many cells are written, in a tenth of the time.

Whoever writes a sheet has a library make everything but its rows. These follow its first row, as they stand in the part
(ECMA-376 Part 1, 18.3.1.73), one by one, so that no more than one of them is in memory.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from turnabout_sheets.sheets.grid import ROW, column_letters

ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML cannot hold: all but what it can (XML 1.0, 2.2), which would take ten times as long to compile."""
_LIKE_AN_ESCAPE: Final = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
"""In the text of a cell, `_x0041_` stands for A (Part 1, 22.9.2.19); if it is meant as it is, its `_` is escaped."""
_LONGEST_TEXT: Final = 32767 // 2
"""A cell holds 32,767 UTF-16 units, and a character is one of them, or two."""
SPACE_MATTERS: Final = re.compile(r"^\s|\s$|[\t\n\r]|\s\s")


def escape(text: str) -> str:
    """Return a text of which nothing is taken for an escaped character."""
    return _LIKE_AN_ESCAPE.sub("_x005F_", text)


def to_writable(text: str) -> str:
    """Return a text as a cell can hold it: with � for what no workbook can hold, and cut off where it is too long.

    What looks like an escaped character is escaped itself.
    """
    return escape(ILLEGAL.sub("�", text[:_LONGEST_TEXT]))


def _inline_string(text: str) -> str:
    """Return what follows in the tag of a cell that holds an `escape` text."""
    space = ' xml:space="preserve"' if SPACE_MATTERS.search(text) else ""
    # XML takes a carriage return for the end of a line, unless it is written as a reference.
    shown = html.escape(text, quote=False).replace("\r", "&#13;")
    return f' t="inlineStr"><is><t{space}>{shown}</t></is></c>'


DAY_ZERO: Final = date(1899, 12, 30)
FIRST_DAY: Final = "1900-03-01"
"""From here on Excel counts the days rightly: it takes 1900 for a leap year. Earlier ones stay text."""

_KNOWN_CELLS: Final = 1 << 16
"""How many different cells are remembered as text: most figures, and many names, stand on a sheet again and again."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that each row of a column has, "=A2*2" in row 2; `ROW` stands where the row's number does.

    ``value`` is what it comes to, a text or a number: what a program shows that does not calculate.
    It is no named tuple, since a tuple is a value of another kind.
    """

    text: str
    value: str | int | Fraction = ""


Value = Any
"""What a cell holds: a text, a number (exact, or one of pandas), a `Formula`, an ISO day where its `Look` has days, or
a tuple, which is written as a list is typed: "1, 4". None, the empty text, and what pandas has where a number is
missing leave it blank."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The numbers of the styles of some cells, by what they hold: a text, a number (see `pick_format`), a day, nothing.

    Without a `day` all texts are texts. Without a `blank` a cell that holds nothing is not written.
    """

    text: str
    numbers: Sequence[str]
    day: str = ""
    blank: str = ""


Cell = tuple[Value, Look]


class Terms:
    """What cells are called in the workbook that they will stand in: the numbers of styles, and formulas."""

    def __init__(self, style: Callable[[str], str] = str, formula: Callable[[str], str] = str) -> None:
        self._style: Final = style
        self._formula: Final = lru_cache(_KNOWN_CELLS)(lambda text: html.escape(formula(text), quote=False))
        self.cell: Final = lru_cache(_KNOWN_CELLS)(self._write)
        """Return the cell of a value and a look as it stands in a row, from its style on; "" where it is not written.

        That of a `Formula` still has `ROW` where the row's number goes."""

    def _write(self, value: Value, look: Look) -> str:
        if isinstance(value, tuple):
            value = ", ".join(map(str, value))
        if value is None or value == "" or value != value:
            return f"{self._styled(look.blank)}/>" if look.blank else ""
        if isinstance(value, Formula):
            # Where nothing is known of its value, that is an empty text: without one, some programs show 0.
            formula = self._formula(value.text.removeprefix("="))
            if isinstance(value.value, str):
                text = html.escape(to_writable(value.value), quote=False)
                return f'{self._styled(look.text)} t="str"><f>{formula}</f><v>{text}</v></c>'
            return f"{self._styled(look.text)}><f>{formula}</f><v>{_shown(value.value)!r}</v></c>"
        if isinstance(value, str):
            if look.day and value >= FIRST_DAY:
                return f"{self._styled(look.day)}><v>{(date.fromisoformat(value) - DAY_ZERO).days}</v></c>"
            return f"{self._styled(look.text)}{_inline_string(to_writable(value))}"
        number = value if isinstance(value, Fraction) else int(value)
        return f"{self._styled(pick_format(look.numbers, number))}><v>{_shown(number)!r}</v></c>"

    def _styled(self, style: str) -> str:
        """Return the attribute that names a style; the first one needs no name."""
        return "" if style == "0" else f' s="{self._style(style)}"'


def _shown(number: int | Fraction) -> int | float:
    return int(number) if number.denominator == 1 else float(number)


class Rows(NamedTuple):
    """The rows of a sheet from the second on: of each the cells, from column A on. They are gone through once.

    All cells of the sheet, its first row among them, are in so many columns (``width``) and rows (``height``).
    ``heights`` are those of rows that have one of their own, by number, in points.
    """

    cells: Iterable[Iterable[Cell]]
    width: int
    height: int
    heights: Mapping[int, int] = MappingProxyType({})

    @property
    def area(self) -> str:
        """The cells of the sheet."""
        return f"A1:{column_letters(self.width - 1)}{self.height}"

    def written(self, terms: Terms) -> Iterator[bytes]:
        """Yield each row as it stands in the part."""
        letters, cell = [column_letters(index) for index in range(self.width)], terms.cell
        for row, cells in enumerate(self.cells, 2):
            number, written = str(row), []
            for letter, (value, look) in zip(letters, cells, strict=False):
                rest = cell(value, look)
                if rest:
                    rest = rest.replace(ROW, number) if isinstance(value, Formula) else rest
                    written.append(f'<c r="{letter}{number}"{rest}')
            if written:
                height = f' ht="{self.heights[row]}" customHeight="1"' if row in self.heights else ""
                yield f'<row r="{number}"{height}>{"".join(written)}</row>'.encode()


def pick_format(formats: Sequence[_T], number: int | Fraction) -> _T:
    """Return which of some formats shows a number: that for so many digits as its denominator has, or the last one.

    The first is that of whole numbers.
    """
    digits = 0 if number.denominator == 1 else len(str(number.denominator))
    return formats[min(digits, len(formats) - 1)]
