"""Finds the workbooks of events: those that were opened last, and those in the places where people keep them.

It is a help and no promise: so many folders, files and seconds, no file that would have to come from a cloud first, and
what cannot be read is passed over.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Final, NamedTuple

from turnabout_sheets.core.atomic_write import move_into_place, temporary
from turnabout_sheets.core.cache import open_cache
from turnabout_sheets.core.ordinary_files import follow_links, read_file
from turnabout_sheets.core.text import key
from turnabout_sheets.event.progress import last_played_round, scheduled_rounds
from turnabout_sheets.jobs.kept_rounds import read_kept_rounds
from turnabout_sheets.jobs.read import read_source
from turnabout_sheets.reading.event_sheet import is_event_sheet
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.other_programs import LOCKS
from turnabout_sheets.workbook.files.sniff import WORKBOOKS
from turnabout_sheets.workbook.ooxml.package import Package

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


PLAYERS: Final = "Players"
"""The sheet that every format has."""

DEEPEST: Final = 2
"""How many folders below a place are looked into, one in the other."""

MOST_ENTRIES: Final = 5_000
MOST_READ: Final = 60
MOST_EVENTS: Final = 8
MOST_BYTES: Final = 8 << 20
"""How much is looked at: files and folders, of these workbooks, how many events are enough, and the size of a file."""

SECONDS: Final = 2.0

_BESIDE: Final = (" backups", " prints")
"""How folders end that the program makes beside a workbook, with its earlier versions and its pages."""

_ELSEWHERE: Final = 0x1000 | 0x0004_0000 | 0x0040_0000
"""What Windows says of a file that is not on the disk and comes from a cloud when it is read (FILE_ATTRIBUTE_OFFLINE,
_RECALL_ON_OPEN, _RECALL_ON_DATA_ACCESS)."""

_LINKS: Final = (0xA000_000C, 0xA000_0003)
"""What Windows says of links and of folders that lead to others (IO_REPARSE_TAG_SYMLINK, _MOUNT_POINT)."""


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


def find_events(places: Iterable[Path], files: Iterable[Path] = (), seconds: float = SECONDS) -> list[FoundEvent]:
    """Return the events in folders and those of some files, the newest file first; those found in so many seconds."""
    found: list[FoundEvent] = []
    until = monotonic() + seconds

    def look() -> None:
        for event in islice(_look(list(places), list(files), until), MOST_EVENTS):
            found.append(event)

    thread = Thread(target=look, daemon=True)  # a drive that is gone keeps whoever asks it waiting
    thread.start()
    thread.join(seconds)
    return list(found)


def places_of_user() -> list[Path]:
    """Return the folders in which people keep what they work on, those that there are."""
    from platformdirs import user_desktop_path, user_documents_path, user_downloads_path

    return [find() for find in (user_desktop_path, user_documents_path, user_downloads_path)]


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
        event, format, _ = read_source(source, read_kept_rounds(source.path))
    except Exception:  # whatever is wrong with it, it is no reason to show no others
        return None
    if event is None:
        return None
    settings = event.settings
    played = last_played_round(event, format.entry.result_fields)
    return FoundEvent(path, settings.name, format.name, settings.day, saved, played, scheduled_rounds(event))


def _look(places: Iterable[Path], files: Iterable[Path], until: float) -> Iterator[FoundEvent]:
    saved: dict[Path, float] = {}
    for path, time in (*_stamp(files), *islice(_list_workbooks(places, until), MOST_ENTRIES)):
        saved[follow_links(path)] = time
    newest = sorted(saved, key=lambda path: (-saved[path], path))
    for path in newest[:MOST_READ]:
        if monotonic() > until:
            return
        if event := read_event(path, datetime.fromtimestamp(saved[path])):
            yield event


def _stamp(files: Iterable[Path]) -> Iterator[tuple[Path, float]]:
    for file in files:
        try:
            found = file.stat()
        except OSError:
            continue
        if stat.S_ISREG(found.st_mode):
            yield file, found.st_mtime


def _list_workbooks(places: Iterable[Path], until: float) -> Iterator[tuple[Path, float]]:
    """Yield workbooks and when they were saved, those near the top of a place first."""
    waiting = [(place, 0) for place in places]
    looked = 0
    for folder, depth in waiting:  # which grows
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            looked += 1
            if looked > MOST_ENTRIES or monotonic() > until:
                return
            kind, time = _look_at(entry)
            if kind is stat.S_IFDIR and depth < DEEPEST:
                waiting.append((Path(entry.path), depth + 1))
            elif kind is stat.S_IFREG:
                yield Path(entry.path), time


def _look_at(entry: os.DirEntry[str]) -> tuple[int, float]:
    """Return whether it is a folder to look into or a workbook to read, 0 for neither, and when that was saved."""
    if entry.name.startswith((".", "$", LOCKS)):
        return 0, 0.0
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:
        return 0, 0.0
    is_away = getattr(found, "st_file_attributes", 0) & _ELSEWHERE
    if is_away or getattr(found, "st_reparse_tag", 0) in _LINKS:
        return 0, 0.0
    if stat.S_ISDIR(found.st_mode):
        return (0 if entry.name.endswith(_BESIDE) else stat.S_IFDIR), 0.0
    is_workbook = stat.S_ISREG(found.st_mode) and entry.name.lower().endswith(WORKBOOKS)
    return (stat.S_IFREG if is_workbook and found.st_size <= MOST_BYTES else 0), found.st_mtime
