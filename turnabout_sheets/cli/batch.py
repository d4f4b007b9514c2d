"""Runs workbooks, several side by side; what goes wrong with one does not stop the others."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from turnabout_sheets.cli.last_resort import ENDS
from turnabout_sheets.cli.output import describe_outcome, outcome_data
from turnabout_sheets.cli.parameters import echo, echo_data, fail
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.faults import describe_fault
from turnabout_sheets.core.parallel import map_in_parallel
from turnabout_sheets.core.safe_files import follow_links, saved
from turnabout_sheets.jobs.outcome import Computed, Outcome
from turnabout_sheets.prints.publish import PrintsError
from turnabout_sheets.workbook.files.other_programs import find_other_program
from turnabout_sheets.workbook.ooxml.package import WorkbookError

KILLED = "BrokenProcessPool"
"""What comes of the end of a process that works side by side with others; its module is slow to load."""


@dataclass(frozen=True, slots=True)
class BatchResult:
    """What there is to say of one workbook: the exit code, lines for the terminal, and the same as data if asked."""

    exit: ExitCode
    lines: tuple[str, ...]
    data: dict[str, Any]


def do_all(
    job: Callable[[Path], Computed | Outcome], paths: Sequence[Path], *, dry_run: bool = False, as_json: bool = False
) -> list[BatchResult]:
    """Do a job with every workbook, such as `jobs.check.check`."""
    return _all(partial(_one, job, dry_run=dry_run, as_json=as_json), paths, progress=not as_json)


def tell(told: Sequence[BatchResult], *, as_json: bool = False) -> int:
    """Say what there is to say of each workbook; return the highest of the exit codes."""
    if as_json:
        echo_data({"workbooks": [each.data for each in told]})
    for each in () if as_json else told:
        echo(each.lines, err=each.exit != ExitCode.DONE)
    return max(each.exit for each in told)


def _one(job: Callable[[Path], Computed | Outcome], path: Path, *, dry_run: bool = False, as_json: bool) -> BatchResult:
    """Do a job with one workbook; a file that cannot be read or written is a result, too, and so is a fault of ours."""
    others = saved.keys() - {follow_links(path)}
    other = find_other_program(path)
    try:
        outcome = job(path)
        lines = tuple(describe_outcome(outcome, other, dry_run=dry_run))
        return BatchResult(outcome.exit, lines, outcome_data(outcome, other) if as_json else {})
    except (WorkbookError, PrintsError) as reason:
        return BatchResult(
            ExitCode.FILE, (str(reason),), {"workbook": str(path), "exit": int(ExitCode.FILE), "refused": str(reason)}
        )
    except ENDS:
        raise
    except BaseException as error:
        data = {"workbook": str(path), "exit": int(ExitCode.FAULT), "fault": type(error).__name__}
        lines = tuple(describe_fault(error, others))
        return BatchResult(ExitCode.FAULT, (f"{path.name}: {lines[0]}", *lines[1:]), data)


def _all(job: Callable[[Path], BatchResult], paths: Sequence[Path], *, progress: bool) -> list[BatchResult]:
    """Do a job with every workbook, in the order given: one here, several side by side with a progress bar."""
    try:
        with map_in_parallel(job, paths, len(paths)) as told:
            if len(paths) == 1 or not (progress and sys.stderr.isatty()):
                return list(told)
            with click.progressbar(told, label="Workbooks", length=len(paths), file=sys.stderr) as bar:
                return list(bar)
    except RuntimeError as error:
        if type(error).__name__ != KILLED:
            raise
        fail(
            "A process that worked on some of the workbooks was ended from outside (is there enough memory?). Each "
            "workbook is as it was, or saved whole. Run again, with fewer at a time: what is done already stays.",
            ExitCode.FILE,
        )
