"""The sheets that a run has read, as text, and the same from that text: exactly, with types, blanks and errors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from turnabout_sheets.sheets.grid import Grid

_KINDS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "at": datetime.fromisoformat,
    "day": date.fromisoformat,
    "time": time.fromisoformat,
    "for": lambda parts: timedelta(*parts),
}
"""What JSON has no values for, by the word that stands before it."""


def write_grids(grids: Iterable[Grid]) -> str:
    """Return sheets as a text in ASCII, the same for the same sheets, in the order of their names."""
    by_name = sorted(grids, key=lambda grid: grid.name)
    data = [[grid.name, grid.days_behind, dict(sorted(grid.flags.items())), grid.rows] for grid in by_name]
    return json.dumps(data, separators=(",", ":"), default=_write)


def read_grids(text: str) -> list[Grid]:
    """Return the sheets of a text. Raises `ValueError` for one that `write_grids` has not written."""
    try:
        return [
            Grid(str(name), rows, flags, int(behind))
            for name, behind, flags, rows in json.loads(text, object_pairs_hook=_read)
        ]
    except (TypeError, AttributeError) as error:
        raise ValueError("these are no sheets") from error


def _write(value: object) -> Mapping[str, object]:
    if isinstance(value, timedelta):
        return {"for": [value.days, value.seconds, value.microseconds]}
    assert isinstance(value, (date, time)), "a cell's value"
    word = "time" if isinstance(value, time) else "at" if isinstance(value, datetime) else "day"
    return {word: value.isoformat()}


def _read(pairs: list[tuple[str, Any]]) -> Any:
    """Return the value of a cell, or what the flags of a sheet are: addresses have figures, and these words none."""
    if len(pairs) == 1 and pairs[0][0] in _KINDS:
        return _KINDS[pairs[0][0]](pairs[0][1])
    return dict(pairs)
