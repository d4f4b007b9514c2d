"""Remembers which workbooks were opened last, in the user's cache folder; where it cannot, nothing is missing."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Final

from turnabout_sheets.core.atomic_write import move_into_place, temporary
from turnabout_sheets.core.cache import open_cache
from turnabout_sheets.core.ordinary_files import follow_links, read_file

MOST_REMEMBERED: Final = 12

_MOST_BYTES: Final = 1 << 20


def list_recent() -> list[Path]:
    """Return the workbooks that were opened last, the last one first; some may be gone."""
    file = _find_file()
    try:
        paths = json.loads(read_file(file, _MOST_BYTES)) if file is not None else []
    except (OSError, ValueError, RecursionError):  # damaged, or of another version
        return []
    texts = [each for each in paths if isinstance(each, str)] if isinstance(paths, list) else []
    return [Path(each) for each in texts if "\0" not in each][:MOST_REMEMBERED]


def note_opened(workbook: Path) -> None:
    """Remember that a workbook was opened."""
    file, path = _find_file(), follow_links(workbook)
    if file is not None:
        last = [path, *(each for each in list_recent() if each != path)][:MOST_REMEMBERED]
        data = json.dumps([str(each) for each in last]).encode()
        with contextlib.suppress(OSError), temporary(file, data, durable=False) as written:
            move_into_place(written, file)


def _find_file() -> Path | None:
    folder = open_cache("recent")
    return None if folder is None else folder / "workbooks.json"
