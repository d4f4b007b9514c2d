"""The journal of the archive: every change with the words that tell it, and taking the last ones back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Column, Connection, Table, func, insert, select, update

from turnabout_sheets.archive.faults import NotThereError
from turnabout_sheets.archive.schema import CHANGES, EVENTS, LINKS


@dataclass(slots=True)
class Command:
    """What one command changes, which is taken back together; ``first`` is the number of its first change."""

    first: int | None = None

    def note(self, connection: Connection, kind: str, told: str, file: str = "") -> int:
        """Write a change into the journal and return its number."""
        change = next_number(connection, CHANGES.c.change)
        at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        first = self.first or change
        connection.execute(
            insert(CHANGES).values(change=change, command=first, at=at, kind=kind, file=file, told=told, undone=None)
        )
        # Only now, so that a change that fails is not taken for the first.
        self.first = first
        return change


@dataclass(frozen=True, slots=True)
class Change:
    """A line of the journal; ``undone`` is the change that took it back, None where it holds."""

    change: int
    command: int
    at: str
    kind: str
    file: str
    told: str
    undone: int | None


def next_number(connection: Connection, column: Column[int]) -> int:
    """Return the number that comes next in a key; only whoever writes may ask."""
    return int(connection.execute(select(func.coalesce(func.max(column), 0))).scalar_one()) + 1


def changes(connection: Connection, last: int | None = None) -> list[Change]:
    """Return the journal, or the ``last`` so many changes, the newest first."""
    newest = select(CHANGES).order_by(CHANGES.c.change.desc()).limit(last)
    return [Change(*row) for row in connection.execute(newest)]


def undo(connection: Connection) -> list[Change]:
    """Take the last command back, and return its changes, the newest first. Raises `NotThereError` if there is none.

    Where two commands were at work at the same time, only what the one changed after the other: so every change finds
    the archive as it left it.
    """
    holding = select(CHANGES).where(CHANGES.c.undone.is_(None), CHANGES.c.kind != "undo")
    rows = [Change(*row) for row in connection.execute(holding.order_by(CHANGES.c.change.desc()))]
    if not rows:
        raise NotThereError("There is no change in the archive that could be taken back.")
    last = [rows[0]]
    for row in rows[1:]:
        if row.command != rows[0].command:
            break
        last.append(row)
    what = last[0].told if len(last) == 1 else f"{last[0].told} … and {len(last) - 1} more"
    undoing = Command().note(connection, "undo", f"Took back: {what}")
    numbers = [row.change for row in last]
    for table in (EVENTS, LINKS):
        _take_back(connection, table, numbers, undoing)
    connection.execute(update(CHANGES).where(CHANGES.c.change.in_(numbers)).values(undone=undoing))
    return last


def _take_back(connection: Connection, table: Table, numbers: Sequence[int], undoing: int) -> None:
    """End what some changes added, then bring back what they ended; not what they both added and ended."""
    ours = table.c.added.in_(numbers)
    reopened = table.c.ended.in_(numbers) & ~ours
    connection.execute(update(table).where(ours, table.c.ended.is_(None)).values(ended=undoing))
    connection.execute(update(table).where(reopened).values(ended=None))
