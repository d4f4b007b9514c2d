"""Starts the program as a shell does, and returns what it says as bytes; its three standard streams are pipes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

COMMAND: Final = (sys.executable, "-m", "turnabout_sheets")

LONGEST: Final = 120
"""Seconds that a command may take, with the start of Python under Wine."""


def run_program(*arguments: object, folder: Path, exit: int = 0) -> str:
    """Give a command in a folder, which ends as expected, and return what it says on both streams, read as UTF-8."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        cwd=folder,
        input=b"",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=LONGEST,
        check=False,
    )
    said = done.stdout.decode("utf-8").replace("\r\n", "\n")
    assert done.returncode == exit, said
    return said
