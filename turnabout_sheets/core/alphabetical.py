"""Names in the order in which people look a name up: one order for all lists, the same on every machine."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

_APOSTROPHES: Final = str.maketrans("", "", "'’‘ʼʻʹʾʿ`´′＇")
"""The signs that stand for an apostrophe, also where a language counts them as letters."""

_LOOKED_FOR_AS: Final = str.maketrans(
    {
        **{"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "ŋ": "n", "ə": "e"},
        **{"æ": "ae", "œ": "oe", "þ": "th"},
        **{"ґ": "г", "ђ": "д", "є": "е", "і": "и", "ј": "й", "љ": "л", "њ": "н", "ћ": "т", "џ": "ч"},
    }
)
"""Letters that are no letter with an accent, and those among which people look for them."""

_SHORT_I: Final = "и\u0306", "й"
"""A Cyrillic letter as Unicode takes it apart, and whole: no и with an accent, but the next letter of the alphabet."""


@lru_cache(maxsize=1 << 16)
def alphabetical_key(name: str) -> str:
    """Return what names are sorted by, wherever a list of them is for people (rules 1.6.4); no two have the same.

    Case, accents and apostrophes do not matter, other signs are as spaces, numbers count by their value. Where names
    are the same then, what is typed decides.
    """
    letters = unicodedata.normalize("NFKD", name.translate(_APOSTROPHES)).casefold().replace(*_SHORT_I)
    words = "".join(map(_plain, letters)).translate(_LOOKED_FOR_AS).split()
    return re.sub(r"\d+", _by_value, " ".join(words)) + "\0" + name


@lru_cache(maxsize=1 << 12)  # the same letters stand in all names
def _plain(letter: str) -> str:
    """Return a letter or digit as it is, nothing for an accent or what is invisible, and a space for any other sign."""
    category = unicodedata.category(letter)
    if unicodedata.combining(letter) or category == "Cf":
        return ""
    return letter if category[0] in "LMN" else " "


def _by_value(number: re.Match[str]) -> str:
    """Return the digits of a number, of any script, behind how many they are: longer numbers are larger."""
    digits = "".join(str(int(digit)) for digit in number[0]).lstrip("0")
    return f"{len(digits):05}{digits}"
