"""The chain of changes and the state of the archive: kept up with every change."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from tests.archive.every_status import records
from tests.archive.making import add, event, source, turnabout
from tests.archive.postgresql import IN_A_FILE
from tests.archive.sealed import assert_sealed
from turnabout_sheets.archive.events import add_event
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.journal import Command, list_changes
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.core.command_line import ExitCode

MORE = event("One more", "2024-07-01", "Zoe", "Gus")


def alter(file: Path, statement: str) -> None:
    connection = sqlite3.connect(file)
    with connection:
        connection.execute(statement)
    connection.close()


def verdict(place: object) -> str:
    """Return the last line of what `archive verify` says."""
    done = turnabout("verify", "--archive", place)
    assert done.exit_code == (ExitCode.PROBLEMS if done.stderr else ExitCode.DONE)
    return done.output.splitlines()[-1]


CHANGES = [
    ["merge", "Fay", "Zoe"],
    ["merge", "Eva", "Fay"],
    ["split", "Zoe"],
    ["undo"],
    ["redo"],
    ["undo"],
    ["split", "Max", "--event", "Two", "--to", "Max (Leeds)"],
    ["undo"],
    ["remove", "Two", "--yes"],
    ["rebuild"],
    ["undo"],
    ["undo"],
    ["redo"],
    ["redo"],
    ["undo"],
]


@pytest.mark.parametrize("kind", IN_A_FILE)
def test_whatever_changes_an_archive_keeps_its_state_and_chain(place: str) -> None:
    archive = open_archive(place, create=True)
    for venue in ("York", "Leeds"):
        add(archive, event("Two", "2020-01-01", "Zoe", "Max", venue=venue))
    add(archive, event("Four", "2020-01-03", "Eva", "Gus"))
    listed = event("Three", "2020-01-02", "Fay", "Max")
    with (
        archive.writing() as connection
    ):  # as older rules made another thing of its list, so that a rebuild replaces it
        add_event(connection, Command(), replace(listed, rounds=9), source(listed))
    assert_sealed(archive)
    for words in CHANGES:
        assert turnabout(*words, "--archive", place).exit_code == ExitCode.DONE, words
        assert_sealed(archive)


def test_what_was_altered_is_found_after_later_changes_too(tmp_path: Path) -> None:
    """Archive 9.2."""
    file = tmp_path / "archive.sqlite"
    archive = open_archive(str(file), create=True)
    add(archive, *records(make_record))
    alter(file, "UPDATE players SET name = 'Fey' WHERE name = 'Fay'")
    add(archive, MORE)
    assert verdict(file).startswith("The archive: state is ")


@pytest.mark.parametrize(
    "change", ["DELETE FROM archive WHERE name = 'state'", "UPDATE archive SET value = 'x' WHERE name = 'state'"]
)
def test_a_state_that_is_lost_is_told_ever_after(tmp_path: Path, change: str) -> None:
    file = tmp_path / "archive.sqlite"
    archive = open_archive(str(file), create=True)
    add(archive, *records(make_record))
    alter(file, change)
    told = verdict(file)
    assert "state is " in told
    add(archive, MORE)
    assert "state is " in verdict(file)


@pytest.mark.parametrize("column", ["note", "author", "details"])
def test_who_why_and_details_are_sealed(column: str, tmp_path: Path) -> None:
    file = tmp_path / "archive.sqlite"
    archive = open_archive(str(file), create=True)
    add(archive, MORE)
    with archive.writing() as connection:
        command = Command(reason="late", author="Ann")
        command.note(connection, "merge", "nothing", details={"salt": "é", "names": ["1"]})
    assert_sealed(archive)
    with archive.reading() as connection:
        last = list_changes(connection)[0]
    assert (last.note, last.author, last.details) == ("late", "Ann", '{"names":["1"],"salt":"é"}')
    for value in ("'other'", "NULL"):
        alter(file, f"UPDATE changes SET {column} = {value} WHERE change = 2")
        assert "digest is " in verdict(file)
