"""What stands against forgetting somebody: then nothing has changed. And what is kept of an event that is damaged."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Engine, delete, event, insert, select

from tests.archive.errors.two_events import AUTUMN, SPRING, is_whole
from tests.archive.forgetting import assert_gone, find_left, list_figures, list_findings
from tests.archive.making import add, contents, turnabout
from tests.archive.shared import told
from tests.dose import dose
from tests.limits import where_permissions_count
from turnabout_sheets.archive.errors import FULL, ArchiveError
from turnabout_sheets.archive.events import Source
from turnabout_sheets.archive.hash_chain import update_rows
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.people import tell_apart
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.schema import EVENTS, SOURCES
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


def exchange(archive: Archive, content: bytes) -> None:
    """Put other bytes in the place of the workbook that is kept, as if it had been archived so."""
    with archive.writing() as connection:
        row = connection.execute(select(SOURCES).where(SOURCES.c.kind == "workbook")).one()
        source = Source("workbook", "", content)
        connection.execute(insert(SOURCES).values(digest=source.digest, kind="workbook", content=source.content))
        update_rows(connection, EVENTS, (EVENTS.c.source == row.digest,), source=source.digest)
        connection.execute(delete(SOURCES).where(SOURCES.c.digest == row.digest))
        tell_apart(connection, Command(), "Uma Kowalski", "Olga Eriksen")


@pytest.mark.parametrize("name", ["Omar Lopes", "Ada"], ids=["a player of it", "somebody else"])
def test_a_kept_workbook_that_is_damaged_may_hold_any_name(file: Path, finished: Path, name: str) -> None:
    """Archive 10.2."""
    archive, damaged = open_archive(str(file)), finished.read_bytes()[:9999]
    exchange(archive, damaged)
    before = list_figures(archive, name)
    code, out, err = told(turnabout("forget", name, "--yes", "--archive", file))
    player = out.partition("who is now ")[2][: len("Player 1f3a")]
    assert (code, err) == (0, "")
    assert out.splitlines()[1] == (
        "The archive no longer keeps the workbooks of Spring Turnabout (2026-03-14); it keeps the results."
    )
    assert list_figures(archive, player) == before
    assert list_findings(archive) == []
    kept = contents(archive)
    assert turnabout("rebuild", "--archive", file).stdout.startswith("Events: 3 as they were.")
    assert contents(archive) == kept


def test_an_archive_that_may_only_be_read(file: Path) -> None:
    before = file.read_bytes()
    file.chmod(0o444)

    def try_both() -> list[tuple[int, str, str]]:
        return [told(turnabout(*OMAR, *more, "--archive", file)) for more in ([], ["--dry-run"])]

    refused, tried = where_permissions_count(try_both)
    assert refused[:2] == (4, "")
    assert "is write-protected" in refused[2]
    assert tried[0] == 0
    assert tried[1].startswith("In this trial, which changed nothing:\nForgot somebody, who is now Player ")
    assert file.read_bytes() == before


def test_where_there_is_no_room_to_write_the_archive_anew_that_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archive 10.7."""

    def compact(archive: Archive) -> None:
        raise ArchiveError(FULL.fill(file=archive.place))

    monkeypatch.setattr("turnabout_sheets.archive.store.compact", compact)
    code, out, _ = told(turnabout(*OMAR, "--archive", file))
    assert code == 0
    assert "Until the archive is written anew, some of the name may be found in its free space." in out
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
            assert list_findings(archive) == []
            assert_gone(archive, tmp_path / f"{number} gone", "Omar Lopes")
    assert seen == dose({False}, {False, True})
