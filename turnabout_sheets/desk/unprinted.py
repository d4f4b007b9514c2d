"""Remembers what is to be printed when the desk ends, however it ends: in the user's cache folder, without any name."""

from __future__ import annotations

import contextlib
import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from turnabout_sheets.core.atomic_write import move_into_place, temporary
from turnabout_sheets.core.cache import forget_oldest, open_cache
from turnabout_sheets.core.ordinary_files import read_file
from turnabout_sheets.desk.state import ToPrint
from turnabout_sheets.prints.outdated import Outdated

MOST_REMEMBERED: Final = 200
"""Of so many workbooks it is remembered what is to be printed."""


def remember(workbook: Path, to_print: ToPrint) -> None:
    """Remember what is to be printed of a workbook; where nothing can be kept, nothing is."""
    file = _find_file(workbook)
    if file is not None:
        with contextlib.suppress(OSError):
            data = {"page": to_print.page, "again": to_print.again and to_print.again._asdict()}
            with temporary(file, json.dumps(data).encode(), durable=False) as written:
                move_into_place(written, file)
            forget_oldest(file.parent, MOST_REMEMBERED)


def recall(workbook: Path) -> ToPrint:
    """Return what was to be printed of a workbook when it was remembered last; nothing where it is not known."""
    file = _find_file(workbook)
    try:
        data: dict[str, Any] = json.loads(read_file(file)) if file is not None else {}
        again = data.get("again")
        return ToPrint(str(data.get("page", "")), _to_outdated(**again) if again else None)
    except (OSError, ValueError, TypeError, AttributeError):  # damaged, or of another version
        return ToPrint()


def _find_file(workbook: Path) -> Path | None:
    folder = open_cache("unprinted")
    name = sha256(str(workbook).encode(errors="surrogateescape")).hexdigest()
    return None if folder is None else folder / f"{name[:32]}.json"


def _to_outdated(round: int, tables: list[int], files: list[str], later: list[str]) -> Outdated:
    return Outdated(int(round), tuple(map(int, tables)), tuple(map(str, files)), tuple(map(str, later)))
