"""The desk: one thread that looks at a workbook, takes the steps that are due, and tells whoever listens."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.core.problems import Remark
from turnabout_sheets.desk.state import Archived, DeskState, ToPrint
from turnabout_sheets.desk.steps import DescribeFault, Steps
from turnabout_sheets.desk.watcher import Watcher
from turnabout_sheets.jobs.beside import take_along
from turnabout_sheets.jobs.outcome import Options

if TYPE_CHECKING:
    from turnabout_sheets.changes.guards import Asked


def name_fault(error: BaseException) -> Sequence[str]:
    """Return the least that there is to say of a mistake in the program."""
    return [f"This is a fault of the program, not of yours ({type(error).__name__})."]


class Desk:
    """Watches a workbook from `start` to `stop`; what it shows is its `state`.

    ``describe_fault`` says what there is to say of a mistake in the program.
    """

    def __init__(self, path: Path, options: Options | None = None, describe_fault: DescribeFault = name_fault) -> None:
        self._options, self._describe_fault = options or Options(), describe_fault
        self._steps = Steps(path, self._options, describe_fault)
        self._watcher = Watcher(follow_links(path).parent)
        self._thread = threading.Thread(target=self._watch, name="desk")
        self._work = threading.RLock()
        self._news = threading.Condition()
        self._state = self._steps.state
        self._ends = False

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """End, after what is being done now; who waits for news is woken."""
        self._ends = True
        self._watcher.wake()
        self._thread.join()
        with self._news:
            self._news.notify_all()

    @property
    def state(self) -> DeskState:
        """What the desk shows now."""
        return self._state

    def wait_for_newer(self, number: int, timeout: float) -> DeskState:
        """Wait until the state has another ``number``, but ``timeout`` seconds at most and not after the end."""
        with self._news:
            self._news.wait_for(lambda: self._state.number != number or self._ends, timeout)
            return self._state

    def run_now(self) -> None:
        """Have the workbook run as if it had just been saved; also an older copy that took its place."""
        self._steps.is_asked = True
        self._watcher.wake()

    def pair_now(self) -> None:
        """Have the first round paired: everybody is listed."""
        with self._work:
            self._steps.pair_now()
        self._watcher.wake()

    def pair_anew(self, number: int) -> bool:
        """Have the last round paired anew, whose sheet is in the workbook and blank; False where it is already."""
        with self._work:
            is_new = self._steps.pair_anew(number)
        self._watcher.wake()
        return is_new

    def accept(self, asked: Collection[tuple[Asked, int]]) -> None:
        """Have the version that is shown go on as it is, whatever is ``asked`` about it."""
        with self._work:
            self._steps.accept(asked)
            self._tell()
        self._watcher.wake()

    def note_answered(self, asked: Collection[tuple[Asked, int]]) -> None:
        """Note that what is ``asked`` is answered: the workbook is another one now."""
        with self._work:
            self._steps.note_answered(asked)
            self._tell()
        self._watcher.wake()

    def follow(self, copy: Path) -> None:
        """Go on with a copy of the workbook in the same folder, and all that is known of it. Raises `WorkbookError`."""
        with self._work:
            take_along(follow_links(self.state.workbook), copy)
            self._steps.end()
            self._steps = Steps(copy, self._options, self._describe_fault, self.state.number + 1)
            self._tell()
        self._watcher.wake()

    def stay(self) -> None:
        """Go on with the workbook, and not with its copy."""
        with self._work:
            self._steps.note_stay()
            self._tell()

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Keep the desk from the workbook while somebody else writes into it; then it looks at once."""
        with self._work:
            yield
        self._watcher.wake()

    def note_printed(self, printed: ToPrint) -> None:
        """Note that what was to be printed at some time is printed; what there is by now and was not then, stays."""
        with self._work:
            self._steps.note_printed(printed)
            self._tell()

    def note_archived(self, archived: Archived) -> None:
        """Note how the event lies in the archive."""
        with self._work:
            self._steps.note_archived(archived)
            self._tell()

    def note_unpublished(self, reason: Remark | None) -> None:
        """Note why the event is not published as it is, blank where it is."""
        with self._work:
            self._steps.note_unpublished(reason)
            self._tell()

    def _watch(self) -> None:
        with self._watcher:
            while not self._ends:
                self._watcher.follow()
                with self._work:
                    pause = self._steps.take_step()
                    self._tell()
                self._watcher.wait(pause)
            self._steps.end()

    def _tell(self) -> None:
        if self._steps.state is not self._state:
            with self._news:
                self._state = self._steps.state
                self._news.notify_all()
