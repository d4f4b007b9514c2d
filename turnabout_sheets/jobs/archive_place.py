"""Which archive is meant where none is named; and how one is used, so that all that stands against it is a sentence."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from turnabout_sheets.archive.errors import DAMAGED, ArchiveError
from turnabout_sheets.archive.store import DEFAULT_NAME, Archive, is_damaged, open_archive
from turnabout_sheets.core.command_line import word_command
from turnabout_sheets.workbook.files.sniff import refusal

VARIABLE: Final = "TURNABOUT_ARCHIVE"
"""The environment variable that names the archive; `cli.archive_access` tells of it."""


def find_place(beside: Path) -> str:
    """Return where the archive lies that is meant where none is named: as the environment says, else in a folder."""
    return os.environ.get(VARIABLE) or str(beside / DEFAULT_NAME)


@contextlib.contextmanager
def use_archive(place: str, *, create: bool = False) -> Iterator[Archive]:
    """Open an archive for what is done with it. Raises `ArchiveError`, also where it turns out to be damaged."""
    try:
        opened = open_archive(place, create=create)
    except ArchiveError as error:
        if "://" in place or refusal(Path(place)) is not None:
            raise
        raise ArchiveError(
            f"{place} is a workbook, not an archive; name the archive, or put the event into one: "
            f"{word_command('archive', 'add', place)}"
        ) from error
    try:
        yield opened
    except ArchiveError:
        raise
    except Exception as error:
        # Anything may go wrong with values that were damaged; all else is a mistake of ours, and is shown as such.
        if not is_damaged(opened):
            raise
        raise ArchiveError(f"The archive {opened.place} {DAMAGED}") from error
