"""What the command returns to the system, named once."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes; the worst of several workbooks is the highest."""

    DONE = 0
    PROBLEMS = 1
    USAGE = 2
    NO_PAIRING = 3
    FILE = 4
    FAULT = 5


MEANINGS: Mapping[ExitCode, str] = {
    ExitCode.DONE: "done",
    ExitCode.PROBLEMS: "the workbook has errors; only its sheet Problems was written",
    ExitCode.USAGE: "the command was not typed as it should be",
    ExitCode.NO_PAIRING: "the next round cannot be paired without a rematch; everything else is done",
    ExitCode.FILE: "the file cannot be read or written",
    ExitCode.FAULT: "there is a mistake in the program; it says where it has written a report of it",
}
