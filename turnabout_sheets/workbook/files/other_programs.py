"""Which spreadsheet program has the workbook open: it would save over what we write."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.safe_files import follow_links, read_file

LOCKS: Final = "~$"
"""How the files begin that Excel leaves beside a workbook while it is open. They end as it does, and are none."""


class OtherProgram(NamedTuple):
    """A program that seems to have a workbook open: what it is called, who uses it, and by which file this is known."""

    workbook: str
    name: str
    who: str
    lock: str

    def __str__(self) -> str:
        """Return what is so: "Friday.xlsx is open in Excel (Ann)"."""
        return f"{self.workbook} is open in {self.name}{f' ({self.who})' if self.who else ''}"

    @property
    def unseen(self) -> str:
        """What whoever asks about the workbook has to know first."""
        return f"{self}; what is not saved yet is not seen. Save it (Ctrl+S)."

    @property
    def refusal(self) -> Message:
        """Why the workbook cannot be written, and what to do. After a crash the file stays behind."""
        return Message(
            "{file} is open in {program}. Save it there, close it, and try again. If it is open nowhere, delete the "
            "file {lock}, left behind by a crash.",
            file=self.workbook,
            program=f"{self.name} ({self.who})" if self.who else self.name,
            lock=self.lock,
        )


def find_other_program(path: Path) -> OtherProgram | None:
    """Return the spreadsheet program that seems to have the workbook open, or None.

    Excel and LibreOffice leave a file beside a workbook while they have it open. On Windows an open workbook cannot be
    replaced in any case; elsewhere nothing but this file would stop us from changing the workbook under the program,
    which would then save over our version. Where a link leads to the workbook, it may be open under either name.
    """
    for program, lock, owner in _list_locks(path):
        if os.path.exists(lock):  # noqa: PTH110 - no error for a name that no file can have
            try:
                who = owner(read_file(lock, patient=False))
            except OSError:  # Excel keeps its own file to itself on Windows
                who = ""
            return OtherProgram(path.name, program, who, lock.name)
    return None


def list_locks(path: Path) -> list[Path]:
    """Return the files by which a workbook is known to be open, where they are there."""
    return [lock for _, lock, _ in _list_locks(path)]


def _list_locks(path: Path) -> Iterator[tuple[str, Path, Callable[[bytes], str]]]:
    """Yield programs, the file that each leaves beside a workbook, and what reads in it who has it open."""
    for workbook in dict.fromkeys((path, follow_links(path))):
        yield "LibreOffice", workbook.parent / f".~lock.{workbook.name}#", _libreoffice_owner
        yield "Excel", workbook.parent / f"{LOCKS}{workbook.name}", _excel_owner


def _libreoffice_owner(lock: bytes) -> str:
    """Return who holds LibreOffice's lock file: `name,system name,host,date,profile;`."""
    fields = lock.decode("utf-8", "replace").split(",")
    if len(fields) < 4:
        return ""
    name, system_name, host, since = fields[:4]
    who = " on ".join(part for part in (name or system_name, host) if part)
    return ", ".join(part for part in (who, since and f"since {since}") if part)


def _excel_owner(lock: bytes) -> str:
    """Return who holds Excel's owner file: the name's length in one byte, then the name."""
    return lock[1 : 1 + lock[0]].decode("latin-1").strip("\0 ") if lock else ""
