"""Publishes what a desk shows, in a thread of its own: an upload takes its time, and nobody waits for it."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from turnabout_sheets.core.faults import describe_fault
from turnabout_sheets.core.problems import Message
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.jobs.outcome import Options, Outcome
from turnabout_sheets.jobs.run import publish_site

TRY_AGAIN: Final = 60.0
"""Seconds until what could not be published is tried again, though nothing has changed since."""

AT_THE_END: Final = 5.0
"""Seconds for the last pages to be published when the desk ends; a command that takes longer is not waited for."""

LOOK: Final = 1.0
"""Seconds until it is seen that nothing more comes."""


class Publisher:
    """Publishes each outcome of a desk, one after the other; of several that wait, only the newest.

    What cannot be done is noted on the desk; pages that cannot be written are tried again until they can be.
    """

    def __init__(self, desk: Desk, options: Options) -> None:
        self._desk, self._options = desk, options
        self._thread = threading.Thread(target=self._follow, name="publisher", daemon=True)
        self._ends = False

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Publish as long as the context lasts, and in the end the last outcome."""
        self._thread.start()
        try:
            yield
        finally:
            self._ends = True
            self._thread.join(AT_THE_END)

    def _follow(self) -> None:
        published: Outcome | None = None
        next_attempt, number = math.inf, -1
        while True:
            ends = self._ends
            state = self._desk.wait_for_newer(number, LOOK)
            number, outcome = state.number, state.outcome
            if outcome is not None and (outcome is not published or time.monotonic() > next_attempt):
                (unpublished, again), published = self._publish(outcome), outcome
                with self._desk.at_rest() as steps:
                    steps.note(unpublished=unpublished)
                next_attempt = time.monotonic() + TRY_AGAIN if again else math.inf
            elif ends:
                return

    def _publish(self, outcome: Outcome) -> tuple[Message | None, bool]:
        """Publish an outcome; return why that could not be done, None where it could, and whether to try again."""
        try:
            done = publish_site(outcome, self._options)
        except BaseException as error:
            return Message("The event is not published. {why}", why=" ".join(describe_fault(error))), True
        return done.unpublished, done.site is not None and done.site.refused is not None
