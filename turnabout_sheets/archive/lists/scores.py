"""Places, points and results as people type them in tables of an event, each from the text of its cell."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Final

from turnabout_sheets.core.days import MONTHS, DayError, read_day
from turnabout_sheets.core.text import header_key, tidy
from turnabout_sheets.reading.list_words import DRAW, NOBODY, says
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import Raw

DASHES: Final = str.maketrans("–—−‐‑", "-----")
"""Makes a hyphen of every dash."""
_HALVES: Final = {"½": ".5", "¼": ".25", "¾": ".75"}
_PLACE: Final = re.compile(
    r"[=T]?[-. ]*(\d{1,6})(?:[.,]0)? ?(?:st|nd|rd|th|er|re|e|eme|o|a)?\.?(?: ?[-/] ?\d{1,6}\.?)?[ =.]*", re.IGNORECASE
)
_NUMBER: Final = r"\d{0,3}½|\d{1,3}(?:[.,]\d)?"
_SCORE: Final = re.compile(
    rf"({_NUMBER})f?[-:/]({_NUMBER})f?(?:[-:/]\d{{1,3}})?(?:ff?|k)?|([-+=])[-:/]?([-+=])", re.IGNORECASE
)
"""Games won by both and drawn; or who did not have to play: +/-."""
_BY_SIGNS: Final = {"+-": "A", "-+": "B", "==": "Draw"}
_OPEN: Final = frozenset(("", "-", "--", "---", "-:-", ":", "*", "?", "-/-", "0-0-0", "0:0:0", "0/0/0"))
_SIDES: Final = {"1": "A", "2": "B", "player1": "A", "player2": "B", "playera": "A", "playerb": "B"}
_LONGEST_DAY: Final = 40


def read_place(text: str) -> int | None:
    """Return the first of the places that a cell names: 2 for "2.", "2-3", "=2", "T2"; 0 for "-", None for no place."""
    typed = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    typed = tidy(typed).translate(DASHES)
    if typed and not typed.strip("-"):
        return 0
    found = _PLACE.fullmatch(typed)
    return int(found[1]) if found else None


@lru_cache(maxsize=1 << 12)  # most figures of a long list stand there often
def read_figure(text: str) -> Fraction | None:
    """Return a number of points: "12,5", "4½"; None where it is none."""
    typed = text.translate(DASHES)
    if typed[-1:] in _HALVES:
        typed = (typed[:-1].strip() or "0") + _HALVES[typed[-1]]
    return Fraction(typed.replace(",", ".")) if re.fullmatch(r"-?\d{1,9}(?:[.,]\d{1,9})?", typed) else None


@lru_cache(maxsize=1 << 12)
def read_result(text: str) -> str | None:
    """Return who won a match by its score, as it stands in our lists: A, B or Draw; blank for one without a result.

    Not known (None) is everything else: a name, or what no score is.
    """
    typed = re.sub(r"\s+", "", text).translate(DASHES)
    if typed in _OPEN:
        return ""
    if not (found := _SCORE.fullmatch(typed)):
        return "Draw" if typed == "½" or says(text, DRAW) else None
    if found[3]:
        return _BY_SIGNS.get(found[3] + found[4])
    one, other = (read_figure(part) or 0 for part in found.group(1, 2))
    return "A" if one > other else "B" if other > one else "Draw"


def read_winner(text: str) -> str | None:
    """Return who won by what stands in a column of winners; a name is not known here (None)."""
    return _SIDES.get(header_key(text)) or read_result(text)


def is_nobody(text: str) -> bool:
    """Say whether nobody is named where an opponent might be: a bye."""
    return not text.strip("-–—−.*_/() ") or says(text, NOBODY)


def show(value: Raw) -> str:
    """Return the text that a spreadsheet shows for a value: 2-Jan, where it has made a day of a score."""
    return f"{value.day}-{MONTHS['en'][value.month - 1][:3]}" if isinstance(value, date) else format_cell(value)


def is_day(text: str) -> bool:
    """Say whether a text can be read as a day, perhaps without a year, and as nothing else."""
    text = text.strip(" .")
    for each in () if text.isdecimal() or len(text) > _LONGEST_DAY else (text, f"{text} 2000"):
        try:
            read_day(each)
        except DayError:
            continue
        return True
    return False
