"""What the desk does at a look: it waits until a save is over, runs that version, and says what has changed.

`Steps.take_step` is all of it, from top to bottom. Nothing that can be in the way ends it: that becomes a `Fault`,
which is gone when it is over.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from turnabout_sheets.core.backups import Backup, list_backups
from turnabout_sheets.core.faults import OURS, describe_fault
from turnabout_sheets.core.problems import say_system
from turnabout_sheets.core.safe_files import Signature, follow_links
from turnabout_sheets.desk.archiving import find_archived
from turnabout_sheets.desk.open_desks import InstanceLock
from turnabout_sheets.desk.printing import note_outdated, note_paired, recall, remember, take_off
from turnabout_sheets.desk.runs import Ran, carry_out_version, compute_version, find_changed
from turnabout_sheets.desk.state import Archived, DeskState, Fault, FaultKind, ToPrint
from turnabout_sheets.desk.watcher import (
    EVERY,
    READ_AFTER,
    TELL_AFTER,
    WRITE_AFTER,
    Look,
    SettleTimer,
    explain_absence,
    look_at,
    read_version,
)
from turnabout_sheets.jobs.compare import Kind
from turnabout_sheets.jobs.outcome import Computed, Options, Outcome, Printed
from turnabout_sheets.jobs.state import has_note
from turnabout_sheets.workbook.files.other_programs import find_other_program, list_locks
from turnabout_sheets.workbook.files.save import Source

SOON: Final = 0.1
"""Seconds until the next look where something is on its way."""

TRY_AGAIN: Final = (5.0, 10.0, 20.0, 40.0, 60.0)
"""Seconds until what could not be written is tried again; the last for ever."""

LOOK_AGAIN: Final = 2.0
"""Seconds after which a file is looked into once more whose disk keeps no shorter time, as memory sticks do."""


class Accepted(NamedTuple):
    """The questions whose answer is that it is so as it is, and the digest of the version that they were asked about.

    What is saved after that may be another accident, and is asked about again.
    """

    digest: str = ""
    asked: frozenset[tuple[Kind, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Begun:
    """A version whose run is begun: its file's signature, what it comes to, what was asked for, what it has changed.

    ``changed`` are fields of the state.
    """

    signature: Signature
    version: Source
    computed: Computed
    options: Options
    changed: Mapping[str, Any]


class Steps:
    """Follows a workbook from look to look; what it has found is the ``state``."""

    def __init__(self, path: Path, options: Options, clock: Callable[[], float] | None = None) -> None:
        self._file = follow_links(path)
        self.state = DeskState(0, path, to_print=recall(self._file))
        self.is_asked = True
        """Whether the workbook is to be run as it is, whatever it is; at the start it is."""
        # While names are typed and saved, nobody can know that they are all.
        self._path, self._options = path, replace(options, sheets_may_wait=True, pair_first=False)
        self._locks = list_locks(path)
        self._turn = InstanceLock(self._file)
        self._stillness = SettleTimer(clock or time.monotonic)
        self._look = Look(None)
        # Of the file that was looked into last: its signature, and what is wrong with it.
        self._stamp: Signature | None = None
        self._fault: Fault | None = None
        self._begun: Begun | None = None
        # Of the version that was run last: its digest as the run has left it, and what was in the way of the run.
        self._digest = ""
        self._fault_of_run: Fault | None = None
        self._may_pass = self._was_open = False
        self._attempts = 0
        self._until_next_attempt = self._until_looked_again = math.inf
        # The digest of a version that was not written because something was just being saved: it may be kept already.
        self._unwritten = ""
        # The digest of the version that is shown, and what was answered about it.
        self._shown = ""
        self._accepted = Accepted()
        # The round that is to be paired again; 0 for none.
        self._pair_again = 0
        # The digest of a version that is to begin a new event.
        self._new_event = ""

    def take_step(self) -> float:
        """Do what is to be done now, and return the seconds until the next look.

        A mistake in the program is told; the next save, or whoever asks, has it tried again.
        """
        look, was_asked = look_at(self._file, self._locks), self.is_asked
        try:
            return self._take_step(look)
        except OSError as error:  # of a folder that is just going
            self.is_asked |= was_asked  # nothing has come of it
            return self._tell(
                fault=Fault(FaultKind.UNREADABLE, error.strerror or str(error), said=say_system(error, self._file.name))
            )
        except BaseException as error:
            self.is_asked = False
            return self._conclude(look, Fault(FaultKind.OURS, " ".join(describe_fault(error)), said=OURS))

    def pair_now(self) -> None:
        """Pair the first round, too, from now on."""
        self.is_asked = True
        self._options = replace(self._options, pair_first=True)

    def pair_again(self, number: int) -> bool:
        """Pair a round again; return False where that is to be done anyway."""
        was, self._pair_again, self.is_asked = self._pair_again, number, True
        return not was

    def accept(self, asked: Collection[tuple[Kind, str]]) -> None:
        """Have the version that is shown go on as it is, whatever is ``asked`` about it."""
        before = self._accepted.asked if self._accepted.digest == self._shown else frozenset()
        self._accepted = Accepted(self._shown, before.union(asked))
        if (Kind.FEW, "") in asked:
            self.pair_now()
        self.note_answered(asked)

    def begin_new_event(self) -> None:
        """Take the version that is shown as the workbook of a new event."""
        self._new_event = self._shown
        self.note_answered([(Kind.NEW_EVENT, "")])

    def note_answered(self, asked: Collection[tuple[Kind, str]]) -> None:
        """Note that somebody has answered what is ``asked``, and have the workbook run."""
        self.is_asked = True
        self._tell(answered=self.state.answered.union(asked))

    def end(self) -> None:
        """Leave the workbook to another desk."""
        self._turn.give_back()

    def note_printed(self, printed: ToPrint) -> None:
        """Note that what was to be printed at some time is printed."""
        self._tell(to_print=take_off(self.state.to_print, printed))

    def note(self, **fields: Any) -> None:
        """Note fields of the state that others have found: whether the event is archived, or published."""
        self._tell(**fields)

    def _take_step(self, look: Look) -> float:
        self._note(look)
        if look.file is None:
            return self._miss(look)
        if not self._turn.take():
            return self._tell(fault=Fault(FaultKind.OTHER_DESK))
        if look.file == self._stamp and self._begun is None and self._until_looked_again > 0 and not self._is_due(look):
            return self._tell(fault=self._fault)
        if self._stillness.seconds < READ_AFTER:
            return READ_AFTER
        if self._begun is None or self._begun.signature != look.file or self.is_asked:
            return self._begin(look, look.file)
        if not look.locks and self._stillness.seconds < WRITE_AFTER:
            return SOON
        return self._finish(look, self._begun)

    def _conclude(self, look: Look, fault: Fault | None, **found: Any) -> float:
        """Have done with a file until it is another one, and tell what was ``found``, by fields of the state."""
        # A disk that keeps no shorter times than whole seconds may give one signature to two versions.
        is_doubtful = look.file is not None and look.file != self._stamp and look.file[3] % 10**9 == 0
        self._until_looked_again = LOOK_AGAIN if is_doubtful else math.inf
        self._stamp, self._fault = look.file, fault
        return self._tell(fault=fault, **found)

    def _note(self, look: Look) -> None:
        """Take note of a look: what has been still for how long, and who has the workbook open."""
        self._stillness.note(look)
        self._until_next_attempt -= self._stillness.passed
        self._until_looked_again -= self._stillness.passed
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
        return self._tell(fault=fault)

    def _is_due(self, look: Look) -> bool:
        """Say whether there is something to do with a version that was run already: also that it was closed."""
        was_closed = self._may_pass and self._was_open and not look.locks
        return self.is_asked or was_closed or self._until_next_attempt <= 0

    def _begin(self, look: Look, signature: Signature) -> float:
        """Read what is there and compute what it comes to, if it is a version to be run; what is seen is told at once.

        Of the first version, and of a new round, nothing is told before its pages are there.
        """
        self._begun = None
        version = read_version(self._file, signature)
        if version is None:
            return SOON
        if isinstance(version, Fault):
            return self._refuse(version)
        if version.digest == self._digest:
            if not self._is_due(look):  # our own, or only touched
                return self._conclude(look, self._fault_of_run)
        elif not self.is_asked and (older := self._find_brought_back(version.digest)):
            return self._conclude(look, Fault(FaultKind.OLDER, path=older.path))
        self.is_asked = False
        is_accepted = version.digest == self._accepted.digest
        options = replace(self._options, answers=self._accepted.asked) if is_accepted else self._options
        is_new = version.digest == self._new_event
        options = replace(options, pair_again=self._pair_again, new_event=is_new)
        self._pair_again, self._new_event = 0, ""
        ran = compute_version(self._path, version, options)
        computed = ran.outcome.computed if ran.outcome else None
        if computed and any(each.kind is Kind.FEW for each in computed.questions):
            # Else round 1 would be paired while people are still being marked, as soon as half of them are.
            self._options = replace(self._options, pair_first=False)
        changed = find_changed(self.state, computed)
        if computed is None or not ran.is_half:
            return self._note_run(look, version, ran, changed)
        self._begun = Begun(signature, version, computed, options, changed)
        pause = 0.0 if look.locks else SOON
        before = self.state.outcome
        if before is None or computed.paired:
            return pause
        self._shown = version.digest
        self._tell(
            fault=self._fault_of_run if self._may_pass else None,
            # Nothing is written yet: the pages are there that were, and the sheets that wait still do.
            outcome=Outcome(computed, waiting=before.waiting, pages=before.pages and Printed(before.pages.folder)),
            saved=version.saved,
            archived=Archived(),
            answered=frozenset(),
            **changed,
        )
        return pause

    def _find_brought_back(self, digest: str) -> Backup | None:
        """Return the earlier version that undo or `restore` has brought back, if that is what stands there unasked.

        Of any other copy it is asked once it is read, and only where something is missing from it.
        """
        with contextlib.suppress(OSError):  # the run will tell what is wrong with the folder
            if digest != self._unwritten and has_note(self._file):
                return next((each for each in list_backups(self._file) if each.path.stem.endswith(digest[:8])), None)
        return None

    def _finish(self, look: Look, begun: Begun) -> float:
        """Write the sheets and pages of what was computed."""
        self._begun = None
        # Before they are written: who kills the desk in between finds it here.
        self._tell(to_print=note_paired(self.state.to_print, begun.computed))
        ran = carry_out_version(begun.computed, begun.options)
        if ran is None:
            self._unwritten = begun.version.digest
            return EVERY  # at once, if it was saved again: that wakes
        if ran.outcome is not None:
            self._tell(to_print=note_outdated(self.state.to_print, ran.outcome))
        return self._note_run(look, begun.version, ran, begun.changed)

    def _note_run(self, look: Look, version: Source, ran: Ran, changed: Mapping[str, Any]) -> float:
        """Tell what a run has come to, and what the save had changed; note when it is to be tried again.

        What it has written is the next version to be seen, and known by its digest.
        """
        self._digest = (ran.outcome.digest if ran.outcome else "") or version.digest
        if self._accepted.digest == version.digest:  # of other questions about it, answers are to come
            self._accepted = self._accepted._replace(digest=self._digest)
        self._unwritten = ""
        self._fault_of_run, self._may_pass, self._was_open = ran.fault, ran.may_pass, bool(look.locks)
        # While it is open, its sheets only wait; a round that could not be kept is published without them.
        self._plan_next_attempt(ran.may_pass and (ran.fault is not None or not look.locks))
        if ran.outcome is None:
            return self._conclude(look, ran.fault)
        self._shown = self._digest
        return self._conclude(
            look,
            ran.fault,
            outcome=ran.outcome,
            saved=version.saved,
            archived=find_archived(ran.outcome.computed, self._digest),
            answered=frozenset(),
            **changed,
        )

    def _plan_next_attempt(self, is_needed: bool) -> None:
        """Plan when a run is tried again though nothing has changed, each time later; never where it need not be."""
        self._attempts = self._attempts + 1 if is_needed else 0
        self._until_next_attempt = TRY_AGAIN[min(self._attempts, len(TRY_AGAIN)) - 1] if is_needed else math.inf

    def _tell(self, **fields: Any) -> float:
        """Make it the state, and return the seconds until the next look where nothing happens."""
        before, outcome = self.state, fields.get("outcome")
        if outcome is not None and outcome.computed.results is not None:
            fields |= {"good": outcome, "good_saved": fields["saved"]}
        if any(_is_other(getattr(before, name), value) for name, value in fields.items()):
            self.state = replace(before, number=before.number + 1, **fields)
        if self.state.to_print != before.to_print:
            remember(self._file, self.state.to_print)
        return EVERY


def _is_other(before: object, after: object) -> bool:
    """Say whether a field has changed; outcomes hold frames, which are not compared."""
    return before is not after and (isinstance(after, Outcome) or before != after)
