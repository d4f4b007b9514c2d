"""What is on a sheet besides its cells."""

from __future__ import annotations

from collections.abc import Mapping

from openpyxl.worksheet.worksheet import Worksheet

from tests.workbook import untouched
from tests.workbook.workbooks import (
    loaded,
)
from turnabout_sheets.workbook.ooxml.package import Package


def sheet_of(data: bytes, name: str = "Standings") -> Worksheet:
    sheet = loaded(data)[name]
    assert isinstance(sheet, Worksheet)
    return sheet


def notes(data: bytes, name: str = "Standings") -> dict[str, str]:
    cells = (cell for row in sheet_of(data, name).iter_rows() for cell in row)
    return {cell.coordinate: cell.comment.text for cell in cells if cell.comment is not None}


def counts(data: bytes) -> Mapping[str, int]:
    """How many parts of each kind a package has."""
    package = untouched.Package(data)
    kinds = ("drawing+xml", "chart+xml", "table+xml", "comments+xml", "vmlDrawing", "image/png")
    return {kind: sum(package.content_type(part).endswith(kind) for part in package.parts) for kind in kinds}


def widths(data: bytes) -> dict[str, tuple[float, bool]]:
    """The widths of the columns of our sheet that have one, and whether they are hidden."""
    found = {}
    for column in Package(data).tree(Package(data).sheets["Standings"]).iterfind("{*}cols/{*}col"):
        for number in range(int(str(column.get("min"))), int(str(column.get("max"))) + 1):
            found["ABCDEFGH"[number - 1]] = float(str(column.get("width", 0))), column.get("hidden") == "1"
    return found
