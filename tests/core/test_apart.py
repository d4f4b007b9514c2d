"""A job in a process of its own: whatever it does there, the program goes on."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.systems import TELLS_OF_PROCESSES
from turnabout_sheets.core.parallel import FellOverError, do_apart

pytestmark = pytest.mark.processes

ENOUGH, ROOM = 120.0, 1 << 30


class PanicError(BaseException):
    """What a library in Rust raises that has met what its author thought could not be."""


def refuse(text: str) -> None:
    raise ValueError(text)


def panic(text: str) -> None:
    raise PanicError(text)


def leave(code: int) -> None:
    os._exit(code)


def hang(file: Path) -> None:
    file.write_text(str(os.getpid()), "utf-8")
    time.sleep(ENOUGH)


def take(size: int) -> int:
    return len(bytearray(size))


def cry(text: str) -> str:
    os.write(2, text.encode())
    return text


def test_what_a_job_makes_and_what_it_raises_come_back_and_nothing_is_on_the_screen(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert do_apart(cry, "thread panicked", seconds=ENOUGH, most_bytes=ROOM) == "thread panicked"
    assert capfd.readouterr() == ("", "")
    with pytest.raises(ValueError, match="no such sheet"):
        do_apart(refuse, "no such sheet", seconds=ENOUGH, most_bytes=ROOM)


@pytest.mark.parametrize(("job", "thing"), [(panic, "slice index"), (leave, 0)])
def test_a_job_that_falls_over_is_an_error_like_others(job: Callable[[object], object], thing: object) -> None:
    with pytest.raises(FellOverError):
        do_apart(job, thing, seconds=ENOUGH, most_bytes=ROOM)


@TELLS_OF_PROCESSES
def test_a_job_that_hangs_is_ended_in_its_time(tmp_path: Path) -> None:
    """Long before it would end by itself, and its process is gone."""
    for seconds in (1, 3, 9, 27):  # on a busy computer it may end before the job has begun
        with pytest.raises(FellOverError):
            do_apart(hang, tmp_path / "pid", seconds=seconds, most_bytes=ROOM)
        if (tmp_path / "pid").exists():
            break
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text("utf-8")), 0)


@pytest.mark.skipif(os.name == "nt", reason="Windows limits no memory so")
def test_a_job_that_takes_all_memory_gets_no_more_than_it_may() -> None:
    with pytest.raises((MemoryError, FellOverError)):
        do_apart(take, 2 * ROOM, seconds=ENOUGH, most_bytes=ROOM)
