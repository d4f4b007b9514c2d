"""Files of cases, and pages, asked."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.page import Page

FILES = Path(__file__).parent / "files"


@contextmanager
def opened(home: Path, *command: object) -> Iterator[Page]:
    """Give a command that shows a page; the clock is two hours ahead of UTC."""
    own = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "BROWSER": "true", "TZ": "UTC-2"}
    call = [sys.executable, "-u", "-m", "turnabout_sheets", *map(str, command)]
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True, env=os.environ | own) as program:
        try:
            yield Page(next(line.strip() for line in program.stdout or () if line.startswith("http://")))
        finally:
            program.terminate()
            program.communicate()
