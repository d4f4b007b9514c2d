"""What would become of an archive, without any change to it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.archive.errors.two_events import AUTUMN, SPRING, TRIALS, is_tried
from tests.archive.making import add, contents, source, turnabout
from turnabout_sheets.archive import store
from turnabout_sheets.archive.events import add_event
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.store import Archive


@pytest.fixture
def archive(archive: Archive) -> Archive:
    add(archive, *map(add_awards, (SPRING, AUTUMN)))
    return archive


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


@pytest.mark.parametrize("words", TRIALS, ids=lambda words: words[0])
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
