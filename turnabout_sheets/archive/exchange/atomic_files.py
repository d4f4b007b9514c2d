"""A file or a folder takes its place whole: made beside it, it is moved there in the end.

A run that is killed leaves the old one, or the new one, or, for the moment between two moves of folders, neither; what
else it leaves is removed by the next run.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from turnabout_sheets.core.atomic_write import begin_passing_name, is_old, move_into_place, sync_folder, synchronize
from turnabout_sheets.core.shared_files import make_lock, take_lock

_LOCK: Final = "lock"
_NEW: Final = "new"
_OLD: Final = "old"


@contextlib.contextmanager
def place_whole(target: Path) -> Iterator[Path]:
    """Give a path to make a file or a folder at; when all went well, it takes the place of what is at ``target``.

    Raises `OSError`; then what was at ``target`` is there still.
    """
    _clear_leftovers(target)
    work = target.with_name(f"{begin_passing_name(target)}{secrets.token_hex(8)}")
    work.mkdir()
    try:
        lock = take_lock(work / _LOCK)  # in a network folder without locks, leftovers stay
        try:
            made = work / _NEW
            yield made
            _synchronize(made)
            _move(made, target, work / _OLD)
        finally:
            lock.release()
    finally:
        with contextlib.suppress(OSError):
            _remove(work)


def _clear_leftovers(target: Path) -> None:
    """Remove what runs that were killed left; whoever is still at work holds the lock, where there are locks."""
    for work in target.parent.iterdir():
        if work.name.startswith(begin_passing_name(target)):
            with contextlib.suppress(NotImplementedError, OSError):
                if (work / _LOCK).exists():
                    with make_lock(work / _LOCK, timeout=0):
                        pass
                    _remove(work)
                elif is_old(work):
                    _remove(work)
                else:
                    work.rmdir()  # refused where it holds something: somebody may be at work without locks


def _remove(work: Path) -> None:
    """Remove a passing folder, its lock last: so what is left of it, if this is interrupted, is known as a leftover.

    Windows removes nothing that somebody holds, if only for a moment. Such a file keeps the lock, and goes next time.
    """
    for path in work.iterdir():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != _LOCK:
            path.unlink()
    if all(path.name == _LOCK for path in work.iterdir()):
        (work / _LOCK).unlink(missing_ok=True)
        work.rmdir()
    else:
        (work / _LOCK).touch()  # on Windows it goes when it is given back


def _move(made: Path, target: Path, old: Path) -> None:
    if not target.exists() or (made.is_file() and target.is_file()):
        move_into_place(made, target)
    else:
        move_into_place(target, old)  # no system replaces a folder that is not empty in one step
        try:
            move_into_place(made, target)
        except BaseException:
            move_into_place(old, target)
            raise
    sync_folder(target.parent)


def _synchronize(made: Path) -> None:
    """See to it that everything is on the disk before it gets its name."""
    for file in made.iterdir() if made.is_dir() else [made]:
        _flush(file, os.O_RDWR)


def _flush(path: Path, mode: int) -> None:
    descriptor = os.open(path, mode)
    try:
        synchronize(descriptor)
    finally:
        os.close(descriptor)
