"""Runs workbooks, several side by side; what goes wrong with one does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import click

from turnabout_sheets.prints.publish import PrintsError
from turnabout_sheets.process import Outcome
from turnabout_sheets.workbook.package import WorkbookError


@dataclass(frozen=True, slots=True)
class Refused:
    """A workbook that could not be read or written, and why, in a sentence for the organizer."""

    workbook: Path
    reason: str


Job = Callable[[Path], Outcome]


def attempt(job: Job, path: Path) -> Outcome | Refused:
    """Do ``job`` with a workbook; a file that cannot be read or written is a result, too."""
    try:
        return job(path)
    except (WorkbookError, PrintsError) as reason:
        return Refused(path, str(reason))


def do_all(job: Job, paths: Sequence[Path], *, progress: bool) -> list[Outcome | Refused]:
    """Do ``job`` with every workbook, in the order given: one here, several side by side with a progress bar."""
    if len(paths) == 1:
        return [attempt(job, paths[0])]
    # Fresh processes on every system, so that a run behaves the same on Windows and on Linux.
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        running = [pool.submit(attempt, job, path) for path in paths]
        bar = click.progressbar(running, label="Workbooks", file=click.get_text_stream("stderr"), hidden=not progress)
        with bar as results:
            return [each.result() for each in results]
