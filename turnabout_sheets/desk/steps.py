"""What the desk does at a look: it waits until a save is over, runs that version, and says what has changed.

`Steps.take_step` is all of it, from top to bottom. Nothing that can be in the way ends it: that becomes a `Fault`,
which is gone when it is over.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from turnabout_sheets.core.backups import find_version
from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.desk.calm import (
    READ_AFTER,
    TELL_AFTER,
    WRITE_AFTER,
    Stillness,
    Version,
    list_temporary,
    read_version,
)
from turnabout_sheets.desk.runs import run_version
from turnabout_sheets.desk.state import DeskState, Fault, FaultKind, ToPrint
from turnabout_sheets.desk.to_print import note_outcome, take_off
from turnabout_sheets.desk.turn import Turn
from turnabout_sheets.desk.unprinted import recall, remember
from turnabout_sheets.desk.watcher import EVERY, Locks, Look, Stamp, look_at
from turnabout_sheets.desk.whereabouts import explain_absence
from turnabout_sheets.event.differences import Change, find_changes
from turnabout_sheets.jobs.options import Options
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.workbook.files.open_elsewhere import find_other_program, list_locks

SOON: Final = 0.1
"""Seconds until the next look where something is on its way."""

TRY_AGAIN: Final = (5.0, 10.0, 20.0, 40.0, 60.0)
"""Seconds until what could not be written is tried again; the last for ever."""

DescribeFault = Callable[[BaseException], Sequence[str]]
"""Says what there is to say of a mistake in the program."""


class Steps:
    """Follows a workbook from look to look; what it has found is the ``state``."""

    def __init__(self, path: Path, options: Options, describe_fault: DescribeFault) -> None:
        self._file = follow_links(path)
        self.state = DeskState(0, path, to_print=recall(self._file))
        self.is_asked = True
        """Whether the workbook is to be run as it is, whatever it is; at the start it is."""
        self._path, self._options, self._describe_fault = path, options, describe_fault
        self._locks = list_locks(path)
        self._turn = Turn(self._file)
        self._stillness = Stillness()
        self._temporary: frozenset[object] = frozenset()
        self._look = Look(None, None)
        # Of the file that was looked into last: its stamp, and what is wrong with it.
        self._stamp: Stamp | None = None
        self._fault: Fault | None = None
        # Of the version that was run last: its digest as the run has left it, and what was in the way of the run.
        self._digest = ""
        self._fault_of_run: Fault | None = None
        self._waits = False
        self._locks_at_run: Locks = ()
        self._attempts = 0
        self._until_next_attempt = math.inf

    def take_step(self) -> float:
        """Do what is to be done now, and return the seconds until the next look.

        A mistake in the program is told; the next save, or whoever asks, has it tried again.
        """
        look = look_at(self._file, self._locks)
        try:
            return self._take_step(look)
        except OSError as error:  # of a folder that is just going
            return self._tell(fault=Fault(FaultKind.UNREADABLE, error.strerror or str(error)))
        except BaseException as error:
            self.is_asked = False
            return self._conclude(look, Fault(FaultKind.OURS, " ".join(self._describe_fault(error))))

    def end(self) -> None:
        """Leave the workbook to another desk."""
        self._turn.give_back()

    def note_printed(self, printed: ToPrint) -> None:
        """Note that what was to be printed at some time is printed."""
        self._tell(to_print=take_off(self.state.to_print, printed))

    def _take_step(self, look: Look) -> float:
        self._note(look)
        if look.file is None:
            return self._miss(look)
        if not self._turn.take(look.folder):
            return self._tell(fault=Fault(FaultKind.OTHER_DESK))
        if look.file == self._stamp and not self._is_due(look):
            return self._tell(fault=self._fault)
        if self._stillness.seconds < READ_AFTER:
            return READ_AFTER
        if not look.locks and (pause := self._wait_for_rest()):
            return pause
        version = read_version(self._file, look.file)
        if version is None:
            return SOON
        if isinstance(version, Fault):
            return self._refuse(version)
        if version.digest == self._digest and not self._is_due(look):  # our own, or only touched
            return self._conclude(look, self._fault_of_run)
        if not self.is_asked and (older := find_version(self._file, version.digest)):
            return self._conclude(look, Fault(FaultKind.OLDER, path=older.path))
        return self._run(version, look)

    def _conclude(self, look: Look, fault: Fault | None, **found: Any) -> float:
        """Have done with a file until it is another one, and tell what was ``found``, by fields of the state."""
        self._stamp, self._fault = look.file, fault
        return self._tell(fault=fault, **found)

    def _note(self, look: Look) -> None:
        """Take note of a look: what has been still for how long, and who has the workbook open."""
        self._stillness.note(look)
        self._until_next_attempt -= self._stillness.passed
        if look.locks != self._look.locks:
            self._tell(open_in=find_other_program(self._path))
        self._look = look

    def _miss(self, look: Look) -> float:
        """Tell that the workbook is not there, unless it may be on its way: many programs delete before they rename."""
        if self._stillness.seconds < TELL_AFTER:
            return SOON
        return self._tell(fault=explain_absence(self._file, look, self._stamp, self._digest))

    def _refuse(self, fault: Fault) -> float:
        """Tell that the workbook cannot be read, unless it may still be written."""
        if self._stillness.seconds < TELL_AFTER:
            return SOON
        return self._tell(fault=replace(fault, saving=bool(list_temporary(self._file.parent))))

    def _is_due(self, look: Look) -> bool:
        """Say whether there is something to do with a version that was run already."""
        was_closed = self._waits and not look.locks and bool(self._locks_at_run)
        return self.is_asked or was_closed or self._until_next_attempt <= 0

    def _wait_for_rest(self) -> float:
        """Return how long to wait before the workbook may be written, in seconds: until it is calm.

        And until nobody writes a file that may become the workbook; what a crash left behind is not written any more.
        """
        if self._stillness.seconds < WRITE_AFTER:
            return SOON
        before, self._temporary = self._temporary, list_temporary(self._file.parent)
        return 0.0 if self._temporary <= before else EVERY

    def _run(self, version: Version, look: Look) -> float:
        """Run a version, and say what came of it."""
        self.is_asked = False
        ran = run_version(self._path, self._options)
        if ran.overtaken:
            return SOON
        # What the run has written is the next version to be seen, and known by its digest.
        self._digest, self._fault_of_run = ran.digest or version.digest, ran.fault
        self._waits, self._locks_at_run = ran.waits, look.locks
        self._plan_next_attempt(not look.locks and (ran.waits or ran.may_pass))
        if ran.outcome is None:
            return self._conclude(look, ran.fault)
        return self._conclude(
            look,
            ran.fault,
            outcome=ran.outcome,
            changes=self._find_changes(ran.outcome),
            saved=version.saved,
            to_print=note_outcome(self.state.to_print, ran.outcome),
        )

    def _plan_next_attempt(self, is_needed: bool) -> None:
        """Plan when a run is tried again though nothing has changed, each time later; never where it need not be."""
        self._attempts = self._attempts + 1 if is_needed else 0
        self._until_next_attempt = TRY_AGAIN[min(self._attempts, len(TRY_AGAIN)) - 1] if is_needed else math.inf

    def _find_changes(self, outcome: RunOutcome) -> tuple[Change, ...]:
        """Return what the last save changed that changed anything: programs save what is as it was, too."""
        before = self.state.outcome
        if before is None or before.event is None or outcome.event is None:
            return self.state.changes
        paired = {new.number for each in (before, outcome) for new in each.new_rounds}
        return tuple(find_changes(before.event, outcome.event, paired)) or self.state.changes

    def _tell(self, **fields: Any) -> float:
        """Make it the state, and return the seconds until the next look where nothing happens."""
        before = self.state
        if any(_is_other(getattr(before, name), value) for name, value in fields.items()):
            self.state = replace(before, number=before.number + 1, **fields)
        if self.state.to_print != before.to_print:
            remember(self._file, self.state.to_print)
        return EVERY


def _is_other(before: object, after: object) -> bool:
    """Say whether a field has changed; outcomes hold frames, which are not compared."""
    return before is not after and (isinstance(after, RunOutcome) or before != after)
