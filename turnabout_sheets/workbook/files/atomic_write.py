"""Why a file was not written, each reason in a sentence; the writing itself is `core.atomic_write`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from turnabout_sheets.core.atomic_write import is_disk_full, is_not_allowed, is_too_long
from turnabout_sheets.core.backups import BackupsError
from turnabout_sheets.core.ordinary_files import OddFileError
from turnabout_sheets.core.outputs import NotOursError
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
        raise AlreadyThereError(str(error)) from error
    except OSError as error:
        raise _explain(path, error) from error


def _explain(path: Path, error: OSError) -> SaveError:
    if is_disk_full(error):
        return DiskFullError(f"{path.name} was not saved, because the disk is full; make room and run again.")
    if isinstance(error, BackupsError):
        return ReadOnlyError(f"{path.name} was not saved, because {error}.")
    if isinstance(error, FileExistsError):
        return already_there(path)
    if isinstance(error, HeldError):
        return ReplaceRefusedError(
            f"{path.name} cannot be replaced while a program has it open; close it in Excel and run again."
        )
    if is_not_allowed(error):
        return ReadOnlyError(f"{path.name} was not saved, because {_not_allowed(path, error)}.")
    if is_too_long(error):
        return SaveError(
            f"{path.name} was not saved, because its name or that of its folder leaves no room for those of its "
            "earlier versions; give it a shorter one, and run again."
        )
    if isinstance(error, FileNotFoundError):
        return SaveError(
            f"{path.name} was not saved, because the folder {path.parent} is not there; make it, or check its name."
        )
    if isinstance(error, OddFileError):
        return SaveError(f"{path.name or path} was not saved, because {error}; choose another name.")
    return SaveError(f"{path.name} was not saved ({error.strerror or error}).")


def _not_allowed(path: Path, error: OSError) -> str:
    if error.filename is not None and Path(error.filename) == path:
        return "what is there may not be read or replaced; allow that in its properties, or choose another name"
    return "its folder must not be written to; allow that in its properties, or take another folder"


def moved_away(path: Path) -> WorkbookChangedError:
    """Return the error that there is no workbook any more."""
    return WorkbookChangedError(
        f"{path.name} was moved or deleted while the program was at work; put it back and run again."
    )


def already_there(path: Path) -> AlreadyThereError:
    """Return the error that a file of this name exists."""
    return AlreadyThereError(f"{path.name} exists already; choose another name, or delete it first.")
