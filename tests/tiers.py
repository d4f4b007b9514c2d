"""What tests need besides Python, said by marks, so that ``make check`` can leave it out and answer at once.

A test that starts a program without saying so fails, wherever it runs: none can be forgotten.
"""

from __future__ import annotations

import platform
import subprocess
from collections.abc import Iterable, Mapping
from typing import Any, Final

import pytest

from tests.dose import dose

MARKS: Final[dict[str, str]] = {
    "browser": "prints or measures pages in Chromium",
    "office": "has LibreOffice read or write workbooks",
    "postgresql": "keeps an archive in a PostgreSQL server",
    "processes": "starts other processes: interpreters, small disks, a wheel",
    "software": "has NSIS make a setup, or Pango set type",
}
"""What a test may use if it says so."""

TIMES: Final[dict[str, str]] = {
    "slow": "takes long: large fields, many whole events",
    "soak": "tries what could be tried for ever, and more of it in make soak",
    "nightly": "only in make soak, which runs every night: more of what another test tries, or what seldom changes",
}
"""What else ``make check`` leaves out."""

KEPT: Final[dict[str, str]] = {"field": "an input met at a real event, with what it must come to; never cut"}
"""What holds the program to what happens at events, through the command line or the desk."""

FIXTURES: Final[Mapping[str, str]] = {"convert": "office", "postgresql": "postgresql"}
"""Fixtures that say it of every test that asks for them."""

_running: list[pytest.Item] = []
"""The test that runs now, if one does."""


def register(config: pytest.Config) -> None:
    """Make the marks known, and keep every test to what its marks say."""
    platform.uname()  # on Windows it starts a program, once; SQLAlchemy asks for it when it is loaded
    for name, meaning in (MARKS | TIMES).items():
        config.addinivalue_line("markers", f"{name}: {meaning}; not in make check")
    for name, meaning in KEPT.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")
    guard = pytest.MonkeyPatch()
    guard.setattr(subprocess, "Popen", _GuardedProcess)
    config.add_cleanup(guard.undo)


def mark(items: list[pytest.Item]) -> None:
    """Mark every test by the fixtures that it asks for, and leave out those of the night by day: unless they write.

    Those that need LibreOffice or Chromium come first, so that of several processes one has them, and starts it.
    """
    every = dose(any(item.config.getoption("--rewrite-golden") for item in items[:1]), True)
    items[:] = [item for item in items if every or item.get_closest_marker("nightly") is None]
    for item in items:
        for fixture in FIXTURES.keys() & set(getattr(item, "fixturenames", ())):
            item.add_marker(FIXTURES[fixture])
    items.sort(key=lambda item: [item.get_closest_marker(program) is None for program in ("office", "browser")])


def require(name: str) -> None:
    """Fail the test that runs if it does not say by the mark ``name`` what it is about to use."""
    if _running and not _has_mark([name]):
        pytest.fail(f"mark this test with @pytest.mark.{name}: it {MARKS[name]}", pytrace=False)


class _GuardedProcess(subprocess.Popen[Any]):
    """A process, which a test that says nothing of one cannot start."""

    def __init__(self, *command: Any, **options: Any) -> None:
        if _running and not _has_mark(MARKS):
            marks = ", ".join(f"@pytest.mark.{name}" for name in MARKS)
            pytest.fail(f"mark this test with one of {marks}: it starts {command or options}", pytrace=False)
        super().__init__(*command, **options)


def _has_mark(names: Iterable[str]) -> bool:
    return any(_running[-1].get_closest_marker(name) for name in names)


def begin(item: pytest.Item) -> None:
    """Keep the test that begins to its marks."""
    _running.append(item)


def end() -> None:
    """Let what several tests share be ended with all that it needs."""
    _running.clear()
