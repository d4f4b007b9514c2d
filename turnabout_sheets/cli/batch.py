"""Runs workbooks one after the other; what goes wrong with one does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from turnabout_sheets.cli.last_resort import ENDS
from turnabout_sheets.cli.output import describe_outcome, outcome_data
from turnabout_sheets.cli.parameters import echo, echo_data
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.faults import describe_fault
from turnabout_sheets.core.problems import SaidError
from turnabout_sheets.jobs.outcome import Computed, Outcome
from turnabout_sheets.workbook.files.other_programs import find_other_program


def do_all(
    job: Callable[[Path], Computed | Outcome], paths: Sequence[Path], *, as_json: bool = False, dry_run: bool = False
) -> list[ExitCode]:
    """Do a job with every workbook, such as `jobs.check.check`, and say what came of it; return how each has ended.

    A file that cannot be read or written is a result, too, and so is a fault of ours.
    """
    exits, told = list[ExitCode](), list[dict[str, Any]]()
    for path in paths:
        other, data = find_other_program(path), dict[str, Any](workbook=str(path))
        try:
            outcome = job(path)
            exit, lines = outcome.exit, [*describe_outcome(outcome, other, dry_run=dry_run)]
            data |= outcome_data(outcome, other) if as_json else {}
        except SaidError as reason:
            exit, lines = reason.code, [str(reason)]
            data |= {"exit": int(exit), "refused": str(reason)}
        except ENDS:
            raise
        except BaseException as error:
            exit, (first, *more) = ExitCode.FAULT, describe_fault(error)
            lines = [f"{path.name}: {first}", *more]
            data |= {"exit": int(exit), "fault": type(error).__name__}
        exits.append(exit)
        told.append(data)
        if not as_json:
            echo(lines, err=exit != ExitCode.DONE)
    if as_json:
        echo_data({"workbooks": told})
    return exits
