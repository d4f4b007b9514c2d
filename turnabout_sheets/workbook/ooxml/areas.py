"""Rectangles of cells, and the references that name them (ECMA-376 Part 1, 18.18.62)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from lxml import etree

from turnabout_sheets.sheets.grid import cell_range

_AREA: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})(?::([A-Z]{1,3})([0-9]{1,7}))?")


class Area(NamedTuple):
    """A rectangle of cells, its four sides included; rows are counted from 1, columns from 0."""

    top: int
    left: int
    bottom: int
    right: int

    def __str__(self) -> str:
        return cell_range(self.top - 1, self.left, self.bottom - 1, self.right)

    def overlaps(self, other: Area) -> bool:
        """Tell whether the areas have a cell in common."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )

    def with_cell(self, row: int, column: int) -> Area:
        """Return the smallest area that has this one and a cell in it."""
        return Area(min(self.top, row), min(self.left, column), max(self.bottom, row), max(self.right, column))


def area_of(reference: str) -> Area | None:
    """Return the area of a reference such as `A1:D9` or `B7`; None for what is no area."""
    match = _AREA.fullmatch(reference.replace("$", ""))
    if match is None:
        return None
    left, top, right, bottom = match.groups()
    return Area(int(top), _column(left), int(bottom or top), _column(right or left))


def areas(elements: Iterable[etree._Element]) -> Sequence[Area]:
    """Return the areas that elements have as their `ref`; what is no area is left out."""
    found = (area_of(element.get("ref", "")) for element in elements)
    return [area for area in found if area is not None]


def _column(letters: str) -> int:
    """Return the column of its letters, counted from 0."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1
