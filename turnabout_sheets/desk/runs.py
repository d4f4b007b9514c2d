"""Runs a version of the workbook for the desk, in two halves, so that results are seen before anything is written.

What cannot be done is no exception there, but something to be shown. And says what a save has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from turnabout_sheets.changes.differences import Change, ChangedRow, compare_rows
from turnabout_sheets.changes.log import find_late
from turnabout_sheets.desk.state import CANNOT_WRITE, DeskState, Fault, FaultKind
from turnabout_sheets.desk.trouble import find_running
from turnabout_sheets.jobs.check import check_read
from turnabout_sheets.jobs.outcome import Computed, Options, Outcome
from turnabout_sheets.jobs.read import read_book
from turnabout_sheets.jobs.run import carry_out, compute
from turnabout_sheets.jobs.state import UnlistedError
from turnabout_sheets.workbook.files.save import DiskFullError, Source, WorkbookChangedError
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError, WorkbookError

_KINDS: Final[Mapping[type[WorkbookError], FaultKind]] = {
    UnlistedError: FaultKind.UNLISTED,
    UnusableWorkbookError: FaultKind.BROKEN,
    DiskFullError: FaultKind.DISK_FULL,
    WorkbookError: FaultKind.NOT_WRITTEN,
}
"""What an error is to the desk; the first kind that it is."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run has come to so far: the outcome, None where the workbook could not be read, and what is in the way.

    ``is_half``: it is to be carried out yet.
    """

    outcome: Outcome | None = None
    fault: Fault | None = None
    is_half: bool = False

    @property
    def may_pass(self) -> bool:
        """Whether what is in the way may be gone though nobody saves the workbook."""
        waits = self.outcome is not None and self.outcome.waiting
        return waits or (self.fault is not None and self.fault.kind in CANNOT_WRITE)


def compute_version(path: Path, source: Source, options: Options) -> Ran:
    """Do the first half of a run; where it cannot be done, only check, so that results are right nevertheless.

    What was published may only be known in the folder of earlier versions: who cannot look there cannot check either.
    """
    try:
        return Ran(Outcome(compute(path, source, options)), is_half=True)
    except (UnusableWorkbookError, UnlistedError) as error:
        return Ran(fault=_explain(error))
    except WorkbookError as error:
        fault = _explain(error)
    try:
        return Ran(Outcome(check_read(path, read_book(source))), fault)
    except (UnusableWorkbookError, UnlistedError) as error:
        return Ran(fault=_explain(error))


def carry_out_version(computed: Computed, options: Options) -> Ran | None:
    """Do the second half; None where the workbook is another one by now, and that is to be run."""
    try:
        outcome = carry_out(computed, options)
        why = outcome.unprinted
        return Ran(outcome, Fault(FaultKind.NOT_WRITTEN, str(why), said=why) if why else None)
    except WorkbookChangedError:
        return None
    except WorkbookError as error:
        return Ran(Outcome(computed), _explain(error))


def _explain(error: WorkbookError) -> Fault:
    return Fault(next(kind for each, kind in _KINDS.items() if isinstance(error, each)), str(error), said=error.said)


def find_changed(state: DeskState, computed: Computed | None) -> dict[str, Any]:
    """Return what a save changed, as fields of the state: none if nothing, as programs save what is as it was, too.

    Of older results, what is not as in the last version that counted: what was put back is no change.
    """
    before = state.computed
    if before is None or computed is None or not (rows := _compare(before, computed)):
        return {}
    late, changes = list[Change](), tuple(change for row in rows for change in row.changes)
    good = state.good.computed if state.good is not None else None
    if good is not None and good.event is not None and computed.event is not None:
        fields = computed.format.entry_fields
        headers = [each.header for each in computed.format.matches.columns if each.field in fields]
        since, running = _compare(good, computed), find_running(state)
        late = [*find_late(good.event, computed.event, since, running, headers)]
    return {"changes": changes, "late": tuple(late)}


def _compare(before: Computed, now: Computed) -> Sequence[ChangedRow]:
    """Return the rows that were changed from one version to the next."""
    if before.event is None or now.event is None:
        return ()
    paired = {new.number for each in (before, now) for new in each.new_rounds}
    return [*compare_rows(before.event, now.event, paired)]
