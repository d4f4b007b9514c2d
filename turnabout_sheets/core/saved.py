"""What this process has saved, for whoever must say it when something goes wrong afterwards."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

_saved: dict[Path, datetime] = {}


def note_saved(path: Path) -> None:
    """Note that a file stands in its place."""
    _saved[path] = datetime.now()


def list_saved() -> dict[Path, datetime]:
    """Return the files that were saved, and when."""
    return dict(_saved)
