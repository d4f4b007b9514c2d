"""Wakes up when something happens in a folder, and looks at the workbook there: asks the system, and opens nothing.

The system's own events (by watchdog) come at once, but network drives promise none, and a folder that is made anew
sends none to whoever watched the old one. So events only wake; what is so is looked at, each time and every second.
On Windows it is looked at more often and without events: for each of them watchdog asks about the file by its name, at
that very moment, and that can break a save (`core.stamps`).
The folder is watched and not the file, because a file that is saved in the usual manner is another one afterwards.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from watchdog.events import (
    DirDeletedEvent,
    DirModifiedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

from turnabout_sheets.core.stamps import Stamp, take_folder_stamp, take_stamp

HAS_EVENTS: Final = sys.platform != "win32"
"""Whether the system's events are listened to."""

EVERY: Final = 1.0 if HAS_EVENTS else 0.2
"""Seconds between looks where no event comes."""

_CHANGES: Final[list[type[FileSystemEvent]]] = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileDeletedEvent,
    FileClosedEvent,
    DirModifiedEvent,
    DirMovedEvent,
    DirDeletedEvent,
]
"""The events that wake. That a file is opened to be read is none: it may be ourselves."""

Locks = tuple[tuple[str, Stamp], ...]
"""The files that say that a workbook is open, as far as they are there: names and stamps."""

# What comes while it is ended is nobody's business any more, and would stand in the organizer's terminal.
logging.getLogger("watchdog").addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True)
class Look:
    """How a workbook lies there at a moment: stamps of its folder, of itself, of the files that say it is open.

    None where there is none; ``locks`` are those that are there, by name. ``refused``: why the system does not tell.
    """

    folder: Stamp | None
    file: Stamp | None
    locks: Locks = ()
    refused: str = ""


def look_at(path: Path, locks: Sequence[Path]) -> Look:
    """Return how a workbook lies there now, and which of the ``locks`` are there, the files that say it is open."""
    file, refused = take_stamp(path)
    there = ((lock.name, take_stamp(lock)[0]) for lock in locks)
    return Look(take_folder_stamp(path.parent), file, tuple((name, stamp) for name, stamp in there if stamp), refused)


class Watcher(FileSystemEventHandler):
    """Watches a folder, as long as the ``with`` statement lasts."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self._happened: Final = threading.Event()
        self._observer: Final = Observer()
        self._watched: Stamp | None = None

    def __enter__(self) -> Watcher:
        with contextlib.suppress(Exception):  # there are only so many watches on a computer
            self._observer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._observer.is_alive():
            self._observer.stop()
            self._observer.join()

    def dispatch(self, event: FileSystemEvent) -> None:
        """Wake up: something happened."""
        self.wake()

    def wake(self) -> None:
        """End the wait that is, or the next one."""
        self._happened.set()

    def wait(self, seconds: float) -> None:
        """Wait until something happens, but no longer than so many seconds."""
        self._happened.wait(seconds)
        self._happened.clear()

    def follow(self) -> None:
        """Watch the folder that is there now; where the system can watch none, looking every second has to do."""
        folder = take_folder_stamp(self._folder)
        if folder == self._watched or not HAS_EVENTS:
            return
        self._watched = folder
        with contextlib.suppress(Exception):
            self._observer.unschedule_all()
        if folder is not None:
            with contextlib.suppress(Exception):
                self._observer.schedule(self, str(self._folder), recursive=False, event_filter=_CHANGES)
