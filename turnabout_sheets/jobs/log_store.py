"""What a workbook remembers of its last run: the sheets that were read then, and the lines of the log."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from turnabout_sheets.changes.known_rounds import Rounds, read_ids, read_rounds
from turnabout_sheets.changes.log import LOG, MOST_LINES, REMEMBERED, Line, find_break, newest_first, read_lines, seal
from turnabout_sheets.core.digests import shorten_digest
from turnabout_sheets.reading.event_sheet import choose_format, is_event_sheet
from turnabout_sheets.reading.published import read_texts
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.workbook.files.save import Source, open_workbook
from turnabout_sheets.workbook.ooxml.ownership import Ours, find_homes
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError
from turnabout_sheets.workbook.ours.recognition import ours_of, require_known_form
from turnabout_sheets.workbook.read import Worksheets

SHEET: Final = "sheet "
"""What stands on the sheet Remembered before the name of a sheet."""


STATE: Final = "state"
"""What stands before the seal of everything that is remembered."""

SEAL: Final = "seal"
"""What stood before it in earlier versions of the program, which sealed the inputs alone."""


class Remembered(NamedTuple):
    """The ``inputs``, a text for each sheet by its name, the ``lines`` oldest first, and the ``seal``.

    ``sealed`` are the texts that are sealed: all that are remembered; the inputs, where an earlier version wrote it.
    ``version`` is the number of this state, ``rounds`` what was published (None: an earlier version of the program did
    not say it), ``ids`` the Player IDs of who plays there, by name;
    ``first``: how rounds were published that were changed by hand since.
    ``there`` tells whether anything is remembered at all, ``damaged`` whether it cannot be read.
    """

    inputs: Mapping[str, str] = MappingProxyType({})
    lines: tuple[Line, ...] = ()
    seal: str = ""
    there: bool = False
    damaged: bool = False
    version: int = 0
    rounds: Rounds | None = None
    ids: Mapping[str, str] = MappingProxyType({})
    sealed: Mapping[str, str] = MappingProxyType({})
    first: Rounds = MappingProxyType({})

    @property
    def digest(self) -> str:
        """What is read out: the digest of the whole state; that of the newest line, as an earlier version did."""
        if self.sealed is not self.inputs:
            return self.seal
        return self.lines[-1].digest if self.lines else ""


def recall(source: Source, ours: Ours) -> Remembered:
    """Return what a workbook remembers. What is not whole is damaged, and nothing else is known of it."""
    grid = read_ours(source, ours, REMEMBERED)
    if grid is None:
        return Remembered()
    texts = read_texts(grid)
    with contextlib.suppress(ValueError):
        lines = tuple(read_lines(texts.get("lines", "")))
        inputs = {what.removeprefix(SHEET): text for what, text in texts.items() if what.startswith(SHEET)}
        rounds = read_rounds(texts["rounds"]) if "rounds" in texts else None
        version, ids = int(texts.get("version", 0)), read_ids(texts.get("ids", "{}"))
        own = texts.pop(STATE, "")
        sealed = texts if own else inputs
        first, seal = read_rounds(texts.get("first", "{}")), own or texts.get(SEAL, "")
        return Remembered(inputs, lines, seal, True, False, version, rounds, ids, sealed, first)
    return Remembered(there=True, damaged=True)


def recall_file(path: Path) -> tuple[Source, Ours, Remembered]:
    """Return a workbook, which sheets there are the program's, and what it remembers. Raises `WorkbookError`."""
    source = open_workbook(path)
    require_known_form(source)
    ours = ours_of(choose_format(Worksheets(source).read(is_event_sheet)))
    return source, ours, recall(source, ours)


