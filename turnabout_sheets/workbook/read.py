"""Reads a workbook's sheets as grids: the values as a spreadsheet program last showed them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from io import BytesIO

from python_calamine import CalamineError, CalamineWorkbook

from turnabout_sheets.sheets.grid import Grid, Raw, address
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.files.scan import Scanned, scan, zero_padding
from turnabout_sheets.workbook.ooxml.package import SAVE_AS_XLSX, Package, UnusableWorkbookError

MOST_CELLS = 2_000_000
"""How many cells a sheet may span, from A1 to the last that is filled. 8 rounds of 20,000 players span 1 million."""

MOST_ROWS = 150_000
MOST_VALUES = 1_000_000
MOST_BYTES = 64 << 20
"""How much a sheet that is read may hold: so much is read in seconds, and no event comes near it."""

PANIC = "PanicException"
"""What the reader, which is written in Rust, comes to where it has not reckoned with something: no `Exception`."""


class Worksheets:
    """The worksheets of a workbook: some are read to know which others are wanted."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._package = Package(source.data)
        self._padding = zero_padding(self._package)

    def read(self, wanted: Callable[[str], bool]) -> list[Grid]:
        """Return the worksheets whose name is ``wanted``, in the order of their tabs.

        The names of the others are kept as grids without rows, so that a message can name what is there. Raises
        `UnusableWorkbookError` for a file that cannot be read.
        """
        names = self._package.sheets
        try:
            scanned = {name: _scan(self._package, name, self._padding) for name in names if wanted(name)}
            return [_grid(self._workbook, name, scanned.get(name)) for name in names]
        except UnusableWorkbookError as reason:
            raise UnusableWorkbookError(reason.reason, self._source.path.name) from reason
        except BaseException as reason:
            if not isinstance(reason, CalamineError) and type(reason).__name__ != PANIC:
                raise
            words = f"is written in an unusual way and cannot be read; {SAVE_AS_XLSX}"
            raise UnusableWorkbookError(words, self._source.path.name) from reason

    @cached_property
    def _workbook(self) -> CalamineWorkbook:
        return CalamineWorkbook.from_filelike(BytesIO(self._source.data))


def _scan(package: Package, name: str, padding: Mapping[str, int]) -> Scanned:
    """Scan a sheet, and refuse it where reading it would take all memory or all day."""
    part = package.sheets[name]
    small = package.size(part) <= MOST_BYTES
    xml = package.read(part) if small else b""
    # Start and end tags, with any prefix: near enough, and counted at once.
    if not small or xml.count(b"row") > 2 * MOST_ROWS or xml.count(b"v>") > 2 * MOST_VALUES:
        raise UnusableWorkbookError(
            f"has more on the sheet {name} than any event needs; delete what is not needed there"
        )
    scanned = scan(package, name, padding)
    if scanned.rows * scanned.columns > MOST_CELLS:
        raise UnusableWorkbookError(
            f"has something in the cell {scanned.last} of the sheet {name}, far away from everything else; "
            "delete the rows and columns there and save"
        )
    return scanned


def _grid(workbook: CalamineWorkbook, name: str, scanned: Scanned | None) -> Grid:
    if scanned is None:
        return Grid(name, ())
    # Without skip_empty_area=False the rows would start at the first cell that is not blank, and addresses shift.
    rows: list[list[Raw]] = workbook.get_sheet_by_name(name).to_python(skip_empty_area=False)
    for r, row in enumerate(rows if scanned.shown else ()):
        for c, value in enumerate(row):
            if isinstance(value, float):
                row[c] = scanned.shown.get(address(r, c), value)
    return Grid(name, rows, scanned.flags)
