"""Declarations of sheets and columns: each is declared once, for reading, writing, drop-downs, notes and the docs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS, TEXT, CellKind, whole

HOW_TO: Final = "How to"
"""The sheet of a new workbook that only says what to do with it; nothing is read there."""

Name = str | Mapping[str, str]
"""What pages call something: a key of their words, or the words themselves by language, "en" among them."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a sheet.

    ``field`` is its name in the program. ``required``: the column must be there; ``filled``: and no row may leave it
    blank. ``help`` is shown when the cell is selected and in the documentation. ``width`` is in characters. ``word``
    gives the text or number that one of the program's sheets has for a value that is neither. ``remedy`` says what to
    type instead of what cannot be read, where its kind does not know that well enough; ``hints`` what there is to know
    where a word was typed that cannot be read, by its `key`. Posted standings have ``heading`` over it, and leave
    it out where that is blank. ``also`` are other headers that it may have, by `header_key`, where its own is missing.
    """

    header: str
    field: str
    kind: CellKind = TEXT
    help: str = ""
    required: bool = False
    filled: bool = False
    width: int = 12
    word: Callable[[Any], object] | None = None
    remedy: str = ""
    hints: Mapping[str, str] | None = None
    heading: Name = ""
    also: Collection[str] = ()

    def __str__(self) -> str:
        return self.header


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: its name, what it is for, and its columns from left to right.

    One that is ``seldom`` used is hidden in a new workbook as long as nothing stands there.
    """

    name: str
    purpose: str
    columns: tuple[Column, ...]
    required: bool = False
    seldom: bool = False

    def column(self, field: str) -> Column:
        """Return the column of ``field``; raises KeyError."""
        for column in self.columns:
            if column.field == field:
                return column
        raise KeyError(field)

    def with_name(self, name: str) -> Sheet:
        """Return this declaration under another name: Round 3 from Round N."""
        return replace(self, name=name)


ROUND_COLUMN = Column(
    "Round", "round", whole(1, MOST_ROUNDS), "The number of the round.", required=True, filled=True, width=8
)
"""What the Results sheet has before the columns of a round's sheet."""
