"""The state of an event: its sheets as last read without an error, and its rounds as players have seen them.

It is on the hidden sheet Remembered, which is as old as that copy of the workbook, and in `state.json` in the folder of
earlier versions, which is of the newest run, even while the workbook is open and its new sheets wait.
"""

from __future__ import annotations

import contextlib
import errno
import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from turnabout_sheets.changes.log import CLOSE, OPEN, REMEMBERED, Line
from turnabout_sheets.core.backups import backup_folder, find_renamed, make_backup_folder
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.safe_files import clear_leftovers, read_file, write_whole
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.ownership import Ours, find_homes
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError, WorkbookError
from turnabout_sheets.workbook.ours.recognition import NOTE
from turnabout_sheets.workbook.read import Worksheets

FILE: Final = "state.json"
MAX_VERSIONS: Final = 200
_STATE: Final = "state"  # the label of each piece of the state on the hidden sheet
_BROKEN: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)  # altered data


class UnlistedError(WorkbookError):
    """What is in the folder of earlier versions cannot be read, so nobody knows whether a round is published."""


class State(NamedTuple):
    """What is known of an event."""

    event: str = ""  # identifies the event, from its first run on
    number: int = 0  # goes up by one with each run that finds something new
    sheets: Mapping[str, str] = MappingProxyType({})  # by title, as texts (see `sheets.grid_json`)
    waiting: tuple[str, ...] = ()  # the sheets to be added as soon as the workbook is closed
    published: tuple[int, ...] = ()  # the rounds that players have seen
    seen: Mapping[str, str] = MappingProxyType({})  # the sheets of those that are gone or changed, as published
    ids: Mapping[str, str] = MappingProxyType({})  # Player IDs of paired players, by present and former names
    lines: tuple[Line, ...] = ()  # of the log, the oldest first; only in the workbook
    versions: tuple[tuple[str, str], ...] = ()  # that a run has read or written without an error, the newest last: the
    # digest and the time of each; only in the folder
    typed: Mapping[str, str] = MappingProxyType({})  # the sheets that forms have typed into since, or those of the
    # version brought back, if a run had no question about them; only in the folder
    restored: int = 0  # the earlier version brought back, until a run has noted that in the log; only in the folder

    def add_version(self, digest: str) -> State:
        """Return the state with the digest of one more version that it is of."""
        if [each for each, _ in self.versions[-1:]] == [digest]:
            return self
        return self._replace(versions=(*self.versions, (digest, f"{datetime.now():%Y-%m-%d %H:%M}"))[-MAX_VERSIONS:])

    def as_inside(self) -> State:
        """Return the part that is in the workbook, where the same run gives the same bytes."""
        return self._replace(waiting=(), versions=(), typed={}, restored=0)


def write_state(state: State) -> str:
    """Return a state as JSON in ASCII, always the same text for the same state."""
    return json.dumps(state._asdict(), default=dict, separators=(",", ":"), sort_keys=True)


def _read(text: str) -> State:
    """Return the state written by `write_state`. Raises one of `_BROKEN`."""
    data: Mapping[str, Any] = json.loads(text)
    texts = {
        field: {str(name): str(text) for name, text in data.get(field, {}).items()}
        for field in ("sheets", "seen", "ids", "typed")
    }
    return State(
        event=str(data["event"]),
        number=int(data["number"]),
        waiting=tuple(str(title) for title in data["waiting"] if title in data["sheets"]),
        published=tuple(map(int, data["published"])),
        lines=tuple(Line(int(run), *map(str, texts)) for run, *texts in data["lines"]),
        versions=tuple((str(digest), str(time)) for digest, time in data["versions"]),
        restored=int(data["restored"]),
        **texts,
    )


def read_inside(source: save.Source) -> State:
    """Return the state that a workbook remembers; an empty one if its hidden sheet is gone or was altered."""
    home = find_homes(source.package, Ours((REMEMBERED.name,), note=NOTE)).get(REMEMBERED.name)
    if home is not None and not home.is_new:
        with contextlib.suppress(UnusableWorkbookError, *_BROKEN):
            (grid,) = (grid for grid in Worksheets(source).read(lambda name: name == home.title) if grid.rows)
            pieces = (str(row[1]).removeprefix(OPEN).removesuffix(CLOSE) for row in grid.rows[1:] if row[0] == _STATE)
            return _read("".join(pieces))
    return State()


def read_beside(workbook: Path) -> State:
    """Return the state in the folder of earlier versions; an empty one if there is none. Raises `UnlistedError`."""
    folder = backup_folder(workbook)
    try:
        return _read(read_file(folder / FILE).decode())
    except (FileNotFoundError, NotADirectoryError):
        return State()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG or folder.is_file():  # as Windows reports that there can be none
            return State()
        said = Message(
            "{file}: the folder {folder} cannot be looked into ({why}), and a round that is published may be kept "
            "there. Allow reading it, or connect its drive again, and try again."
        )
        names = {"file": as_text(workbook.name), "folder": as_text(folder.name)}
        raise UnlistedError(said.fill(why=error.strerror or error, **names)) from error
    except _BROKEN as error:
        damaged = Message(
            "The file {file} is damaged. A round that was published while the workbook was open may be in it. If there "
            "is such a round, type it as it is on its page into a sheet of its name. Then delete the file."
        )
        raise UnlistedError(damaged.fill(file=f"{as_text(folder.name)}/{FILE}")) from error


def find_beside(workbook: Path, event: str) -> State:
    """Return the same; if a workbook has none, that of the same event under the workbook's former name.

    A blank ``event`` means that the workbook has not been saved since its first round was published.
    """
    with contextlib.suppress(OSError):
        for folder in (workbook.parent, backup_folder(workbook)):
            clear_leftovers(folder)  # of a run that was killed: one that has nothing to write clears none
    beside = read_beside(workbook)
    if beside.event:
        return beside
    with contextlib.suppress(OSError):
        for state in (read_beside(each) for each in find_renamed(workbook)):
            if state.event and (state.event == event or (not event and not state.number and state.waiting)):
                return state
    return beside


def write_beside(workbook: Path, state: State) -> None:
    """Write the state durably into the folder of earlier versions. Raises `OSError`."""
    write_whole(make_backup_folder(workbook) / FILE, write_state(state).encode())


def has_note(file: Path) -> bool:
    """Return whether a version was restored that no run has noted in the log yet."""
    with contextlib.suppress(OSError, WorkbookError):
        return bool(read_beside(file).restored)
    return False