def find_fault(source: Source, ours: Ours, remembered: Remembered) -> str:
    """Return the first thing in the log of a workbook that does not hold together, in a sentence; blank for none."""
    shown = read_ours(source, ours, LOG)
    if not remembered.there:
        stood = tell_shown(source, ours)
        return f"The hidden sheet {REMEMBERED.name} is gone, though {stood}." if stood else ""
    if remembered.damaged:
        return f"The hidden sheet {REMEMBERED.name} was altered: it can no longer be read."
    lines = remembered.lines
    broken = find_break(lines)
    if broken is not None:
        return (
            f"Line {broken + 1} of {len(lines)}, {_name(lines[broken])}, does not fit the one before it: it was "
            "altered or moved, or one before it is missing."
        )
    if shown is None:
        return f"The sheet {LOG.name} is gone, or its headers were altered, though {_count(len(lines))} remembered."
    if fault := _find_fault_shown(shown, lines):
        return fault
    if seal(lines, remembered.sealed) != remembered.seal:
        return (
            "What is remembered of the last run does not fit the last line: lines at the end are missing, or the "
            f"hidden sheet {REMEMBERED.name} was altered."
        )
    return ""


def tell_shown(source: Source, ours: Ours) -> str:
    """Return how many lines stand on the sheet Log, and the digest of the newest; blank where there are none."""
    shown = read_ours(source, ours, LOG)
    rows = [cells for _, cells in _list_shown(shown)] if shown is not None else []
    if not rows:
        return ""
    stand = f"{len(rows)} lines stand" if len(rows) > 1 else "one line stands"
    return f"{stand} on the sheet {LOG.name}, the newest with the digest {rows[0][-1] or 'blank'}"


def _count(number: int) -> str:
    return f"{number} lines are" if number != 1 else "one line is"


def _list_shown(grid: Grid) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each row of the sheet Log that has any."""
    width = len(LOG.columns)
    for number, row in enumerate(grid.rows[1:], 2):
        cells = [format_cell(cell) for cell in (*row, *[""] * width)[:width]]
        if any(cells):
            yield number, cells


def _find_fault_shown(grid: Grid, lines: tuple[Line, ...]) -> str:
    """Return the first row of the sheet Log that is not as its line, or not in its place."""
    expected = {shorten_digest(line.digest): line for line in newest_first(lines)[:MOST_LINES]}
    missing = dict(expected)
    order: list[str] = []
    for number, cells in _list_shown(grid):
        line = expected.get(cells[-1])
        if line is None:
            return (
                f"Row {number} of the sheet {grid.name} has a line, digest {cells[-1] or 'blank'}, that is not among "
                f"those remembered: that line is missing, or the row was altered."
            )
        if cells != [format_cell(value).strip() if isinstance(value, int) else value for value in line.shown]:
            return f"Row {number} of the sheet {grid.name} was altered: it no longer says what {_name(line)}, does."
        missing.pop(cells[-1], None)
        order.append(cells[-1])
    if gone := next(iter(missing.values()), None):
        return f"The sheet {grid.name} lacks a line, {_name(gone)}: its row was deleted."
    moved = next((line for line, there in zip(expected, order, strict=False) if line != there), None)
    if moved is not None or len(order) > len(expected):
        return f"The rows of the sheet {grid.name} were moved, or stand there twice; the newest run comes first."
    return ""


def _name(line: Line) -> str:
    """Return which line it is, for people."""
    where = " ".join(filter(None, (line.entry.sheet, line.entry.who, line.entry.column)))
    return f"that of run {line.run}" + (f" ({where})" if where else "")


def read_ours(source: Source, ours: Ours, sheet: Sheet) -> Grid | None:
    """Return one of the program's sheets; None where it is not there, or cannot be read."""
    alone = ours._replace(headers={sheet.name: ours.headers[sheet.name]})
    home = find_homes(source.package, alone).get(sheet.name)
    if home is None or home.is_new:
        return None
    with contextlib.suppress(UnusableWorkbookError):
        grids = Worksheets(source).read(lambda name: name == home.title)
        return next(grid for grid in grids if grid.name == home.title)
    return None
