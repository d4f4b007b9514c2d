"""Reads a workbook's sheets as grids, within limits: the values as a spreadsheet program last showed them.

A sheet with more is a list of something else. It is refused while it is gone through, before its rows are kept.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from io import BytesIO
from typing import Final

from python_calamine import CalamineError, CalamineWorkbook

from turnabout_sheets.core.text import key
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.sheets.grid import Grid, Raw, address
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.files.scan import MOST_LETTERS, Scanned, scan, too_much_on, zero_padding
from turnabout_sheets.workbook.ooxml import bounds
from turnabout_sheets.workbook.ooxml.package import (
    CONTENT_TYPES,
    SAVE_AS_XLSX,
    Package,
    UnusableWorkbookError,
    q,
    relationships_part,
    too_much,
)
from turnabout_sheets.workbook.ooxml.preview import read_tops
from turnabout_sheets.workbook.ooxml.shared_texts import measure_texts, only_used
from turnabout_sheets.workbook.ooxml.zip_rewrite import rewrite

ROUND: Final = "round"
"""What stands in `MOST_ROWS` for the sheet of each round."""

MOST_ROWS: Final[Mapping[str, int]] = {"event": 5_000, ROUND: 20_000, "results": 100_000, "decks": 50_000}
"""Filled rows by the `key` of the sheet's name: 20,000 players are 10,000 matches a round, and 80,000 in 8 rounds."""
MOST_ELSEWHERE: Final = 30_000
"""The same of Players, and of every other sheet: no list about players is longer than that of the players."""
MOST_IN_ALL: Final = 150_000
"""Filled rows on all sheets that are read: 20,000 players who play 12 rounds."""


def most_rows(sheet_name: str) -> int:
    """Return how many filled rows a sheet may have that is called so."""
    kind = key(sheet_name) if round_number(sheet_name) is None else ROUND
    return MOST_ROWS.get(kind, MOST_ELSEWHERE)


MOST_CELLS = 2_000_000
"""How many cells a sheet may span, from A1 to the last that is filled."""

MOST_CELLS_IN_ALL = 4_000_000
MOST_VALUES_IN_ALL = 2_000_000
MOST_FLAGS_IN_ALL = 500_000
MOST_BYTES_IN_ALL = 384 << 20
"""How much all sheets that are read may hold. 8 rounds of 20,000 players span 2.1 million cells with 1.7 million
values, in 320 MB."""

MOST_TEXTS = 4_000_000
"""How many tags the list of the texts may have that cells share: a million texts, in a hundred megabytes. Of a longer
one those are read that stand on sheets which are read."""

DAYS_TO_1904 = 1462
"""By so many days the numbers of days differ between workbooks that count from 1904, as on old Macs, and all others."""

TOP = 2 * HEADER_SEARCH_ROWS
"""Of so many rows the texts are read on sheets that may turn out to be meant: a header, and what stands below it."""

BEGINNING = 1 << 12
"""In so many bytes a part says which encoding it is in."""

_SHARED = ("sharedStrings", "styles")
"""Kinds of parts that cells refer to for their values."""

_PROMISE = re.compile(rb"""uniqueCount\s*=\s*["'][^"']{8}""")
"""A number of texts for which the reader takes hundreds of megabytes at once, or as much as ends the whole program."""

PANIC = "PanicException"
"""What the reader, which is written in Rust, comes to where it has not reckoned with something: no `Exception`."""


