"""Which spreadsheet program has the workbook open: it would save over what we write."""

from __future__ import annotations

import os
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
    for lock in list_locks(path):
        if os.path.exists(lock):  # noqa: PTH110 - no error for a name that no file can have
            try:
                held = read_file(lock, patient=False)
            except OSError:  # Excel keeps its own file to itself on Windows
                held = b""
            if lock.name.startswith(LOCKS):  # the name's length in one byte, then the name
                return OtherProgram(
                    path.name, "Excel", held[1:][: sum(held[:1])].decode("latin-1").strip("\0 "), lock.name
                )
            name, system_name, *_ = [*held.decode("utf-8", "replace").split(","), ""]
            return OtherProgram(path.name, "LibreOffice", name or system_name, lock.name)
    return None


def list_locks(path: Path) -> list[Path]:
    """Return the files by which a workbook is known to be open, where they are there."""
    books = dict.fromkeys((path, follow_links(path)))
    return [book.parent / name for book in books for name in (f".~lock.{book.name}#", f"{LOCKS}{book.name}")]
