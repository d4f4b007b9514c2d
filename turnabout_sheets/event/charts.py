"""Charts beside the program's sheets, as values; `workbook.ours.charts` draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar for each row of a sheet: ``series`` are stacked over ``category``; all are fields of the sheet."""

    title: str
    category: str
    series: tuple[str, ...]


class Kind(StrEnum):
    """How figures are drawn."""

    LINES = "lines"
    COLUMNS = "columns"


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures that stand in no cells. Lines are read from zero down."""

    kind: Kind
    title: str
    of: str  # what the categories are
    counted: str  # what the figures are
    categories: Sequence[str]
    series: Mapping[str, Sequence[int | Fraction]]


Chart = Bars | Figures
