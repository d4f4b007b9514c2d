"""How wide a text is on paper, so that the style sheet can set long names smaller instead of cutting them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

NARROW, USUAL, CAPITAL, BROAD, FULL = 39, 64, 79, 110, 115
"""Widths of letters in hundredths of the type size: at least those of a bold sans serif."""

UNBROKEN = 28
"""How wide a word may be, as a multiple of its type size, to stay whole: a wider one would be too small to read."""

CLUSTER = 4
"""The same for one letter with all that is joined to it, which nothing breaks."""

_NARROW = frozenset(" .,:;!'’|()[]-/fijlrtI")
_BROAD = frozenset("mwMW@%&—…©®™¼½¾ÆæŒœďŉπσφψωώжмфшщъыюљњ")
_LATIN_END = "\u0180"
_HORN = "\u031b"

_PIECE_END = re.compile(r"(?<=\w-)(?=[^\W\d])|[^\S\xa0\u2007\u202f]+")
"""Where a browser breaks a line for certain: at a space that is not to be kept, and after a hyphen between letters."""


@lru_cache(maxsize=1 << 14)  # a name stands on many pages
def ems(text: str) -> float:
    """Return about how wide ``text`` is, as a multiple of its type size; 1 or more, so that it can be divided by."""
    return max(100, sum(map(_width, text))) / 100


def word_ems(text: str) -> float:
    """Return the same for the longest piece of ``text`` that stays unbroken.

    It is a word, or a mere letter where ``text`` `breaks_anywhere`.
    """
    return CLUSTER if breaks_anywhere(text) else _longest_piece(text)


def breaks_anywhere(text: str) -> bool:
    """Say whether ``text`` has a word so wide that lines are broken at any letter."""
    return _longest_piece(text) > UNBROKEN


@lru_cache(maxsize=1 << 14)
def _longest_piece(text: str) -> float:
    return max(map(ems, _PIECE_END.split(text)))


def _width(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf":
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return FULL
    if letter in _NARROW:
        return NARROW
    decomposed = unicodedata.normalize("NFD", letter)
    plain = decomposed[0]
    if letter in _BROAD or plain in _BROAD:
        return BROAD
    if plain < _LATIN_END:
        return CAPITAL if plain.isupper() or _HORN in decomposed else USUAL
    return BROAD if plain.isupper() else CAPITAL  # other alphabets are set wider
