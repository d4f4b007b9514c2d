"""What stands against forgetting somebody: then nothing has changed. And what is kept of an event that is damaged."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from tests.archive.errors.two_events import AUTUMN, SPRING, is_whole
from tests.archive.forgetting import assert_gone, find_left, forget_person
from tests.archive.making import add, assert_sealed, contents, turnabout
from tests.archive.shared import told
from tests.dose import dose
from turnabout_sheets.archive.errors import FULL, ArchiveError
from turnabout_sheets.archive.events import Source, add_event
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.records import Entry
from turnabout_sheets.archive.store import Archive, open_archive

pytestmark = pytest.mark.slow

OMAR = ("forget", "Omar Lopes", "--yes")


@pytest.fixture(scope="module")
def made(empty_file: Path, finished: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = Path(shutil.copy(empty_file, tmp_path_factory.mktemp("three")))
    add(open_archive(str(path)), add_awards(SPRING), add_awards(AUTUMN))
    assert turnabout("add", finished, "--archive", path).exit_code == 0
    return path


@pytest.fixture
def file(made: Path, tmp_path: Path) -> Path:
    """An archive of two events of lists and one of a workbook."""
    return Path(shutil.copy(made, tmp_path))


@pytest.mark.parametrize("name", ["Omar Lopes", "Ada"], ids=["a player of it", "somebody else"])
def test_a_kept_workbook_that_is_damaged_may_hold_any_name(
    empty_file: Path, finished: Path, tmp_path: Path, name: str
) -> None:
    """Archive 10.2."""
    archive = open_archive(str(shutil.copy(empty_file, tmp_path)))
    add(
        archive,
        add_awards(SPRING),
        other := add_awards(replace(AUTUMN, entries=(Entry("Omar Lopes"), Entry("Bo")), meetings=())),
    )
    with archive.writing() as connection:
        add_event(connection, Command(), other, Source("odd.xlsx", finished.read_bytes()[:9999]))
    assert forget_person(archive, name).workbooks == {2: "Autumn (2024-09-01)"}


def test_where_there_is_no_room_to_write_the_archive_anew_that_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archive 10.7."""

    def compact(archive: Archive) -> None:
        raise ArchiveError(FULL.fill(file=archive.place))

    monkeypatch.setattr("turnabout_sheets.cli.archive_commands.compact", compact)
    code, out, _ = told(turnabout(*OMAR, "--archive", file))
    assert code == 0
    assert "Until the archive is rewritten, some of the name may be found in its free space." in out
    assert find_left(file.read_bytes(), "Omar Lopes") == [], "what is deleted is written over at once"


KILLED = """
import os, signal, sys
from sqlalchemy import Engine, event
from turnabout_sheets.cli.main import main

left = int(sys.argv.pop(1))

@event.listens_for(Engine, "before_cursor_execute")
def count(*_):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))

main()
"""
"""Gives a command that is killed before its n-th statement to a database."""


def list_statements(*words: object) -> list[str]:
    """Return the statements to a database that a command takes."""
    listed: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        listed.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        assert turnabout(*words).exit_code == 0
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    return listed


@pytest.mark.processes
@pytest.mark.soak
def test_killed_in_the_middle_nothing_or_all_of_it_is_done(file: Path, tmp_path: Path) -> None:
    before, seen = contents(open_archive(str(file))), set()
    copy = Path(shutil.copy(file, tmp_path / "copy.sqlite"))
    statements = list(enumerate(list_statements(*OMAR, "--archive", copy), 1))
    writes = [number for number, each in statements if each.startswith(("INSERT", "UPDATE", "DELETE"))]
    for number in dose(writes[-1:], [number for number, _ in statements]):
        shutil.copy(file, copy)
        words = ["archive", *OMAR, "--archive", str(copy)]
        killed = subprocess.run([sys.executable, "-c", KILLED, str(number), *words], check=False, capture_output=True)
        assert killed.returncode
        assert killed.stderr == b""
        assert is_whole(copy)
        archive = open_archive(str(copy))
        done = contents(archive) != before
        seen.add(done)
        if done:
            assert_sealed(archive)
            assert_gone(archive, tmp_path / f"{number} gone", "Omar Lopes")
    assert seen == dose({False}, {False, True})
