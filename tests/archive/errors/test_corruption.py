"""Archives that are damaged, in their bytes or in their values, and files that are no archives."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Table, func, select, update

from tests.archive.errors.two_events import ELSE, FINISHED, READING, WRITING
from tests.archive.making import turnabout
from tests.archive.postgresql import IN_A_FILE
from tests.archive.shared import told
from tests.dose import dose
from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.schema import ENTRIES, EVENTS, MATCHES
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.archive.verify import require_sound

KINDS = IN_A_FILE

pytestmark = pytest.mark.slow

DAMAGED = "is damaged, or is no archive of the program. Bring back the last copy of it."


@pytest.mark.parametrize("kept", [15, 16, 100, 4096, 10_000, 40_000, -4096])
def test_an_archive_that_is_cut_off(file: Path, kept: int) -> None:
    damaged = file.read_bytes()[:kept]
    file.write_bytes(damaged)
    for words in (["list"], ["undo", "--yes"], ["add", str(FINISHED)]):
        assert told(turnabout(*words, "--archive", file)) == (4, "", f"{file} {DAMAGED}\n")
        assert file.read_bytes() == damaged


@pytest.mark.parametrize("content", [b"Dear Ann,\n" * 500, b"\0" * 9000, Random(1).randbytes(50_000)])
def test_a_file_that_is_no_archive(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    for words in (["list"], ["undo", "--yes"], ["add", str(FINISHED)]):
        assert told(turnabout(*words, "--archive", file)) == (4, "", f"{file} {DAMAGED}\n")
        assert file.read_bytes() == content


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(dose(6, 100)))
def test_damaged_pages_are_told_or_do_no_harm(file: Path, tmp_path: Path, seed: int) -> None:
    """Nobody sees an error of ours: what a command does not read of the file may be damaged, all else is told."""
    random, good = Random(seed), file.read_bytes()
    damaged = bytearray(good)
    for _ in range(random.randrange(1, 4)):
        length = random.choice((1, 10, 400, 4096))
        start = random.randrange(0, len(good) - length)
        damaged[start : start + length] = random.randbytes(length)
    for words in (*READING, *WRITING[1:]):
        file.write_bytes(damaged)
        shutil.rmtree(tmp_path / "export", ignore_errors=True)
        done = turnabout(*(word.format(tmp_path) for word in words), "--archive", file)
        assert done.exit_code in (0, 2, 4)
        if done.exit_code == 4:
            assert str(file) in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("found", "damaged"),
    [(b"Autumn", b"A\xff\xfeumn"), (b"tablematchesmatches", b"table\xffatchesmatches")],
    ids=["the name of an event", "the name of a table"],
)
def test_text_that_is_damaged_is_told(file: Path, found: bytes, damaged: bytes) -> None:
    good = file.read_bytes()
    assert found in good
    assert len(found) == len(damaged), "all else stays where it is"
    file.write_bytes(good.replace(found, damaged))
    assert told(turnabout("list", "--archive", file)) == (4, "", f"{file} {DAMAGED}\n")


def damage(archive: Archive, table: Table, column: str, value: object) -> None:
    """Put a value into the rows of the event that was added last."""
    with archive.writing(seal=False) as connection:
        last = connection.execute(select(func.max(EVENTS.c.version))).scalar_one()
        connection.execute(update(table).where(table.c.version == last).values({column: value}))


def test_no_command_fails_without_a_sentence_on_a_damaged_value(archive: Archive, tmp_path: Path) -> None:
    assert turnabout("add", FINISHED, "--archive", archive.place).exit_code == 0
    damage(archive, ENTRIES, "points", "x")
    said = {}
    for words in (*READING, *WRITING, ["verify"]):
        done = turnabout(*(word.format(tmp_path) for word in words), "--archive", archive.place)
        assert done.exit_code in (0, 1, 2, 4)
        said[words[0]] = done.stderr
    assert said["add"] == (
        f"The archive {archive.place} is damaged: the digest of the record of Spring Turnabout (2026-03-14) does not "
        "fit; bring back your last copy of it, or name another with --archive.\n"
    )
    assert "Spring Turnabout (2026-03-14): record is values that nobody can compute with" in said["verify"]


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        (ENTRIES, "points", "1e999999999"),
        (MATCHES, "points_b", "x" * 50),
        (MATCHES, "round", 1000),
    ],
)
def test_a_damaged_value_is_told_with_its_event(archive: Archive, table: Table, column: str, value: object) -> None:
    damage(archive, table, column, value)
    with pytest.raises(ArchiveError, match=r"is damaged: the digest of the record of Autumn \(2024-09-01\) does not"):
        require_sound(archive)


@pytest.mark.parametrize("words", [["ratings"], ["show", "2"], ["player", "Ada"]])
def test_a_day_that_is_none_is_told(archive: Archive, words: Sequence[str]) -> None:
    damage(archive, EVENTS, "date", "-1")
    said = turnabout(*words, "--archive", archive.place).stderr
    assert "is damaged: the digest of the record of Autumn (-1) does not fit; bring back" in said


def test_an_award_without_match_wins_is_told(archive: Archive) -> None:
    damage(archive, ENTRIES, "match_halves", None)
    said = turnabout("ratings", "--archive", archive.place).stderr
    assert "is damaged: the digest of the record of Autumn (2024-09-01) does not fit; bring back" in said


def test_entries_that_are_lost_are_told(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("DELETE FROM entries WHERE version = 3")
        connection.commit()
    before = file.read_bytes()
    assert told(turnabout("rebuild", "--archive", file)) == (4, "", f"{file} {DAMAGED}\n")
    assert file.read_bytes() == before


@pytest.mark.parametrize("table", ["recipes", "archive"])
def test_the_file_of_another_program_is_left_alone(tmp_path: Path, table: str) -> None:
    path = tmp_path / "recipes.sqlite"
    connection = sqlite3.connect(path)
    connection.execute(f"CREATE TABLE {table} (name TEXT, value TEXT)")
    connection.execute(f"INSERT INTO {table} VALUES ('version', '1')")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    for words in (["list"], ["undo", "--yes"], ["add", str(FINISHED)], ["import", str(FINISHED)]):
        assert told(turnabout(*words, "--archive", path)) == (4, "", f"{path} {ELSE}\n")
        assert path.read_bytes() == before
