"""The way from the cells to a number, as values: steps that are worded later, and answers made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from turnabout_sheets.core.problems import Place
from turnabout_sheets.sheets.declarations import Column, Name


class Header(str):
    """What a number is called on a sheet of ours, and by ``name`` on pages; where that is blank, as on the sheet."""

    def __new__(cls, header: str, name: Name = "") -> Header:
        """Return the header with the words for it."""
        made = super().__new__(cls, header)
        made.name = name
        return made

    @classmethod
    def of(cls, column: Column) -> Header:
        """Return what steps call a number of a column."""
        return cls(column.header, column.in_steps or column.heading)

    name: Name


Value = str | int | Fraction | date | Place
"""What a step may say: a name as it is shown (a `Header` as pages call it), a number as a number, a day, a cell."""


class Step(NamedTuple):
    """One step on the way from the cells to a number.

    ``word`` is the key of its text, below ``why.`` among the words of the pages, and ``values`` are for the
    placeholders of that text. ``places`` are the cells that it stands on, and ``rule`` is its paragraph in the pages of
    rules (``rules 1.2.1``). ``comes_to`` is the number that it gives, ``of`` which number that is: the `Header` of its
    column (``MP``, ``Rank``), with its words; where it is a sum, ``terms`` are what is added up.
    """

    word: str
    values: Mapping[str, Value]
    places: tuple[Place, ...] = ()
    rule: str = ""
    comes_to: int | Fraction | None = None
    of: str = ""
    terms: tuple[int | Fraction, ...] = ()


class Group(NamedTuple):
    """Steps that belong together, under a title: those of a match, of a tie-break, of a neighbour in the standings."""

    title: Step
    steps: Sequence[Step]


class Answer(NamedTuple):
    """What is asked, and the groups of steps that answer it, each in order."""

    question: Step
    groups: Sequence[Group]
