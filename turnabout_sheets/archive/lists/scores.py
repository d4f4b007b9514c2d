"""Places, points and results as people type them in tables of an event, each from the text of its cell."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Final

from turnabout_sheets.core.days import MONTHS, DayError, read_day
from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import header_key, tidy
from turnabout_sheets.reading.list_layout import value_at
from turnabout_sheets.reading.list_words import DRAW, NOBODY, says
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import Grid, Raw, address

DASHES: Final = str.maketrans("–—−‐‑", "-----")
"""Makes a hyphen of every dash."""
_HALVES: Final = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}

_PLACE: Final = re.compile(
    r"[=T]?[-. ]*(\d{1,6})(?:[.,]0)? ?(?:st|nd|rd|th|er|re|e|eme|o|a)?\.?(?: ?[-/] ?\d{1,6}\.?)?[ =.]*", re.IGNORECASE
)


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
    whole, end = text[:-1], text[-1:]
    if end in _HALVES:
        return _HALVES[end] + int(whole or 0) if not whole.strip() or whole.strip().isdecimal() else None
    found = re.fullmatch(r"(-?\d{1,9})(?:[.,](\d{1,9}))?", text.translate(DASHES))
    return Fraction(f"{found[1]}.{found[2] or 0}") if found else None


_SCORE: Final = re.compile(
    r"(\d{0,3}½|\d{1,3}(?:[.,]\d)?)f?[-:/](\d{0,3}½|\d{1,3}(?:[.,]\d)?)f?(?:[-:/](\d{1,3}))?(?:ff?|k)?", re.IGNORECASE
)
_FORFEIT: Final = re.compile(r"([-+=])[-:/]?([-+=])")
_OPEN: Final = frozenset(("", "-", "--", "---", "-:-", ":", "*", "?", "-/-", "0-0-0", "0:0:0", "0/0/0"))
_BY_SIGNS: Final = {"+-": "A", "-+": "B", "==": "Draw"}


@lru_cache(maxsize=1 << 12)
def read_result(text: str) -> str | None:
    """Return who won a match by its score, as it stands in our lists: A, B or Draw; blank for one without a result.

    Not known (None) is everything else: a name, or what no score is.
    """
    typed = re.sub(r"\s+", "", text).translate(DASHES)
    if typed in _OPEN:
        return ""
    if found := _SCORE.fullmatch(typed):
        one, other = (read_figure(part) or 0 for part in found.group(1, 2))
        return "A" if one > other else "B" if other > one else "Draw"
    if found := _FORFEIT.fullmatch(typed):
        return _BY_SIGNS.get(found[1] + found[2])
    return "Draw" if typed == "½" or says(text, DRAW) else None


_SIDES: Final = {"1": "A", "2": "B", "player1": "A", "player2": "B", "playera": "A", "playerb": "B"}


def read_winner(text: str) -> str | None:
    """Return who won by what stands in a column of winners; a name is not known here (None)."""
    return _SIDES.get(header_key(text)) or read_result(text)


def is_nobody(text: str) -> bool:
    """Say whether nobody is named where an opponent might be: a bye."""
    return not text.strip("-–—−.*_/() ") or says(text, NOBODY)


def text_or_flag(grid: Grid, row: int, column: int) -> str:
    """Return the text that a cell shows; what is wrong with it where its value cannot be trusted."""
    flag = grid.flags.get(address(row, column)) if grid.flags else None
    return flag or show(value_at(grid.rows[row], column))


_LONGEST_DAY: Final = 40


def show(value: Raw) -> str:
    """Return the text that a spreadsheet shows for a value: 2-Jan, where it has made a day of a score."""
    return f"{value.day}-{MONTHS['en'][value.month - 1][:3]}" if isinstance(value, date) else format_cell(value)


def find_day(value: Raw, what: str, where: Place) -> Problem | None:
    """Return the error of a cell whose ``what`` ("a score") has become a date; which way round it was, nobody knows.

    Only what can be read as nothing else is one: in a CSV file a date is a text.
    """
    shown = show(value)
    if not isinstance(value, date) and not _is_day(shown.strip(" .")):
        return None
    example = {"a place": "2-3", "a record": "2-1-0"}.get(what, "2-1")
    message = f"The cell shows {shown}: {what} that became a date."
    return error(where, message, f"Type it as text, with an apostrophe before it: '{example}.")


def _is_day(text: str) -> bool:
    for each in () if text.isdecimal() or len(text) > _LONGEST_DAY else (text, f"{text} 2000"):
        try:
            read_day(each)
        except DayError:
            continue
        return True
    return False
