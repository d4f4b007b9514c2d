"""Finds the workbooks of events: those that were opened last, and those in one folder."""

from __future__ import annotations

import contextlib
import json
import stat
from collections.abc import Iterable
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from turnabout_sheets.core.atomic_write import move_into_place, temporary
from turnabout_sheets.core.cache import open_cache
from turnabout_sheets.core.ordinary_files import follow_links, read_file
from turnabout_sheets.core.text import key
from turnabout_sheets.event.progress import last_played_round, scheduled_rounds
from turnabout_sheets.jobs.read import read_book
from turnabout_sheets.reading.event_sheet import is_event_sheet
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.sniff import WORKBOOKS
from turnabout_sheets.workbook.ooxml.package import Package

MOST_REMEMBERED: Final = 12

_FILE: Final = "workbooks.json"
_MOST_BYTES: Final = 1 << 20


def list_recent() -> list[Path]:
    """Return the workbooks that were opened last, the last one first; some may be gone."""
    folder = open_cache("recent")
    try:
        paths = json.loads(read_file(folder / _FILE, _MOST_BYTES)) if folder is not None else []
    except (OSError, ValueError, RecursionError):  # damaged, or of another version
        return []
    texts = [each for each in paths if isinstance(each, str)] if isinstance(paths, list) else []
    return [Path(each) for each in texts if "\0" not in each][:MOST_REMEMBERED]


def note_opened(workbook: Path) -> None:
    """Remember that a workbook was opened."""
    folder, path = open_cache("recent"), follow_links(workbook)
    if folder is not None:
        last = [path, *(each for each in list_recent() if each != path)][:MOST_REMEMBERED]
        data = json.dumps([str(each) for each in last]).encode()
        with contextlib.suppress(OSError), temporary(folder / _FILE, data, durable=False) as written:
            move_into_place(written, folder / _FILE)


PLAYERS: Final = "Players"
"""The sheet that every format has."""

MOST_READ: Final = 60
MOST_EVENTS: Final = 8
MOST_BYTES: Final = 8 << 20
"""How many workbooks are read, how many events are enough, and the size of a file."""


class FoundEvent(NamedTuple):
    """An event in a workbook: when that was saved, and how far it is: the last round with results, and of how many.

    ``day`` is None where the workbook has none.
    """

    path: Path
    name: str
    format: str
    day: date | None
    saved: datetime
    played: int
    rounds: int


def find_events(folder: Path, recent: Iterable[Path]) -> list[FoundEvent]:
    """Return the events that were opened last, and those in a folder, the newest file first."""
    there: Iterable[Path] = ()
    with contextlib.suppress(OSError):
        there = [
            each for each in folder.iterdir() if each.name.lower().endswith(WORKBOOKS) and each.name[0] not in ".~"
        ]
    saved: dict[Path, float] = {}
    for path in map(follow_links, (*recent, *there)):
        with contextlib.suppress(OSError):
            found = path.stat()
            if stat.S_ISREG(found.st_mode) and found.st_size <= MOST_BYTES:
                saved[path] = found.st_mtime
    newest = sorted(saved, key=lambda path: (-saved[path], path))[:MOST_READ]
    events = (read_event(path, datetime.fromtimestamp(saved[path])) for path in newest)
    return [*islice((event for event in events if event is not None), MOST_EVENTS)]


def folder_of_user() -> Path:
    """Return the folder in which new events of the user's are made; it need not be there."""
    from platformdirs import user_documents_path

    return user_documents_path() / "Turnabout"


def is_event(data: bytes) -> bool:
    """Say whether a workbook is meant to be an event: it has a sheet Event or Players."""
    return any(is_event_sheet(name) or key(name) == key(PLAYERS) for name in Package(data).sheets)


def read_event(path: Path, saved: datetime) -> FoundEvent | None:
    """Return the event in a workbook; None where there is none, or none that can be read."""
    try:
        source = save.open_workbook(path)
        if not is_event(source.data):
            return None
        book = read_book(source)
    except Exception:  # whatever is wrong with it, it is no reason to show no others
        return None
    event, format = book.event, book.format
    if event is None:
        return None
    settings = event.settings
    played = last_played_round(event, format.result_fields)
    return FoundEvent(path, settings.name, format.name, settings.day, saved, played, scheduled_rounds(event))
