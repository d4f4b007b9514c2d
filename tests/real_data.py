"""Real files of others, which are no part of the project; tests that want them are left out where they are not."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import pytest

VARIABLE: Final = "TURNABOUT_TEST_DATA"
"""The environment variable that names their folder, if they do not lie beside the project."""

REAL_DATA: Final = Path(os.environ.get(VARIABLE, Path(__file__).parents[2] / "shared" / "data"))
MISSING: Final = f"no files of others: set {VARIABLE}"


def each_file(*patterns: str) -> dict[str, Any]:
    """Return what parametrizes a test with each file of such names; without any, the test is skipped."""
    files = sorted(file for pattern in patterns for file in REAL_DATA.glob(pattern))
    missing = pytest.param(None, marks=pytest.mark.skip(MISSING))
    return {"argvalues": files or [missing], "ids": lambda file: file.stem if file else "none"}


def real_file(name: str) -> Path:
    """Return one of the files; without it the test is skipped."""
    if not (REAL_DATA / name).exists():
        pytest.skip(MISSING)
    return REAL_DATA / name
