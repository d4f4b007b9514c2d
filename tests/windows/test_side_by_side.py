"""Processes side by side: Windows makes new ones only, and Ctrl+C comes to all that a window has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.windows.program import LONGEST

pytestmark = pytest.mark.processes

POOL = """
import ctypes, sys, time
from pathlib import Path
from threading import Thread
from turnabout_sheets.core import parallel

def job(file):
    file.touch()
    time.sleep(float(sys.argv[2]))
    file.with_suffix(".done").touch()

def press():
    while not list(folder.iterdir()):
        time.sleep(0.05)
    ctypes.WinDLL("kernelbase").CtrlRoutine(ctypes.c_void_p(0))

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    parallel.count_processors = lambda: 2
    Thread(target=press, daemon=True).start()
    files = [folder / str(number) for number in range(20)]
    try:
        with parallel.map_in_parallel(job, files, 20) as done:
            list(done)
    except KeyboardInterrupt:
        print("interrupted")
"""


def interrupt_pool(folder: Path, seconds: float) -> list[bytes]:
    """Interrupt a pool, whose jobs take so many seconds each; return the lines that it says."""
    script = folder.with_name("work.py")
    script.write_text(POOL)
    folder.mkdir()
    command = [sys.executable, script, folder, str(seconds)]
    pool = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return pool.communicate(b"", LONGEST)[0].splitlines()


def test_ctrl_c_ends_a_pool_when_what_has_begun_is_done(tmp_path: Path) -> None:
    folder = tmp_path / "begun"
    assert interrupt_pool(folder, 1) == [b"interrupted"]
    done = {each.stem for each in folder.glob("*.done")}
    assert {each.stem for each in folder.iterdir()} == done
    assert len(done) <= 8, "of twenty: two at work, three handed on, and what ended before the signal came"
