"""Sheets as texts: a sheet comes out of its text exactly as it went in, with types, blanks and errors."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from turnabout_sheets.sheets.grid import Grid

_KINDS: Final[Mapping[str, Callable[[Any], object]]] = {  # what JSON has no values for
    "datetime": datetime.fromisoformat,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
    "timedelta": lambda parts: timedelta(*parts),
}


def write_grid(grid: Grid) -> str:
    """Return all of a sheet but its name as a text in ASCII, the same for the same sheet."""
    data = [grid.days_behind, dict(sorted(grid.flags.items())), grid.rows]
    return json.dumps(data, separators=(",", ":"), default=_write)


def read_grid(name: str, text: str) -> Grid:
    """Return the sheet of a text. Raises `ValueError` for one that `write_grid` has not written."""
    try:
        behind, flags, rows = json.loads(text, object_pairs_hook=_read)
        return Grid(name, [list(row) for row in rows], dict(flags), int(behind))
    except (TypeError, AttributeError) as error:
        raise ValueError("this is no sheet") from error


def _write(value: object) -> Mapping[str, object]:
    if isinstance(value, timedelta):
        return {"timedelta": [value.days, value.seconds, value.microseconds]}
    assert isinstance(value, (date, time)), "a cell's value"
    return {type(value).__name__: value.isoformat()}


def _read(pairs: list[tuple[str, Any]]) -> Any:
    """Return the value of a cell, or what the flags of a sheet are: addresses have figures, and these words none."""
    if len(pairs) == 1 and pairs[0][0] in _KINDS:
        return _KINDS[pairs[0][0]](pairs[0][1])
    return dict(pairs)
