"""Options and fixtures that all tests share."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from tests import loading, tiers
from tests.support import no_waiting

pytest_plugins = ["tests.support.ran_events"]

collect_ignore = ["installed", "packing"] if sys.platform == "win32" else ["windows"]
"""What is packed for Windows is packed elsewhere."""


FILES = pytest.StashKey[set[str]]()
"""What was in the folder in which the tests are started, and what was left there since."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden", action="store_true", help="write the expected files anew instead of comparing with them"
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes test side by side: more than there are cores, because many tests wait for a desk."""
    cores = os.cpu_count() or 1
    return cores + (cores + 1) // 2


def pytest_configure(config: pytest.Config) -> None:
    tiers.register(config)
    config.stash[FILES] = files_of(config.rootpath)
    gc.disable()
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # in what a script starts with &: no test could press Ctrl+C
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    loading.take_turns(session.config, collect_ignore)


def pytest_collection_finish() -> None:
    """Keep what is loaded, and all tests, from being looked through for garbage again and again while they run."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    tiers.mark(items)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    tiers.begin(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Fail a test that leaves a file in the folder in which the tests are started; its own is ``tmp_path``."""
    tiers.end()
    yield
    known = item.config.stash[FILES]
    left = files_of(item.config.rootpath) - known
    known |= left
    assert not left, f"this test, or one beside it, left {', '.join(sorted(left))}; tests write into tmp_path"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what was left out, and why."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", ())
        if isinstance(report.longrepr, tuple)
    )
    if reasons:
        why = "; ".join(f"{times}: {reason}" for reason, times in reasons.most_common())
        terminalreporter.write_line(f"Left out {reasons.total()} tests. {why}")


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what runs leave in the user's cache folder out of the real one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(autouse=True)
def no_archive_used_last() -> None:
    """Have the archive that another test used not be meant where a test names none."""
    with contextlib.suppress(PermissionError):  # on Windows it is that of all workers, of whom one may be at it
        (user_cache_path("turnabout", appauthor=False) / "recent" / "archive").unlink(missing_ok=True)


@pytest.fixture(autouse=True, scope="session")
def no_waiting_for_the_disk() -> Iterator[None]:
    """Save files without waiting until they are on the disk: what is told of them is the same while there is power."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        patch.setattr(sqlite3, "connect", no_waiting.connect)
        yield


@pytest.fixture
def no_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have runs print nothing: a sixth of their time, where a test only looks at the workbook."""
    monkeypatch.setattr("turnabout_sheets.jobs.run.load_pages", lambda _: [])


@pytest.fixture
def few_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have runs write of their tables only the standings and the matches, where a test looks at no other."""
    graft = import_module("turnabout_sheets.jobs.run").graft_sheets
    monkeypatch.setattr(
        "turnabout_sheets.jobs.run.graft_sheets", lambda run, sheets, *how: graft(run, sheets[:2], *how)
    )


@pytest.fixture
def pages_to_press(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have runs print only the pages that a desk has buttons for."""
    names = ("slips", "pairings", "tables", "standings", "check-in", "report", "movement")
    load = import_module("turnabout_sheets.jobs.run").load_pages
    monkeypatch.setattr("turnabout_sheets.jobs.run.load_pages", lambda of: [it for it in load(of) if it.name in names])


@pytest.fixture
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have desks wait for less time than people need."""
    from tests.desk import pauses  # what it loads, only tests of desks need

    pauses.shorten(monkeypatch)


def files_of(folder: Path) -> set[str]:
    with os.scandir(folder) as entries:
        return {entry.name for entry in entries if entry.is_file() and not entry.name.startswith(".")}
