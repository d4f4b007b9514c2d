"""How a workbook lies in its folder: whether a save is over (debounce), and where it was moved to.

The file is looked at five times a second. Events of the system would come sooner, but network drives promise none, and
on Windows asking about them can break a save (`core.safe_files`).

How long it lies still is added up from look to look, no look counting for more than usual: so neither a clock that is
set nor a computer that slept makes a file seem calmer than it was seen to be.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from turnabout_sheets.core import safe_files
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.safe_files import Signature, digest_of, take_signature
from turnabout_sheets.desk.state import Fault, FaultKind
from turnabout_sheets.workbook.files.other_programs import LOCKS
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.files.sniff import WORKBOOKS, read_file
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError

EVERY: Final = 0.2
"""Seconds between looks."""

Locks = tuple[tuple[str, Signature], ...]
"""The files that say that a workbook is open, as far as they are there: names and signatures."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a workbook lies there at a moment: signatures of itself, and of the files that say it is open.

    None where there is none; ``locks`` are those that are there, by name. ``refused``: why the system does not tell.
    """

    file: Signature | None
    locks: Locks = ()
    refused: str = ""


def look_at(path: Path, locks: Sequence[Path]) -> Look:
    """Return how a workbook lies there now, and which of the ``locks`` are there, the files that say it is open."""
    file, refused = take_signature(path)
    there = ((lock.name, take_signature(lock)[0]) for lock in locks)
    open_by = tuple((name, signature) for name, signature in there if signature)
    return Look(file, open_by, refused)


READ_AFTER: Final = 0.05
"""Seconds of stillness after which a workbook is read: if it is whole then, that was the save."""

WRITE_AFTER: Final = 1.0
"""Seconds of stillness, with nobody who has it open, after which it may be replaced."""

TELL_AFTER: Final = 2.0
"""Seconds after which a workbook that is gone or not whole is told of: before, it may still be on its way."""


class SettleTimer:
    """Adds up for how many ``seconds`` looks have been the same; ``passed``: since the look before the last."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.seconds = self.passed = 0.0
        self._look: Look | None = None
        self._noted = 0.0

    def note(self, look: Look) -> None:
        """Take a look into account."""
        now = self._clock()
        self.passed = min(max(now - self._noted, 0.0), EVERY)
        self.seconds = self.seconds + self.passed if look == self._look else 0.0
        self._look, self._noted = look, now


def read_version(path: Path, signature: Signature) -> Source | Fault | None:
    """Read a workbook in one go; None where it is no longer as the ``signature`` says. No handle is kept.

    It was saved when the file says so. A fault where it cannot be read, or is not whole.
    """
    try:
        data = read_file(path)
    except UnusableWorkbookError as error:
        return _explain(FaultKind.UNREADABLE, path, error) if take_signature(path)[0] == signature else None
    if take_signature(path)[0] != signature:
        return None
    source = Source(path, data, digest_of(data), read_time(signature))
    try:
        source.package.check()
    except UnusableWorkbookError as error:
        return _explain(FaultKind.BROKEN, path, error)
    return source


def _explain(kind: FaultKind, path: Path, error: UnusableWorkbookError) -> Fault:
    named = error.of(path.name)
    return Fault(kind, str(named), said=named.said)


def read_time(signature: Signature) -> datetime | None:
    """Return when a file was saved, in local time."""
    try:
        return datetime.fromtimestamp(signature[3] / 1e9)
    except (OverflowError, OSError, ValueError):  # a day before or after all that the system knows
        return None


def explain_absence(file: Path, look: Look, signature: Signature | None, digest: str) -> Fault:
    """Return why there is no workbook to see; ``signature`` and ``digest`` are of its last version, if any.

    The file of that version, or a copy of it, is looked for in the same folder.
    """
    if look.refused:
        return Fault(
            FaultKind.UNREADABLE,
            look.refused,
            said=Message(
                "The program is not allowed to read {file}. Allow it in the properties of the file.", file=file.name
            ),
        )
    if not file.parent.is_dir():
        return Fault(FaultKind.FOLDER_GONE, path=file.parent)
    renamed = signature and _find_renamed(file, signature, digest)
    return Fault(FaultKind.RENAMED, path=renamed) if renamed else Fault(FaultKind.MISSING)


def _find_renamed(file: Path, signature: Signature, digest: str) -> Path | None:
    """Return the same file under another name, or else one with the same bytes."""
    others = dict(list_others(file))
    same = [each for each, found in others.items() if found[:2] == signature[:2] and found[1]]
    equal = (each for each, found in others.items() if found[2] == signature[2] and _digest(each) == digest)
    return same[0] if same else next(equal, None)


def list_others(file: Path) -> Iterator[tuple[Path, Signature]]:
    """Yield the workbooks beside one, with their signatures."""
    with contextlib.suppress(OSError):
        for name in sorted(os.listdir(file.parent)):  # noqa: PTH208 - every other second of a day
            if name.lower().endswith(WORKBOOKS) and not name.startswith(LOCKS) and name != file.name:
                found, _ = take_signature(file.with_name(name))
                if found is not None:
                    yield file.with_name(name), found


def _digest(file: Path) -> str:
    try:
        return digest_of(safe_files.read_file(file))
    except OSError:
        return ""
