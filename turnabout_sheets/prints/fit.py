"""How wide a text is on paper, so that the style sheet can set long names smaller instead of cutting them."""

from __future__ import annotations

import re
import unicodedata

NARROW, USUAL, CAPITAL, BROAD, FULL = 36, 60, 75, 96, 115
"""Widths of letters in hundredths of the type size, on the generous side for a bold sans serif."""

UNBROKEN = 28

_NARROW = frozenset(" .,:;!'’|()[]-/fijlrtI")
_BROAD = frozenset("mwMW@%&—")


def ems(text: str) -> float:
    """Return about how wide ``text`` is, as a multiple of its type size; 1 or more, so that it can be divided by."""
    return max(100, sum(map(_width, text))) / 100


def word_ems(text: str) -> float:
    """Return the same for the longest word of ``text`` that is to stay unbroken; a hyphen ends a word.

    A word wider than `UNBROKEN` may be broken: kept whole, it would be too small to read.
    """
    whole = [width for width in map(ems, re.split(r"(?<=-)|\s", text)) if width <= UNBROKEN]
    return max(whole, default=1)


def _width(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf":
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return FULL
    if letter in _NARROW:
        return NARROW
    if letter in _BROAD:
        return BROAD
    return CAPITAL if letter.isupper() else USUAL
