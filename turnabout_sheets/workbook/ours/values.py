"""Single values in cells of openpyxl's."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from openpyxl.cell import Cell, MergedCell

from turnabout_sheets.workbook.ooxml.inline import ILLEGAL


def put_value(cell: Cell | MergedCell, value: Any) -> None:
    """Put a value into a cell: exact numbers as numbers, and text as text even where it looks like a formula.

    Characters that no workbook can hold, such as those below the space, become �.
    """
    if isinstance(value, tuple):  # a list, as it is typed: 1, 4
        value = ", ".join(map(str, value)) or None
    if isinstance(value, str):
        cell.value = ILLEGAL.sub("�", value)
        cell.data_type = "s"
    elif isinstance(value, Fraction):
        cell.value = int(value) if value.denominator == 1 else float(value)
    elif value is not None and value == value:
        cell.value = int(value)
