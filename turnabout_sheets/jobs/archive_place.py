"""Which archive is meant, and how it is opened."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.store import DEFAULT_NAME, Archive, open_archive
from turnabout_sheets.core.cache import open_cache
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.problems import Message, SaidError
from turnabout_sheets.core.safe_files import read_file
from turnabout_sheets.core.text import tidy


def find_place(beside: Path) -> tuple[str, Message | None]:
    """Return where the archive lies that is meant where none is named, and what is to be said of that.

    That is the one that the environment names, else that in a folder, else the one used last, else a new one there.
    """
    own, last = beside / DEFAULT_NAME, ""
    if (named := os.environ.get("TURNABOUT_ARCHIVE")) or os.path.lexists(own):
        return named or str(own), None
    if folder := open_cache("recent"):
        with contextlib.suppress(OSError):
            last = os.fsdecode(read_file(folder / "archive"))
    if last and Path(last).exists():
        return last, Message("The event goes into the archive used last: {place}", place=last)
    return str(own), Message("The event begins a new archive: {place}", place=own)


def start_command(reason: str = "", author: str | None = None) -> Command:
    """Return what changes an archive, with why and who: the ``author``, else as the environment says."""
    author = os.environ.get("TURNABOUT_AS", "") if author is None else author
    return Command(reason=reason, author=as_text(tidy(author)))


@contextlib.contextmanager
def use_archive(place: str, *, create: bool = False, trial: bool = False) -> Iterator[Archive]:
    """Open an archive for what is done with it, or for a ``trial`` so that nothing stays.

    Where there is none, one to ``create`` is made with the first thing that stays in it: what adds nothing leaves none.
    Raises `ArchiveError`, also where it turns out to be damaged.
    """
    opened = open_archive(place, create=create)
    try:
        with opened.trying() if trial else contextlib.nullcontext(opened) as used:
            yield used
    except SaidError:
        raise
    except Exception:  # anything may go wrong because of a damaged value
        from turnabout_sheets.archive.verify import require_sound  # only now, because few archives are damaged

        require_sound(opened)
        raise  # a mistake of ours, which is shown as such
    finally:
        # That which is added to is the one used last; the address of a database may have a password in it.
        is_kept = create and "://" not in place and not trial and Path(place).exists()
        if is_kept and (recent := open_cache("recent")):
            with contextlib.suppress(OSError):
                (recent / "archive").write_bytes(os.fsencode(Path(place).absolute()))
