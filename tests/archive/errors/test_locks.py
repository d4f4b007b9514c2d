"""An archive that is in use by others: who waits too long for it is told, and nothing is changed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.archive.errors.two_events import FINISHED, WRITING
from tests.archive.making import contents, turnabout
from tests.archive.shared import told
from turnabout_sheets.archive import store
from turnabout_sheets.archive.store import Archive, open_archive

pytestmark = pytest.mark.slow

A_MOMENT = 0.1
"""How many seconds a command waits here for others; they do not go away."""


@pytest.mark.slow
def test_who_waits_too_long_for_another_writer_is_told(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "TURN", A_MOMENT)
    before = contents(archive)
    with archive.writing():
        for words in WRITING:
            assert told(turnabout(*words, "--archive", archive.place)) == (
                4, "", f"{archive.place} is in use by another program. Wait a moment, and try again.\n",
            )  # fmt: skip
        assert turnabout("list", "--archive", archive.place).exit_code == 0, "reading goes on"
    assert contents(archive) == before
    assert turnabout("undo", "--archive", archive.place).exit_code == 0


@pytest.mark.processes
def test_a_file_that_another_program_has_locked_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "TURN", A_MOMENT)
    before = file.read_bytes()
    with locked(file):
        for words in (["list"], ["ratings"], ["undo"], ["add", str(FINISHED)]):
            assert told(turnabout(*words, "--archive", file)) == (
                4, "", f"{file} is in use by another program. Wait a moment, and try again.\n",
            )  # fmt: skip
    assert file.read_bytes() == before


class locked:  # noqa: N801 - reads as what it is: with locked(file)
    """Another process that holds a file of SQLite for itself."""

    HOLD = (
        "import sqlite3, sys; connection = sqlite3.connect(sys.argv[1], isolation_level=None); "
        "connection.execute('BEGIN EXCLUSIVE'); print('held', flush=True); sys.stdin.read()"
    )

    def __init__(self, file: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", self.HOLD, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "held\n"

    def __exit__(self, *raised: object) -> None:
        self.process.communicate("")


@pytest.mark.slow
def test_a_writer_waits_for_who_reads_a_file_and_is_told_in_the_end(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "TURN", A_MOMENT)
    archive = open_archive(str(file))
    before = contents(archive)
    with archive.reading() as connection:
        connection.execute(text("SELECT * FROM events")).all()
        for words in WRITING[1:-1]:
            done = turnabout(*words, "--archive", file)
            # Nothing is said to be done that was not.
            assert told(done) == (
                4, "", f"{file} is in use by another program. Wait a moment, and try again.\n",
            )  # fmt: skip
    assert contents(archive) == before
