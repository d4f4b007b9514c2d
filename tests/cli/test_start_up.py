"""What a command loads: start-up counts, because it runs a hundred times a day."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.commands import turnabout
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

NEEDED_BY_A_RUN = frozenset({"pandas", "numpy", "openpyxl", "jinja2", "filelock"})

PROGRAM = """
import atexit, os, sys
from turnabout_sheets.cli.main import main
try:
    main(sys.argv[1:])
finally:
    threads = len(os.listdir("/proc/self/task")) if os.path.exists("/proc/self/task") else 0
    print(*sys.modules, file=sys.stderr)
    print(threads, file=sys.stderr)
"""
"""Names at the end what is loaded, and says how many threads there are."""

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


class Done(NamedTuple):
    """What a command has said, and what it has told at its end."""

    said: str
    modules: set[str]
    threads: int


def load(folder: Path, *command: str) -> Done:
    """Do a command in a folder, in a Python of its own."""
    done = start(PROGRAM, folder, *command)
    assert "Traceback" not in done.stderr, done.stderr
    *_, modules, threads = done.stderr.splitlines()
    assert "turnabout_sheets.cli.main" in modules.split()
    return Done(done.stdout, set(modules.split()), int(threads))


def start(program: str, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Have a program of Python do a command in a folder."""
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-c", program, *command], cwd=folder, capture_output=True, encoding="utf-8",
        check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an event without mistakes."""
    folder = tmp_path_factory.mktemp("event")
    shutil.copy(SAMPLES / "in-progress.xlsx", folder / "event.xlsx")
    return folder


@pytest.fixture(scope="module")
def check(folder: Path) -> Done:
    return load(folder, "check", "event.xlsx")


@pytest.fixture(scope="module")
def run(folder: Path) -> Done:
    return load(folder, "run", "event.xlsx")


@pytest.mark.processes
@pytest.mark.parametrize("command", ["--help", "restore event.xlsx"])
def test_a_command_loads_what_it_needs(folder: Path, command: str) -> None:
    assert not load(folder, *command.split()).modules & SLOW


@pytest.mark.processes
def test_a_check_loads_nothing_that_is_slow_to_load_nor_anything_for_other_events(check: Done) -> None:
    assert not check.modules & (SLOW | ASIDE)


@pytest.mark.processes
def test_a_run_loads_what_it_needs_and_nothing_for_other_events(run: Done) -> None:
    assert run.modules & (SLOW | ASIDE) <= NEEDED_BY_A_RUN


@pytest.mark.processes
@TELLS_OF_PROCESSES
def test_a_run_starts_no_threads_for_matrices(run: Done) -> None:
    assert run.threads == 1


@pytest.mark.processes
@pytest.mark.parametrize("arguments", ["--help", "run --help", "archive ratings --help", "--version"])
def test_help_answers_before_anything_slow_is_loaded(folder: Path, arguments: str) -> None:
    done = load(folder, *arguments.split())
    assert "turnabout" in done.said
    assert not done.modules & (SLOW | {"lxml", "python_calamine", "psycopg"})


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
