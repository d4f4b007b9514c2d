"""Loads a list of players from a file of any kind that people have: text, or a workbook."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from turnabout_sheets.core.ordinary_files import read_file
from turnabout_sheets.reading.list_layout import PlayerListError
from turnabout_sheets.reading.player_list import PlayerList, read_player_list
from turnabout_sheets.sheets.csv_file import CsvError, read_csv
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.read import Worksheets

_TEXT: Final = (".csv", ".txt", ".tsv", ".tab")
_BINARY: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How workbooks begin, those of today and old ones."""


def load_player_list(path: Path, sheet: Sheet) -> PlayerList:
    """Return the list of players in a file, read as the declared ``sheet``.

    Raises `PlayerListError`, and `WorkbookError` for a workbook that cannot be read.
    """
    if not _is_text(path):
        grids = Worksheets(save.open_workbook(path)).read(lambda _: True)
    else:
        try:
            grids = [read_csv(path)]
        except CsvError as reason:
            raise PlayerListError(str(reason)) from reason
    return read_player_list(grids, sheet, path.name)


def _is_text(path: Path) -> bool:
    """Say whether a file is a list in plain text: by its name, but for a workbook that is only called so."""
    if path.suffix.lower() not in _TEXT:
        return False
    try:
        return not read_file(path, len(_BINARY[0])).startswith(_BINARY)
    except OSError:
        return True  # why it cannot be read is told where it is read
