"""Gives a new version the workbook's name without losing what somebody saved just before; or says why it cannot.

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
    is_disk_full,
    is_not_allowed,
    is_too_long,
    knows_exchange,
    move_into_place,
    synchronize,
)
from turnabout_sheets.core.backups import BackupsError, back_up, find_version
from turnabout_sheets.core.chunks import digest_file, digest_of
from turnabout_sheets.core.ordinary_files import OddFileError, open_file, read_file
from turnabout_sheets.core.outputs import NotOursError
from turnabout_sheets.core.problems import Said, say_system
from turnabout_sheets.core.shared_files import HeldError
from turnabout_sheets.workbook.ooxml.package import WorkbookError


class SaveError(WorkbookError):
    """The file has not been written; what stood there before stands there still."""


class OpenElsewhereError(SaveError):
    """Excel or LibreOffice has the workbook open."""


class WorkbookChangedError(SaveError):
    """The workbook has been saved, moved or deleted by someone else since it was read."""


class ReadOnlyError(SaveError):
    """The file or its folder must not be written to."""


class DiskFullError(SaveError):
    """There is no room left for the new version."""


class ReplaceRefusedError(SaveError):
    """Windows does not let the file be replaced, because a program has it open."""


class AlreadyThereError(SaveError):
    """A new file must not take the place of one that exists."""


class BusyError(SaveError):
    """Another run is writing the same workbook at this moment."""


class BrokenResultError(SaveError):
    """The bytes to be written are not a sound workbook: an error in this program."""


@contextlib.contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Turn errors of the operating system into sentences."""
    try:
        yield
    except NotOursError as error:
        raise AlreadyThereError(str(error), already_there(path).said) from error
    except OSError as error:
        raise _explain(path, error) from error


def _explain(path: Path, error: OSError) -> SaveError:
    file = {"file": path.name or path}
    if is_disk_full(error):
        text = f"{path.name} was not saved, because the disk is full; make room and run again."
        return DiskFullError(text, Said("files.disk_full", file))
    if isinstance(error, BackupsError):
        said = Said("files.backups", {**file, "folder": error.folder.name})
        return ReadOnlyError(f"{path.name} was not saved, because {error}.", said)
    if isinstance(error, FileExistsError):
        return already_there(path)
    if isinstance(error, HeldError):
        return ReplaceRefusedError(
            f"{path.name} cannot be replaced while a program has it open; close it in Excel and run again.",
            Said("files.held", file),
        )
    if is_not_allowed(error):
        return ReadOnlyError(
            f"{path.name} was not saved, because {_not_allowed(path, error)}.", Said("files.not_writable", file)
        )
    if is_too_long(error):
        return SaveError(
            f"{path.name} was not saved, because its name or that of its folder leaves no room for those of its "
            "earlier versions; give it a shorter one, and run again.",
            Said("files.long_name", file),
        )
    if isinstance(error, FileNotFoundError):
        return SaveError(
            f"{path.name} was not saved, because the folder {path.parent} is not there; make it, or check its name.",
            Said("files.no_folder", {**file, "folder": path.parent}),
        )
    if isinstance(error, OddFileError):
        return SaveError(
            f"{path.name or path} was not saved, because {error}; choose another name.", Said("files.odd", file)
        )
    return SaveError(f"{path.name} was not saved ({error.strerror or error}).", say_system(error, path.name))


def _not_allowed(path: Path, error: OSError) -> str:
    if error.filename is not None and Path(error.filename) == path:
        return "what is there may not be read or replaced; allow that in its properties, or choose another name"
    return "its folder must not be written to; allow that in its properties, or take another folder"


def moved_away(path: Path) -> WorkbookChangedError:
    """Return the error that there is no workbook any more."""
    return WorkbookChangedError(
        f"{path.name} was moved or deleted while the program was at work; put it back and run again.",
        Said("files.moved_away", {"file": path.name}),
    )


def already_there(path: Path) -> AlreadyThereError:
    """Return the error that a file of this name exists."""
    text = f"{path.name} exists already; choose another name, or delete it first."
    return AlreadyThereError(text, Said("files.already_there", {"file": path.name}))


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
