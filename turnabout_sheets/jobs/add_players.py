"""Loads lists of players."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory

from turnabout_sheets.core.problems import Message, say_system
from turnabout_sheets.reading.list_layout import PlayerListError
from turnabout_sheets.reading.player_list import PlayerList, choose_playing, read_player_list
from turnabout_sheets.sheets.csv_file import CsvError
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.workbook.list_sheets import read_list_sheets
from turnabout_sheets.workbook.ooxml.package import WorkbookError


def load_player_list(path: Path, sheet: Sheet, playing: Collection[str] | None = None) -> PlayerList:
    """Return the list of players in a file, read as the declared ``sheet``; only those who play, if these are given.

    Raises `PlayerListError`, and `WorkbookError` for a workbook that cannot be read.
    """
    try:
        grids = read_list_sheets(path)
    except CsvError as reason:
        raise PlayerListError(reason.said or str(reason)) from reason
    listed = read_player_list(grids, sheet, path.name)
    return listed if playing is None else choose_playing(listed, playing, path.name)


def load_sent_list(name: str, data: bytes, sheet: Sheet) -> PlayerList:
    """Return the list of players in a file that a page has sent; the ``name`` is blank for one that was pasted.

    Raises `PlayerListError`.
    """
    file = name or Message("The pasted list")
    try:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "sent-list"
            path.write_bytes(data)
            return load_player_list(path, sheet)
    except (PlayerListError, WorkbookError) as reason:
        text = str(reason).replace("sent-list", str(file))
        raise PlayerListError(reason.said.fill(file=file) if reason.said else text) from reason
    except OSError as reason:
        raise PlayerListError(say_system(reason).fill(file=file)) from reason
