"""What a command loads: start-up counts, because it runs a hundred times a day."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.commands import turnabout

SAMPLES = Path(__file__).parents[2] / "sample_events"

SLOW = frozenset({"pandas", "numpy", "openpyxl", "jinja2", "sqlalchemy", "rustworkx", "filelock"})
"""Libraries that take long to load, one by one or together."""

ASIDE = frozenset({
    "rapidfuzz", "sqlite3", "asyncio", "multiprocessing", "urllib.request", "ssl", "email", "pdb", "unittest",
    "turnabout_sheets.archive", "turnabout_sheets.formats.duplicate",
    "turnabout_sheets.formats.netrunner",
    "turnabout_sheets.prints.pages.movement", "turnabout_sheets.workbook.ours.blank",
})  # fmt: skip
"""What nothing is done with in a Turnabout event without mistakes: little each, much together."""

NEEDED_BY_A_RUN = frozenset({"pandas", "numpy", "openpyxl", "jinja2", "filelock"})

NOT_FOR_HELP = SLOW | {"lxml", "python_calamine", "psycopg"}

PROGRAM = """
import os, sys
from turnabout_sheets.cli.main import main
for command in sys.argv[1:]:
    try:
        main(command.split())
    except SystemExit as ended:
        assert not ended.code or command.startswith("restore"), command
    threads = len(os.listdir("/proc/self/task")) if os.path.exists("/proc/self/task") else 0
    print(threads, *sys.modules, file=sys.stderr)
"""
"""Says for each command how many threads there are after it, and names what it has loaded, with those before it."""


class Done(NamedTuple):
    """What there is after a command, and those before it."""

    modules: set[str]
    threads: int


def load(folder: Path, *commands: str) -> dict[str, Done]:
    """Do commands in a folder, one after the other in a Python of their own; return what there is after each."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", PROGRAM, *commands], cwd=folder, capture_output=True, encoding="utf-8",
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = (line.split() for line in done.stderr.splitlines() if line[:1].isdigit())
    told = {command: Done(set(modules), int(count)) for command, (count, *modules) in zip(commands, lines, strict=True)}
    assert all("turnabout_sheets.cli.main" in each.modules for each in told.values())
    return told


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an event without mistakes."""
    shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event.xlsx")
    return tmp_path


@pytest.mark.processes
def test_help_answers_before_anything_slow_is_loaded(folder: Path) -> None:
    helps = ("--help", "run --help", "--version")
    done = load(folder, *helps, "restore event.xlsx")
    for command, (modules, _) in done.items():
        assert not modules & (NOT_FOR_HELP if command in helps else SLOW), command


@pytest.mark.processes
def test_a_check_and_a_run_load_what_they_need_and_nothing_for_other_events_nor_threads(folder: Path) -> None:
    done = load(folder, "check event.xlsx", "run event.xlsx")
    assert not done["check event.xlsx"].modules & (SLOW | ASIDE)
    assert done["run event.xlsx"].modules & (SLOW | ASIDE) <= NEEDED_BY_A_RUN
    assert done["run event.xlsx"].threads <= 1, "none for matrices; 0 where the system does not tell"


READING = ("list", "list 1", "player Ann", "merge", "ratings", "log")
"""The commands of the archive that only say something."""


@pytest.mark.processes
def test_reading_an_archive_loads_sqlalchemy_alone_and_nothing_of_postgresql(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    placings = [f"Open,2024-05-01,{player}" for player in ("Ann,1", "Bo,2", "Cy,3", "Dee,4")]
    (tmp_path / "old.csv").write_text("\n".join(["Event,Date,Player,Position", *placings]))
    monkeypatch.chdir(tmp_path)
    assert turnabout("archive", "import", "old.csv", "--archive", "turnabout-archive.sqlite").exit_code == 0
    for command, (modules, _) in load(tmp_path, *(f"archive {command}" for command in READING)).items():
        assert modules & {*SLOW, "sqlalchemy.dialects.postgresql"} == {"sqlalchemy"}, command
