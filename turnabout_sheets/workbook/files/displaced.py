"""Gives a new version the workbook's name without losing what somebody saved in the moment before.

The two exchange their names, in one step. What comes out lies under a passing name then, and is looked at: what was
read becomes the earlier version; anything else is a save of that moment, and gets the workbook's name back. A program
that still holds the file writes into what it has become. The passing name tells the digest of the new version, so that
the next run knows, if one is killed, whether it is that, which may go, or something that came out, which is kept.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from turnabout_sheets.core.atomic_write import (
    begin_passing_name,
    exchange,
    knows_exchange,
    move_into_place,
    synchronize,
)
from turnabout_sheets.core.backups import back_up, find_version
from turnabout_sheets.core.ordinary_files import open_file, read_file
from turnabout_sheets.core.pieces import digest_file, digest_of
from turnabout_sheets.workbook.files.atomic_write import moved_away

_OUT: Final = ".out"
_DIGITS: Final = 16
"""Of a digest, in a passing name."""

_TURNS: Final = 20
"""How often the name is given to who saves just then, one after the other. Each save has a version in the end."""


def take_place(
    written: Path, path: Path, digest: str, require: Callable[[], object], look: Callable[[Path], object]
) -> None:
    """Give a finished new version, which has this ``digest``, the name of a workbook of which a version is kept.

    ``require`` raises where that must not be, and is asked right before; ``look`` raises where what came out is not
    what was read: then that has the name again. Raises `WorkbookChangedError` where there is no workbook, and
    `OSError`.
    """
    if not knows_exchange():
        move_into_place(written, path, require)
        return
    name = f"{begin_passing_name(path)}{digest[:_DIGITS]}-{secrets.token_hex(4)}{_OUT}"
    out = path.with_name(name)
    with _missing_is_moved_away(path):
        written.rename(out)
    try:
        require()
        with _missing_is_moved_away(path):
            is_exchanged = exchange(out, path)
        if not is_exchanged:
            move_into_place(out, path)
            return
        look(out)
    except BaseException:
        with contextlib.suppress(OSError):  # then the next run does it
            _give_back(out, path)
            _put_away(out, path)
        raise
    with contextlib.suppress(OSError):
        _put_away(out, path)


@contextlib.contextmanager
def _missing_is_moved_away(path: Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise moved_away(path) from error


def has_displaced(path: Path) -> bool:
    """Tell whether there is something of a workbook that a run was about to exchange when it was killed."""
    return bool(_list(path))


def settle(path: Path) -> None:
    """Put away what runs left that were killed. The caller sees to it that no other run is at work.

    What cannot be read, or kept, stays. The workbook itself is left as it is: our version may be on pages by now.
    """
    for out in _list(path):
        with contextlib.suppress(OSError):
            _put_away(out, path)


def _list(path: Path) -> list[Path]:
    with contextlib.suppress(OSError):
        beginning = begin_passing_name(path)
        return [each for each in path.parent.iterdir() if each.name.startswith(beginning) and each.suffix == _OUT]
    return []


def _give_back(out: Path, path: Path) -> None:
    """Give what came out the workbook's name back, where nobody has saved since.

    Who saves just then comes out in turn, and is the newest.
    """
    given = _read_name(out)
    for _ in range(_TURNS):
        came = _tell(out)
        if came == given or _tell(path) not in (given, ""):
            return
        try:
            exchange(out, path)
        except FileNotFoundError:  # it was moved or deleted
            return
        if _tell(out) == given:
            return
        given = came


def _put_away(out: Path, path: Path) -> None:
    """Make what came out an earlier version, or remove it if it is the new one. Raises `OSError`."""
    digest = digest_file(out)
    if digest.startswith(_read_name(out)):
        out.unlink()
        return
    if find_version(path, digest) is None:
        data = read_file(out)
        digest = digest_of(data)
        back_up(path, data, digest)
    if version := find_version(path, digest):
        _become(out, version.path)


def _become(out: Path, version: Path) -> None:
    """Have what came out take the place of an earlier version with the same bytes: who holds it writes there.

    Not where it has other names, or is a link: then these go on as they are.
    """
    try:
        with open_file(out) as file:
            synchronize(file.fileno())
            names = os.fstat(file.fileno()).st_nlink
        if names > 1 or out.is_symlink():
            out.unlink()
        else:
            out.replace(version)
    except OSError:
        out.unlink()


def _read_name(out: Path) -> str:
    """Return the first digits of the digest of the version that took, or was to take, the place of what came out."""
    return out.name.removesuffix(_OUT).rpartition("-")[0][-_DIGITS:]


def _tell(file: Path) -> str:
    """Return the first digits of a file's digest, blank where it cannot be read."""
    try:
        return digest_file(file)[:_DIGITS]
    except OSError:
        return ""
