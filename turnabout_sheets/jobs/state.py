"""The state of an event: its sheets as they were read last without an error, and its rounds as players have seen them.

The same stands on the hidden sheet Remembered, which is as old as the copy of the workbook that it is in, and in
`state.json` in the folder of earlier versions. That is of the newest run, also while the workbook is open and its
sheets wait.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from turnabout_sheets.changes.log import CLOSE, OPEN, REMEMBERED, Line
from turnabout_sheets.core.atomic_write import (
    clear_old_leftovers,
    is_too_long,
    move_into_place,
    sync_folder,
    temporary,
)
from turnabout_sheets.core.backups import backup_folder, list_backed_up, make_backup_folder
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.ordinary_files import read_file
from turnabout_sheets.core.problems import Message
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ooxml.ownership import Ours, find_homes
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError, WorkbookError
from turnabout_sheets.workbook.ours.recognition import NOTE
from turnabout_sheets.workbook.read import Worksheets

FILE: Final = "state.json"
MAX_BYTES: Final = 256 << 20
MAX_VERSIONS: Final = 200
_MISSING: Final = (FileNotFoundError, NotADirectoryError)
_STATE: Final = "state"
"""What stands on the hidden sheet before each piece of the state."""
_BROKEN: Final = (AttributeError, LookupError, TypeError, ValueError)
"""What is raised of data that nothing of ours has written."""


class UnlistedError(WorkbookError):
    """It cannot be told whether a round is published, because the folder of earlier versions cannot be looked into."""


class Published(NamedTuple):
    """A round as players saw it."""

    time: str  # when they first did, in local time; only beside the workbook
    rows: tuple[tuple[int | None, str, str], ...]  # the table, A and B; players as they are called now


class Version(NamedTuple):
    """A version of the workbook that a run has read, or left, without an error."""

    number: int  # of the state
    digest: str
    time: str


class State(NamedTuple):
    """What is known of an event."""

    event: str = ""  # which event this is, from its first run on
    number: int = 0  # one more with each run that has found something new
    sheets: Mapping[str, str] = MappingProxyType({})  # by title, as texts (see `sheets.grid_json`)
    waiting: tuple[str, ...] = ()  # which of the sheets go into the workbook as soon as that is closed
    published: Mapping[int, Published] = MappingProxyType({})
    ids: Mapping[str, str] = MappingProxyType({})  # Player IDs of who plays, by present and former names
    lines: tuple[Line, ...] = ()  # of the log, the oldest first; only in the workbook
    versions: tuple[Version, ...] = ()  # the newest last; only beside
    printed: Mapping[str, str] = MappingProxyType({})  # the sheets of the last run, if edited since; only beside
    restored: tuple[int, int, int] | None = None  # see `jobs.restore`, until a run has noted it; only beside

    def as_inside(self) -> State:
        """Return the part that stands in the workbook, where the same run gives the same bytes."""
        published = {number: each._replace(time="") for number, each in self.published.items()}
        return self._replace(waiting=(), published=published, versions=(), printed={}, restored=None)


DAMAGED: Final = State()
"""What is known from a file that cannot be read."""


def write_state(state: State) -> str:
    """Return a state as JSON in ASCII, the same for the same."""
    return json.dumps(state._asdict(), default=dict, separators=(",", ":"), sort_keys=True)


def read_inside(source: Source) -> State:
    """Return the state that a workbook remembers; nothing where its hidden sheet is gone, or was altered."""
    ours = Ours((REMEMBERED.name,), note=NOTE)
    home = find_homes(source.package, ours).get(REMEMBERED.name)
    if home is not None and not home.is_new:
        with contextlib.suppress(UnusableWorkbookError, *_BROKEN):
            (grid,) = (grid for grid in Worksheets(source).read(lambda name: name == home.title) if grid.rows)
            pieces = (str(row[1]).removeprefix(OPEN).removesuffix(CLOSE) for row in grid.rows[1:] if row[0] == _STATE)
            return _read("".join(pieces))
    return State()


def read_beside(workbook: Path) -> State:
    """Return the state that is kept beside a workbook; nothing where none is. Raises `UnlistedError`."""
    try:
        with _explain_folder(workbook):
            return _read(read_file(backup_folder(workbook) / FILE, MAX_BYTES).decode())
    except _MISSING:
        return State()
    except (*_BROKEN, RecursionError):
        return DAMAGED


def find_beside(workbook: Path, event: str) -> State:
    """Return the same; where a workbook has none, that of the same event under the name that it had before.

    An ``event`` that is blank was not saved yet with what was published of it.
    """
    beside = read_beside(workbook)
    if beside.event or beside is DAMAGED:
        return beside
    with contextlib.suppress(OSError):
        for state in (read_beside(each) for each in list_backed_up(workbook) if not each.exists()):
            if state.event and (state.event == event or (not event and not state.number and state.waiting)):
                return state
    return beside


def write_beside(workbook: Path, state: State) -> None:
    """Keep a state beside a workbook, on the disk for certain. Raises what the system says."""
    file = make_backup_folder(workbook) / FILE
    clear_old_leftovers(file.parent)  # of a run that was killed here: a save that has nothing to write clears none
    with temporary(file, write_state(state).encode()) as written:
        move_into_place(written, file)
    sync_folder(file.parent)


def _read(text: str) -> State:
    """Return a state that was written down. Raises one of `_BROKEN`."""
    data: Mapping[str, Any] = json.loads(text)
    restored = data["restored"] and tuple(int(each) for each in data["restored"])
    if restored and len(restored) != len(("number", "before round", "replaced")):
        raise ValueError(restored)
    return State(
        str(data["event"]),
        int(data["number"]),
        {str(name): str(sheet) for name, sheet in data["sheets"].items()},
        tuple(str(title) for title in data["waiting"] if title in data["sheets"]),
        {
            int(number): Published(str(time), tuple(map(_read_row, rows)))
            for number, (time, rows) in data["published"].items()
        },
        {str(name): str(each) for name, each in data["ids"].items()},
        tuple(Line(int(run), *map(str, texts)) for run, *texts in data["lines"]),
        tuple(Version(int(number), str(digest), str(time)) for number, digest, time in data["versions"]),
        {str(name): str(sheet) for name, sheet in data["printed"].items()},
        restored or None,
    )


def _read_row(row: Sequence[Any]) -> tuple[int | None, str, str]:
    table, a, b = row
    return None if table is None else int(table), str(a), str(b)


@contextlib.contextmanager
def _explain_folder(workbook: Path) -> Iterator[None]:
    """Make an `UnlistedError` of what the system says where it does not let anybody into the folder.

    Raises one of `_MISSING` where there is none, nor can be, because its name would be too long.
    """
    folder = backup_folder(workbook)
    try:
        yield
    except _MISSING:
        raise
    except OSError as error:
        if is_too_long(error) or folder.is_file():  # Windows says it otherwise
            raise FileNotFoundError from error
        raise UnlistedError(
            f"{as_text(workbook.name)}: the folder {as_text(folder.name)} cannot be looked into "
            f"({error.strerror or error}), and a round that is published may be kept there. Allow reading it, or "
            "connect its drive again, and try again.",
            Message(
                "The folder with the earlier versions of {file} cannot be opened. Nothing is paired until it can; the "
                "desk then continues automatically.",
                file=as_text(workbook.name),
            ),
        ) from error
