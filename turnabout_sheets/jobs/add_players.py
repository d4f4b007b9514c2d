"""Loads lists of players."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory

from turnabout_sheets.core.problems import Message, say_of_file, say_system
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
        raise PlayerListError(str(reason), reason.said) from reason
    listed = read_player_list(grids, sheet, path.name)
    return listed if playing is None else choose_playing(listed, playing, path.name)


def load_sent_list(name: str, data: bytes, sheet: Sheet) -> PlayerList:
    """Return the list of players in a file that a page has sent, of which the last part of the ``name`` is known;
    that is blank for a list that was pasted.

    Raises `PlayerListError`.
    """
    shown = name or "The pasted list"
    try:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "sent-list"
            path.write_bytes(data)
            try:
                return load_player_list(path, sheet)
            except (PlayerListError, WorkbookError) as reason:
                text = str(reason).replace(str(path), path.name).replace(path.name, shown)
                raise PlayerListError(text, reason.said and _name_list(reason.said, name)) from reason
    except OSError as reason:
        text = f"{shown} could not be kept for a moment ({reason.strerror}). Make room."
        raise PlayerListError(text, _name_list(say_system(reason), name)) from reason


def _name_list(said: Message, name: str) -> Message:
    return say_of_file(said, name) if name else said.fill(file=Message("The pasted list"))
