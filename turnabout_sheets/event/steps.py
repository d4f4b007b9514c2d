"""The way from the cells to a number, as values: steps that are worded later, and answers made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from turnabout_sheets.core.problems import Place

Value = str | int | Fraction | date | Place  # a name as it is shown, a number as a number, a day, a cell


class Step(NamedTuple):
    """One step on the way from the cells to a number."""

    word: str  # its key below ``why.`` in words/en.toml
    values: Mapping[str, Value]  # of the placeholders of that text
    places: tuple[Place, ...] = ()  # the cells that it stands on
    rule: str = ""  # its paragraph in the pages of rules: rules 1.2.1
    comes_to: int | Fraction | None = None  # the number that it gives
    of: str = ""  # the header of its column: MP, Rank
    terms: tuple[int | Fraction, ...] = ()  # what is added up, where it is a sum


class Group(NamedTuple):
    """Steps that belong together, under a title: those of a match, of a tie-break, of a neighbour in the standings."""

    title: Step
    steps: Sequence[Step]


class Answer(NamedTuple):
    """What is asked, and the groups of steps that answer it, each in order."""

    question: Step
    groups: Sequence[Group]
