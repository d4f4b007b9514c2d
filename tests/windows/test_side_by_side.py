"""Processes side by side: Windows makes new ones only, and Ctrl+C is heard by all that a window has.

Whole pools are no part of this: under Wine they wait for ever, now and then, because it loses empty messages of a pipe.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.windows.program import LONGEST
from turnabout_sheets.core.parallel import unheard_interrupts

pytestmark = pytest.mark.processes

WORKER = """
import ctypes, time
try:
    ctypes.WinDLL("kernelbase").CtrlRoutine(ctypes.c_void_p(0))  # as Windows does when somebody presses Ctrl+C
    time.sleep(0.5)
    print("at work")
except KeyboardInterrupt:
    print("interrupted")
"""


def start_worker() -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_ctrl_c_is_for_the_program_alone() -> None:
    with unheard_interrupts():
        worker = start_worker()
    other = start_worker()
    assert [each.communicate(b"", LONGEST)[0].strip() for each in (worker, other)] == [b"at work", b"interrupted"]
