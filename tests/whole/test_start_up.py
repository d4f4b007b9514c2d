"""What a command loads: start-up counts, because it runs a hundred times a day."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.systems import TELLS_OF_PROCESSES
from tests.whole.test_run import turnabout

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

NEEDED_BY_A_RUN = frozenset({"pandas", "numpy", "openpyxl", "jinja2", "filelock"})

PROGRAM = """
import sys
from turnabout_sheets.cli.main import main
try:
    main(sys.argv[1:])
finally:
    print(*sys.modules, file=sys.stderr)
"""

ONE_AFTER_ANOTHER = """
import sys
from turnabout_sheets.cli.main import main
for command in sys.argv[1:]:
    try:
        main(command.split())
    except SystemExit as ended:
        assert not ended.code, command
    print(*sys.modules, file=sys.stderr)
"""
"""Names what each command has loaded, with those before it."""


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
@pytest.mark.parametrize("command", ["--help", "check event.xlsx", "restore event.xlsx"])
def test_a_command_loads_what_it_needs(tmp_path: Path, command: str) -> None:
    shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event.xlsx")
    assert not loaded(load(tmp_path, *command.split())) & SLOW


@pytest.mark.processes
@pytest.mark.parametrize("command", ["check", "run"])
def test_an_event_loads_nothing_of_others_and_nothing_for_mistakes_that_it_has_not(
    tmp_path: Path, command: str
) -> None:
    turnabout("simulate", tmp_path / "event.xlsx", "--players", "6", "--rounds", "3", "--played", "2")
    assert not loaded(load(tmp_path, command, "event.xlsx")) & ASIDE


@pytest.mark.processes
def test_a_run_loads_what_it_needs_and_of_a_workbook_that_has_not_changed_what_a_check_does(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event.xlsx")
    first, again = (load(tmp_path, "run", "event.xlsx") for _ in range(2))
    assert loaded(first) & SLOW <= NEEDED_BY_A_RUN
    assert "Nothing has changed" in again.stdout
    assert not loaded(again) & SLOW


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
def test_reading_an_archive_loads_sqlalchemy_alone_and_nothing_of_postgresql(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    placings = [f"Open,2024-05-01,{player}" for player in ("Ann,1", "Bo,2", "Cy,3", "Dee,4")]
    (tmp_path / "old.csv").write_text("\n".join(["Event,Date,Player,Position", *placings]))
    monkeypatch.chdir(tmp_path)
    assert turnabout("archive", "import", "old.csv").exit_code == 0
    done = start(ONE_AFTER_ANOTHER, tmp_path, *(f"archive {command}" for command in READING))
    assert done.returncode == 0, done.stderr
    for command, modules in zip(READING, done.stderr.splitlines(), strict=True):
        there = set(modules.split())
        assert there & {*SLOW, "sqlalchemy.dialects.postgresql"} == {"sqlalchemy"}, command
