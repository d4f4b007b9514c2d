"""Modules of tests that work in a process of their own, and say what came of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.dose import dose

ROOT: Final = Path(__file__).parents[2]

NO_TRACING: Final = "Operation not permitted"
"""What strace says where it is not allowed to do its work."""

PATIENCE: Final = dose(900, None)
"""Seconds after which a module is given up; what tries everything takes what it takes."""


def work_at(module: str, *words: object) -> str:
    """Return what a module says in a process of its own; fail the test with what it complains of."""
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode and NO_TRACING in done.stderr:
        pytest.skip("no process may look at another one here")
    assert done.returncode == 0, done.stderr
    return done.stdout
