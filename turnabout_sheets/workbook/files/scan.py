"""What the values of a sheet do not tell: errors, formulas without a stored value, numbers shown with leading zeros.

`python-calamine` reads values quickly, but gives an empty text for a cell that shows `#N/A` and for a formula that no
spreadsheet program has calculated yet, and a number as a number, even where its format shows 80 as `0080`. And it lays
out every cell from A1 to the last that is filled: one stray value at the bottom of a sheet makes millions of them. This
module goes through the sheet's rows before, some at a time, in little memory: of a sheet that has more than events
need, it reads no further than to where that shows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from html import unescape
from typing import Final, NamedTuple

from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError, q
from turnabout_sheets.workbook.ooxml.rows import NotPlainError, column_number, plain_rows, rewritten_rows
from turnabout_sheets.workbook.ooxml.streaming import TooMuchError

UNCALCULATED: Final = "a formula without a value"
"""The flag of a formula whose value no spreadsheet program has calculated and stored yet."""

MOST_ELEMENTS: Final = 150_000
MOST_VALUES: Final = 1_200_000
MOST_FLAGS: Final = 250_000
"""How many rows, filled or not, filled cells, and cells with errors a sheet may have that is read: it takes seconds.
Results of 20,000 players after 8 rounds has 900,000 filled cells where all columns are; in a round of so many, paired
and not yet opened in a spreadsheet program, 210,000 live columns are without a value."""
MOST_REWRITTEN: Final = 400_000
"""Filled cells where the rows are not plain: each takes five times as long."""
MOST_LETTERS: Final = 24_000_000
"""Letters of all texts on the sheets that are read, each as often as it stands there: 8 rounds of 20,000 players with
their notes have 16 million."""

# What is asked of plain rows. No text has a "<" in it, so "<c " begins a cell wherever it stands.

_FILLED: Final = re.compile(rb'<c r="([A-Z]+)([0-9]+)"(?:[^>]*+(?<!/)><(?!/)|(?=[^>]* t="e"))')
_ADDRESS: Final = rb'<c r="([A-Z]+[0-9]+)"'
_AFTER_FORMULA: Final = rb"(?:<f[^<]*+(?:</f>)?)?"
_ERROR: Final = re.compile(rb'%b(?=[^>]* t="e")[^>]*+>(?:%b<v>([^<]+))?' % (_ADDRESS, _AFTER_FORMULA))
_NO_VALUE: Final = re.compile(rb'%b(?![^>]* t="e")([^>]*+)><f[^<]*+(?:</f>)?((?:<v[^>]*+>(?:</v>)?)*)</c>' % _ADDRESS)
"""Formulas without a value. An empty text is a value; every other kind of empty value is none."""
_SHARED: Final = re.compile(rb' t="s"[^>]*+>%b<v>([0-9]{1,20})<' % _AFTER_FORMULA)
_OWN_TEXT: Final = re.compile(rb'(?:<t(?: [^>]*+)?>| t="str"[^>]*+>%b<v>)([^<]++)' % _AFTER_FORMULA)
_ENTITY: Final = re.compile(rb"&[^;]*+;")

_ZERO_PADDED: Final = re.compile(r"0{2,}")


class Scanned(NamedTuple):
    """What a sheet's XML tells beside the values, by address such as `F7`.

    `flags`: the error that a cell shows (`#N/A`), or `UNCALCULATED`. `shown`: whole numbers that are shown with leading
    zeros, as shown. `rows`, `columns`: how far the filled cells reach; `last`: the last one of the lowest
    row, `rightmost`: the first one of the column furthest to the right;
    `filled`: how many they are; `filled_rows`: on how many rows; `letters`: how many their texts have.
    """

    flags: Mapping[str, str]
    shown: Mapping[str, str]
    rows: int
    columns: int
    last: str
    rightmost: str
    filled: int
    filled_rows: int
    letters: int


def scan(
    package: Package,
    sheet_name: str,
    padding: Mapping[str, int],
    most_rows: int = MOST_ELEMENTS,
    lengths: Sequence[int] = (),
) -> Scanned:
    """Go through a worksheet; `padding` is what `zero_padding` gives for the package, `lengths` what `measure_texts`.

    Raises `KeyError` if there is no such worksheet, `UnusableWorkbookError` if its XML is damaged, or has
    a row or cell that no sheet has, or more of them than any event needs: filled are at most `most_rows`.
    """
    part = package.sheets[sheet_name]
    is_long = package.size(part) > MOST_LETTERS
    tally = partial(
        _tally, sheet_name=sheet_name, padding=padding, most_rows=most_rows, lengths=lengths, is_long=is_long
    )
    try:
        return tally(plain_rows(package, part), most_values=MOST_VALUES)
    except NotPlainError:
        pass
    try:
        return tally(rewritten_rows(package, sheet_name), most_values=MOST_REWRITTEN)
    except TooMuchError as error:
        raise too_much_on(sheet_name) from error


def _tally(
    pieces: Iterable[bytes],
    *,
    sheet_name: str,
    padding: Mapping[str, int],
    most_rows: int,
    most_values: int,
    lengths: Sequence[int],
    is_long: bool,
) -> Scanned:
    flags: dict[str, str] = {}
    shown: dict[str, str] = {}
    elements = rows = columns = filled = letters = 0
    filled_rows: set[bytes] = set()
    last = rightmost = b""
    for piece in pieces:
        found = _FILLED.findall(piece)
        numbers = {number for _, number in found}
        filled_rows |= numbers
        flags.update(_find_flags(piece))
        shown.update(_find_padded(piece, padding))
        elements, filled = elements + piece.count(b"<row"), filled + len(found)
        letters += _count_shared(piece, lengths) + (_count_own(piece) if is_long else 0)
        for many, most, what in (
            (elements, MOST_ELEMENTS, "rows"),
            (len(filled_rows), most_rows, "filled rows"),
            (filled, most_values, "filled cells"),
            (len(flags), MOST_FLAGS, "cells with errors"),
            (letters, MOST_LETTERS, "letters"),
        ):
            if many > most:
                raise too_much_on(sheet_name, most, what)
        bottom = max(map(int, numbers), default=0)
        right = max(map(column_number, {column for column, _ in found}), default=0)
        if numbers and bottom >= rows:
            last = next(column + number for column, number in reversed(found) if int(number) == bottom)
        if right > columns:
            rightmost = next(column + number for column, number in found if column_number(column) == right)
        rows, columns = max(rows, bottom), max(columns, right)
    return Scanned(flags, shown, rows, columns, last.decode(), rightmost.decode(), filled, len(filled_rows), letters)


def _find_flags(piece: bytes) -> Iterator[tuple[str, str]]:
    if b' t="e"' in piece:
        for address, error in _ERROR.findall(piece):
            yield address.decode(), unescape(error.decode()) or "#N/A"
    if b"<f" in piece:
        for address, attributes, value in _NO_VALUE.findall(piece):
            if not value or b' t="str"' not in attributes:
                yield address.decode(), UNCALCULATED


def _find_padded(piece: bytes, padding: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Yield the whole numbers that are shown with leading zeros, by address."""
    for address, style, whole in _padded_number(tuple(padding)).findall(piece) if padding else ():
        if len(whole) < padding[style.decode()]:
            yield address.decode(), whole.decode().zfill(padding[style.decode()])


