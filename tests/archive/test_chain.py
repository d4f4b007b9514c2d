"""The chain of changes and the state of the archive: kept up with every change, and taken over from older archives."""

from __future__ import annotations

import gzip
import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from tests.archive.exports import is_verified, write_export, write_older
from tests.archive.making import add, event, source, turnabout
from tests.archive.older_events import records
from tests.archive.sealed import assert_sealed
from tests.archive.shared import OLDER
from tools import check_export
from turnabout_sheets.archive.events import add_event
from turnabout_sheets.archive.exchange.export import export
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.journal import Command, list_changes
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.core.command_line import ExitCode

SEALED = "0420 4c8a cbf9"
"""The last digest of the archive that version 2 of the tables sealed."""

SEALED_BY_3 = "c464 e79c 2b71"
"""The last digest of the archive that version 3 of the tables sealed."""

MORE = event("One more", "2024-07-01", "Zoe", "Gus")


@pytest.fixture
def version_2(tmp_path: Path) -> Path:
    """An archive as version 2 of the tables sealed it : with what was replaced, merged, parted, taken back."""
    file = tmp_path / "sealed.sqlite"
    file.write_bytes(gzip.decompress((OLDER / "sealed.sqlite.gz").read_bytes()))
    return file


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


def test_what_version_2_sealed_is_taken_over_and_carried_on(version_2: Path) -> None:
    assert verdict(version_2).endswith(f"; the last change is {SEALED}")
    archive = open_archive(str(version_2))
    for words in (["undo"], ["split", "Zoe"], ["undo"], ["undo"]):
        assert turnabout(*words, "--archive", version_2).exit_code == ExitCode.DONE
        assert_sealed(archive)
    add(archive, MORE)
    assert_sealed(archive)
    assert "agree; the last change is " in verdict(version_2)


def test_what_version_3_sealed_is_taken_over_and_carried_on(tmp_path: Path) -> None:
    """Checking 3.3: what a change may say since then counts only where it says something."""
    file = tmp_path / "version-3.sqlite"
    file.write_bytes(gzip.decompress((OLDER / "version-3.sqlite.gz").read_bytes()))
    assert verdict(file).endswith(f"; the last change is {SEALED_BY_3}")
    archive = open_archive(str(file))
    assert turnabout("redo", "--archive", file).stdout == "Did again: Removed Two (2020-01-01).\n"
    assert_sealed(archive)
    add(archive, MORE, command=Command(reason="late", author="Ann"))
    assert_sealed(archive)
    assert "agree; the last change is " in verdict(file)


@pytest.mark.parametrize("altered", [False, True])
def test_an_export_of_version_3_is_verified_and_imported(altered: bool, tmp_path: Path) -> None:
    """Checking 3.3."""
    file, out = tmp_path / "version-3.sqlite", tmp_path / "out.json"
    file.write_bytes(gzip.decompress((OLDER / "version-3.sqlite.gz").read_bytes()))
    export(open_archive(str(file)), out, "json")
    write_older(out, 3)
    assert "author" not in out.read_text("utf-8")
    if altered:
        whole = json.loads(out.read_text("utf-8"))
        whole["changes"][1]["told"] += "!"
        write_export(out, whole)
    assert is_verified(out) is not altered
    findings = check_export.check_export(*check_export.read_export(out)).findings
    assert [finding.paragraph for finding in findings] == ["checking 3.3"] * altered
    assert turnabout("import", out, "--archive", tmp_path / "copy.sqlite").exit_code == ExitCode.DONE
    assert verdict(tmp_path / "copy.sqlite").endswith(f"; the last change is {SEALED_BY_3}") is not altered


@pytest.mark.parametrize("column", ["note", "author", "details"])
def test_who_why_and_details_are_sealed(column: str, tmp_path: Path) -> None:
    """Checking 3.3."""
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
        export(archive, tmp_path / "out.json", "json")
        findings = check_export.check_export(*check_export.read_export(tmp_path / "out.json")).findings
        assert [finding.event for finding in findings if finding.paragraph == "checking 3.3"] == ["change 2"]


ALTERED = [
    "UPDATE players SET name = 'Fey' WHERE name = 'Fay'",
    "UPDATE events SET ended = NULL WHERE ended IS NOT NULL AND event = 5 AND version = 7",
    "UPDATE links SET ended = 1 WHERE ended IS NULL",
    "UPDATE changes SET undone = NULL",
]


@pytest.mark.parametrize("statement", ALTERED)
def test_what_was_altered_in_version_2_is_told_ever_after(version_2: Path, statement: str) -> None:
    alter(version_2, statement)
    assert "state is " in verdict(version_2)
    add(open_archive(str(version_2)), MORE)
    assert "state is " in verdict(version_2)


@pytest.mark.parametrize("altered", [False, True])
def test_an_export_of_version_2_is_verified(version_2: Path, tmp_path: Path, altered: bool) -> None:
    """Checking 3.5."""
    export(open_archive(str(version_2)), tmp_path / "out.json", "json")
    write_older(tmp_path / "out.json", 2)
    if altered:
        whole = json.loads((tmp_path / "out.json").read_text("utf-8"))
        whole["players"][0]["name"] = "Ida"
        write_export(tmp_path / "out.json", whole)
    assert is_verified(tmp_path / "out.json") is not altered
    findings = check_export.check_export(*check_export.read_export(tmp_path / "out.json")).findings
    assert any(finding.paragraph == "checking 3.4" for finding in findings) is altered
