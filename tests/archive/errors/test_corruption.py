"""Archives that are damaged, in their bytes or in their values, and files that are no archives."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest

from tests.archive.errors.two_events import ELSE, FINISHED, READING, WRITING
from tests.archive.making import turnabout
from tests.archive.shared import told
from tests.dose import dose
from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.archive.verify import require_sound

pytestmark = pytest.mark.slow

DAMAGED = "is damaged, or is no archive of the program. Bring back the last copy of it."


@pytest.mark.parametrize("kept", [15, 16, 100, 4096, 10_000, 40_000, -4096])
def test_an_archive_that_is_cut_off(file: Path, kept: int) -> None:
    damaged = file.read_bytes()[:kept]
    file.write_bytes(damaged)
    for words in (["list"], ["undo"], ["add", str(FINISHED)]):
        assert told(turnabout(*words, "--archive", file)) == (4, "", f"{file} {DAMAGED}\n")
        assert file.read_bytes() == damaged


@pytest.mark.parametrize("content", [b"Dear Ann,\n" * 500, b"\0" * 9000, Random(1).randbytes(50_000)])
def test_a_file_that_is_no_archive(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    for words in (["list"], ["undo"], ["add", str(FINISHED)]):
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
    [(b"Autumn", b"A\xff\xfeumn"), (b"tableentriesentries", b"table\xffntriesentries")],
    ids=["the name of an event", "the name of a table"],
)
def test_text_that_is_damaged_is_told(file: Path, found: bytes, damaged: bytes) -> None:
    good = file.read_bytes()
    assert found in good
    assert len(found) == len(damaged), "all else stays where it is"
    file.write_bytes(good.replace(found, damaged))
    assert told(turnabout("list", "--archive", file)) == (4, "", f"{file} {DAMAGED}\n")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET position = 'x'",
        "UPDATE events SET date = '-1'",
        "UPDATE entries SET match_halves = NULL",
        "UPDATE log SET body = '[' WHERE number = 2",
        "DELETE FROM entries",
        "DELETE FROM players",
    ],
)
def test_no_command_fails_without_a_sentence_on_a_damaged_value(file: Path, tmp_path: Path, statement: str) -> None:
    """Safety 9.2."""
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)
    for words in (*READING, *WRITING):
        shutil.rmtree(tmp_path / "export", ignore_errors=True)
        done = turnabout(*(word.format(tmp_path) for word in words), "--archive", file)
        assert done.exit_code in (0, 1, 2, 4), words
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)
    assert turnabout("verify", "--archive", file).exit_code in (1, 4)
    with pytest.raises(ArchiveError, match=DAMAGED):
        require_sound(open_archive(str(file)))


@pytest.mark.parametrize(("table", "why"), [("recipes", ELSE), ("archive", DAMAGED)])
def test_the_file_of_another_program_is_left_alone(tmp_path: Path, table: str, why: str) -> None:
    path = tmp_path / "recipes.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"CREATE TABLE {table} (version INTEGER)")
        connection.execute(f"INSERT INTO {table} VALUES (1)")
    before = path.read_bytes()
    for words in (["list"], ["undo"], ["add", str(FINISHED)], ["import", str(FINISHED)]):
        assert told(turnabout(*words, "--archive", path)) == (4, "", f"{path} {why}\n")
        assert path.read_bytes() == before
