"""Does a job with many things side by side, in fresh processes."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


@contextlib.contextmanager
def map_in_parallel(job: Callable[[T], R], things: Iterable[T], count: int) -> Iterator[Iterator[R]]:
    """Give what a job makes of each of ``count`` things, in their order, by all processors.

    When the context is left early, as by Ctrl+C, the jobs that have begun are finished, and no other begins.
    """
    workers = min(count, count_processors(), 61)  # Windows waits for no more processes at a time
    if workers <= 1:
        yield map(job, things)
        return
    from concurrent.futures import ProcessPoolExecutor  # slow to load, and one thing does without
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_begin)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # what a process has from its start
    try:
        done = pool.map(job, things)
        signal.signal(signal.SIGINT, before)
        yield done
    finally:
        signal.signal(signal.SIGINT, before)
        pool.shutdown(cancel_futures=True)


def count_processors() -> int:
    """Return how many processors there are to share the work."""
    return os.cpu_count() or 1


def _begin() -> None:
    """Leave Ctrl+C to the program, and end when it does, even if that is killed."""
    from multiprocessing import parent_process
    from threading import Thread

    def end_with_program() -> None:
        if (program := parent_process()) is not None:
            program.join()
            os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Windows gives no process what another ignores
    Thread(target=end_with_program, daemon=True).start()
