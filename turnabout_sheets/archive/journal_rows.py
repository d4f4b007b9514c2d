"""Whether events and links came and went as the journal says: none is taken out of force in silence (checking 2.8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, Table, select

from turnabout_sheets.archive.schema import CHANGES, EVENTS, LINKS

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
