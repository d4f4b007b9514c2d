"""Puts pages into the folder of prints; a page that has not changed is not touched."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path


class PrintsError(Exception):
    """The pages could not be written; the text is for the organizer."""


def list_pages(folder: Path) -> list[str]:
    """Return the names of the pages in ``folder``; none where it does not exist."""
    return sorted(page.name for page in folder.glob("*.html"))


def publish(folder: Path, pages: Mapping[str, str | bytes], *, dry_run: bool = False) -> list[Path]:
    """Write ``pages``, HTML or PDF by file name, into ``folder``, and return those that have changed.

    Raises `PrintsError` where the folder cannot be written to.
    """
    with _explain_errors(folder):
        data = {name: page.encode() if isinstance(page, str) else page for name, page in pages.items()}
        changed = [name for name in pages if not _is(folder / name, data[name])]
        if changed and not dry_run:
            folder.mkdir(parents=True, exist_ok=True)
            for name in changed:
                (folder / name).write_bytes(data[name])
    return [folder / name for name in changed]


OURS = b'<meta name="generator" content="turnabout">'
"""By this, which stands near its beginning, a page of a set is known to be ours."""

HEAD = 1000
"""So many bytes are its beginning."""


def publish_set(folder: Path, pages: Iterable[tuple[str, str]]) -> list[Path]:
    """Write pages that belong together, by file name, into ``folder``, and return those that have changed.

    Pages of ours that are no longer among them are deleted. Raises `PrintsError` where the folder cannot be written to.
    """
    written, there = [], set()
    for name, page in pages:
        written += publish(folder, {name: page})
        there.add(name)
    with _explain_errors(folder):
        for old in folder.glob("*.html"):
            if old.name not in there and OURS in old.read_bytes()[:HEAD]:
                old.unlink()
    return written


@contextlib.contextmanager
def _explain_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as reason:
        raise PrintsError(
            f"The pages cannot be written to the folder {folder} ({reason.strerror}). "
            "Close what has them open, or name another folder."
        ) from reason


def _is(file: Path, data: bytes) -> bool:
    return file.is_file() and file.read_bytes() == data
