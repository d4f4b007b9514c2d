"""The desk ends when its window is closed, as by Ctrl+C: Windows ends at once what does not ask for time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.windows.program import LONGEST
from turnabout_sheets.formats import DEFAULT, load
from turnabout_sheets.jobs.new import Plan, simulate

CLOSED = """
import ctypes, sys, threading
from turnabout_sheets.cli.main import main
from turnabout_sheets.desk.loop import Desk

def close():
    sys.stdin.readline()
    ctypes.WinDLL("kernelbase").CtrlRoutine(ctypes.c_void_p(2))  # as Windows does when the window is closed
    print("the window closes", flush=True)

def stop(desk, stop=Desk.stop):
    stop(desk)
    print("the desk has ended", flush=True)

Desk.stop = stop
threading.Thread(target=close).start()
main(["watch", sys.argv[1], "--no-browser"])
"""


@pytest.mark.processes
def test_a_window_that_is_closed_waits_for_the_desk_to_end(tmp_path: Path) -> None:
    workbook = tmp_path / "Friday.xlsx"
    simulate(workbook, load(DEFAULT), Plan(players=4, played=1))
    desk = subprocess.Popen(
        [sys.executable, "-c", CLOSED, str(workbook)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert desk.stdout is not None
    assert desk.stdout.readline().startswith(b"http://127.0.0.1:")
    assert desk.stdout.readline()[8:].strip()  # the next step: a first run may take longer than Windows waits
    said, _ = desk.communicate(b"\n", LONGEST)
    assert said.decode().splitlines()[-2:] == ["the desk has ended", "the window closes"]
