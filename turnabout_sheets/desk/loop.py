"""The desk: one thread that looks at a workbook, takes the steps that are due, and tells whoever listens."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from turnabout_sheets.desk.state import DeskState
from turnabout_sheets.desk.steps import Steps
from turnabout_sheets.jobs.outcome import Options


class Desk:
    """Watches a workbook from `start` to `stop`; what it shows is its `state`.

    In place of being started, it can be had to `look`, by a ``clock`` of one's own.
    """

    def __init__(self, path: Path, options: Options | None = None, clock: Callable[[], float] | None = None) -> None:
        self._steps = Steps(path, options or Options(), clock=clock)
        self._thread = threading.Thread(target=self._watch, name="desk")
        self._work = threading.RLock()
        self._wake = threading.Event()
        self._news = threading.Condition()
        self._state = self._steps.state
        self._ends = False

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """End, after what is being done now; who waits for news is woken."""
        self._ends = True
        self._wake.set()
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
        self._wake.set()

    @contextlib.contextmanager
    def at_rest(self) -> Iterator[Steps]:
        """Keep the desk from the workbook while it is changed, or while its steps are told something; then look."""
        with self._work:
            yield self._steps
            self._tell()
        self._wake.set()

    def look(self) -> float:
        """Take the step that is due, tell who listens, and return the seconds until the next look."""
        with self._work:
            pause = self._steps.take_step()
            self._tell()
        return pause

    def _watch(self) -> None:
        while not self._ends:
            self._wake.wait(self.look())
            self._wake.clear()
        self._steps.end()

    def _tell(self) -> None:
        if self._steps.state is not self._state:
            with self._news:
                self._state = self._steps.state
                self._news.notify_all()
