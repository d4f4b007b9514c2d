"""Declarations of sheets and columns: each is declared once, for reading, writing, drop-downs, notes and the docs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS, TEXT, CellKind, whole

HOW_TO: Final = "How to"  # the sheet of a new workbook that says what to do with it

Name = str | Mapping[str, str]
"""What pages call something: a key of their words, or the words themselves by language, "en" among them."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a sheet."""

    header: str
    field: str  # its name in the program
    kind: CellKind = TEXT
    help: str = ""  # shown when the cell is selected, and in the documentation
    required: bool = False  # the column must be there
    filled: bool = False  # no row may leave it blank
    width: int = 12  # in characters
    word: Callable[[Any], object] | None = None  # gives the text or number of a value that is neither
    remedy: str = ""  # what to type instead of what cannot be read; blank: as its kind says
    hints: Mapping[str, str] | None = None  # what there is to know of words that cannot be read, by their `key`
    heading: Name = ""  # in posted standings, which leave it out where that is blank
    also: Collection[str] = ()  # other headers that it may have, by `header_key`, where its own is missing

    def __str__(self) -> str:
        return self.header


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: its name, what it is for, and its columns from left to right."""

    name: str
    purpose: str
    columns: tuple[Column, ...]
    required: bool = False
    seldom: bool = False  # hidden in a new workbook as long as nothing stands there

    def column(self, field: str) -> Column:
        """Return the column of ``field``; raises KeyError."""
        return {column.field: column for column in self.columns}[field]


ROUND_COLUMN = Column(
    "Round", "round", whole(1, MOST_ROUNDS), "The number of the round.", required=True, filled=True, width=8
)
