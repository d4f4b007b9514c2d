"""Archives that come from somebody else: what could act by itself or mislead is refused or found."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from pathlib import Path

import pytest

from tests.archive.every_status import records
from tests.archive.making import add, event, turnabout
from tests.archive.shared import refusal, told
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.core.command_line import ExitCode

SPRING = event("Spring", "2024-03-01")


@pytest.fixture
def path(empty_file: Path, tmp_path: Path) -> Path:
    """An archive in a file, with an event."""
    path = tmp_path / "archive.sqlite"
    path.write_bytes(empty_file.read_bytes())
    add(open_archive(str(path)), SPRING)
    return path


def change(path: Path, *statements: str) -> bytes:
    """Change an archive as one can who knows SQLite; return its bytes."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path.read_bytes()


def rewritten(name: str, old: str, new: str) -> tuple[str, ...]:
    """The statements that put something else into the one that has made a table or an index."""
    quoted = [part.replace("'", "''") for part in (old, new, name)]
    put = "UPDATE sqlite_master SET sql = replace(sql, '{}', '{}') WHERE name = '{}'".format(*quoted)
    return "PRAGMA writable_schema = ON", put


@pytest.mark.parametrize(
    "statement",
    ["CREATE TRIGGER odd AFTER INSERT ON events BEGIN DELETE FROM matches; END", "CREATE VIEW odd AS SELECT 1"],
)
def test_a_file_that_does_something_by_itself_is_refused(statement: str, path: Path) -> None:
    """Safety 9.1."""
    before = change(path, statement)
    for create in (False, True):
        assert refusal(path, create=create) == (
            f"The archive {path} has a trigger or a view, which could change what is kept in it, and which turnabout "
            "never makes; name another archive with --archive."
        )
    assert path.read_bytes() == before


def test_an_archive_without_one_of_its_tables_is_damaged(path: Path) -> None:
    change(path, "DROP TABLE matches")
    assert refusal(path).startswith(f"{path} is damaged, or is no archive of the program. ")


def test_what_an_index_says_and_its_table_does_not_is_found(tmp_path: Path) -> None:
    """Safety 9.3: the list of ratings is read from the index alone."""
    path = tmp_path / "archive.sqlite"
    add(open_archive(str(path), create=True), *records(make_record))
    assert turnabout("verify", path).exit_code == ExitCode.DONE
    before = turnabout("ratings", "--archive", path).stdout
    columns = "award_halves, match_halves", "match_halves, award_halves"
    change(path, *rewritten("entries_of_a_player", *columns))
    change(path, "REINDEX")
    change(path, *rewritten("entries_of_a_player", *reversed(columns)))
    assert turnabout("ratings", "--archive", path).stdout != before
    assert told(turnabout("verify", path)) == (1, "", "The archive: file is damaged; expected sound\n")


def test_what_is_gone_of_what_events_come_from_is_found(tmp_path: Path) -> None:
    """Safety 9.3."""
    path = tmp_path / "archive.sqlite"
    add(open_archive(str(path), create=True), *records(make_record))
    change(path, "DELETE FROM sources WHERE digest IN (SELECT source FROM events WHERE version = 2)")
    code, _, said = told(turnabout("verify", path))
    assert code == ExitCode.PROBLEMS
    assert re.fullmatch(r"Night of Two Lives \(2024-06-01\): source is not there; expected .{14}\n", said)
