"""The workbooks that tests of saving save, and what lies beside them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.workbook.workbooks import organizer_workbook, plain_scratch
from turnabout_sheets.core.atomic_write import exchange

OLD = organizer_workbook()
NEW = plain_scratch({"Players": [["Player"], ["Anna"]]})
OTHER = plain_scratch({"Players": [["Player"], ["Bela"]]})

LIBREOFFICE_LOCK = ".~lock.Friday.xlsx#"
EXCEL_LOCK = "~$Friday.xlsx"


def exchanges_names(folder: Path) -> bool:
    """Whether two files in a folder can exchange their names."""
    one, other = folder / "one", folder / "other"
    for each in (one, other):
        each.touch()
    try:
        return exchange(one, other)
    finally:
        one.unlink()
        other.unlink()


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def unchanged(path: Path) -> bool:
    """Whether the workbook is as it was, and nothing is left beside it but perhaps a folder with its backup."""
    beside = {file.name for file in path.parent.iterdir() if file.is_file()}
    return path.read_bytes() == OLD and beside == {"Friday.xlsx"} and not list(path.parent.rglob("*.tmp"))


def failing(
    error: OSError, *, when: Callable[..., bool] = lambda *_: True, otherwise: Any = None
) -> Callable[..., Any]:
    def fail(*arguments: Any, **keywords: Any) -> Any:
        if when(*arguments):
            raise error
        return otherwise(*arguments, **keywords)

    return fail
