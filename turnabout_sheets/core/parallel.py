"""Does a job with many things side by side, in fresh processes."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""So many jobs a processor are begun ahead of what is asked for, so that results do not pile up in memory."""


def map_in_parallel(job: Callable[[T], R], things: Iterable[T], count: int) -> Iterator[R]:
    """Yield what a job makes of each of ``count`` things, in their order; side by side if processors are there."""
    workers = min(count, count_processors())
    if workers <= 1:
        yield from map(job, things)
        return
    from concurrent.futures import Future, ProcessPoolExecutor  # slow to load, and one thing does without
    from multiprocessing import get_context

    # Fresh processes on every system, so that a run behaves the same on Windows and on Linux.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_end_with_parent) as pool:
        running: deque[Future[R]] = deque()
        for thing in things:
            running.append(pool.submit(job, thing))
            if len(running) >= workers * AHEAD:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()


def count_processors() -> int:
    """Return how many processors there are to share the work."""
    return os.cpu_count() or 1


def _end_with_parent() -> None:
    """Make this process end when the one that began it does, even if that is killed: nobody else would end it."""
    from multiprocessing import parent_process
    from threading import Thread

    def wait() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()
