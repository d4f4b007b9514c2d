"""What a command loads: start-up counts, because it runs a hundred times a day."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.systems import TELLS_OF_PROCESSES

SAMPLES = Path(__file__).parents[2] / "sample_events"

SLOW = frozenset({"pandas", "numpy", "openpyxl", "jinja2", "sqlalchemy", "rustworkx", "filelock"})
"""Libraries that take long to load, one by one or together."""

ASIDE = frozenset({
    "rapidfuzz", "sqlite3", "asyncio", "multiprocessing", "urllib.request", "ssl", "email", "pdb", "unittest",
    "turnabout_sheets.archive", "turnabout_sheets.formats.duplicate.format",
    "turnabout_sheets.formats.netrunner.format",
    "turnabout_sheets.prints.pages.movement", "turnabout_sheets.workbook.ours.blank",
})  # fmt: skip
"""What nothing is done with in a Turnabout event without mistakes: little each, much together."""

NEEDED: dict[tuple[str, ...], frozenset[str]] = {
    ("--help",): frozenset(),
    ("check", "event.xlsx"): frozenset(),
    ("restore", "event.xlsx"): frozenset(),
    ("run", "event.xlsx"): frozenset({"pandas", "numpy", "openpyxl", "jinja2", "filelock"}),
}

PROGRAM = """
import sys
from turnabout_sheets.cli.main import main
try:
    main(sys.argv[1:])
finally:
    print(*sys.modules, file=sys.stderr)
"""


def load(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Do a command in a folder, and have it name all modules that it has loaded, on the error stream."""
    return start(PROGRAM, folder, *command)


def start(program: str, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Have a program of Python do a command in a folder."""
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-c", program, *command], cwd=folder, capture_output=True, encoding="utf-8",
        check=False,
    )  # fmt: skip


def loaded(done: subprocess.CompletedProcess[str]) -> set[str]:
    assert "Traceback" not in done.stderr, done.stderr
    modules = set(done.stderr.split())
    assert "turnabout_sheets.cli.main" in modules
    return modules


@pytest.mark.processes
@pytest.mark.parametrize("command", NEEDED, ids=lambda command: command[0])
def test_a_command_loads_what_it_needs(tmp_path: Path, command: tuple[str, ...]) -> None:
    shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event.xlsx")
    assert loaded(load(tmp_path, *command)) & SLOW <= NEEDED[command]


@pytest.mark.processes
@pytest.mark.parametrize("command", ["check", "run"])
def test_an_event_loads_nothing_of_others_and_nothing_for_mistakes_that_it_has_not(
    tmp_path: Path, command: str
) -> None:
    load(tmp_path, "simulate", "event.xlsx", "--players", "6", "--rounds", "3", "--played", "2")
    assert not loaded(load(tmp_path, command, "event.xlsx")) & ASIDE


@pytest.mark.processes
def test_a_run_of_a_workbook_that_has_not_changed_loads_what_a_check_does(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event.xlsx")
    told = [load(tmp_path, "run", "event.xlsx") for _ in range(2)]
    assert "Nothing has changed" in told[1].stdout
    assert not loaded(told[1]) & SLOW


ENDING = """
import atexit, gc, sys
atexit.register(lambda: print(gc.get_freeze_count() > 0, file=sys.stderr))
from turnabout_sheets.cli.main import main
main(sys.argv[1:])
"""
"""Tells last of all whether values are left that Python is not to look through for garbage."""


@pytest.mark.processes
def test_a_command_that_ends_does_not_look_for_garbage(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event.xlsx")
    assert start(ENDING, tmp_path, "check", "event.xlsx").stderr == "True\n"


THREADS = """
import os, sys
from turnabout_sheets.cli.main import main
try:
    main(sys.argv[1:])
finally:
    print(len(os.listdir("/proc/self/task")), file=sys.stderr)
"""
"""Tells how many threads there are at the end."""


@pytest.mark.processes
@TELLS_OF_PROCESSES
def test_a_run_starts_no_threads_for_matrices(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event.xlsx")
    assert start(THREADS, tmp_path, "run", "event.xlsx").stderr == "1\n"


READING = ("list", "show 1", "player Ann", "why Ann", "people", "ratings", "journal")
"""The commands of the archive that only say something."""


@pytest.mark.processes
@pytest.mark.parametrize("command", READING)
def test_reading_an_archive_loads_sqlalchemy_alone_and_nothing_of_postgresql(tmp_path: Path, command: str) -> None:
    placings = [f"Open,2024-05-01,{player}" for player in ("Ann,1", "Bo,2", "Cy,3", "Dee,4")]
    (tmp_path / "old.csv").write_text("\n".join(["Event,Date,Player,Position", *placings]))
    load(tmp_path, "archive", "import", "old.csv")
    done = load(tmp_path, "archive", *command.split())
    assert done.returncode == 0
    assert loaded(done) & {*SLOW, "sqlalchemy.dialects.postgresql"} == {"sqlalchemy"}
