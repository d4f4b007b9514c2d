"""Why a workbook is better not written to now, and when it may be: it is open, or about to be sent to a cloud."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from turnabout_sheets.workbook.files.open_elsewhere import OtherProgram, find_other_program


class Why(StrEnum):
    """What is in the way."""

    OPEN = "it is open in a spreadsheet program"
    HELD = "some program holds the file"


class Waiting(NamedTuple):
    """What the sheets of a run wait for: ``why``, the ``workbook`` by its name, and the ``program`` if it is known."""

    why: Why
    workbook: str
    program: OtherProgram | None = None

    def __str__(self) -> str:
        """Return what is so, and what to do."""
        what = str(self.program) if self.program else f"{self.workbook} is open in a program"
        return f"{what}; close it there, and the new sheets go in."


def find_reason_to_wait(path: Path) -> Waiting | None:
    """Return why a workbook is not to be written to now, or None."""
    program = find_other_program(path)
    return Waiting(Why.OPEN, path.name, program) if program else None
