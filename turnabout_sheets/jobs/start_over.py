"""Starting over where the organizer saves the workbook while something is done with it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from turnabout_sheets.workbook.files.save import WorkbookChangedError

T = TypeVar("T")

ATTEMPTS: Final = 3
"""How often a job is tried, before it is reported that the workbook is saved again and again."""


def start_over(job: Callable[[], T]) -> tuple[T, bool]:
    """Do a job with the version of the workbook that is there by then; return its result, and whether it started over.

    Raises what the job raises, at last `WorkbookChangedError`, too.
    """
    for attempt in range(ATTEMPTS - 1):
        with suppress(WorkbookChangedError):
            return job(), attempt > 0
    return job(), True
