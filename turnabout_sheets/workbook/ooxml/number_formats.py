"""What numbers mean by their format: a day, a length of time, or digits with zeros before them (Part 1, 18.8.30)."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from enum import Enum
from typing import Final

from turnabout_sheets.workbook.ooxml.package import Package, q


class Meaning(Enum):
    """What a number is that is not shown as one."""

    DAY = "day"
    LENGTH = "length"


DAYS_TO_1904: Final = 1462  # between workbooks that count days from 1904, as on old Macs, and all others
_BUILT_IN: Final = dict.fromkeys([*map(str, range(14, 23)), "45", "47"], Meaning.DAY) | {"46": Meaning.LENGTH}
_ZERO_PADDED: Final = re.compile("0{2,}")
_WHOLE: Final = re.compile(r"([0-9]+)(?:\.0+)?")
_LITERAL: Final = re.compile(r'[_\\*].|"[^"]*"?', re.DOTALL)  # letters in it mean no day
_LENGTH: Final = re.compile(r"\[(?:h+|m+|s+)\]")
_ASIDE: Final = re.compile(r"\[[^]]*(?:\]|$)")  # a color, a condition or a language
_ISO: Final = re.compile(r"\d{4}-\d\d-\d\d(T\d.*)?|\d\d:\d.*", re.ASCII)

_FIRST_DAY: Final = datetime(1899, 12, 30)
_MIN_DAYS: Final = 10_000  # a number from 1 to here, in May 1927, is a count or rating that was typed over a date
_MILLISECONDS: Final = 86_400_000


def count_days_behind(package: Package) -> int:
    """Return by how much the number of a day is smaller than usual (ECMA-376 Part 1, 18.2.28 and 18.17.4.1)."""
    properties = package.workbook.find(q("workbookPr"))
    counts_from_1904 = properties is not None and properties.get("date1904") in ("1", "true")
    return DAYS_TO_1904 if counts_from_1904 else 0


def read_formats(package: Package) -> Mapping[str, Meaning | int]:
    """Return the cell formats, by index as in XML, in which a number is not what it is shown as.

    A number is that of digits, in a format of nothing but zeros (`0000`): so people make Excel show names and ids.
    """
    part = package.linked(package.workbook_part, "styles")
    if not part:
        return {}
    styles = package.tree(part)
    own = {
        element.get("numFmtId", ""): _meaning(element.get("formatCode", ""))
        for element in styles.iterfind(f"{q('numFmts')}/{q('numFmt')}")
    }
    formats = (_BUILT_IN | own).get
    cells = enumerate(styles.iterfind(f"{q('cellXfs')}/{q('xf')}"))
    return {str(index): found for index, xf in cells if (found := formats(xf.get("numFmtId", "")))}


def _meaning(code: str) -> Meaning | int | None:
    if _ZERO_PADDED.fullmatch(code):
        return len(code)
    positive = _LITERAL.sub("", code).partition(";")[0].lower()
    if _LENGTH.search(positive):
        return Meaning.LENGTH
    return Meaning.DAY if {*"dmhys"} & {*_ASIDE.sub("", positive)} else None


def as_shown(
    text: str, number: float, meaning: Meaning | int, days_behind: int
) -> str | float | date | time | datetime | timedelta:
    """Return what a number, which is written so, is in a format; itself where it is no day of an event."""
    if isinstance(meaning, int):
        whole = _WHOLE.fullmatch(text)
        return number if whole is None or len(whole[1]) >= meaning else whole[1].zfill(meaning)
    if meaning is Meaning.DAY and 1 <= number < _MIN_DAYS:
        return number
    days = number if meaning is Meaning.LENGTH else number + days_behind
    try:
        length = timedelta(milliseconds=math.floor(days * _MILLISECONDS + 0.5))
        moment = _FIRST_DAY + length
    except (OverflowError, ValueError):
        return number
    if meaning is Meaning.LENGTH:
        return length
    if number < 1:  # the time alone, before the first day
        return moment.time()
    return moment.date() if number == math.floor(number) else moment


def from_iso(text: str) -> str | date | time | datetime:
    """Return the day, the time or both that are written as a cell of type `d` has them; any other text as it is."""
    read = datetime.fromisoformat if "T" in text else time.fromisoformat if ":" in text else date.fromisoformat
    try:
        return read(text) if _ISO.fullmatch(text) else text
    except ValueError:
        return text
