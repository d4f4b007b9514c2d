"""Why a workbook is better not written to now: somebody has it open, or a cloud is about to take a new version."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from turnabout_sheets.workbook.files.cloud import find_cloud, is_at_rest
from turnabout_sheets.workbook.files.open_elsewhere import OtherProgram, find_other_program


class Why(StrEnum):
    """What is in the way.

    `OPEN`: a spreadsheet program has the workbook open. `HELD`: some program does, and does not say so. `CLOUD`: it was
    saved a moment ago, and what keeps it in step with a cloud is to send that version first.
    """

    OPEN = "open"
    HELD = "held"
    CLOUD = "cloud"


class Waiting(NamedTuple):
    """What the sheets of a run wait for.

    ``workbook``: its name. ``program``: what it is open in, if that is known; ``cloud``: what it is kept in step with.
    """

    why: Why
    workbook: str
    program: OtherProgram | None = None
    cloud: str = ""

    def __str__(self) -> str:
        """Return what is so, and what to do."""
        if self.why is Why.CLOUD:
            return (
                f"{self.workbook} is kept in step by {self.cloud} and was saved a moment ago; the new sheets go in "
                "when it was left alone for a minute."
            )
        what = str(self.program) if self.program else f"{self.workbook} is open in a program"
        return f"{what}; close it there, and the new sheets go in."


def find_reason_to_wait(path: Path) -> Waiting | None:
    """Return why a workbook is not to be written to now, or None."""
    if program := find_other_program(path):
        return Waiting(Why.OPEN, path.name, program)
    if not is_at_rest(path) and (cloud := find_cloud(path)):
        return Waiting(Why.CLOUD, path.name, cloud=cloud)
    return None
