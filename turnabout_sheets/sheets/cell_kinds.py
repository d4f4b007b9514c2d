"""The kinds of cells: what each accepts, and what it says it expected when it cannot."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

from turnabout_sheets.core.days import DayError, read_day
from turnabout_sheets.core.outcomes import WINNERS
from turnabout_sheets.core.text import join_words, key, tidy
from turnabout_sheets.sheets.grid import Raw

MOST_ROUNDS = 999
LARGEST_NUMBER = 10**9  # what is larger is a slip of the finger
CORRECT = "Correct the cell."  # where nothing better can be said


class UnreadableCellError(ValueError):
    """A cell that its kind does not accept; the text says what was expected instead."""


@dataclass(frozen=True, slots=True)
class CellKind:
    """A kind of cell."""

    expects: str  # completes "expected …" in a message
    parse: Callable[[Raw], Any]  # from a raw value that is not empty; any `ValueError` or `KeyError` refuses it
    choices: tuple[str, ...] = ()  # of a drop-down list
    whole: bool = False
    least: int | None = None
    most: int | None = None
    remedy: str = CORRECT  # where it cannot be read
    is_day: bool = False  # a bare number is a day as spreadsheets store it

    def read(self, value: Raw) -> Any:
        """Return what a raw value that is not empty means, or raise `UnreadableCellError`."""
        try:
            return self.parse(value)
        except UnreadableCellError:
            raise
        except (ValueError, KeyError):
            raise UnreadableCellError(self.expects) from None

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
        case float():
            return str(int(value)) if value.is_integer() else f"{Decimal(f'{value:.15g}'):f}"
        case datetime():
            return value.isoformat().removesuffix("T00:00:00")
        case _:
            return str(value)


def name_moment(value: Raw) -> str:
    """Return what a spreadsheet has made of something typed, "a date" or "a time"; blank where neither."""
    return "a date" if isinstance(value, date) else "a time" if isinstance(value, time | timedelta) else ""


_SHORTENED = re.compile(r"\d([.,]\d+)?e\+\d+", re.IGNORECASE)  # in a CSV file: two Player IDs may become the same


def _text(value: Raw) -> str:
    if name_moment(value):  # as of the score 2-1
        raise ValueError
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
_TYPED = str.maketrans({"¼": ".25", "½": ".5", "¾": ".75", "−": "-", "–": "-", "⁄": "/", ",": "."})


def _number(value: Raw, pattern: str = _VALUE) -> Fraction:
    """Read a number exactly: 0.1 is one tenth, as the organizer typed it, and as a value "1/3" is a third."""
    if isinstance(value, float) and abs(value) <= LARGEST_NUMBER and value.is_integer():
        return Fraction(int(value))  # as nearly all in a large workbook, and at once
    if value == time():
        return Fraction(0)  # as spreadsheets show a 0 in a cell with the format of a date
    text = repr(value) if isinstance(value, float) else tidy(str(value)).translate(_TYPED)
    if not re.fullmatch(pattern, text, re.IGNORECASE) or text.endswith("/0"):
        raise ValueError
    number = Fraction(text)
    if abs(number) > LARGEST_NUMBER:
        raise UnreadableCellError("a number, at most a billion")
    return number


_THOUSANDS = re.compile(r"([1-9]\d{0,2})[.,](\d{3})")


def _rating(value: Raw) -> Fraction:
    """Read a rating; "1.650" and "1,520" are asked about, as they are thousands in most lists that have them."""
    if isinstance(value, str) and (parts := _THOUSANDS.fullmatch(tidy(value))):
        decimal = f"{parts[1]}.{parts[2].rstrip('0') or '0'}"
        raise UnreadableCellError(f"{parts[1]}{parts[2]}, or {decimal} if that is meant")
    return _number(value, _DECIMAL)


ANYTHING = CellKind("a value", lambda value: value)  # whose kind depends on its row: a setting's
TEXT = CellKind("text", _text, remedy="Type it with an apostrophe before it, as '3-4: then it stays as it is.")
REMARK = CellKind("anything", format_cell)  # what somebody writes down for themselves
DATE = CellKind("a date", _date, is_day=True)
NUMBER = CellKind("a number", _number)
RATING = CellKind("a number", _rating)
SHARE = CellKind("a share of the whole", _number)  # shown as a percentage

# Names are looked up once all sheets are read.
PLAYER = CellKind("the name of a player on the Players sheet", _text)
PLAYER_OR_BYE = CellKind("the name of a player on the Players sheet, or BYE", _text)
WINNER = CellKind("A, B, Draw or the winner's name", _text, WINNERS, remedy="Type A, B or Draw.")


def number(least: int | None, most: int | None, *, whole: bool = False) -> CellKind:
    """Return the kind of numbers within bounds (either may be open), also of fractions, unless ``whole``."""
    expects = "a whole number" if whole else "a number"
    if least is not None:
        expects += f", {least} or more" if most is None else f" from {least} to {most}"

    def parse(value: Raw) -> int | Fraction:
        try:
            found = _number(value, _DECIMAL if whole else _VALUE)
        except UnreadableCellError:
            raise ValueError from None
        too_far = (least is not None and found < least) or (most is not None and found > most)
        if too_far or (whole and found.denominator != 1):
            raise ValueError
        return int(found) if whole else found

    return CellKind(expects, parse, whole=whole, least=least, most=most)


def whole(least: int | None = None, most: int | None = None) -> CellKind:
    """Return the kind of whole numbers within bounds (either may be open)."""
    return number(least, most, whole=True)


def one_of(*numbers: int) -> CellKind:
    """Return the kind whose cells hold one of a few whole numbers."""
    kind = choice(*map(str, numbers))
    return replace(kind, parse=lambda value: int(kind.parse(value)))


def choice(*values: str, seldom: tuple[str, ...] = (), before_name: str = "") -> CellKind:
    """Return the kind of one of ``values``, in any case, also of ``seldom`` ones, or a word before a name."""
    by_key = {key(value): value for value in (*values, *seldom)}

    def parse(value: Raw) -> str:
        text = format_cell(value)
        if before_name and key(text).startswith(f"{key(before_name)} "):
            return f"{before_name}{text[len(before_name) :]}"
        return by_key[key(text)]

    return CellKind(join_words((*values, *([f"{before_name} NAME"] if before_name else []))), parse, values)


def _words(expects: str, meanings: Mapping[str, bool | None], **more: Any) -> CellKind:
    return CellKind(expects, lambda value: meanings[key(format_cell(value)).removesuffix("\ufe0f")], **more)


YES_NO = _words("yes or no", {"yes": True, "true": True, "no": False, "false": False}, choices=("yes", "no"))

_NO_MARKS = dict.fromkeys(("no", "false", "0"))
MARK = _words(
    "x, yes, TRUE or 1, or nothing",
    {**dict.fromkeys("x yes true 1 ✓ ✔ ✅ ☑".split(), True), **_NO_MARKS},
    remedy="Type x, or clear the cell.",
)

# What only counts as being there, whatever it says.
FILLED = CellKind("anything", lambda value: None if key(format_cell(value)) in _NO_MARKS else format_cell(value))

WHOLES = CellKind(
    "whole numbers from 1, with commas between them, such as 4,3,4",
    lambda value: tuple(map(whole(1).parse, re.split(r"[,;\s]+", format_cell(value)))),
)
WORDS = CellKind(
    "words with commas between them",
    lambda value: tuple(filter(None, map(tidy, re.split(r"[,;]", format_cell(value))))),
)
