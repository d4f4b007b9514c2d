"""Starts work in a process of its own and kills it: after some time, or just at the n-th moment that counts.

A moment is a call of the system by which something on the disk may change, and another one is when it has returned. So
all of them can be tried one after the other, however short they are, and nothing depends on how fast the computer is.
Whoever uses this is a process without threads, so that it can fork.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Final

Work = Callable[[], object]

_CALLS: Final = frozenset(
    "open write writelines flush close __exit__ truncate fsync replace rename link unlink mkdir rmdir chmod chown "
    "utime flock execute executemany executescript commit rollback copy_file_range sendfile".split()
)
_EVENTS: Final = {"c_call": "before", "c_return": "after"}
_MODULES: Final = ("posix", "io", "_io", "fcntl")
_KINDS: Final = ("FileIO", "BufferedWriter", "BufferedRandom", "TextIOWrapper", "Connection", "Cursor")


def start(work: Work, watch: Callable[[], object] = lambda: None) -> int:
    """Start work in a process of its own, with its own group, and return its number; ``watch`` is called there first.

    It ends with what the work exits with, or 0.
    """
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.setsid()
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        code = 70
        try:
            watch()
            work()
            code = 0
        except SystemExit as done:
            code = int(done.code or 0)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.setprofile(None)
            os._exit(code)
    return child


def finish(work: Work) -> int:
    """Carry work out undisturbed, and return what it exited with."""
    return os.waitstatus_to_exitcode(os.waitpid(start(work), 0)[1])


def kill_after(work: Work, seconds: float) -> bool:
    """Start work, kill it after some time, and return whether it was still at work."""
    return _kill(start(work), seconds)


def _kill(child: int, seconds: float) -> bool:
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    # Its workers only read, and would wait for it for ever.
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return os.WIFSIGNALED(status)


def kill_when(work: Work, has_come: Callable[[], bool], seconds: float) -> bool:
    """Start work, kill it some time after something ``has_come``, and return whether it was still at work."""
    child = start(work)
    while not (ended := os.waitpid(child, os.WNOHANG)[0]) and not has_come():
        time.sleep(0.02)  # to look takes the time of the one that works, too
    return not ended and _kill(child, seconds)


def kill_at(work: Work, moment: int) -> bool:
    """Start work, which dies at a moment, counted from 1, and return whether it did."""
    left = moment

    def count(_: str) -> None:
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    _, status = os.waitpid(start(work, lambda: _watch(count)), 0)
    return os.WIFSIGNALED(status)


def list_moments(work: Work) -> tuple[int, list[str]]:
    """Carry work out undisturbed, and return what it exited with, and what its moments are."""
    reads, writes = os.pipe()
    child = start(work, lambda: _watch(lambda call: os.write(writes, f"{call}\n".encode())))
    os.close(writes)
    with os.fdopen(reads) as moments:
        found = moments.read().splitlines()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), found


def _watch(moment: Callable[[str], object]) -> None:
    """Have ``moment`` called, in this process, before and after each call of the system."""

    def see(frame: FrameType, event: str, function: Any) -> None:
        if event in _EVENTS and function.__name__ in _CALLS and _is_of_system(function):
            sys.setprofile(None)
            moment(f"{_EVENTS[event]} {function.__name__} in {frame.f_code.co_filename}:{frame.f_lineno}")
            sys.setprofile(see)

    sys.setprofile(see)


def _is_of_system(function: Any) -> bool:
    """Tell whether a built-in function has to do with files or databases, and not with memory."""
    if function.__module__ in _MODULES:
        return True
    return type(getattr(function, "__self__", None)).__name__ in _KINDS


def files_in(folder: Path) -> dict[str, bytes]:
    """Return everything in a folder, by its name there."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def bring_back(folder: Path, files: dict[str, bytes]) -> None:
    """Put a folder into the state that `files_in` has told of."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    folder.mkdir(exist_ok=True)


def choose_moments(count: int, kills: int) -> Sequence[int]:
    """Return so many moments, evenly spread; all of them if there are no more."""
    if kills >= count:
        return range(1, count + 1)
    return [1 + count * (2 * step + 1) // (2 * kills) for step in range(kills)]
