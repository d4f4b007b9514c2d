"""Which events are found on a computer, and what is never looked at; and which were opened last."""

from __future__ import annotations

import os
import shutil
import time
from datetime import datetime
from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.support.books import SAMPLES
from tests.support.commands import turnabout
from turnabout_sheets.core.safe_files import follow_links
from turnabout_sheets.desk import start_page as module
from turnabout_sheets.desk.start_page import find_events, list_recent, note_opened


def put(folder: Path, name: str = "Friday.xlsx", sample: str = "in-progress", age: int = 0) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = Path(shutil.copyfile(SAMPLES / f"{sample}.xlsx", folder / name))
    os.utime(path, (time.time() - age, time.time() - age))
    return follow_links(path)


def paths(folder: Path, *recent: Path) -> list[Path]:
    return [path for path, _ in find_events(folder, recent)]


def test_the_newest_comes_first_with_when_it_was_saved(tmp_path: Path) -> None:
    recent = put(tmp_path / "elsewhere", "a.xlsx", "in-progress", 30)
    put(tmp_path, "b.xlsx", "duplicate", 10)
    put(tmp_path, "c.xlsx", "netrunner", 20)
    found = find_events(tmp_path, [recent])
    assert [path.name for path, _ in found] == ["b.xlsx", "c.xlsx", "a.xlsx"]
    assert all(saved == datetime.fromtimestamp(path.stat().st_mtime) for path, saved in found)


def test_only_events_are_found(tmp_path: Path) -> None:
    event = put(tmp_path)
    turnabout("new", tmp_path / "New.xlsx")
    os.utime(tmp_path / "New.xlsx", (0, 0))
    put(tmp_path, "~$Friday.xlsx")
    put(tmp_path, ".hidden.xlsx")
    put(tmp_path / "1")
    (tmp_path / "broken.xlsx").write_bytes(b"PK but no workbook")
    Workbook().save(tmp_path / "Shopping.xlsx")
    (tmp_path / "notes.txt").write_text("notes")
    (tmp_path / "folder.xlsx").mkdir()
    if os.name != "nt":
        os.mkfifo(tmp_path / "pipe.xlsx")
    assert paths(tmp_path, event, tmp_path / "gone.xlsx") == [event, tmp_path / "New.xlsx"]
    assert paths(tmp_path / "gone", event) == [event]


def test_so_much_is_looked_at_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events = [put(tmp_path, f"{n}.xlsx", age=n) for n in range(5)]
    monkeypatch.setattr(module, "MOST_EVENTS", 2)
    assert paths(tmp_path) == events[:2]
    monkeypatch.setattr(module, "MOST_BYTES", 1000)
    assert paths(tmp_path) == []


def test_a_file_that_is_broken_hides_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events = [put(tmp_path, "a.xlsx"), put(tmp_path, "b.xlsx", age=1)]
    look = module.is_event

    def fail(source: module.save.Source) -> bool:
        if source.path == events[0]:
            raise ZeroDivisionError
        return look(source)

    monkeypatch.setattr(module, "is_event", fail)
    assert paths(tmp_path) == events[1:]


# --- those opened last ---


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setattr(module, "open_cache", lambda name: folder)
    return folder


def test_what_was_opened_last_comes_first_and_a_few_are_remembered(cache: Path, tmp_path: Path) -> None:
    assert list_recent() == []
    opened = [follow_links(tmp_path / f"Été {n}.xlsx") for n in range(module.MOST_REMEMBERED + 3)]
    for each in [*opened, opened[5]]:
        note_opened(each)
    assert list_recent() == [opened[5], *opened[:5:-1], *opened[4:2:-1]][: module.MOST_REMEMBERED]


@pytest.mark.parametrize("text", ["", "{}", "[1, null, []]", '["a\\u0000b"]', "[" * 100_000, "\x00"])
def test_a_memory_that_is_damaged_is_none(cache: Path, text: str) -> None:
    (cache / "workbooks.json").write_text(text)
    assert list_recent() == []
    note_opened(cache / "a.xlsx")
    assert list_recent() == [follow_links(cache / "a.xlsx")]


def test_where_nothing_can_be_kept_nothing_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (None, tmp_path / "gone"):
        monkeypatch.setattr(module, "open_cache", lambda name, folder=folder: folder)
        note_opened(tmp_path / "a.xlsx")
        assert list_recent() == []
