"""Places, records, points and results as people type them in tables of an event, each from the text of its cell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from turnabout_sheets.core.text import header_key
from turnabout_sheets.reading.list_words import (
    DRAW,
    DRAWS,
    LOSSES,
    NOBODY,
    ROUND,
    WINS,
    known_headers,
    read_letters,
    says,
)
from turnabout_sheets.sheets.cell_kinds import NUMBER, UnreadableCellError

COUNTS: Final = {WINS: "won", DRAWS: "drawn", LOSSES: "lost"}
"""The figures of a record and the word for each; they are fields of our placings, too."""
_USUAL: Final = (WINS, LOSSES, DRAWS)
_DASHES: Final = str.maketrans("–—−‐‑", "-----")
_PLACE: Final = re.compile(
    r"[=T]?[-. ]*(\d{1,6})(?:[.,]0)? ?(?:st|nd|rd|th|er|re|e|o|a|º|ª|ème)?\.?(?: ?[-/] ?\d{1,6}\.?)?[ =.]*",
    re.IGNORECASE,
)
_RECORD: Final = re.compile(r"(\d{1,3})(?:\s*[-/:]\s*|\s+)(\d{1,3})(?:(?:\s*[-/:]\s*|\s+)(\d{1,3}))?")
_NUMBER: Final = r"\d{0,3}½|\d{1,3}(?:[.,]\d)?"
_SCORE: Final = re.compile(
    rf"({_NUMBER})f?[-:/]({_NUMBER})f?(?:[-:/]\d{{1,3}})?(?:ff?|k)?|([-+=])[-:/]?([-+=])", re.IGNORECASE
)
"""Games won by both, and drawn; or a forfeit: +/-."""
_BY_SIGNS: Final = {"+-": "A", "-+": "B", "==": "Draw"}
_OPEN: Final = frozenset(("", "-", "--", "---", "-:-", ":", "*", "?", "-/-", "0-0-0", "0:0:0", "0/0/0"))
_SIDES: Final = {"1": "A", "2": "B", "player1": "A", "player2": "B", "playera": "A", "playerb": "B"}


def read_place(text: str) -> int | None:
    """Return the first of the places in a cell: 2 for "2.", "2-3", "=2", "T2"; 0 for "-", None for no place."""
    typed = text.translate(_DASHES)
    if typed and not typed.strip("-"):
        return 0
    found = _PLACE.fullmatch(typed)
    return int(found[1]) if found else None


def read_figure(text: str) -> Fraction | None:
    """Return a number of points: "12,5", "4½"; None where it is none."""
    try:
        return Fraction(NUMBER.read(text)) if text else None
    except UnreadableCellError:
        return None


def read_record(text: str) -> tuple[int, ...] | None:
    """Return the two or three figures of a record: "7-2-0", "3/0/1", "4 : 1"; None where it is none."""
    found = _RECORD.fullmatch(text.translate(_DASHES))
    return tuple(int(figure) for figure in found.groups() if figure) if found else None


def read_order(title: str) -> Sequence[str]:
    """Return what the figures of a record are by its header, "W-D-L" or "Siege-Niederlagen"; else the usual order."""
    words = [word for word in map(header_key, re.split(r"[\W_]+", title)) if word]
    letters = list(words[0]) if len(words) == 1 and len(words[0]) < 4 else words
    known = known_headers(frozenset(COUNTS))
    is_letters = all(len(letter) == 1 for letter in letters)
    found = read_letters(letters) if is_letters else [known.get(word, "") for word in words]
    is_said = all(found) and len(set(found)) == len(found) > 1 and tuple(found) != _USUAL[:2]
    return found if is_said else _USUAL


def read_result(text: str) -> str | None:
    """Return who won a match by its score, as it is in our lists: A, B or Draw; blank for one without a result.

    Not known (None) is everything else: a name, or what is no score.
    """
    typed = re.sub(r"\s+", "", text).translate(_DASHES)
    if typed in _OPEN:
        return ""
    if not (found := _SCORE.fullmatch(typed)):
        return "Draw" if typed == "½" or says(text, DRAW) else None
    if found[3]:
        return _BY_SIGNS.get(found[3] + found[4])
    one, other = (read_figure(part) or 0 for part in found.group(1, 2))
    return "A" if one > other else "B" if other > one else "Draw"


def read_winner(text: str) -> str | None:
    """Return who won by a cell in a column of winners; a name is not known here (None)."""
    return _SIDES.get(header_key(text)) or read_result(text)


def read_round(text: str) -> str:
    """Return the number of a text that is a round: "Round 2", "2. Runde", "R2"; blank for any other text."""
    found = re.findall(r"\d{1,3}", text)
    return found[0] if len(found) == 1 and says(text.replace(found[0], ""), ROUND) else ""


def is_nobody(text: str) -> bool:
    """Return whether nobody is named where an opponent might be: a bye."""
    return not text.strip("-–—−.*_/() ") or says(text, NOBODY)
