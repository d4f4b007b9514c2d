"""What is damaged in an archive. It is looked for when something went wrong: with damaged values, anything may."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Generator, Iterator, Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, Connection, Table, select

from turnabout_sheets.archive.codecs import read_exact
from turnabout_sheets.archive.errors import BRING_BACK, DAMAGED, ArchiveError
from turnabout_sheets.archive.events import load
from turnabout_sheets.archive.exchange.export_format import TABLES, rows_at_once, value_of
from turnabout_sheets.archive.foreign_objects import with_contents
from turnabout_sheets.archive.schema import ENTRIES, EVENTS, MATCHES
from turnabout_sheets.archive.store import Archive, is_damaged
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS

FAULTS: Final = (ArithmeticError, AttributeError, KeyError, RecursionError, TypeError, ValueError)
"""What reading values raises that no program of ours wrote."""

LONGEST: Final = 40
"""How many characters of a value are shown."""


class Expected(NamedTuple):
    """What stands in a column: in words, and as what tells others from it."""

    name: str
    fits: Callable[[Any], bool]


def _is_exact(value: str) -> bool:
    read_exact(value)
    return True


_EXACT: Final = Expected("a number such as 18 or 7/2", _is_exact)
_OBJECT: Final = Expected("an object of JSON", lambda value: isinstance(json.loads(value), dict))

_EXPECTED: Final[Mapping[Column[Any], Expected]] = {
    EVENTS.c.date: Expected("a day such as 2026-05-31", lambda value: date.fromisoformat(value).isoformat() == value),
    EVENTS.c.terms: _OBJECT,
    ENTRIES.c.points: _EXACT,
    ENTRIES.c.details: _OBJECT,
    MATCHES.c.round: Expected("the number of a round", lambda value: 1 <= value <= MOST_ROUNDS),
    MATCHES.c.points_a: _EXACT,
    MATCHES.c.points_b: _EXACT,
    MATCHES.c.details: _OBJECT,
}
"""What is expected besides a value of the column's type."""


def require_sound(archive: Archive) -> None:
    """Raise `ArchiveError` where something in an archive is damaged; it says what, and in which event."""
    with archive.reading() as connection, contextlib.closing(_find_damage(connection)) as damage:
        found = next(damage, None)
    if found is not None:
        raise ArchiveError(f"The archive {archive.place} is damaged: {found}; {BRING_BACK}")
    if is_damaged(archive):
        raise ArchiveError(f"The archive {archive.place} {DAMAGED}")


def _find_damage(connection: Connection) -> Generator[str, None, None]:
    rows = connection.execute(select(EVENTS.c.version, EVENTS.c.name, EVENTS.c.date, EVENTS.c.event)).all()
    titles = {row.version: f"{row.name} ({row.date}), number {row.event}" for row in rows}
    for table in TABLES:
        yield from _find_misfits(connection, table, titles)
    for version, title in titles.items():
        try:
            record = load(connection, version)
        except FAULTS:
            yield f"the results of {title}, do not belong together"
        else:
            if any((entry.award is None) != (entry.match_wins is None) for entry in record.entries):
                yield f"an award of {title}, does not come from match wins"


def _find_misfits(connection: Connection, table: Table, titles: Mapping[int, str]) -> Iterator[str]:
    """Yield which values of a table are none that the program wrote there."""
    with (
        with_contents(connection, table),
        connection.execute(select(table), execution_options={"yield_per": rows_at_once(table)}) as rows,
    ):
        for row in rows.mappings():
            for column in table.columns:
                if expected := _miss(column, row[column]):
                    whose = f" of {titles[row['version']]}," if row.get("version") in titles else ""
                    shown = str(row[column])
                    value = f'"{shown[:LONGEST]}{"…" if shown[LONGEST:] else ""}"'
                    yield f"in the table {table.name}, {column.name}{whose} is {value}; expected {expected}"


def _miss(column: Column[Any], value: Any) -> str | None:
    """Return what is expected in a column that a value is not; None where all is well."""
    kinds = [Expected(value_of(column).name, value_of(column).fits)]
    if column in _EXPECTED:
        kinds.append(_EXPECTED[column])
    if value is None:
        return None if column.nullable else kinds[-1].name
    return next((kind.name for kind in kinds if not _fits(kind.fits, value)), None)


def _fits(fits: Callable[[Any], bool], value: Any) -> bool:
    try:
        return fits(value)
    except FAULTS:
        return False
