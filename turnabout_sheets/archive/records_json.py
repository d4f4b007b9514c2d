"""Records of events as JSON: what an event that came from lists is kept as, so that it can be computed anew."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import Any

from turnabout_sheets.archive.records import Entry, EventRecord, Meeting

VERSION = 1

_PARTS: Mapping[str, type[Any]] = {"entries": Entry, "meetings": Meeting}
"""The fields of a record that are rows: each is kept as the names of its columns, and lists in their order."""

_FRACTIONS = frozenset({"points", "match_wins", "award", "points_a", "points_b"})
"""Kept as text, 7/2; all else is as it is."""


def as_json(record: EventRecord) -> bytes:
    """Return a record as compact JSON in UTF-8: the same bytes for the same record, always."""
    data: dict[str, Any] = {"version": VERSION}
    for name in (field.name for field in fields(record)):
        value = getattr(record, name)
        data[name] = _rows(_PARTS[name], value) if name in _PARTS else value
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def _rows(kind: type[Any], values: Iterable[Any]) -> dict[str, Any]:
    names = [field.name for field in fields(kind)]
    rows = [list(attrgetter(*names)(value)) for value in values]
    for place, name in enumerate(names):
        if name in _FRACTIONS:
            for row in rows:
                row[place] = None if row[place] is None else str(row[place])
    return {"columns": names, "rows": rows}


def from_json(data: bytes) -> EventRecord:
    """Return the record that `as_json` made the bytes of. Raises ValueError for any others."""
    try:
        found = json.loads(data)
        version = found.pop("version")
        if version == VERSION:
            return EventRecord(**{name: _read(name, value) for name, value in found.items()})
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError) as reason:
        raise ValueError("it is not the record of an event") from reason
    raise ValueError(f"it is a record of version {version}; this program reads version {VERSION}")


def _read(name: str, value: Any) -> Any:
    if name not in _PARTS:
        return value
    columns = value["columns"]
    return tuple(
        _PARTS[name](**{column: _cell(column, cell) for column, cell in zip(columns, row, strict=True)})
        for row in value["rows"]
    )


def _cell(column: str, cell: Any) -> Any:
    return _fraction(cell) if column in _FRACTIONS and cell is not None else cell


_fraction = lru_cache(maxsize=1 << 12)(Fraction)
"""The same few figures stand in all records, and are slow to read."""
