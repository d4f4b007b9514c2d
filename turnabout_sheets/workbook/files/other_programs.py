"""Who else is at the workbook: a spreadsheet program, a cloud client, hard links; and why it is better to wait.

A spreadsheet program that has the workbook open would save over what we write.

While the client sends one that somebody has just saved, it takes ours for a conflict, and keeps both. What is asked
here is where the clients keep their folders, as they say themselves; a folder that none of them tells of is not known.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from turnabout_sheets.core.ordinary_files import follow_links, read_file
from turnabout_sheets.core.shared_files import Signature, take_signature

_TEMPORARY: Final = re.compile(r"(?!\.turnabout-).+\.tmp|[0-9A-F]{7,8}", re.IGNORECASE)
"""What programs call them: LibreOffice lu….tmp, Excel eight digits. Ours are none: runs take turns."""

_LEFT_AFTER: Final = 5.0
"""Seconds after its last change after which such a file is taken for one that a crash has left behind."""


def list_temporary(folder: Path) -> frozenset[tuple[str, Signature | None]]:
    """Return the files in a folder that somebody may be saving to, with their signatures. Raises `OSError`."""
    with os.scandir(folder) as there:
        names = [each.name for each in there if _TEMPORARY.fullmatch(each.name)]
    return frozenset((name, take_signature(folder / name)[0]) for name in names)


def list_left_behind(folder: Path, now: Path) -> frozenset[tuple[str, Signature | None]]:
    """Return those of such files in a folder that nobody writes any more, by the time of a file written there ``now``.

    So all times are of one clock, though the folder be another computer's. Raises `OSError`.
    """
    present, _ = take_signature(now)
    until = present[3] - _LEFT_AFTER * 10**9 if present else 0
    return frozenset(
        (name, signature) for name, signature in list_temporary(folder) if signature and signature[3] < until
    )


class OtherNames(NamedTuple):
    """Names that a file had besides its own: those in its folder, and how many are elsewhere."""

    beside: Sequence[str]
    elsewhere: int


def find_other_names(path: Path) -> OtherNames | None:
    """Return the further names of a file, if it has any. Raises `OSError`."""
    found = path.stat()
    if found.st_nlink < 2:
        return None
    with os.scandir(path.parent) as entries:
        same = [each for each in entries if each.inode() == found.st_ino and each.name != path.name]
        beside = sorted(each.name for each in same if each.is_file(follow_symlinks=False))
    return OtherNames(beside, found.st_nlink - 1 - len(beside))


LOCKS: Final = "~$"
"""How the files begin that Excel leaves beside a workbook while it is open. They end as it does, and are none."""


class OtherProgram(NamedTuple):
    """A program that seems to have a workbook open: what it is called, who uses it, and by which file this is known."""

    workbook: str
    name: str
    who: str
    lock: str

    def __str__(self) -> str:
        """Return what is so: "Friday.xlsx is open in Excel (Ann)"."""
        return f"{self.workbook} is open in {self.name}{f' ({self.who})' if self.who else ''}"

    @property
    def unseen(self) -> str:
        """What whoever asks about the workbook has to know first."""
        return f"{self}; what is not saved yet is not seen. Save it (Ctrl+S)."

    @property
    def way_out(self) -> str:
        """What to do before a run can write. After a crash the file stays behind."""
        return f"close it, and run again (if it is open nowhere, delete the file {self.lock}, left behind by a crash)."

    @property
    def refusal(self) -> str:
        """Why the workbook cannot be written, and what to do."""
        return f"{self.unseen.removesuffix('.')}, {self.way_out}"


def find_other_program(path: Path) -> OtherProgram | None:
    """Return the spreadsheet program that seems to have the workbook open, or None.

    Excel and LibreOffice leave a file beside a workbook while they have it open. On Windows an open workbook cannot be
    replaced in any case; elsewhere nothing but this file would stop us from changing the workbook under the program,
    which would then save over our version. Where a link leads to the workbook, it may be open under either name.
    """
    for program, lock, owner in _list_locks(path):
        if os.path.exists(lock):  # noqa: PTH110 - no error for a name that no file can have
            try:
                who = owner(read_file(lock, patient=False))
            except OSError:  # Excel keeps its own file to itself on Windows
                who = ""
            return OtherProgram(path.name, program, who, lock.name)
    return None


def list_locks(path: Path) -> list[Path]:
    """Return the files by which a workbook is known to be open, where they are there."""
    return [lock for _, lock, _ in _list_locks(path)]


def _list_locks(path: Path) -> Iterator[tuple[str, Path, Callable[[bytes], str]]]:
    """Yield programs, the file that each leaves beside a workbook, and what reads in it who has it open."""
    for workbook in dict.fromkeys((path, follow_links(path))):
        yield "LibreOffice", workbook.parent / f".~lock.{workbook.name}#", _libreoffice_owner
        yield "Excel", workbook.parent / f"{LOCKS}{workbook.name}", _excel_owner


def _libreoffice_owner(lock: bytes) -> str:
    """Return who holds LibreOffice's lock file: `name,system name,host,date,profile;`."""
    fields = lock.decode("utf-8", "replace").split(",")
    if len(fields) < 4:
        return ""
    name, system_name, host, since = fields[:4]
    who = " on ".join(part for part in (name or system_name, host) if part)
    return ", ".join(part for part in (who, since and f"since {since}") if part)


def _excel_owner(lock: bytes) -> str:
    """Return who holds Excel's owner file: the name's length in one byte, then the name."""
    return lock[1 : 1 + lock[0]].decode("latin-1").strip("\0 ") if lock else ""


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


class Why(StrEnum):
    """What is in the way.

    `OPEN`: a spreadsheet program has the workbook open. `HELD`: some program does, and does not say so. `CLOUD`: it was
    saved a moment ago, and what keeps it in step with a cloud is to send that version first.
    """

    OPEN = "open"
    HELD = "held"
    CLOUD = "cloud"


class Waiting(NamedTuple):
    """What the sheets of a run wait for.

    ``workbook``: its name. ``program``: what it is open in, if that is known; ``cloud``: what it is kept in step with.
    """

    why: Why
    workbook: str
    program: OtherProgram | None = None
    cloud: str = ""

    def __str__(self) -> str:
        """Return what is so, and what to do."""
        if self.why is Why.CLOUD:
            return (
                f"{self.workbook} is kept in step by {self.cloud} and was saved a moment ago; the new sheets are "
                "added when it was left alone for a minute."
            )
        what = str(self.program) if self.program else f"{self.workbook} is open in a program"
        return f"{what}; close it there, and the new sheets are added."


def find_reason_to_wait(path: Path) -> Waiting | None:
    """Return why a workbook is not to be written to now, or None."""
    if program := find_other_program(path):
        return Waiting(Why.OPEN, path.name, program)
    if not is_at_rest(path) and (cloud := find_cloud(path)):
        return Waiting(Why.CLOUD, path.name, cloud=cloud)
    return None
