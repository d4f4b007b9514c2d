"""Does a job with many things side by side, in fresh processes."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""So many jobs a processor are begun ahead of what is asked for, so that results do not pile up in memory."""

MOST_WORKERS: Final = 61
"""Windows waits for no more processes at a time."""


def map_in_parallel(job: Callable[[T], R], things: Iterable[T], count: int) -> Iterator[R]:
    """Yield what a job makes of each of ``count`` things, in their order; side by side if processors are there.

    Who interrupts the program waits for the jobs that are being done; what has not begun by then does not begin.
    """
    workers = count_workers(count)
    if workers <= 1:
        yield from map(job, things)
        return
    from concurrent.futures import Future, ProcessPoolExecutor  # slow to load, and one thing does without
    from multiprocessing import get_context

    # Fresh processes on every system, so that a run behaves the same on Windows and on Linux.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_end_with_parent)
    try:
        running: deque[Future[R]] = deque()
        for thing in things:
            with unheard_interrupts():
                running.append(pool.submit(job, thing))
            if len(running) >= workers * AHEAD:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def count_workers(count: int) -> int:
    """Return how many processes share the work with ``count`` things."""
    return min(count, count_processors(), MOST_WORKERS)


def count_processors() -> int:
    """Return how many processors there are to share the work."""
    return os.cpu_count() or 1


@contextlib.contextmanager
def unheard_interrupts() -> Iterator[None]:
    """Let processes that are started in the context never hear Ctrl+C, which is for all of a terminal.

    The program hears it, and ends them; each by itself would end in the midst of what it is told next.
    """
    if sys.platform == "win32":
        from ctypes import windll

        windll.kernel32.SetConsoleCtrlHandler(None, True)
        try:
            yield
        finally:
            windll.kernel32.SetConsoleCtrlHandler(None, False)
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


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
