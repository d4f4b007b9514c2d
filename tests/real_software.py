"""Finds the programs that tests run for real: skips clearly where one is missing, or fails where that is required."""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import pytest

REQUIRED = "TURNABOUT_REQUIRE_REAL_SOFTWARE"


def program(name: str) -> str:
    """Return the path of a program; without it the test is skipped, or fails where REQUIRED is set (to anything)."""
    path = shutil.which(name)
    return path if path is not None else _miss(f"{name} is not installed")


def require_weasyprint() -> None:
    """Skip or fail as `program` where WeasyPrint, or the library that it sets type with, is not there."""
    try:
        import_module("weasyprint")
    except (ImportError, OSError):
        _miss("WeasyPrint or Pango is not installed")


def fork_in_terminal() -> tuple[int, int]:
    """Return what `pty.fork` does; where the system has no terminals, as in a chroot without them, as `program`."""
    import pty  # not on Windows

    try:
        return pty.fork()
    except OSError:
        _miss("there are no terminals")


def made(path: Path, command: str) -> Path:
    """Return what a command makes, if it is there; otherwise as `program`."""
    return path if path.exists() else _miss(f"{path.name} is not there, which {command} makes")


def _miss(what: str) -> NoReturn:
    if os.environ.get(REQUIRED):
        pytest.fail(f"{what}, and {REQUIRED} is set", pytrace=False)
    pytest.skip(what)
