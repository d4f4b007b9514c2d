"""Reads a workbook's sheets as grids: the values as a spreadsheet program last showed them."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from python_calamine import CalamineError, CalamineWorkbook

from turnabout_sheets.grid import Grid, Raw, address
from turnabout_sheets.workbook.package import SAVE_AS_XLSX, Package, UnusableWorkbookError
from turnabout_sheets.workbook.save import Source
from turnabout_sheets.workbook.scan import scan_cells, zero_padded

UNCALCULATED = "formula without a value"


def read_grids(source: Source, wanted: Callable[[str], bool]) -> list[Grid]:
    """Return the worksheets whose name is ``wanted``, in the order of their tabs.

    The names of the others are kept as grids without rows, so that a message can name what is there. Raises
    `UnusableWorkbookError` for a file that cannot be read.
    """
    package = Package(source.data)
    try:
        workbook = CalamineWorkbook.from_filelike(BytesIO(source.data))
        return [_grid(package, workbook, name) if wanted(name) else Grid(name, ()) for name in package.sheets]
    except CalamineError as reason:
        words = f"is written in an unusual way and cannot be read; {SAVE_AS_XLSX}"
        raise UnusableWorkbookError(words, source.path.name) from reason


def _grid(package: Package, workbook: CalamineWorkbook, name: str) -> Grid:
    # Without skip_empty_area=False the rows would start at the first cell that is not blank, and addresses shift.
    rows: list[list[Raw]] = workbook.get_sheet_by_name(name).to_python(skip_empty_area=False)
    flags = {cell: flag.error or UNCALCULATED for cell, flag in scan_cells(package, name).items()}
    padded = zero_padded(package, name)
    for r, row in enumerate(rows if padded else ()):
        for c, value in enumerate(row):
            if isinstance(value, float):
                row[c] = padded.get(address(r, c), value)
    return Grid(name, rows, flags)
