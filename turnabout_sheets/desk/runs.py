"""Runs a version of the workbook for the desk: what cannot be done is no exception there, but something to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from turnabout_sheets.desk.state import Fault, FaultKind
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.options import Options
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.jobs.run import run
from turnabout_sheets.workbook.files.atomic_write import DiskFullError, OpenElsewhereError, WorkbookChangedError
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError, WorkbookError

_KINDS: Final[Mapping[type[WorkbookError], FaultKind]] = {
    UnusableWorkbookError: FaultKind.BROKEN,
    DiskFullError: FaultKind.DISK_FULL,
    WorkbookError: FaultKind.NOT_WRITTEN,
}
"""What an error is to the desk; the first kind that it is."""

_PASSING: Final = (FaultKind.DISK_FULL, FaultKind.NOT_WRITTEN)


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a run: the outcome, None where the workbook could not be read, and what was in the way, if anything.

    ``waits``: the sheets are not in the workbook yet, because somebody has it open. ``overtaken``: the workbook was
    saved again meanwhile, and that version is to be run.
    """

    outcome: RunOutcome | None = None
    fault: Fault | None = None
    waits: bool = False
    overtaken: bool = False

    @property
    def digest(self) -> str:
        """That of the workbook as the run has left it, blank where it was not written."""
        return self.outcome.digest if self.outcome else ""

    @property
    def may_pass(self) -> bool:
        """Whether what was in the way may be gone though nobody saves the workbook."""
        return self.fault is not None and self.fault.kind in _PASSING


def run_version(path: Path, options: Options) -> Ran:
    """Run a workbook; where it cannot be written, check it, so that its results are right nevertheless."""
    try:
        outcome = run(path, options)
        unprinted = Fault(FaultKind.NOT_WRITTEN, outcome.unprinted) if outcome.unprinted else None
        return Ran(outcome, unprinted)
    except WorkbookChangedError:
        return Ran(overtaken=True)
    except UnusableWorkbookError as error:
        return Ran(fault=_explain(error))
    except OpenElsewhereError:
        fault, waits = None, True
    except WorkbookError as error:
        fault, waits = _explain(error), False
    try:
        return Ran(check(path), fault, waits)
    except UnusableWorkbookError as error:
        return Ran(fault=_explain(error))


def _explain(error: WorkbookError) -> Fault:
    return Fault(next(kind for each, kind in _KINDS.items() if isinstance(error, each)), str(error))
