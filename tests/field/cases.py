"""Cases from a file: what lies in a folder, which commands are given there, and what they say; and pages, asked."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.books import records
from tests.support.commands import turnabout
from tests.support.page import Page


def cases(name: str) -> list[Any]:
    """Return the cases of a file: below each title files in brackets, commands behind $, what they say, ! what not."""
    parts = re.split(r"^# (.+)\n", (Path(__file__).parent / "files" / name).read_text("utf-8"), flags=re.MULTILINE)
    return [pytest.param(body, id=title) for title, body in zip(parts[1::2], parts[2::2], strict=True)]


def play(case: str) -> None:
    for kind, head, body in re.findall(r"^([\[$])(.+?)\]?\n((?:(?![\[$]).*\n)*)", case, re.MULTILINE):
        if kind == "[":
            Path(head).parent.mkdir(exist_ok=True)
            Path(head).write_bytes(body.replace("\\0", "\0").replace("\\1", "\1").encode())
            continue
        said = _give(*shlex.split(head))
        for line in filter(None, body.splitlines()):
            assert (line[2:] not in said) if line.startswith("! ") else (line in said), f"${head}\n{said}\n\n{line}"


def _give(name: str, *rest: str) -> str:
    """Give a command; ``cd`` goes into a folder, ``players`` shows who is on the sheet Players."""
    if name == "cd":
        os.chdir(rest[0])
    if name in ("cd", "players"):
        rows = records(Path(rest[0]), "Players") if name == "players" else []
        return "".join(f"{' '.join(str(value) for value in row.values() if value != '')}.\n" for row in rows)
    done = turnabout(name, *rest)
    said = done.output.replace("\\", "/")  # in paths on Windows
    return "\n".join([*(" ".join(line.split()) for line in said.splitlines()), f"exit {done.exit_code}"])


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
