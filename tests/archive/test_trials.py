"""What would become of an archive, without any change to it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.archive.errors.two_events import AUTUMN, SPRING, TRIALS, is_tried
from tests.archive.making import FOUR, add, contents, source, turnabout
from tests.archive.shared import told
from turnabout_sheets.archive import store
from turnabout_sheets.archive.events import add_event
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.jobs.archive import Read


@pytest.fixture
def archive(archive: Archive) -> Archive:
    add(archive, *map(add_awards, (SPRING, AUTUMN)))
    return archive


@pytest.mark.parametrize("words", TRIALS, ids=" ".join)
def test_what_a_command_would_do_is_told_and_nothing_changes(archive: Archive, words: tuple[str, ...]) -> None:
    """Archive 6.5."""
    before = contents(archive)
    tried = turnabout(*words, "--dry-run", "--archive", archive.place)
    assert (tried.exit_code, tried.stderr) == (0, "")
    assert "In this trial, which changed nothing:" in tried.stdout or " in this trial, which changed" in tried.stdout
    assert is_tried(words, tried.stdout)
    assert contents(archive) == before


def test_what_stands_against_a_command_is_told_in_a_trial(archive: Archive) -> None:
    refused = (2, "", '"Ada" and "Ben" both played in "Spring", so they are two people. If the event is wrong, correct '
               "and archive it again first.\n")  # fmt: skip
    assert told(turnabout("merge", "Ada", "Ben", "--dry-run", "--archive", archive.place)) == refused


def test_where_there_is_no_archive_a_trial_says_so(tmp_path: Path) -> None:
    place = tmp_path / "archive.sqlite"
    for words in (
        ["merge", "Ada", "Ben"],
        ["apart", "Ada", "Ben"],
        ["split", "Ada"],
        ["rebuild"],
        ["redo"],
        ["undo"],
        ["remove", "Spring"],
    ):
        tried = turnabout(*words, "--dry-run", "--archive", place)
        assert (tried.exit_code, tried.stderr.partition(" yet;")[0]) == (4, f"There is no archive {place}")
    assert list(tmp_path.iterdir()) == []


def test_what_a_rebuild_would_change_is_told(archive: Archive) -> None:
    """Archive 6.5."""
    listed = replace(SPRING, name="Winter", date="2024-03-02")
    with archive.writing() as connection:  # as older rules made another thing of its list
        add_event(connection, Command(), replace(listed, rounds=9), source(add_awards(listed)))
    before = contents(archive)
    tried = turnabout("rebuild", "--dry-run", "--archive", archive.place).stdout.splitlines()
    assert "Winter (2024-03-02): would replace number 3; what changes:" in tried
    assert "Events in this trial, which changed nothing: 1 would be replaced, 2 as they were." in tried
    assert contents(archive) == before


@pytest.mark.parametrize("words", TRIALS, ids=" ".join)
def test_a_file_that_may_only_be_read_is_tried_on_a_copy(
    words: tuple[str, ...], empty_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archive 6.5."""
    file = tmp_path / "archive.sqlite"
    file.write_bytes(empty_file.read_bytes())
    add(store.open_archive(str(file)), *map(add_awards, (SPRING, AUTUMN)))
    before, allowed = file.read_bytes(), os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != file and allowed(path, mode))
    assert turnabout("undo", "--yes", "--archive", file).exit_code == 4, "it may only be read"
    tried = turnabout(*words, "--dry-run", "--archive", file)
    assert (tried.exit_code, tried.stderr) == (0, "")
    assert is_tried(words, tried.stdout)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def placings(name: str) -> str:
    """Return a list of one event, with four players."""
    rows = (f"{name},2013-05-04,{player},{place},{4 - place},0,{place - 1}\n" for place, player in enumerate(FOUR, 1))
    return "Event,Date,Player,Position,Wins,Draws,Losses\n" + "".join(rows)


def test_a_trial_of_two_lists_knows_the_first_when_it_comes_to_the_second(tmp_path: Path) -> None:
    """Archive 6.5."""
    folder, here = tmp_path / "old", ("--archive", tmp_path / "archive.sqlite")
    folder.mkdir()
    for name in ("Riverside", "Riverside Opening"):
        (folder / f"{name}.csv").write_text(placings(name), "utf-8")
    tried, done = turnabout("import", folder, "--dry-run", *here), turnabout("import", folder, *here)
    assert (tried.exit_code, done.exit_code) == (1, 1)
    assert tried.stderr.splitlines()[0] == "Events in this trial, which changed nothing: 1 would be added."
    assert tried.stderr.splitlines()[1:] == done.stderr.splitlines()[1:]


@pytest.mark.parametrize("yes", [(), ("--yes",)])
def test_a_trial_of_two_workbooks_knows_the_first_when_it_comes_to_the_second(
    archive: Archive, yes: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archive 6.5."""

    def read(path: Path, *, provisional: bool) -> Read:
        record = replace(SPRING, name=path.stem, date="2024-05-04")
        return Read(path, record, source(record))

    monkeypatch.setattr("turnabout_sheets.jobs.archive.read_workbook", read)
    before, words = contents(archive), ("add", "One.xlsx", "Two.xlsx", *yes, "--archive", archive.place)
    tried = turnabout(*words, "--dry-run")
    assert contents(archive) == before
    done = turnabout(*words)
    assert (tried.exit_code, done.exit_code) == ((0, 0) if yes else (1, 1))
    told = tried.output.replace("would be added as", "added as").replace("would replace", "replaces")
    told = told.replace(" in this trial, which changed nothing", "").replace("would be ", "")
    assert told.splitlines() == done.output.splitlines()
