"""What is known of a workbook: on its hidden sheet Remembered, and, of its newest state, in a file beside it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from turnabout_sheets.changes.known_rounds import NONE, Rounds, read_rounds
from turnabout_sheets.changes.log import REMEMBERED, Line
from turnabout_sheets.core.atomic_write import clear_old_leftovers, move_into_place, temporary
from turnabout_sheets.core.backups import backup_folder, make_backup_folder, now
from turnabout_sheets.core.ordinary_files import read_file
from turnabout_sheets.jobs.kept_rounds import MISSING, explain_folder
from turnabout_sheets.reading.published import read_texts
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ooxml.ownership import Ours, find_homes
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError
from turnabout_sheets.workbook.read import Worksheets

FILE: Final = "known.json"
"""In the folder of a workbook's earlier versions: what is known of its newest state."""

MOST_BYTES: Final = 256 << 20
MOST_STATES: Final = 200
"""How many of the newest states are known by their digests."""

_KNOWN: Final = "known"
"""What stands on the sheet Remembered before all that is known but the sheets."""

_SHEET: Final = "sheet "
"""What stands there before the name of a sheet that was read."""

_BROKEN: Final = (AttributeError, LookupError, TypeError, ValueError)
"""What is raised of data that nothing of ours has written."""


class State(NamedTuple):
    """A state of a workbook that was run: its ``number``, the digest of its bytes, and the time of the run."""

    number: int
    digest: str
    time: str


class Known(NamedTuple):
    """What is known of a workbook in one place.

    ``version`` is the number of its state, 0 where nothing is known, and ``event`` says which event it is, from its
    first run on. ``rounds`` are those that are published, ``first`` how those were published that were changed by hand
    since, and have no result in a row concerned, ``ids`` the Player IDs of who plays there, by name, and ``inputs`` the
    sheets that were read, as texts. Only in the workbook: the ``lines`` of the log, the oldest first. Only beside it:
    ``times``, when the rounds were published, and the ``states`` of it that were run, the newest last.
    """

    version: int = 0
    event: str = ""
    rounds: Rounds = NONE
    first: Rounds = NONE
    ids: Mapping[str, str] = MappingProxyType({})
    inputs: Mapping[str, str] = MappingProxyType({})
    lines: tuple[Line, ...] = ()
    times: Mapping[int, str] = MappingProxyType({})
    states: Sequence[State] = ()


def recall(source: Source, ours: Ours) -> Known:
    """Return what a workbook remembers; nothing where its hidden sheet is gone, or was altered."""
    home = find_homes(source.package, ours._replace(names=[REMEMBERED.name])).get(REMEMBERED.name)
    if home is not None and not home.is_new:
        with contextlib.suppress(UnusableWorkbookError, *_BROKEN):
            (grid,) = (grid for grid in Worksheets(source).read(lambda name: name == home.title) if grid.rows)
            texts = read_texts(grid)
            sheets = {what.removeprefix(_SHEET): text for what, text in texts.items() if what.startswith(_SHEET)}
            return _read(json.loads(texts[_KNOWN]), sheets)
    return Known()


def write_texts(known: Known) -> dict[str, str]:
    """Return the texts by which a workbook remembers what is known, by what they are."""
    texts = {_KNOWN: _write(known._replace(inputs={}, times={}, states=()))}
    return texts | {f"{_SHEET}{name}": known.inputs[name] for name in sorted(known.inputs)}


def read_known(workbook: Path) -> Known:
    """Return what is known beside a workbook; nothing where there is none, or it is damaged.

    Raises `UnlistedError` where that cannot be told.
    """
    with contextlib.suppress(*MISSING, *_BROKEN):
        with explain_folder(workbook):
            data = json.loads(read_file(backup_folder(workbook) / FILE, MOST_BYTES))
        return _read(data, {str(name): str(text) for name, text in data["inputs"].items()})
    return Known()


def keep_known(workbook: Path, before: Known, known: Known, digests: Sequence[str]) -> None:
    """Write down what is known of a workbook now, in a state with these digests: as it was read, and as it was written.

    A file that cannot be written does no harm: then what the workbook itself remembers counts.
    """
    time, is_same = f"{now():%Y-%m-%d %H:%M}", known.event == before.event
    states = [*before.states] if is_same else []
    for digest in digests:
        if not states or states[-1].digest != digest:
            states.append(State(known.version, digest, time))
    times = {number: before.times.get(number, time) if is_same else time for number in known.rounds}
    known = known._replace(lines=(), times=times, states=tuple(states[-MOST_STATES:]))
    if known == before:
        return
    with contextlib.suppress(OSError):
        file = make_backup_folder(workbook) / FILE
        clear_old_leftovers(file.parent)  # of a run that was killed here: a save that has nothing to write clears none
        with temporary(file, _write(known).encode(), durable=False) as written:
            move_into_place(written, file)


def _write(known: Known) -> str:
    """Return what is known as JSON in ASCII, the same for the same."""
    return json.dumps(known._asdict(), default=dict, separators=(",", ":"))


def _read(data: Mapping[str, Any], inputs: Mapping[str, str]) -> Known:
    """Return what was written down. Raises one of `_BROKEN`."""
    return Known(
        int(data["version"]),
        str(data["event"]),
        read_rounds(data["rounds"]),
        read_rounds(data["first"]),
        {str(name): str(each) for name, each in data["ids"].items()},
        inputs,
        tuple(Line(int(run), *map(str, texts)) for run, *texts in data["lines"]),
        {int(number): str(time) for number, time in data["times"].items()},
        tuple(State(int(number), str(digest), str(time)) for number, digest, time in data["states"]),
    )
