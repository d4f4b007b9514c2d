from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.systems import TELLS_OF_PROCESSES
from turnabout_sheets.core import parallel
from turnabout_sheets.core.parallel import map_in_parallel

WORK = """
import os, sys, time
from pathlib import Path
from turnabout_sheets.core.parallel import map_in_parallel

def job(folder):
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(60)

if __name__ == "__main__":
    list(map_in_parallel(job, [sys.argv[1]] * 4, 4))
"""

MANY = 8
"""So many jobs two processes are given at once."""

INTERRUPTED = f"""
import sys, time
from pathlib import Path
from turnabout_sheets.core import parallel

def job(file):
    file.touch()
    time.sleep(0.5)

if __name__ == "__main__":
    parallel.count_processors = lambda: 2
    try:
        list(parallel.map_in_parallel(job, [Path(sys.argv[1]) / str(number) for number in range({MANY})], {MANY}))
    except KeyboardInterrupt:
        print("interrupted")
"""


def is_there(process: int) -> bool:
    """Say whether a process runs, and is not only waiting for somebody to note its end."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def until(true: Callable[[], object], seconds: float = 30) -> bool:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not (found := bool(true())) and time.monotonic() < end:
        time.sleep(0.05)
    return found


@pytest.mark.processes
@TELLS_OF_PROCESSES
def test_nobody_works_on_when_the_program_is_killed(tmp_path: Path) -> None:
    script, folder = tmp_path / "work.py", tmp_path / "workers"
    script.write_text(WORK)
    folder.mkdir()
    with subprocess.Popen([sys.executable, script, folder]) as program:
        assert until(lambda: len(list(folder.iterdir())) >= min(2, os.cpu_count() or 1))
        workers = [int(each.name) for each in folder.iterdir()]
        program.kill()
    assert until(lambda: not any(map(is_there, workers)))


@pytest.mark.processes
@pytest.mark.skipif(sys.platform == "win32", reason="tests/windows has one of its own")
def test_who_interrupts_the_program_hears_of_it_alone_and_what_has_not_begun_does_not_begin(tmp_path: Path) -> None:
    script, folder = tmp_path / "work.py", tmp_path / "begun"
    script.write_text(INTERRUPTED)
    folder.mkdir()
    with subprocess.Popen(
        [sys.executable, script, folder], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    ) as program:
        assert until(lambda: list(folder.iterdir()))
        os.killpg(program.pid, signal.SIGINT)
        said, _ = program.communicate(timeout=30)
    assert said == b"interrupted\n"
    assert len(list(folder.iterdir())) < MANY


@pytest.mark.processes
def test_things_come_back_in_their_order() -> None:
    assert list(map_in_parallel(abs, range(-20, 1), 21)) == list(range(20, -1, -1))


def test_there_are_no_more_workers_than_windows_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "count_processors", lambda: 128)
    assert parallel.count_workers(200) == 61


def test_one_thing_is_done_here() -> None:
    assert list(map_in_parallel(lambda _: os.getpid(), [0], 1)) == [os.getpid()]
