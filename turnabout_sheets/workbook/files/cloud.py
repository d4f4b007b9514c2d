"""Whether a cloud client keeps a file in step with its cloud: it must not find two new versions of it at once.

While the client sends one that somebody has just saved, it takes ours for a conflict, and keeps both. What is asked
here is where the clients keep their folders, as they say themselves; a folder that none of them tells of is not known.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from turnabout_sheets.core.ordinary_files import follow_links, read_file

REST: Final = 60
"""Seconds after the last change of a file until its cloud has the new version, as far as can be said."""

_ONEDRIVE: Final = ("OneDrive", "OneDriveConsumer", "OneDriveCommercial")
"""What the client calls its folders in the environment."""

_IN_HOME: Final = (
    ("iCloud Drive", ("Library", "Mobile Documents")),
    ("iCloud Drive", ("iCloudDrive",)),
    ("Google Drive", ("My Drive",)),
    ("Google Drive", ("Google Drive",)),
)
"""Folders that clients make in the user's own, on macOS and on Windows."""

_MAC_NAMES: Final = {"GoogleDrive": "Google Drive", "iCloudDrive": "iCloud Drive"}

_OF_GOOGLE: Final = ".shortcut-targets-by-id"
"""What Google's client has at the top of the drive that it makes."""

_PLACEHOLDER: Final = 0x9000001A
_PLACEHOLDERS: Final = 0xFFFF0FFF
"""The tag of files that clients keep in step on Windows (IO_REPARSE_TAG_CLOUD), and all that they have in common."""

_MOST_BYTES: Final = 1 << 16


def find_cloud(path: Path) -> str:
    """Return what keeps a file in step with a cloud, such as "OneDrive"; blank: nothing that is known."""
    file = follow_links(path)
    for cloud, folder in _list_folders():
        if folder.is_absolute() and file.is_relative_to(follow_links(folder)):
            return cloud
    if any((folder / _OF_GOOGLE).exists() for folder in file.parents):
        return "Google Drive"
    return "a cloud" if _is_placeholder(file) else ""


def is_at_rest(path: Path) -> bool:
    """Say whether a file was not changed for so long that its cloud has it, by the computer's clock."""
    try:
        return abs(time.time() - path.stat().st_mtime) >= REST
    except OSError:
        return True


def _list_folders() -> Iterator[tuple[str, Path]]:
    """Yield clouds, and the folders that are kept in step with each."""
    yield from (("OneDrive", Path(os.environ[name])) for name in _ONEDRIVE if os.environ.get(name))
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - no error where there is none
    for cloud, parts in _IN_HOME:
        yield cloud, home.joinpath(*parts)
    for folder in _list_mac_folders(home):
        name = folder.name.partition("-")[0]  # OneDrive-Personal, GoogleDrive-ann@example.org
        yield _MAC_NAMES.get(name, name), folder
    for place in _list_dropbox_files(home):
        yield from (("Dropbox", folder) for folder in _read_dropbox_folders(place))


def _list_mac_folders(home: Path) -> list[Path]:
    try:
        return sorted((home / "Library" / "CloudStorage").iterdir())
    except OSError:
        return []


def _list_dropbox_files(home: Path) -> Iterator[Path]:
    """Yield the places where Dropbox says which its folders are (help.dropbox.com, "find my Dropbox folder")."""
    yield home / ".dropbox" / "info.json"
    for name in ("APPDATA", "LOCALAPPDATA"):
        if folder := os.environ.get(name):
            yield Path(folder) / "Dropbox" / "info.json"


def _read_dropbox_folders(place: Path) -> list[Path]:
    try:
        accounts = json.loads(read_file(place, _MOST_BYTES))
        return [Path(account["path"]) for account in accounts.values()]
    except (OSError, ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return []


def _is_placeholder(file: Path) -> bool:
    if sys.platform != "win32":
        return False
    try:
        found = file.lstat()
    except OSError:
        return False
    is_reparsed = found.st_file_attributes & stat.FILE_ATTRIBUTE_REPARSE_POINT
    return bool(is_reparsed) and found.st_reparse_tag & _PLACEHOLDERS == _PLACEHOLDER
