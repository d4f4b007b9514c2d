"""What is known of a workbook in one place, and the file beside it in which that of its newest state is kept."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from turnabout_sheets.changes.known_rounds import NONE, Rounds, read_rounds, write_ids, write_rounds
from turnabout_sheets.core.atomic_write import clear_old_leftovers, move_into_place, temporary
from turnabout_sheets.core.backups import backup_folder, make_backup_folder, now
from turnabout_sheets.core.ordinary_files import read_file
from turnabout_sheets.jobs.kept_rounds import MISSING, explain_folder

FILE: Final = "known.json"
"""In the folder of a workbook's earlier versions: what is known of its newest state."""

VERSION: Final = 1
"""The number of this way to write it down; what a later version of the program has written is not read."""

MOST_BYTES: Final = 256 << 20
MOST_STATES: Final = 200
"""How many of the newest states are known by their digests."""


class State(NamedTuple):
    """A state of a workbook that was run: its ``number``, the digest of its bytes, and the time of the run."""

    number: int
    digest: str
    time: str


class Known(NamedTuple):
    """What is known of a workbook in one place.

    ``version`` is the number of its state, 0 where nothing is known, and ``origin`` the digest of the first line of its
    log, which says what event it is. ``rounds`` are those that are published, ``ids`` the Player IDs of who plays
    there, by name, ``inputs`` the sheets that were read, as texts, ``first`` how rounds
    were published that were changed by hand since, and have no result in a row concerned. Only beside the
    workbook: ``times``, when the rounds were published, and the ``states`` of it that were run, the newest last.
    """

    version: int = 0
    origin: str = ""
    rounds: Rounds = NONE
    ids: Mapping[str, str] = MappingProxyType({})
    inputs: Mapping[str, str] = MappingProxyType({})
    times: Mapping[int, str] = MappingProxyType({})
    states: Sequence[State] = ()
    first: Rounds = NONE


def read_known(workbook: Path) -> Known:
    """Return what is known beside a workbook; nothing where there is none, or it is damaged.

    Raises `UnlistedError` where that cannot be told.
    """
    with contextlib.suppress(*MISSING, AttributeError, LookupError, TypeError, ValueError):
        with explain_folder(workbook):
            data = json.loads(read_file(backup_folder(workbook) / FILE, MOST_BYTES))
        if int(data["form"]) <= VERSION:
            return Known(
                int(data["version"]),
                str(data["origin"]),
                read_rounds(data["rounds"]),
                {str(name): str(each) for name, each in data["ids"].items()},
                {str(name): str(text) for name, text in data["inputs"].items()},
                {int(number): str(time) for number, time in data["times"].items()},
                tuple(State(int(number), str(digest), str(time)) for number, digest, time in data["states"]),
                read_rounds(data.get("first", "{}")),
            )
    return Known()


def keep_known(workbook: Path, before: Known, known: Known, digests: Sequence[str]) -> None:
    """Write down what is known of a workbook now, in a state with these digests: as it was read, and as it was written.

    A file that cannot be written does no harm: then what the workbook itself remembers counts.
    """
    time, is_same = f"{now():%Y-%m-%d %H:%M}", known.origin == before.origin
    states = [*before.states] if is_same else []
    for digest in digests:
        if not states or states[-1].digest != digest:
            states.append(State(known.version, digest, time))
    times = {number: before.times.get(number, time) if is_same else time for number in known.rounds}
    known = known._replace(times=times, states=tuple(states[-MOST_STATES:]))
    if known == before:
        return
    rounds = {"rounds": write_rounds(known.rounds), "first": write_rounds(known.first)}
    data: dict[str, Any] = {"form": VERSION, **known._asdict(), **rounds}
    with contextlib.suppress(OSError):
        file = make_backup_folder(workbook) / FILE
        clear_old_leftovers(file.parent)  # of a run that was killed here: a save that has nothing to write clears none
        with temporary(file, json.dumps(data).encode(), durable=False) as written:
            move_into_place(written, file)


def write_known(known: Known) -> Mapping[str, str]:
    """Return the texts by which a workbook remembers what is known, but for its inputs."""
    first = {"first": write_rounds(known.first)} if known.first else {}
    rounds = {"rounds": write_rounds(known.rounds), **first}
    return {"version": str(known.version), **rounds, "ids": write_ids(known.ids)}
