"""What is kept from one run to the next to save time: in the user's cache folder, and harmless if it is gone."""

from __future__ import annotations

from pathlib import Path


def open_cache(*names: str) -> Path | None:
    """Return a folder in the cache folder of the user, made if it is not there; None where there can be none."""
    from platformdirs import user_cache_path

    try:
        folder = user_cache_path("turnabout", appauthor=False).joinpath(*names)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except (OSError, RuntimeError):  # no home, or one that may not be written into
        return None
    return folder


def forget_oldest(folder: Path, most: int) -> None:
    """Keep so many of the files in a folder, those that were written last. Raises `OSError`."""
    oldest_last = sorted(folder.iterdir(), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    for file in oldest_last[most:]:
        file.unlink(missing_ok=True)
