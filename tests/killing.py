"""Starts work in a process of its own, and disturbs it just at the n-th moment that counts: kills it, refuses a call.

A moment is a call of the system by which something on the disk may change, or a statement of a database; another one
is when it has returned. So all of them can be tried one after the other, however short they are, and nothing depends
on how fast the computer is. Whoever uses this is a process without threads, so that it can fork.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Final

Work = Callable[[], object]
Moment = Callable[[str], bool]
"""What is told of a moment, and returns whether it wants to know of the next."""

Files = Mapping[str, bytes]

FAULT: Final = 70
"""The exit code of work that ends with an exception that is none of a sentence."""

_CHANGES: Final = frozenset(
    "open write writelines flush close __exit__ truncate fsync replace rename link unlink mkdir rmdir chmod chown "
    "utime flock copy_file_range sendfile".split()
)
_ENDS: Final = frozenset(("__exit__", "close"))
_LOOKS: Final = frozenset("stat lstat fstat scandir listdir read readline readinto".split())
_STATEMENTS: Final = frozenset("do_begin do_execute do_executemany do_commit".split())
_EVENTS: Final = {"c_call": "before", "c_return": "after", "call": "before", "return": "after"}
_MODULES: Final = ("posix", "io", "_io", "fcntl")
_KINDS: Final = ("FileIO", "BufferedWriter", "BufferedRandom", "TextIOWrapper")


def start(work: Work, watch: Work = lambda: None, said: Path = Path(os.devnull)) -> int:
    """Start work in a process of its own, and return its number; ``watch`` is called there first.

    It ends with what the work exits with, or 0; ``said`` is a file that has what it says.
    """
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        if said != Path(os.devnull):
            os.dup2(out, 2)
        code = FAULT
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
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    return child


def finish(work: Work, said: Path = Path(os.devnull)) -> int:
    """Carry work out undisturbed, and return what it exited with."""
    return os.waitstatus_to_exitcode(os.waitpid(start(work, said=said), 0)[1])


def disturb_at(
    work: Work, moment: int, happens: Callable[[str], object], folder: Path | None = None, said: Path = Path(os.devnull)
) -> int:
    """Start work, have something happen at a moment, counted from 1, and return what it exited with; killed: -9.

    What that raises the call is refused with; with a ``folder`` it is a call that concerns it, see `list_moments`.
    """
    left = moment

    def count(call: str) -> bool:
        nonlocal left
        left -= 1
        if not left:
            happens(call)
        return left > 0

    child = start(work, lambda: _watch(None, folder, count) if folder else _watch(count), said)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def die(_: str) -> None:
    """Kill the process that is at work."""
    os.kill(os.getpid(), signal.SIGKILL)


def refuse(number: int, call: str) -> None:
    """Refuse a call with an error of the system, or a statement with one of the database."""
    if call.split()[1] in _STATEMENTS:
        raise sqlite3.OperationalError("disk I/O error")
    raise OSError(number, os.strerror(number))


def list_moments(work: Work, folder: Path) -> tuple[int, list[str], list[str]]:
    """Carry work out undisturbed, and return what it exited with, and what its moments are.

    Last those before calls that concern a ``folder``, also such as only look at something.
    """
    reads, writes = os.pipe()

    def note(call: str) -> bool:
        return os.write(writes, f"{call}\n".encode()) > 0

    child = start(work, lambda: _watch(lambda call: note(f"all {call}"), folder, note), Path("listed"))
    os.close(writes)
    with os.fdopen(reads) as moments:
        found = moments.read().splitlines()
    concerning = [call for call in found if not call.startswith("all ")]
    every = [call.removeprefix("all ") for call in found if call.startswith("all ")]
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), every, concerning


def _watch(every: Moment | None, folder: Path | None = None, concerning: Moment | None = None) -> None:
    """Have called, in this process, what wants to know of each call, before and after it, or of one about a folder.

    What that raises the call is refused with; nothing is watched any more once it returns False.
    """
    calls = (_CHANGES if every else frozenset()) | (_CHANGES - _ENDS | _LOOKS if concerning else frozenset())

    def see(frame: FrameType, event: str, function: Any) -> None:
        if event == "call" or event == "return":
            name = frame.f_code.co_name
            if name not in _STATEMENTS or "sqlalchemy" not in frame.f_code.co_filename:
                return
        elif event == "c_exception" or (name := function.__name__) not in calls or not _is_of_system(function):
            return
        call, goes_on = f"{_EVENTS[event]} {name} in {frame.f_code.co_filename}:{frame.f_lineno}", True
        sys.setprofile(None)
        if every and (name in _CHANGES or name in _STATEMENTS):
            goes_on = every(call)
        is_meant = concerning and folder and _EVENTS[event] == "before" and name not in _ENDS
        if concerning and folder and is_meant and _concerns(folder, frame, function):
            goes_on = concerning(call)
        if goes_on:
            sys.setprofile(see)

    sys.setprofile(see)


def _is_of_system(function: Any) -> bool:
    """Tell whether a built-in function has to do with files, and not with memory."""
    return function.__module__ in _MODULES or type(getattr(function, "__self__", None)).__name__ in _KINDS


def _concerns(folder: Path, frame: FrameType, function: Any) -> bool:
    """Tell whether a call is about something in a folder, as far as its caller, or the file, knows of that."""
    names = [getattr(getattr(function, "__self__", None), "name", ""), *frame.f_locals.values()]
    is_statement = frame.f_code.co_name in _STATEMENTS
    return is_statement or any(isinstance(each, str | Path) and str(folder) in str(each) for each in names)


def files_in(folder: Path) -> dict[str, bytes]:
    """Return everything in a folder, by its name there."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def bring_back(folder: Path, files: Files) -> None:
    """Put a folder into the state that `files_in` has told of."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    folder.mkdir(exist_ok=True)


def choose_moments(count: int, times: int) -> Sequence[int]:
    """Return so many moments, evenly spread; all of them if there are no more."""
    if times >= count:
        return range(1, count + 1)
    return [1 + count * (2 * step + 1) // (2 * times) for step in range(times)]
