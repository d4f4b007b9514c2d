"""What tests need besides Python, said by marks, so that ``make check`` can leave it out and answer at once.

A test that starts a program without saying so fails, wherever it runs: none can be forgotten.
"""

from __future__ import annotations

import platform
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import pytest

from turnabout_sheets.core import parallel

MARKS: Final[dict[str, str]] = {
    "browser": "prints or measures pages in Chromium",
    "office": "has LibreOffice read or write workbooks",
    "postgresql": "keeps an archive in a PostgreSQL server",
    "processes": "starts other processes: interpreters, workers side by side, small disks, a wheel",
    "wine": "runs Windows programs under Wine",
}
"""What a test may use if it says so."""

TIMES: Final[dict[str, str]] = {
    "slow": "takes long: large fields, many whole events",
    "soak": "tries what could be tried for ever, and more of it in make soak",
}
"""What else ``make check`` leaves out."""

FIXTURES: Final[Mapping[str, str]] = {"convert": "office", "postgresql": "postgresql"}
"""Fixtures that say it of every test that asks for them."""

_running: list[pytest.Item] = []
"""The test that runs now, if one does."""


def register(config: pytest.Config) -> None:
    """Make the marks known."""
    platform.uname()  # on Windows it starts a program, once; SQLAlchemy asks for it when it is loaded
    for name, meaning in (MARKS | TIMES).items():
        config.addinivalue_line("markers", f"{name}: {meaning}; not in make check")


def mark(items: list[pytest.Item]) -> None:
    """Mark every test by the fixtures that it asks for."""
    for item in items:
        for fixture in FIXTURES.keys() & set(getattr(item, "fixturenames", ())):
            item.add_marker(FIXTURES[fixture])


def require(name: str) -> None:
    """Fail the test that runs if it does not say by the mark ``name`` what it is about to use."""
    if _running and _running[-1].get_closest_marker(name) is None:
        pytest.fail(f"mark this test with @pytest.mark.{name}: it {MARKS[name]}", pytrace=False)


class _NoProcess(subprocess.Popen[Any]):
    """What stands for a process in a test that says nothing of one."""

    def __init__(self, command: Any, *_: object, **__: object) -> None:
        marks = ", ".join(f"@pytest.mark.{name}" for name in MARKS)
        pytest.fail(f"mark this test with one of {marks}: it starts {command}", pytrace=False)


@contextmanager
def kept_to(item: pytest.Item, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep a test to what its marks say: no process without one, and workers side by side only in their own tests."""
    marks = {mark.name for mark in item.iter_markers()} & MARKS.keys()
    if not marks:
        monkeypatch.setattr(subprocess, "Popen", _NoProcess)
    if "processes" not in marks:
        monkeypatch.setattr(parallel, "count_processors", lambda: 1)
    _running.append(item)
    try:
        yield
    finally:
        _running.remove(item)
