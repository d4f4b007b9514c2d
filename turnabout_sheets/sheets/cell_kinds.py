"""The kinds of cells: what each accepts, and what it says it expected when it cannot."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

from turnabout_sheets.core.days import DayError, read_day
from turnabout_sheets.core.outcomes import WINNERS
from turnabout_sheets.core.text import join_words, key, tidy
from turnabout_sheets.sheets.grid import Raw

MOST_ROUNDS = 999
"""Rounds that an event may have."""

LARGEST_NUMBER = 10**9
"""What is larger is a slip of the finger, and more than a spreadsheet can hold exactly."""


CORRECT = "Correct the cell."
"""What to do where nothing better can be said."""


class UnreadableCellError(ValueError):
    """A cell that its kind does not accept; the text says what was expected instead."""


@dataclass(frozen=True, slots=True)
class CellKind:
    """A kind of cell."""

    expects: str  # completes "expected …" in a message
    read: Callable[[Raw], Any]  # from a raw value that is not empty, or raises `UnreadableCellError`
    choices: tuple[str, ...] = ()  # of a drop-down list
    whole: bool = False
    least: int | None = None
    most: int | None = None
    remedy: str = CORRECT  # where it cannot be read
    is_day: bool = False  # a bare number is a day as spreadsheets store it

    def takes(self, value: Raw) -> bool:
        """Return whether a raw value that is not empty can be read."""
        try:
            self.read(value)
        except UnreadableCellError:
            return False
        return True


def format_cell(value: Raw) -> str:
    """Return ``value`` as text: 1997, never 1997.0, and 9756000000123450, never 9.756E+15."""
    match value:
        case str():
            return tidy(value)
        case bool():
            return "TRUE" if value else "FALSE"
        case float() if value.is_integer():
            return str(int(value))
        case float():
            return f"{Decimal(f'{value:.15g}'):f}"
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case date() | time():
            return value.isoformat()
        case _:
            return str(value)


def name_moment(value: Raw) -> str:
    """Return what a spreadsheet has made of something typed, "a date" or "a time"; blank where neither."""
    return "a date" if isinstance(value, date) else "a time" if isinstance(value, time | timedelta) else ""


_SHORTENED = re.compile(r"\d([.,]\d+)?e\+\d+", re.IGNORECASE)
"""What a spreadsheet writes into a CSV file for a number of many digits: two Player IDs may become the same."""


def _text(value: Raw) -> str:
    if name_moment(value):
        raise UnreadableCellError("text")
    if isinstance(value, str) and _SHORTENED.fullmatch(value):
        raise UnreadableCellError("all its digits, but a spreadsheet has shortened the number")
    return format_cell(value)


def _date(value: Raw) -> str:
    """Return the one day that a cell means, in ISO format; else what was typed."""
    text = format_cell(value)
    try:
        return read_day(text).isoformat()
    except DayError:
        return text


# Fraction would read 1_000, too, and work for hours on 1e999999999.
_DECIMAL = r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?"
_VALUE = rf"{_DECIMAL}|[+-]?\d+/\d+"
_QUARTERS = str.maketrans({"¼": ".25", "½": ".5", "¾": ".75"})
"""NFKC would make 41/2 of 4½."""


def _number(value: Raw, pattern: str = _VALUE) -> Fraction:
    """Read a number exactly: 0.1 is one tenth, as the organizer typed it, and as a value "1/3" is a third."""
    if isinstance(value, float) and abs(value) <= LARGEST_NUMBER and value.is_integer():
        return Fraction(int(value))  # as nearly all of the hundreds of thousands in a large workbook, and at once
    if value == time():
        return Fraction(0)  # as spreadsheets show a 0 in a cell with the format of a date
    if isinstance(value, bool) or name_moment(value):
        raise UnreadableCellError("a number")
    typed = repr(value) if isinstance(value, float) else tidy(str(value)).translate(_QUARTERS)
    text = unicodedata.normalize("NFKC", typed)
    text = re.sub(r"\s*([/⁄])\s*", "/", text.replace("−", "-").replace("–", "-"))
    # A comma is the decimal sign in half of Europe; thousands are never typed here.
    text = text.replace(",", ".")
    if not re.fullmatch(pattern, text, re.IGNORECASE) or re.search(r"\d[⅐-⅞]", typed):
        raise UnreadableCellError("a number")
    try:
        number = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise UnreadableCellError("a number") from None
    if abs(number) > LARGEST_NUMBER:
        raise UnreadableCellError("a number, at most a billion")
    return number


_THOUSANDS = re.compile(r"([1-9]\d{0,2})[.,](\d{3})")


def read_thousands(text: str) -> tuple[str, str] | None:
    """Return what a number such as "1.650" may mean: 1650, or 1.65; None where it has no sign between thousands."""
    parts = _THOUSANDS.fullmatch(tidy(text))
    return (f"{parts[1]}{parts[2]}", f"{parts[1]}.{parts[2].rstrip('0') or '0'}") if parts else None


def _rating(value: Raw) -> Fraction:
    """Read a rating; "1.650" and "1,520" are asked about, as they are thousands in most lists that have them."""
    meant = read_thousands(value) if isinstance(value, str) else None
    if meant is None:
        return _number(value, _DECIMAL)
    raise UnreadableCellError(f"{meant[0]}, or {meant[1]} if that is meant")


ANYTHING = CellKind("a value", lambda value: value)
"""A value whose kind depends on its row: a setting's."""

