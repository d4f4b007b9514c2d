"""The way from the cells to a number, as values: steps that are worded later, and answers made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from turnabout_sheets.core.problems import Place

Value = str | int | Fraction | date | Place
"""What a step may say: a name as it is shown, a number as a number, a day, a cell."""


class Step(NamedTuple):
    """One step on the way from the cells to a number.

    ``word`` is its key below ``why.`` in words/en.toml, and ``values`` fill the placeholders of that text. ``places``
    are the cells that it stands on, and ``rule`` is its paragraph in the pages of rules (``rules 1.2.1``). ``comes_to``
    is the number that it gives, ``of`` the header of its column (``MP``, ``Rank``); where it is a sum, ``terms`` are
    what is added up.
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
