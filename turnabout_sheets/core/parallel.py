"""Does a job with many things side by side, in fresh processes."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

T = TypeVar("T")
R = TypeVar("R")

TellWait = Callable[[], object]
"""Says that the program ends only when what is in work is done; it is called at once."""

AHEAD: Final = 4
"""How many jobs a processor are begun ahead of what is asked for, so that results do not pile up in memory."""

MOST_WORKERS: Final = 61
"""Windows waits for no more processes at a time."""


@contextlib.contextmanager
def map_in_parallel(
    job: Callable[[T], R], things: Iterable[T], count: int, tell_wait: TellWait = lambda: None
) -> Iterator[Iterator[R]]:
    """Give what a job makes of each of ``count`` things, in their order; side by side if processors are there.

    Who leaves the context before the end, as by Ctrl+C, waits for the jobs that are being done, and is told so by
    ``tell_wait``; what has not begun by then does not begin. Ctrl+C once more kills the processes that do them.
    """
    workers = min(count, count_processors(), MOST_WORKERS)
    if workers <= 1:
        yield map(job, things)
        return
    from concurrent.futures import ProcessPoolExecutor  # slow to load, and one thing does without
    from multiprocessing import active_children, get_context

    # Fresh processes on every system, so that a run behaves the same on Windows and on Linux.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_end_with_parent)
    try:
        yield _do_all(pool, job, things, AHEAD * workers)
    except KeyboardInterrupt:
        try:
            tell_wait()
            pool.shutdown(cancel_futures=True)
        except KeyboardInterrupt:
            for worker in active_children():
                worker.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _do_all(pool: Executor, job: Callable[[T], R], things: Iterable[T], most: int) -> Iterator[R]:
    begun: deque[Future[R]] = deque()
    for thing in things:
        with unheard_interrupts():
            begun.append(pool.submit(job, thing))
        if len(begun) >= most:
            yield _wait_for(begun.popleft())
    while begun:
        yield _wait_for(begun.popleft())


def _wait_for(doing: Future[R]) -> R:
    """Return a result; Windows hears Ctrl+C only between two waits."""
    from concurrent.futures import wait  # slow to load

    while not doing.done():
        wait([doing], 0.2)
    return doing.result()


class FellOverError(Exception):
    """A process that worked apart has ended without a result, or took too long and was ended."""


def do_apart(job: Callable[[T], R], thing: T, *, seconds: float, most_bytes: int) -> R:
    """Return what a job makes of a thing, done in a process of its own: a library may fall over what it is given.

    The process has so many seconds and, where the system can limit it, bytes of memory, and says nothing on the screen.
    Raises `FellOverError`, and what the job raises.
    """
    from concurrent.futures import ProcessPoolExecutor  # slow to load, and hardly ever needed
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    with ProcessPoolExecutor(1, get_context("spawn"), initializer=_begin_apart, initargs=(most_bytes,)) as pool:
        with unheard_interrupts():
            doing = pool.submit(_do_or_fall, job, thing)
        try:
            return doing.result(seconds)
        except (BrokenProcessPool, TimeoutError) as error:
            raise FellOverError from error
        finally:
            for process in [*pool._processes.values()] if not doing.done() else []:
                process.kill()


def _do_or_fall(job: Callable[[T], R], thing: T) -> R:
    try:
        return job(thing)
    except Exception:
        raise
    except BaseException as error:  # a panic of Rust, which no other process can be given
        raise FellOverError(type(error).__name__) from None


def _begin_apart(most_bytes: int) -> None:
    _end_with_parent()
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 2)
    if sys.platform != "win32":
        from resource import RLIMIT_AS, getrlimit, setrlimit

        setrlimit(RLIMIT_AS, (most_bytes, getrlimit(RLIMIT_AS)[1]))


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
