"""The journal of the archive: every change with the words that tell it, and taking the last ones back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, Connection, Row, Select, Table, and_, func, select

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


Rows = Sequence[Row[Any]]


class Astray(NamedTuple):
    """What does not agree: a row of which table, or a change, which figure; what stands there, what was expected."""

    table: Table
    row: Row[Any]
    figure: str
    found: str
    expected: str


ADDING: Final[Mapping[Table, frozenset[str]]] = {
    EVENTS: frozenset({"add", "replace", "rebuild"}),
    LINKS: frozenset({"merge", "split"}),
}
ENDING: Final[Mapping[Table, frozenset[str]]] = {
    EVENTS: frozenset({"replace", "rebuild", "remove"}),
    LINKS: frozenset({"merge", "split"}),
}
"""The kinds of changes that add rows, and of those that end them; what is taken back is ended by an ``undo``, too."""

OF_EVENTS: Final = {
    "add": "one added, none ended",
    "replace": "one added, the same ended",
    "rebuild": "one added, the same ended",
    "remove": "none added, one ended",
}
"""What a change of each kind has done to events, unless it is taken back."""


_COLUMNS: Final[Mapping[Table, Sequence[str]]] = {
    CHANGES: ("change", "kind", "file", "undone"),
    EVENTS: ("version", "event", "name", "date", "file", "added", "ended"),
    LINKS: ("link", "added", "ended"),
}
_READ: Final = {
    table: select(*(table.c[name] for name in names)).order_by(table.c[names[0]]) for table, names in _COLUMNS.items()
}


def compare_journal(connection: Connection) -> Iterator[Astray]:
    """Yield the rows that no change of the journal explains, and the changes of which there are no rows."""
    changes = {row.change: row for row in connection.execute(_READ[CHANGES])}
    versions = connection.execute(_READ[EVENTS]).all()
    for table, rows in ((EVENTS, versions), (LINKS, connection.execute(_READ[LINKS]).all())):
        for row in rows:
            came, went = changes.get(row.added), changes.get(row.ended)
            if came is None or (went is None) != (row.ended is None) or not _fits(table, came, went):
                found = f"added by {_name(came)}, " + (f"ended by {_name(went)}" if row.ended else "not ended")
                yield Astray(table, row, "history", found, "what these changes did")
            elif table is EVENTS and row.file != came.file:
                yield Astray(table, row, "file", row.file, came.file)
    yield from _compare_changes(changes, versions)


def _fits(table: Table, came: Row[Any], went: Row[Any] | None) -> bool:
    """Tell whether a row can have come with one change and gone with another, or still be there."""
    if came.kind not in ADDING[table]:
        return False
    if went is None:
        return came.undone is None
    if went.kind == "undo":
        return bool(came.undone == went.change)
    # What is taken back with what had added it is not brought back.
    return went.kind in ENDING[table] and went.change > came.change and bool(went.undone == came.undone)


def _name(change: Row[Any] | None) -> str:
    return "no change" if change is None else f"change {change.change} ({change.kind})"


def _compare_changes(changes: Mapping[int, Row[Any]], versions: Rows) -> Iterator[Astray]:
    added, ended = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for row in versions:
        added[row.added].append(row.event)
        ended[row.ended].append(row.event)
    for number, change in changes.items():
        if (expected := OF_EVENTS.get(change.kind)) is None:
            continue
        came, went = added[number], ended[number]
        right = [len(came) == (change.kind in ADDING[EVENTS])]
        if change.undone is None:
            right.append(len(went) == (change.kind in ENDING[EVENTS]))
            right.append(came == went or change.kind in ("add", "remove"))
        if not all(right):
            yield Astray(CHANGES, change, "events", f"{_count(came)} added, {_count(went)} ended", expected)


def _count(events: Sequence[int]) -> str:
    return " and ".join(f"number {event}" for event in events) or "none"
