"""Headings between the names of a list that has nothing else: clubs, classes, groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from turnabout_sheets.core.text import header_key
from turnabout_sheets.reading.header_words import meanings


def find_headings(names: Mapping[int, str]) -> Mapping[int, str]:
    """Return what the headings among the lines of a list say, by row: "Juniors:" and "Group A" are such.

    A list that has hardly anything else has none.
    """
    found = {row: heading for row, text in names.items() if (heading := _read_heading(text))}
    return found if 2 * len(found) <= len(names) else {}


def _read_heading(text: str) -> str:
    """Return what a heading says; blank where a line is none."""
    if text.endswith(":"):
        return text.rstrip(": ")
    words = text.split()
    return text if len(words) == 2 and meanings().get(header_key(words[0])) == "group" else ""


def find_lone_words(names: Mapping[int, str]) -> Iterator[int]:
    """Yield the rows of single words above which there is a gap, where everybody else has two names or more."""
    gaps = {row for before, row in pairwise([-2, *names]) if row > before + 1}
    lone = [row for row in gaps if len(names[row].split()) == 1]
    if all(len(name.split()) > 1 for row, name in names.items() if row not in lone):
        yield from sorted(row for row in lone if row + 1 in names)
