"""The log of the archive: every change is a line that stays as it is, sealed with all that were before it.

What a command did is taken back, and done again, by another line; see `archive.derive` for what follows from them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, select

from turnabout_sheets.archive.derive import BACK_AND_FORTH, FORGET, Line, apply, once, put
from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.records import Body
from turnabout_sheets.archive.schema import LOG, UNDONE
from turnabout_sheets.archive.store import name_role

_LAST: Final = select(LOG.c.number, LOG.c.seal).order_by(LOG.c.number.desc()).limit(1)


def _read_last(connection: Connection) -> tuple[int, str]:
    """Return number and seal of the last line; 0 and blank where nothing was ever changed."""
    return tuple(connection.execute(_LAST).one_or_none() or (0, ""))


@dataclass(slots=True)
class Command:
    """What one command changes, which is taken back together; ``first`` is the number of its first line.

    ``reason`` is why, and ``author`` is who, blank where nobody said; in PostgreSQL it is the role, whatever was said.
    """

    first: int | None = None
    reason: str = ""
    author: str = ""

    def write(self, connection: Connection, kind: str, told: str, body: Body, **more: Any) -> None:
        """Write a line, with ``more`` of its columns, and keep the tables up with it."""
        if self.first is None:  # asked once, as it costs a way to the server
            self.author = name_role(connection) or self.author
        last, before = once(connection, "line", _read_last)
        number = last + 1
        line = {
            "number": number,
            "command": self.first or number,
            "at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "kind": kind,
            "told": told,
            "body": write_canonical(body),
            "note": self.reason or None,
            "author": self.author or None,
            **{"about": None, "source": None, "file": "", **more},
        }
        line["seal"] = seal(before, line)
        put(connection, LOG, [tuple(line[column.name] for column in LOG.columns)])
        connection.info["line"] = number, line["seal"]
        apply(connection, Line(number, kind, line["about"], line["file"], line["source"], body))
        # Only now, so that a change that fails is not taken for the first.
        self.first = self.first or number


def write_canonical(value: object) -> str:
    """Return JSON that is always the same for the same value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def shorten_digest(whole: str) -> str:
    """Return a digest as people read it to each other, its first twelve digits: "3f9a 77c2 01de"."""
    return f"{whole[:4]} {whole[4:8]} {whole[8:12]}"


def seal(before: str, line: Any) -> str:
    """Return the seal of a line, by the seal ``before`` and all its columns."""
    facts = write_canonical([line[column.name] for column in LOG.columns if column.name not in ("seal", "body")])
    return hashlib.sha256(f"{before}{facts}{line['body']}".encode()).hexdigest()


def last_seal(connection: Connection) -> str:
    """Return the seal of the last line; blank where nothing was ever changed."""
    return _read_last(connection)[1]


Change = Row[Any]
"""A line of the log without its body; ``undone`` is the one that took it back, None where it holds."""

_CHANGES: Final[Select[Any]] = (
    select(*(column for column in LOG.columns if column.name != "body"), UNDONE.c.by.label("undone"))
    .outerjoin(UNDONE, UNDONE.c.number == LOG.c.number)
    .order_by(LOG.c.number.desc())
)


def list_changes(connection: Connection) -> Sequence[Change]:
    """Return the log, the newest line first."""
    return connection.execute(_CHANGES).all()


def find_last(connection: Connection) -> Sequence[Change]:
    """Return the changes that `undo` takes back: those of the last command, the newest first.

    Where two commands were at work at the same time, only what the one changed after the other: so every change finds
    the archive as it left it. Raises `NotThereError` if there is none, or the last one was a forgetting.
    """
    held = [each for each in list_changes(connection) if each.undone is None and each.kind not in BACK_AND_FORTH]
    if not held:
        raise NotThereError("There is no change in the archive that could be taken back.")
    if held[0].kind == FORGET:
        raise NotThereError(
            f"With change {held[0].number} somebody was forgotten; that cannot be taken back, nor what was before it."
        )
    return list(takewhile(lambda change: change.command == held[0].command, held))


def undo(connection: Connection, command: Command) -> Sequence[Change]:
    """Take the last command back as part of ``command``, and return its changes, the newest first.

    Raises `NotThereError` where there is none.
    """
    last = find_last(connection)
    body = {"command": last[0].command, "first": last[-1].number}
    command.write(connection, "undo", f"Took back: {_sum_up(last)}", body)
    return last


def redo(connection: Connection, command: Command) -> Sequence[Change]:
    """Do again what was taken back last, exactly as it was, as part of ``command``; return its changes, newest first.

    Raises `NotThereError` where nothing was, or something else was changed since.
    """
    changes = list_changes(connection)
    held = [each for each in changes if each.kind != "redo" and each.undone is None]
    if not any(each.kind == "undo" for each in held):
        raise NotThereError("Nothing was taken back in the archive that could be done again.")
    newest = held[0]
    if newest.kind != "undo":
        raise NotThereError(
            f'Change {newest.number} came after what was taken back ("{newest.told}"), so that cannot be done again. '
            "Give the command itself again."
        )
    again = [each for each in changes if each.undone == newest.number]
    body = {"command": again[0].command, "first": again[-1].number, "undo": newest.number}
    command.write(connection, "redo", f"Did again: {_sum_up(again)}", body)
    return again


def _sum_up(changes: Sequence[Change]) -> str:
    """Return what some changes did, the newest first, in one line."""
    return changes[0].told if len(changes) == 1 else f"{changes[0].told} … and {len(changes) - 1} more"
