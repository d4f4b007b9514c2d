"""Folders that are kept in step with a cloud are known, and nothing is written there while a version is on its way."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

from tests.systems import MAKES_LINKS
from turnabout_sheets.workbook.files import other_programs
from turnabout_sheets.workbook.files.other_programs import Why, find_cloud, find_reason_to_wait, is_at_rest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without any cloud."""
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    for name in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    return home


def workbook(*parts: Path | str) -> Path:
    path = Path(*parts, "event.xlsx")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def test_a_folder_of_nobody_is_in_no_cloud(home: Path) -> None:
    assert find_cloud(workbook(home, "Documents")) == ""


@pytest.mark.parametrize("name", ["OneDrive", "OneDriveConsumer", "OneDriveCommercial"])
def test_onedrive_names_its_folders_in_the_environment(home: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Desk 6.2."""
    monkeypatch.setenv(name, str(home / "OneDrive - Club"))
    assert find_cloud(workbook(home, "OneDrive - Club", "events")) == "OneDrive"
    assert find_cloud(workbook(home, "OneDrive - Clubhouse")) == ""


@pytest.mark.parametrize("place", ["home", "APPDATA", "LOCALAPPDATA"])
def test_dropbox_names_its_folders_in_a_file(home: Path, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Desk 6.2."""
    told = home / ".dropbox" / "info.json"
    if place != "home":
        monkeypatch.setenv(place, str(home / place))
        told = home / place / "Dropbox" / "info.json"
    told.parent.mkdir(parents=True)
    accounts = {"personal": {"path": str(home / "Dropbox")}, "business": {"path": str(home / "Dropbox (Club)")}}
    told.write_text(json.dumps(accounts), "utf-8")
    assert find_cloud(workbook(home, "Dropbox (Club)", "events")) == "Dropbox"


@pytest.mark.parametrize("content", ["", "[]", "{", '{"personal": 1}', '{"personal": {"path": 7}}', "[" * 20_000])
def test_a_file_of_dropbox_that_cannot_be_read_tells_nothing(home: Path, content: str) -> None:
    told = home / ".dropbox" / "info.json"
    told.parent.mkdir()
    told.write_text(content, "utf-8")
    assert find_cloud(workbook(home, "Dropbox")) == ""


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ("Library/Mobile Documents/com~apple~CloudDocs/events", "iCloud Drive"),
        ("iCloudDrive/events", "iCloud Drive"),
        ("Library/CloudStorage/OneDrive-Club/events", "OneDrive"),
        ("Library/CloudStorage/GoogleDrive-ann@example.org/My Drive", "Google Drive"),
        ("Library/CloudStorage/Dropbox", "Dropbox"),
        ("My Drive/events", "Google Drive"),
    ],
)
def test_folders_that_clients_make(home: Path, parts: str, expected: str) -> None:
    """Desk 6.2."""
    assert find_cloud(workbook(home, *parts.split("/"))) == expected


def test_a_drive_of_google_is_known_by_what_its_client_puts_there(home: Path) -> None:
    """Desk 6.2."""
    (home / "drive" / ".shortcut-targets-by-id").mkdir(parents=True)
    assert find_cloud(workbook(home, "drive", "events")) == "Google Drive"


@MAKES_LINKS
def test_a_link_into_such_a_folder_leads_there(home: Path) -> None:
    there = workbook(home, "iCloudDrive")
    link = home / "link.xlsx"
    link.symlink_to(there)
    assert find_cloud(link) == "iCloud Drive"


def test_a_workbook_in_a_cloud_is_left_alone_for_a_minute(home: Path) -> None:
    """Desk 6.2."""
    path = workbook(home, "iCloudDrive")
    waiting = find_reason_to_wait(path)
    assert waiting is not None
    assert (waiting.why, str(waiting)) == (
        Why.CLOUD,
        "event.xlsx is kept in step by iCloud Drive and was saved a moment ago; the new sheets are added when it was "
        "left alone for a minute.",
    )
    for seconds in (-61, 61):
        os.utime(path, (time.time(), time.time() + seconds))
        assert is_at_rest(path), "a clock that is wrong holds up nothing for ever"
        assert find_reason_to_wait(path) is None
    assert find_reason_to_wait(workbook(home, "Documents")) is None
    assert is_at_rest(home / "gone.xlsx")


@pytest.mark.skipif(sys.platform == "win32", reason="there it is asked of the system")
def test_only_windows_knows_placeholders(home: Path) -> None:
    assert not other_programs._is_placeholder(workbook(home))
