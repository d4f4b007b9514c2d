"""Runs workbooks one after the other; what goes wrong with one does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turnabout_sheets.cli.last_resort import ENDS
from turnabout_sheets.cli.output import describe_outcome, outcome_data
from turnabout_sheets.cli.parameters import echo, echo_data
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.faults import describe_fault
from turnabout_sheets.jobs.outcome import Computed, Outcome
from turnabout_sheets.prints.publish import PrintsError
from turnabout_sheets.workbook.files.other_programs import find_other_program
from turnabout_sheets.workbook.ooxml.package import WorkbookError


@dataclass(frozen=True, slots=True)
class BatchResult:
    """What there is to say of one workbook: the exit code, lines for the terminal, and the same as data if asked."""

    exit: ExitCode
    lines: tuple[str, ...]
    data: dict[str, Any]


def do_all(
    job: Callable[[Path], Computed | Outcome], paths: Sequence[Path], *, as_json: bool = False
) -> list[BatchResult]:
    """Do a job with every workbook, such as `jobs.check.check`."""
    return [_one(job, path, as_json=as_json) for path in paths]


def tell(told: Sequence[BatchResult], *, as_json: bool = False) -> int:
    """Say what there is to say of each workbook; return the highest of the exit codes."""
    if as_json:
        echo_data({"workbooks": [each.data for each in told]})
    for each in () if as_json else told:
        echo(each.lines, err=each.exit != ExitCode.DONE)
    return max(each.exit for each in told)


def _one(job: Callable[[Path], Computed | Outcome], path: Path, *, as_json: bool) -> BatchResult:
    """Do a job with one workbook; a file that cannot be read or written is a result, too, and so is a fault of ours."""
    other = find_other_program(path)
    try:
        outcome = job(path)
        lines = tuple(describe_outcome(outcome, other))
        return BatchResult(outcome.exit, lines, outcome_data(outcome, other) if as_json else {})
    except (WorkbookError, PrintsError) as reason:
        return BatchResult(
            ExitCode.FILE, (str(reason),), {"workbook": str(path), "exit": int(ExitCode.FILE), "refused": str(reason)}
        )
    except ENDS:
        raise
    except BaseException as error:
        data = {"workbook": str(path), "exit": int(ExitCode.FAULT), "fault": type(error).__name__}
        lines = tuple(describe_fault(error))
        return BatchResult(ExitCode.FAULT, (f"{path.name}: {lines[0]}", *lines[1:]), data)
