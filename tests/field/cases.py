"""Cases from a file: what lies in a folder, which commands are given there, and what they say; and pages, asked."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from lxml import html

from tests.support.books import records
from tests.support.commands import turnabout

PATIENCE = 60.0


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


class Page:
    """A page of ours, by its address."""

    def __init__(self, address: str) -> None:
        self.address = address

    def ask(self, name: str = "", body: bytes | None = None, **headers: str) -> str:
        headers = {"Sec-Fetch-Dest": "iframe", "Content-Type": "application/json", **headers}
        with urlopen(Request(self.address + name, body, headers), timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def do(self, order: str, data: Any = None) -> Any:
        body = b"" if data is None else json.dumps(data).encode()
        return json.loads(self.ask(f"do/{order}", body, Origin=self.address.rsplit("/", 2)[0]))

    def wait_for(self, piece: str, words: str) -> str:
        """Return what a piece of the page says once these words are in it."""
        until = time.monotonic() + PATIENCE
        while words not in (said := html.document_fromstring(self.ask()).get_element_by_id(piece).text_content()):
            assert time.monotonic() < until, said
            time.sleep(0.05)
        return str(said)


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
