"""The workbooks that tests of saving save, and what lies beside them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.workbook.workbooks import organizer_workbook, plain_workbook
from turnabout_sheets.core.backups import list_backups

OLD = organizer_workbook()
NEW = plain_workbook({"Players": [["Player"], ["Anna"]]})
OTHER = plain_workbook({"Players": [["Player"], ["Bela"]]})


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def unchanged(path: Path) -> bool:
    """Whether the workbook is as it was, and nothing is left beside it but perhaps a folder with its backup."""
    beside = {file.name for file in path.parent.iterdir() if file.is_file()}
    return path.read_bytes() == OLD and beside == {"Friday.xlsx"} and not list(path.parent.rglob("*.tmp"))


def versions(path: Path) -> list[bytes]:
    return [each.path.read_bytes() for each in list_backups(path)]


Act = Callable[[Path], object]


def in_place(data: bytes) -> Act:
    return lambda path: path.write_bytes(data)


def renamed(data: bytes) -> Act:
    def act(path: Path) -> None:
        path.with_name("lu1.tmp").write_bytes(data)
        path.with_name("lu1.tmp").replace(path)

    return act


def deleted_and_renamed(data: bytes) -> Act:
    def act(path: Path) -> None:
        path.unlink()
        renamed(data)(path)

    return act


MANNERS = [in_place, renamed, deleted_and_renamed]
"""How somebody saves, in one go."""