@cache
def _padded_number(styles: Sequence[str]) -> re.Pattern[bytes]:
    any_style = "|".join(styles).encode()
    number = rb'(?=[^>]* s="(%b)")(?![^>]* t="(?!n"))[^>]*+>%b<v>([0-9]+)(?:\.0+)?<' % (any_style, _AFTER_FORMULA)
    return re.compile(_ADDRESS + number)


def _count_shared(piece: bytes, lengths: Sequence[int]) -> int:
    """Return the letters of the texts that cells share, of those that there are."""
    times = Counter(_SHARED.findall(piece)) if lengths else {}
    return sum(lengths[int(number)] * many for number, many in times.items() if int(number) < len(lengths))


def _count_own(piece: bytes) -> int:
    """Return the letters of the texts that cells have for themselves; those beyond ASCII count as their bytes."""
    return len(_ENTITY.sub(b"x", b"".join(_OWN_TEXT.findall(piece))))


def too_much_on(sheet_name: str, most: int = 0, what: str = "") -> UnusableWorkbookError:
    """Return the error that says that a sheet has more than is read, and where that is known, at most of what."""
    limit = f" (at most {most:,} {what})" if what else ""
    return UnusableWorkbookError(
        f"has more on the sheet {sheet_name} than any event needs{limit}; delete what is not needed there"
    )


def zero_padding(package: Package) -> Mapping[str, int]:
    """Return the cell formats (indices as in XML) that show whole numbers with leading zeros: the number of digits.

    Only formats of nothing but zeros (`0000`) are looked for: they are how people make Excel show such names and ids.
    """
    part = package.related("styles")
    if part is None:
        return {}
    styles = package.xml(part)
    widths = {
        element.get("numFmtId"): len(element.get("formatCode", ""))
        for element in styles.iterfind(f"{q('numFmts')}/{q('numFmt')}")
        if _ZERO_PADDED.fullmatch(element.get("formatCode", ""))
    }
    return {
        str(index): widths[xf.get("numFmtId")]
        for index, xf in enumerate(styles.iterfind(f"{q('cellXfs')}/{q('xf')}"))
        if xf.get("numFmtId") in widths
    }
