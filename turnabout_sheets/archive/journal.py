"""The journal of the archive: every change with the words that tell it; taking the last back, and doing it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from itertools import takewhile
from typing import Any, Final

from sqlalchemy import Column, Connection, Row, Select, Table, and_, func, insert, or_, select, text, update

from turnabout_sheets.archive.errors import ArchiveError, NotThereError
from turnabout_sheets.archive.hash_chain import end_rows, insert_rows, update_rows
from turnabout_sheets.archive.schema import CHANGES, EVENTS, INFO, LINKS
from turnabout_sheets.core.command_line import name_program
from turnabout_sheets.core.digests import write_canonical

BACK_AND_FORTH: Final = ("undo", "redo")
"""The kinds of changes that only take others back, or do them again."""

FORGET: Final = "forget"
"""The kind of the change with which somebody was forgotten (archive 10.1): nothing that was before it is taken back."""

HOLDING = and_(CHANGES.c.undone.is_(None), CHANGES.c.kind.not_in(BACK_AND_FORTH))
"""The changes that can be taken back."""


@dataclass(slots=True)
class Command:
    """What one command changes, which is taken back together; ``first`` is the number of its first change.

    ``reason`` is why, and ``author`` is who, blank where nobody said; in PostgreSQL it is the role whatever was said.
    """

    first: int | None = None
    reason: str = ""
    author: str = ""
    _role: str = field(default="", init=False)

    def note(
        self,
        connection: Connection,
        kind: str,
        told: str,
        file: str = "",
        details: Mapping[str, object] | None = None,
    ) -> int:
        """Write a change into the journal and return its number; ``details`` are sealed with it."""
        change = next_number(connection, CHANGES.c.change)
        at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        first = self.first or change
        row = {"change": change, "command": first, "at": at, "kind": kind, "file": file, "told": told, "undone": None}
        row |= {"note": self.reason or None, "author": self._find_author(connection) or None}
        insert_rows(connection, CHANGES, [{**row, "details": None if details is None else write_canonical(details)}])
        # Only now, so that a change that fails is not taken for the first.
        self.first = first
        return change

    def _find_author(self, connection: Connection) -> str:
        if connection.dialect.name != "postgresql":
            return self.author
        # Who has logged in, whatever role they have taken on since; asked once, as it costs a way to the server.
        self._role = self._role or str(connection.execute(text("SELECT session_user")).scalar_one())
        return self._role


@dataclass(frozen=True, slots=True)
class Change:
    """A line of the journal; ``undone`` is the change that took it back, None where it holds.

    Of an ``undo``, ``undone`` is the ``redo`` that did again what it had taken back.

    ``state`` and ``digest`` seal it (see `archive.hash_chain`). ``note`` is why, ``author`` who, ``details`` JSON; each
    None where there is nothing.
    """

    change: int
    command: int
    at: str
    kind: str
    file: str
    told: str
    undone: int | None
    state: str | None
    digest: str | None
    note: str | None
    author: str | None
    details: str | None


def next_number(connection: Connection, column: Column[int]) -> int:
    """Return the number that comes next in a key; only whoever writes may ask."""
    return int(connection.execute(_last_number(column)).scalar_one()) + 1


@cache  # a statement that is made once is much faster
def _last_number(column: Column[int]) -> Select[int]:
    return select(func.coalesce(func.max(column), 0))


def list_changes(connection: Connection, last: int | None = None) -> list[Change]:
    """Return the journal, or the ``last`` so many changes, the newest first."""
    newest = select(CHANGES).order_by(CHANGES.c.change.desc()).limit(last)
    return [Change(*row) for row in connection.execute(newest)]


def find_last(connection: Connection) -> list[Change]:
    """Return the changes that `undo` takes back: those of the last command, the newest first.

    Where two commands were at work at the same time, only what the one changed after the other: so every change finds
    the archive as it left it. Raises `NotThereError` if there is none, or the last one was a forgetting.
    """
    newest = select(CHANGES).where(HOLDING).order_by(CHANGES.c.change.desc())
    rows = [Change(*row) for row in connection.execute(newest)]
    if not rows:
        raise NotThereError("There is no change in the archive that could be taken back.")
    if rows[0].kind == FORGET:
        raise NotThereError(
            f"With change {rows[0].change} of the journal somebody was forgotten; that cannot be taken back, nor what "
            "was before it."
        )
    return list(takewhile(lambda row: row.command == rows[0].command, rows))


def undo(connection: Connection, command: Command, expected: Sequence[Change] | None = None) -> list[Change]:
    """Take the last command back as part of ``command``, and return its changes, the newest first.

    What it ended is kept for `redo`. Raises `NotThereError` where there is none, and `ArchiveError` where it is not
    what was ``expected``, because somebody else was at work meanwhile.
    """
    last = find_last(connection)
    _require_expected(last, expected)
    kept = _read_kept(connection) if _newest(connection).kind in BACK_AND_FORTH else {}
    undoing = command.note(connection, "undo", f"Took back: {_sum_up(last)}")
    # Not by their numbers, of which there may be more than a statement can name.
    ours = (HOLDING, CHANGES.c.command == last[0].command, CHANGES.c.change >= last[-1].change)
    changes = select(CHANGES.c.change).where(*ours)
    kept[str(undoing)] = {table.name: _end_change(connection, table, changes, undoing) for table in (EVENTS, LINKS)}
    update_rows(connection, CHANGES, ours, undone=undoing)
    _keep(connection, kept)
    return last


def _end_change(connection: Connection, table: Table, changes: Select[int], undoing: int) -> Ended:
    """End what some changes added, then bring back what they ended, and return that; not what they did both to."""
    ours = table.c.added.in_(changes)
    reopened = table.c.ended.in_(changes) & ~ours
    (key,) = table.primary_key
    found = connection.execute(select(key, table.c.ended).where(reopened).order_by(key))
    ended = [(number, change) for number, change in found]
    update_rows(connection, table, (ours, table.c.ended.is_(None)), ended=undoing)
    update_rows(connection, table, (reopened,), ended=None)
    return ended


def find_taken_back(connection: Connection) -> list[Change]:
    """Return the changes that `redo` does again: those that were taken back last, the newest first.

    Raises `NotThereError` where nothing was, or something else was changed since.
    """
    still = or_(CHANGES.c.kind.not_in(BACK_AND_FORTH), and_(CHANGES.c.kind == "undo", CHANGES.c.undone.is_(None)))
    newest = select(CHANGES).where(still).order_by(CHANGES.c.change.desc())
    last = connection.execute(newest.limit(1)).one_or_none()
    if last is not None and last.kind == "undo":
        if str(last.change) not in _read_kept(connection):
            raise NotThereError(
                f"What it takes to do again what change {last.change} of the journal took back is not kept, as it was "
                "too much. Give the command itself again."
            )
        again = select(CHANGES).where(CHANGES.c.undone == last.change).order_by(CHANGES.c.change.desc())
        return [Change(*row) for row in connection.execute(again)]
    taken = connection.execute(newest.where(CHANGES.c.kind == "undo").limit(1)).one_or_none()
    if last is None or taken is None:
        raise NotThereError("Nothing was taken back in the archive that could be done again.")
    raise NotThereError(
        f'Change {last.change} of the journal came after what was taken back ("{last.told}"), so that cannot be done '
        f"again. Give the command itself again."
    )


def redo(connection: Connection, command: Command, expected: Sequence[Change] | None = None) -> list[Change]:
    """Do again what was taken back last, exactly as it was, as part of ``command``; return its changes, newest first.

    Raises `NotThereError` as `find_taken_back` does, and `ArchiveError` where it is not what was ``expected``.
    """
    again = find_taken_back(connection)
    _require_expected(again, expected)
    undoing, kept = again[0].undone, _read_kept(connection)
    try:
        found = kept.pop(str(undoing))
        ended = {table: {int(number): int(change) for number, change in found[table.name]} for table in (EVENTS, LINKS)}
    except (LookupError, TypeError, ValueError) as error:
        raise _lost() from error
    redoing = command.note(connection, "redo", f"Did again: {_sum_up(again)}")
    for table, rows in ended.items():
        # First what is ended: of an event, one version is in force at any time.
        if end_rows(connection, table, rows) < len(rows) or not {each.change for each in again}.issuperset(
            rows.values()
        ):
            raise _lost()
        update_rows(connection, table, (table.c.ended == undoing,), ended=None)
    update_rows(connection, CHANGES, (CHANGES.c.undone == undoing,), undone=None)
    update_rows(connection, CHANGES, (CHANGES.c.change == undoing,), undone=redoing)
    _keep(connection, kept)
    return again


def _lost() -> ArchiveError:
    return ArchiveError(
        "What was taken back is no longer known as it was, so it cannot be done again; "
        f"{name_program()} archive verify says whether the archive is sound."
    )


def _sum_up(changes: Sequence[Change]) -> str:
    """Return what some changes did, the newest first, in one line."""
    return changes[0].told if len(changes) == 1 else f"{changes[0].told} … and {len(changes) - 1} more"


def _require_expected(found: Sequence[Change], expected: Sequence[Change] | None) -> None:
    if expected is not None and [each.change for each in found] != [each.change for each in expected]:
        raise ArchiveError(
            "Somebody else has changed the archive meanwhile, so nothing was done; see what it was with "
            f"{name_program()} archive journal, and give the command again."
        )


def _newest(connection: Connection) -> Row[Any]:
    return connection.execute(select(CHANGES).order_by(CHANGES.c.change.desc()).limit(1)).one()


Ended = Sequence[tuple[int, int]]
"""Rows of a table, each with the change that had ended it."""

_UNDONE: Final = "undone"
"""The row of the table ``archive`` that has, for each ``undo`` that can be done again, what its changes had ended.

A row that is in force again names nobody who once ended it: that would be lost.
"""

_MOST_KEPT: Final = 2 << 20
"""Characters that are kept at most, a value of an archive having a limit; some 150,000 events that were replaced."""


def _read_kept(connection: Connection) -> dict[str, dict[str, Ended]]:
    value = connection.execute(select(INFO.c.value).where(INFO.c.name == _UNDONE)).scalar()
    try:
        kept = json.loads(value or "{}")
    except ValueError:
        return {}
    return kept if isinstance(kept, dict) else {}


def _keep(connection: Connection, kept: Mapping[str, Mapping[str, Ended]]) -> None:
    """Keep what it takes to do things again; where that is too much, not the oldest."""
    texts = [f'"{number}":{json.dumps(ended, separators=(",", ":"))}' for number, ended in kept.items()]
    while sum(map(len, texts)) > _MOST_KEPT:
        del texts[0]
    value = f"{{{','.join(texts)}}}"
    if not connection.execute(update(INFO).where(INFO.c.name == _UNDONE).values(value=value)).rowcount:
        connection.execute(insert(INFO), {"name": _UNDONE, "value": value})
