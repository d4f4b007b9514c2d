"""Finds the programs that tests run for real: skips clearly where one is missing, or fails where that is required."""

from __future__ import annotations

import os
import shutil

import pytest

REQUIRED = "TURNABOUT_REQUIRE_REAL_SOFTWARE"


def program(name: str) -> str:
    """Return the path of a program; without it the test is skipped, or fails where REQUIRED is set (to anything)."""
    path = shutil.which(name)
    if path is not None:
        return path
    if os.environ.get(REQUIRED):
        pytest.fail(f"{name} is not installed, and {REQUIRED} is set", pytrace=False)
    pytest.skip(f"{name} is not installed")
