"""Knows lists of old results again that were imported before: which events they hold, without reading them.

What is remembered is a digest for each event, of lists with which nothing is wrong, and it is kept in the user's cache
folder. It has no name or result in it; where it is gone, the lists are read, and come to the same. Whether the archive
has these events just so is asked of the archive, every time.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from turnabout_sheets.core.cache import forget_oldest, open_cache
from turnabout_sheets.core.chunks import digest_file
from turnabout_sheets.core.ordinary_files import read_file
from turnabout_sheets.jobs.unchanged import tell_program

MOST_REMEMBERED: Final = 20
"""How many imports are remembered; of more, those go that were made longest ago. Ten thousand events take 650 kB."""


def recall(files: Mapping[Path, str]) -> list[str] | None:
    """Return the digests of the events in lists, in order; None where the lists are not known.

    ``files`` gives what each list is called, in the order in which they are read.
    """
    folder = open_cache("lists")
    if folder is None:
        return None
    try:
        place = _place(folder, {name: digest_file(path) for path, name in files.items()})
        check, _, events = read_file(place).partition(b"\n")
    except OSError:
        return None
    return events.decode().split() if check == _digest(events) else None  # a full disk may have cut it off


def remember(lists: Mapping[str, str], events: Sequence[str]) -> None:
    """Remember the digests of the events in lists of which there is nothing to say.

    ``lists`` gives the SHA-256 of each by what it is called, in the order in which they were read.
    """
    folder = open_cache("lists")
    if folder is None:
        return
    data = "\n".join(events).encode()
    with contextlib.suppress(OSError):  # a full disk
        _place(folder, lists).write_bytes(_digest(data) + b"\n" + data)
        forget_oldest(folder, MOST_REMEMBERED)


def _place(folder: Path, lists: Mapping[str, str]) -> Path:
    """Return where is remembered what lists with these digests hold, as this version of the program reads them."""
    told = [*(word for each in lists.items() for word in each), *tell_program()]
    return folder / sha256("\0".join(told).encode(errors="surrogateescape")).hexdigest()


def _digest(data: bytes) -> bytes:
    return sha256(data).hexdigest().encode()