class Worksheets:
    """The worksheets of a workbook: some are read to know which others are wanted."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._package = source.package
        self._grids: dict[str, Grid] = {}

    def read(self, wanted: Callable[[str], bool], noticed: Callable[[str], bool] = lambda name: False) -> list[Grid]:
        """Return the worksheets whose name is ``wanted``, in the order of their tabs.

        The names of the others are kept as grids without rows, so that a message can name what is there; of those that
        are ``noticed`` the texts of the first `TOP` rows, as far as they can be read. Raises `UnusableWorkbookError`
        for a file that cannot be read.
        """
        names = {name: wanted(name) for name in self._package.sheets}
        try:
            self._read_more([name for name in names if names[name] and name not in self._grids])
            others = [name for name in names if not names[name] and noticed(name)]
            tops = read_tops(self._package, others, TOP)
        except UnusableWorkbookError as reason:
            raise UnusableWorkbookError(reason.reason, self._source.path.name) from reason
        except BaseException as reason:
            if not isinstance(reason, (CalamineError, zipfile.BadZipFile)) and type(reason).__name__ != PANIC:
                raise
            words = f"is written in an unusual way and cannot be read; {SAVE_AS_XLSX}"
            raise UnusableWorkbookError(words, self._source.path.name) from reason
        return [self._grids[name] if names[name] else Grid(name, tops.get(name, ())) for name in names]

    @cached_property
    def _padding(self) -> Mapping[str, int]:
        return zero_padding(self._package)

    @cached_property
    def _lengths(self) -> Sequence[int]:
        return measure_texts(self._package)

    def _read_more(self, names: Collection[str]) -> None:
        scanned = _scan(self._package, names, self._padding, self._lengths)
        workbook = CalamineWorkbook.from_filelike(BytesIO(_strip(self._package, scanned)))
        behind = _count_days_behind(self._package)
        self._grids |= {name: _grid(workbook, name, scanned[name], behind) for name in names}


def _count_days_behind(package: Package) -> int:
    """Return by how much the number of a day is smaller than usual (ECMA-376 Part 1, 18.2.28 and 18.17.4.1)."""
    properties = package.workbook.find(q("workbookPr"))
    counts_from_1904 = properties is not None and properties.get("date1904") in ("1", "true")
    return DAYS_TO_1904 if counts_from_1904 else 0


def _scan(
    package: Package, names: Collection[str], padding: Mapping[str, int], lengths: Sequence[int]
) -> Mapping[str, Scanned]:
    """Scan sheets, and refuse them where reading them would take all memory or all day."""
    scanned: dict[str, Scanned] = {}
    cells = values = size = rows = letters = flags = 0
    for name in names:
        size += package.size(package.sheets[name])
        if package.size(package.sheets[name]) > bounds.MOST_BYTES or size > MOST_BYTES_IN_ALL:
            raise too_much_on(name)
        sheet = scanned[name] = scan(package, name, padding, most_rows(name), lengths)
        if (rows := rows + sheet.filled_rows) > MOST_IN_ALL:
            raise too_much_on(name, MOST_IN_ALL, "filled rows on all sheets together")
        if (letters := letters + sheet.letters) > MOST_LETTERS:
            raise too_much_on(name, MOST_LETTERS, "letters on all sheets together")
        if (flags := flags + len(sheet.flags)) > MOST_FLAGS_IN_ALL:
            raise too_much_on(name, MOST_FLAGS_IN_ALL, "cells with errors on all sheets together")
        cells, values = cells + sheet.rows * sheet.columns, values + sheet.filled
        if sheet.rows > most_rows(name) or sheet.rows * sheet.columns > MOST_CELLS:
            stray = sheet.last if sheet.rows > most_rows(name) else sheet.rightmost
            raise UnusableWorkbookError(
                f"has something in the cell {stray} of the sheet {name}, far away from everything else; "
                "delete the rows and columns there and save"
            )
        if cells > MOST_CELLS_IN_ALL or values > MOST_VALUES_IN_ALL:
            raise too_much_on(name)
    return scanned


def _strip(package: Package, sheets: Collection[str]) -> bytes:
    """Return the workbook with these sheets and what belongs to their values only; no picture, no other sheet.

    The reader loads whole parts, and it knows no encoding but UTF-8: a part in another one comes in that.
    """
    book = package.workbook_part
    shared = {link.target for link in package.relationships(book).values() if link.kind in _SHARED}
    frame = {CONTENT_TYPES, relationships_part(""), book, relationships_part(book)}
    kept = {part for part in frame | shared | {package.sheets[name] for name in sheets} if part in package}
    changes: dict[str, bytes] = {}
    for part in kept & shared:
        if sum(piece.count(b"<") for piece in package.pieces(part)) > MOST_TEXTS:
            changes |= _without_others_texts(package, part, sheets)
    for part in kept:
        name = package.member(part)
        if name not in changes and not bounds.is_utf8(next(package.pieces(part, BEGINNING), b"")):
            changes[name] = _in_utf8(package, part)
        if part in shared and _PROMISE.search(changes[name] if name in changes else package.read(part)):
            raise UnusableWorkbookError(f"says in {part} that more texts follow than any event has; {SAVE_AS_XLSX}")
    gone = {package.member(part) for part in package.parts} - {package.member(part) for part in kept}
    return bytes(rewrite(bytes(package.data), changes, gone))


def _without_others_texts(package: Package, part: str, sheets: Collection[str]) -> Mapping[str, bytes]:
    """Return a long list of texts, and the sheets that have some of them, without those that are on other sheets."""
    if part != package.related("sharedStrings"):
        raise too_much(part)
    changed = only_used(package, part, [package.sheets[name] for name in sheets])
    return {package.member(part): content for part, content in changed.items()}


def _in_utf8(package: Package, part: str) -> bytes:
    try:
        return bounds.to_utf8(package.read(part))
    except ValueError as error:
        raise UnusableWorkbookError(f"is damaged ({part} is not readable); {SAVE_AS_XLSX}") from error


def _grid(workbook: CalamineWorkbook, name: str, scanned: Scanned, days_behind: int) -> Grid:
    # Without skip_empty_area=False the rows would start at the first cell that is not blank, and addresses shift.
    rows: list[list[Raw]] = workbook.get_sheet_by_name(name).to_python(skip_empty_area=False)
    for r, row in enumerate(rows if scanned.shown else ()):
        for c, value in enumerate(row):
            if isinstance(value, float):
                row[c] = scanned.shown.get(address(r, c), value)
    return Grid(name, rows, scanned.flags, days_behind)