TEXT = CellKind("text", _text, remedy="Type it with an apostrophe before it, as '3-4: then it stays as it is.")
REMARK = CellKind("anything", format_cell)
"""What somebody writes down for themselves: whatever stands there will do."""
DATE = CellKind("a date", _date, is_day=True)
NUMBER = CellKind("a number", _number)
RATING = CellKind("a number", _rating)
SHARE = CellKind("a share of the whole", _number)
"""A number that is shown as a percentage."""

PLAYER = CellKind("the name of a player on the Players sheet", _text)
"""A player by name; found on the Players sheet once all sheets are read."""

PLAYER_OR_BYE = CellKind("the name of a player on the Players sheet, or BYE", _text)

_WON = "A, B, Draw or the winner's name"


def _winner(value: Raw) -> str:
    if name_moment(value):
        raise UnreadableCellError(_WON)  # of the score 2-1 spreadsheet programs make a day
    return format_cell(value)


WINNER = CellKind(_WON, _winner, WINNERS, remedy="Type A, B or Draw.")
"""Who won; a name is matched with the row's two players once all sheets are read."""


def _numbers(
    expects: str,
    accepts: Callable[[Fraction], bool],
    make: Callable[[Fraction], Any] = int,
    pattern: str = _DECIMAL,
    **more: Any,
) -> CellKind:
    """Return the kind of the numbers that are accepted."""

    def read(value: Raw) -> Any:
        with suppress(UnreadableCellError):
            if accepts(found := _number(value, pattern)):
                return make(found)
        raise UnreadableCellError(expects)

    return CellKind(expects, read, **more)


def whole(least: int | None = None, most: int | None = None) -> CellKind:
    """Return the kind of whole numbers within bounds (either may be open)."""
    expects = "a whole number"
    if least is not None:
        expects += f", {least} or more" if most is None else f" from {least} to {most}"

    def accepts(number: Fraction) -> bool:
        return number.denominator == 1 and (least is None or number >= least) and (most is None or number <= most)

    return _numbers(expects, accepts, whole=True, least=least, most=most)


def number(least: int, most: int) -> CellKind:
    """Return the kind of numbers within bounds, fractions too."""
    expects = f"a number from {least} to {most}"
    return _numbers(expects, lambda found: least <= found <= most, Fraction, _VALUE, least=least, most=most)


def one_of(*numbers: int) -> CellKind:
    """Return the kind whose cells hold one of a few whole numbers."""
    names = tuple(map(str, numbers))
    return _numbers(join_words(names), lambda found: found in numbers, choices=names)


def choice(*values: str, seldom: tuple[str, ...] = (), before_name: str = "") -> CellKind:
    """Return the kind whose cells hold one of ``values``, in any case and spacing, or ``before_name`` with a name.

    What is ``seldom`` is not offered, and neither is the latter.
    """
    expects = join_words((*values, *([f"{before_name} NAME"] if before_name else [])))
    by_key = {key(value): value for value in (*values, *seldom)}

    def read(value: Raw) -> str:
        text = format_cell(value)
        if before_name and key(text).startswith(f"{key(before_name)} "):
            return f"{before_name}{text[len(before_name) :]}"
        try:
            return by_key[key(text)]
        except KeyError:
            raise UnreadableCellError(expects) from None

    return CellKind(expects, read, values)


def _yes_no(value: Raw) -> bool:
    word = key(format_cell(value))
    if word not in {"yes", "no", "true", "false"}:
        raise UnreadableCellError("yes or no")
    return word in {"yes", "true"}


YES_NO = CellKind("yes or no", _yes_no, ("yes", "no"))

_MARKS = frozenset({"x", "yes", "true", "1", "✓", "✔", "✅", "☑"})
_NO_MARKS = frozenset({"no", "false", "0"})


def _mark(value: Raw) -> bool | None:
    word = key(format_cell(value)).removesuffix("\ufe0f")
    if word not in _MARKS | _NO_MARKS:
        raise UnreadableCellError("x, yes, TRUE or 1, or nothing")
    return True if word in _MARKS else None


MARK = CellKind("x, yes, TRUE or 1, or nothing", _mark, remedy="Type x, or clear the cell.")
"""A mark; no, FALSE and 0 are as blank, so that a column of checkboxes below the last row says nothing."""


FILLED = CellKind("anything", lambda value: None if key(format_cell(value)) in _NO_MARKS else format_cell(value))
"""What only counts as being there, whatever it says; no, FALSE and 0 are as blank."""


def _wholes(value: Raw) -> tuple[int, ...]:
    expects = "whole numbers from 1, with commas between them, such as 4,3,4"
    if isinstance(value, bool) or name_moment(value):
        raise UnreadableCellError(expects)
    parts = re.split(r"[,;\s]+", unicodedata.normalize("NFKC", format_cell(value)))
    if not all(part.isdecimal() and int(part) for part in parts):
        raise UnreadableCellError(expects)
    return tuple(int(part) for part in parts)


WHOLES = CellKind("a whole number, or several with commas between them, such as 4,3,4", _wholes)


WORDS = CellKind(
    "words with commas between them",
    lambda value: tuple(filter(None, map(tidy, re.split(r"[,;]", format_cell(value))))),
)
