"""Finds the workbooks of events: those that were opened last, and those in one folder."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

from turnabout_sheets.core.cache import open_cache
from turnabout_sheets.core.safe_files import follow_links, read_file
from turnabout_sheets.core.text import key
from turnabout_sheets.jobs.read import NEEDED
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.sniff import WORKBOOKS

MOST_REMEMBERED: Final = 12
MOST_EVENTS: Final = 8
MOST_BYTES: Final = 8 << 20
"""How many events are enough, and the size of a file that is looked into."""


def list_recent() -> list[Path]:
    """Return the workbooks that were opened last, the last one first; some may be gone."""
    folder = open_cache("recent")
    try:
        paths = json.loads(read_file(folder / "workbooks.json", 1 << 20)) if folder is not None else []
        return [Path(each) for each in paths if "\0" not in each][:MOST_REMEMBERED]
    except (OSError, ValueError, TypeError, RecursionError):  # damaged
        return []


def note_opened(workbook: Path) -> None:
    """Remember that a workbook was opened."""
    path = follow_links(workbook)
    last = [path, *(each for each in list_recent() if each != path)][:MOST_REMEMBERED]
    if (folder := open_cache("recent")) is not None:
        with contextlib.suppress(OSError):
            (folder / "workbooks.json").write_text(json.dumps([*map(str, last)]), "utf-8")


def find_events(folder: Path, recent: Iterable[Path]) -> list[tuple[Path, datetime]]:
    """Return the events that were opened last, and those in a folder, the newest file first; each with its time."""
    paths, saved, found = [*recent], dict[Path, float](), list[tuple[Path, datetime]]()
    with contextlib.suppress(OSError):
        paths += (x for x in folder.iterdir() if x.name.lower().endswith(WORKBOOKS) and x.name[0] not in ".~")
    for path in map(follow_links, paths):
        with contextlib.suppress(OSError):
            if (status := path.stat()).st_size <= MOST_BYTES:
                saved[path] = status.st_mtime
    for path in sorted(saved, key=lambda path: (-saved[path], path)):
        with contextlib.suppress(Exception):  # whatever is wrong with one, it is no reason to show no others
            if len(found) < MOST_EVENTS and is_event(save.open_workbook(path)):
                found.append((path, datetime.fromtimestamp(saved[path])))
    return found


def is_event(source: save.Source) -> bool:
    """Return whether a workbook is meant to be an event: it has a sheet Event or Players."""
    return any(key(name) in map(key, NEEDED) for name in source.package.sheets)
