"""Finds the programs that tests run for real: skips clearly where one is missing, or fails where that is required."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import pytest

REQUIRED = "TURNABOUT_REQUIRE_REAL_SOFTWARE"


def program(name: str, *new_enough: str) -> str:
    """Return the path of a program; without it the test is skipped, or fails where REQUIRED is set (to anything).

    So it does where the program is too old: where it fails when it is started with the words ``new_enough``.
    """
    path = shutil.which(name)
    if path is None:
        _miss(f"{name} is not installed")
    if new_enough and subprocess.run([path, *new_enough]).returncode:
        _miss(f"{name} is too old")
    return path


def require_weasyprint() -> None:
    """Skip or fail as `program` where WeasyPrint is not there, or a library that it needs is missing or too old."""
    try:
        import_module("weasyprint")
    except (ImportError, OSError):
        _miss("WeasyPrint or Pango is not installed")
    except DeprecationWarning as reason:  # it still works, but not with its next version
        _miss(f"WeasyPrint lacks a library: {reason}")


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
