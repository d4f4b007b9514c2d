"""The journal of the archive: every change with the words that tell it, and taking the last ones back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from sqlalchemy import Column, Connection, Select, Table, and_, func, select

from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.hash_chain import insert_rows, update_rows
from turnabout_sheets.archive.schema import CHANGES, EVENTS, LINKS

HOLDING = and_(CHANGES.c.undone.is_(None), CHANGES.c.kind != "undo")
"""The changes that can be taken back."""


@dataclass(slots=True)
class Command:
    """What one command changes, which is taken back together; ``first`` is the number of its first change."""

    first: int | None = None

    def note(self, connection: Connection, kind: str, told: str, file: str = "") -> int:
        """Write a change into the journal and return its number."""
        change = next_number(connection, CHANGES.c.change)
        at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        first = self.first or change
        row = {"change": change, "command": first, "at": at, "kind": kind, "file": file, "told": told}
        insert_rows(connection, CHANGES, [{**row, "undone": None}])
        # Only now, so that a change that fails is not taken for the first.
        self.first = first
        return change


@dataclass(frozen=True, slots=True)
class Change:
    """A line of the journal; ``undone`` is the change that took it back, None where it holds.

    ``state`` and ``digest`` seal it (see `archive.hash_chain`).
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


def undo(connection: Connection) -> list[Change]:
    """Take the last command back, and return its changes, the newest first. Raises `NotThereError` if there is none.

    Where two commands were at work at the same time, only what the one changed after the other: so every change finds
    the archive as it left it.
    """
    newest = select(CHANGES).where(HOLDING).order_by(CHANGES.c.change.desc())
    rows = [Change(*row) for row in connection.execute(newest)]
    if not rows:
        raise NotThereError("There is no change in the archive that could be taken back.")
    last = [rows[0]]
    for row in rows[1:]:
        if row.command != rows[0].command:
            break
        last.append(row)
    what = last[0].told if len(last) == 1 else f"{last[0].told} … and {len(last) - 1} more"
    undoing = Command().note(connection, "undo", f"Took back: {what}")
    # Not by their numbers, of which there may be more than a statement can name.
    ours = (HOLDING, CHANGES.c.command == last[0].command, CHANGES.c.change >= last[-1].change)
    for table in (EVENTS, LINKS):
        _end_change(connection, table, select(CHANGES.c.change).where(*ours), undoing)
    update_rows(connection, CHANGES, ours, undone=undoing)
    return last


def _end_change(connection: Connection, table: Table, changes: Select[int], undoing: int) -> None:
    """End what some changes added, then bring back what they ended; not what they both added and ended."""
    ours = table.c.added.in_(changes)
    reopened = table.c.ended.in_(changes) & ~ours
    update_rows(connection, table, (ours, table.c.ended.is_(None)), ended=undoing)
    update_rows(connection, table, (reopened,), ended=None)
