"""Records of events as JSON: what an event that came from lists is kept as, so that it can be computed anew."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any, get_type_hints

from turnabout_sheets.archive.records import Entry, EventRecord, Meeting, require_sound_record
from turnabout_sheets.archive.stored_words import (
    read_exact,
    read_outcome,
    read_status,
    write_exact,
    write_outcome,
    write_status,
)
from turnabout_sheets.event.status import Status

VERSION = 2
"""The newest version, which every older one is read as."""

_LATER = ("terms", "details")
"""The fields that came with version 2. A record without any of them is written as version 1 was: lists have none, and
one that is added again is known to be the same by its bytes."""

_PARTS: Mapping[str, type[Any]] = {"entries": Entry, "meetings": Meeting}
"""The fields of a record that are rows: each is kept as the names of its columns, and lists in their order."""


_FRACTIONS = ("points", "match_wins", "award", "points_a", "points_b")

_WRITE: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(_FRACTIONS, write_exact),
    **dict.fromkeys(("outcome_a", "outcome_b"), write_outcome),
    "status": write_status,
}
_READ: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(_FRACTIONS, read_exact),
    **dict.fromkeys(("outcome_a", "outcome_b"), read_outcome),
    "status": read_status,
}
"""What is kept as text: numbers exact, 7/2, outcomes and statuses in the archive's words; all else is as it is."""


def as_json(record: EventRecord) -> bytes:
    """Return a record as compact JSON in UTF-8: the same bytes for the same record, always."""
    parts = (each.details for rows in (record.entries, record.meetings) for each in rows)
    older = record.terms is None and all(details is None for details in parts)
    data: dict[str, Any] = {"version": 1 if older else VERSION}
    for name in _names(record, older=older):
        value = getattr(record, name)
        data[name] = _rows(_PARTS[name], value, older=older) if name in _PARTS else value
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def _names(kind: Any, *, older: bool) -> list[str]:
    return [field.name for field in fields(kind) if not (older and field.name in _LATER)]


def _rows(kind: type[Any], values: Iterable[Any], *, older: bool) -> dict[str, Any]:
    names = _names(kind, older=older)
    rows = [list(attrgetter(*names)(value)) for value in values]
    for place, name in enumerate(names):
        if write := _WRITE.get(name):
            for row in rows:
                row[place] = write(row[place])
    return {"columns": names, "rows": rows}


def from_json(data: bytes) -> EventRecord:
    """Return the record that `as_json` made the bytes of. Raises ValueError for any others."""
    try:
        found = json.loads(data)
        version = found.pop("version")
        if version in range(1, VERSION + 1):
            return _sound(EventRecord(**{name: _read(name, value) for name, value in found.items()}))
    except (ArithmeticError, AttributeError, KeyError, RecursionError, TypeError, ValueError) as reason:
        raise ValueError("it is not the record of an event") from reason
    raise ValueError(f"it is a record of version {version}; this program reads version {VERSION}")


_KINDS = {
    kind: {name: hint for name, hint in get_type_hints(kind, localns={"Status": Status}).items() if name not in _PARTS}
    for kind in (EventRecord, *_PARTS.values())
}
"""Of what type the values are, by kind of row and name."""


def _sound(record: EventRecord) -> EventRecord:
    """Return a record; raises `TypeError` or `ValueError` where a value is not of its type, or none can store it."""
    for row in (record, *record.entries, *record.meetings):
        for name, kind in _KINDS[type(row)].items():
            value = getattr(row, name)
            if not isinstance(value, kind) or (isinstance(value, int) and abs(value) >= 1 << 63):
                raise TypeError(name)
            if isinstance(value, str):
                value.encode()  # JSON may hold halves of characters
    return require_sound_record(record)


def _read(name: str, value: Any) -> Any:
    if name not in _PARTS:
        return value
    columns = value["columns"]
    reads = [(column, _READ.get(column)) for column in columns]
    return tuple(
        _PARTS[name](**{column: read(cell) if read else cell for (column, read), cell in zip(reads, row, strict=True)})
        for row in value["rows"]
    )
