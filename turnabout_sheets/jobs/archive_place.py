"""Which archive is meant where none is named; and how one is used, so that all that stands against it is a sentence."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.store import DEFAULT_NAME, Archive, open_archive
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
    with explain_damage(opened):
        yield opened


@contextlib.contextmanager
def explain_damage(archive: Archive) -> Iterator[None]:
    """Raise `ArchiveError` where something goes wrong because a value in an archive is damaged; then anything may."""
    try:
        yield
    except ArchiveError:
        raise
    except Exception:
        from turnabout_sheets.archive.damage import require_sound  # only now, because few archives are damaged

        require_sound(archive)
        raise  # a mistake of ours, which is shown as such
