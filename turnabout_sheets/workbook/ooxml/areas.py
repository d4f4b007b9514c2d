"""Rectangles of cells, and the references that name them (ECMA-376 Part 1, 18.18.62)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from lxml import etree

from turnabout_sheets.sheets.grid import address

_AREA: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})(?::([A-Z]{1,3})([0-9]{1,7}))?")
MOST_COLUMNS: Final = 1 << 14  # the last is XFD


class Area(NamedTuple):
    """A rectangle of cells, its four sides included; rows are counted from 1, columns from 0."""

    top: int
    left: int
    bottom: int
    right: int

    def __str__(self) -> str:
        first, last = address(self.top - 1, self.left), address(self.bottom - 1, self.right)
        return first if first == last else f"{first}:{last}"

    def overlaps(self, other: Area) -> bool:
        """Tell whether the areas have a cell in common."""
        beside = self.left > other.right or other.left > self.right
        return not beside and self.top <= other.bottom and other.top <= self.bottom


def area_of(reference: str) -> Area | None:
    """Return the area of a reference such as `A1:D9` or `B7`; None for what is no area."""
    match = _AREA.fullmatch(reference.replace("$", ""))
    if match is None:
        return None
    left, top, right, bottom = match.groups()
    return Area(int(top), column_of(left), int(bottom or top), column_of(right or left))


def areas(elements: Iterable[etree._Element]) -> Sequence[Area]:
    """Return the areas that elements have as their `ref`; what is no area is left out."""
    found = (area_of(element.get("ref", "")) for element in elements)
    return [area for area in found if area is not None]


@cache
def column_of(letters: str) -> int:
    """Return the number of a column by its letters, counted from 0; -1 if no sheet has it."""
    number = 0
    for letter in letters:
        if not "A" <= letter <= "Z" or number > MOST_COLUMNS:
            return -1
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1 if number <= MOST_COLUMNS else -1
