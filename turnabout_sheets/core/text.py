"""Text as the organizer means it, however it was typed; alphabetical order; numbers in words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from numbers import Rational
from typing import Final

# Invisible when shown, so two names that differ only in these look the same and are the same. The zero-width joiner
# is not among them: it holds emoji and some scripts together.
INVISIBLE = dict.fromkeys(
    map(ord, "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff")
)


@lru_cache(maxsize=1 << 16)
def tidy(text: str) -> str:
    """Return ``text`` in NFC, trimmed, with every run of white space (non-breaking, too) as one space."""
    return " ".join(unicodedata.normalize("NFC", text).translate(INVISIBLE).split())


@lru_cache(maxsize=1 << 16)
def key(text: str) -> str:
    """Return what a name or a choice is compared by."""
    return unicodedata.normalize("NFC", tidy(text).casefold())


def header_key(text: str) -> str:
    """Return what a header is compared by: letters and digits only, without regard to case."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).casefold())


def find_nearest(text: str, known: Collection[str]) -> str | None:
    """Return the known name that ``text`` was probably meant to be: at most one slip of the finger in five letters.

    Else the only one of which it is a part, such as a first name; or None.
    """
    from rapidfuzz import process  # only where something is wrong
    from rapidfuzz.distance import OSA

    typed, by_key = key(text), {key(name): name for name in known}
    slips = max(1, len(typed) // 5) if len(typed) > 2 else 0
    close = process.extractOne(typed, by_key.keys(), scorer=OSA.distance, score_cutoff=slips)
    if close is not None:
        return by_key[close[0]]
    holding = [name for each, name in by_key.items() if typed in each] if len(typed) > 1 else []
    return holding[0] if len(holding) == 1 else None


def join_words(words: Collection[str], last: str = "or") -> str:
    """Return ``words`` as they stand in a sentence: "A, B or Draw"."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def to_spans(numbers: Iterable[int]) -> list[range]:
    """Return ascending numbers as spans of those in a row."""
    rows = ([*row] for _, row in groupby(enumerate(numbers), lambda each: each[1] - each[0]))
    return [range(row[0][1], row[-1][1] + 1) for row in rows]


def list_numbers(numbers: Iterable[int], last: str = "and") -> str:
    """Return numbers as they stand in a sentence: "3, 4, 7–9 and 12"."""
    spans = (f"{x[0]}–{x[-1]}" if len(x) > 2 else ", ".join(map(str, x)) for x in to_spans(sorted(numbers)))
    return join_words(", ".join(spans).split(", "), last)


def word_rounds(rounds: Iterable[int]) -> str:
    """Return rounds as they stand in a sentence, "round 2" or "rounds 1–3 and 5"; blank for none."""
    numbers = [*rounds]
    return f"round{'s' if len(numbers) > 1 else ''} {list_numbers(numbers)}" if numbers else ""


def yes_or_no(said: bool | None) -> str:
    """Return the word for what is so or not; nothing where that is not known."""
    return "" if said is None else "yes" if said else "no"


_SILENT: Final = INVISIBLE | str.maketrans("", "", "'’‘ʼʻʹʾʿ`´′＇")  # also where a language counts them as letters

BASE_LETTERS: Final = str.maketrans(
    {
        **{"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "ŋ": "n", "ə": "e"},
        **{"æ": "ae", "œ": "oe", "þ": "th"},
        **{"ґ": "г", "ђ": "д", "є": "е", "і": "и", "ј": "й", "љ": "л", "њ": "н", "ћ": "т", "џ": "ч"},
    }
)
"""Letters that are no letter with an accent, and those among which people look for them."""


@lru_cache(maxsize=1 << 16)
def alphabetical_key(name: str) -> str:
    """Return what names are sorted by, wherever a list of them is for people (rules 1.6.4); no two have the same.

    Case, accents and apostrophes do not matter, other signs are as spaces, numbers count by their value. Where names
    are the same then, what is typed decides.
    """
    letters = unicodedata.normalize("NFKD", name.translate(_SILENT)).casefold()
    letters = letters.replace("и\u0306", "й")  # a letter of its own, after и, which Unicode takes apart
    plain = letters if letters.isascii() else "".join(each for each in letters if not unicodedata.combining(each))
    words = re.sub(r"[\W_]+", " ", plain.translate(BASE_LETTERS)).strip()
    return re.sub(r"\d{1,99}", lambda number: f"{int(number[0]):099}", words) + "\0" + name


def format_number(number: int | Rational, *, signed: bool = False) -> str:
    """Return a number as it is printed: "4½", "−4", "1 2/3"; ``signed`` also with the plus of those above zero."""
    whole, rest = (abs(number), 0) if isinstance(number, int) else divmod(abs(Fraction(number)), 1)
    parts = [str(whole)] if whole or not rest else []
    if rest:
        parts.append("½" if 2 * rest == 1 else str(rest))
    sign = "−" if number < 0 else "+" if number and signed else ""
    return sign + ("" if 2 * rest == 1 else "\N{NO-BREAK SPACE}").join(parts)


def isolate(name: str) -> str:
    """Return a name with the signs that keep it in its own direction within a sentence."""
    return f"\u2068{name}\u2069"
