"""What this process has saved, for whoever must say it when something goes wrong afterwards."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

_saved: dict[Path, datetime] = {}
_archives: dict[str, datetime | None] = {}


def note_saved(path: Path) -> None:
    """Note that a file stands in its place."""
    _saved[path] = datetime.now()


def list_saved() -> dict[Path, datetime]:
    """Return the files that were saved, and when."""
    return dict(_saved)


def note_archive(place: str, *, changed: bool = False) -> None:
    """Note that an archive is open, or that a change to it is made for good."""
    _archives[place] = datetime.now() if changed else _archives.get(place)


def list_archives() -> dict[str, datetime | None]:
    """Return the archives that were opened, and when they were changed last; None: not at all."""
    return dict(_archives)
