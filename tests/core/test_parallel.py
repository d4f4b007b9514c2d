from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.dose import by_day
from tests.systems import TELLS_OF_PROCESSES
from turnabout_sheets.core.parallel import map_in_parallel

HAS_SIGNALS = pytest.mark.skipif(sys.platform == "win32", reason="tests/windows has one of its own")

WORK = """
import os, sys, time
from pathlib import Path
from turnabout_sheets.core.parallel import map_in_parallel

def job(folder):
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(60)

if __name__ == "__main__":
    with map_in_parallel(job, [sys.argv[1]] * 4, 4) as done:
        list(done)
"""

MANY = 40
"""How many jobs two processes are given at once: more than they do before somebody on a busy computer interrupts."""

INTERRUPTED = f"""
import os, signal, sys, time
from pathlib import Path
from turnabout_sheets.core import parallel

def job(file):
    file.touch()
    time.sleep(float(sys.argv[3]))
    file.with_suffix(".done").touch()

if __name__ == "__main__":
    parallel.count_processors = lambda: 2
    files = [Path(sys.argv[1]) / str(number) for number in range({MANY})]
    try:
        with parallel.map_in_parallel(job, files, {MANY}) as done:
            for _ in done:
                if sys.argv[2] == "itself":
                    os.kill(os.getpid(), signal.SIGINT)
                    time.sleep(9)
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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where jobs write that they have begun, and that they are done."""
    folder = tmp_path / "begun"
    folder.mkdir()
    return folder


def start(script: str, folder: Path, *arguments: object) -> subprocess.Popen[bytes]:
    """Start a script beside the folder, as a terminal does: what is pressed there is heard by all its processes."""
    file = folder.with_name("work.py")
    file.write_text(script)
    return subprocess.Popen(
        [sys.executable, file, folder, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


@pytest.mark.processes
@HAS_SIGNALS
@pytest.mark.parametrize("who", by_day("the terminal", of=["the terminal", "itself"]))
def test_what_has_begun_is_done_when_somebody_interrupts_the_program(folder: Path, who: str) -> None:
    """What has not begun does not begin, and nothing is said by a process that works for the program."""
    with start(INTERRUPTED, folder, who, 0.5) as program:
        assert until(lambda: list(folder.iterdir()))
        if who == "the terminal":
            os.killpg(program.pid, signal.SIGINT)
        said, _ = program.communicate(timeout=30)
    assert said == b"interrupted\n"
    done = {each.stem for each in folder.glob("*.done")}
    assert {each.stem for each in folder.iterdir()} == done
    assert len(done) < MANY


@pytest.mark.processes
def test_things_come_back_in_their_order() -> None:
    with map_in_parallel(abs, range(-20, 1), 21) as done:
        assert list(done) == list(range(20, -1, -1))


def test_one_thing_is_done_here() -> None:
    with map_in_parallel(lambda _: os.getpid(), [0], 1) as done:
        assert list(done) == [os.getpid()]
