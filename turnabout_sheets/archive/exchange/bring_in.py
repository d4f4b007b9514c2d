"""Everything back into an archive: from an export of any form, into an archive that holds nothing yet.

First the files are compared with the manifest, so that what was damaged or changed since is refused before anything is
done. Then every value is looked at, and the database checks what belongs together. All of it happens, or nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Table, bindparam, delete, insert, select, update
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.sql.dml import UpdateBase

from turnabout_sheets.archive import schema
from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.exchange.export_format import (
    EXCEL,
    TABLES,
    Manifest,
    read_manifest,
    rows_at_once,
    value_of,
)
from turnabout_sheets.archive.exchange.readers import AGAIN, READERS, Reader, Rows
from turnabout_sheets.archive.schema import INFO, columns_in
from turnabout_sheets.archive.store import Archive, finish_bringing_up
from turnabout_sheets.archive.strangers import MOST_ROWS, with_contents

Numbered = Sequence[tuple[int, dict[str, Any]]]
"""Rows by column, with the numbers by which they are found."""

Take = Callable[[Any], Any]


def bring_in(archive: Archive, source: Path) -> dict[str, int]:
    """Read the export at ``source`` into an archive that holds nothing yet, and return how many rows, by table.

    Raises `ArchiveError` where the export is damaged or of another version, or the archive is not empty; then nothing
    has changed.
    """
    manifest = read_manifest(source)
    _require_usable(manifest, source)
    reader, older = READERS[manifest.form], manifest.version < schema.version()
    with _explain_errors(source):
        reader.check(source, manifest)
        with (
            archive.writing(seal=older) as connection,
            contextlib.closing(reader.tables(source, manifest.version)) as tables,
        ):
            _require_empty(connection, archive.place)
            connection.execute(delete(INFO))
            rows = {table.name: _fill(connection, table, found, reader, manifest, source) for table, found in tables}
            _require_as_said(connection, manifest, source, rows)
            if older:
                finish_bringing_up(connection, manifest.version)
    return rows


@contextlib.contextmanager
def _explain_errors(source: Path) -> Iterator[None]:
    """Turn errors of the operating system into a sentence."""
    try:
        yield
    except OSError as error:
        raise ArchiveError(f"{source} cannot be read ({error.strerror or error}). Nothing was imported.") from error


def _require_usable(manifest: Manifest, source: Path) -> None:
    if manifest.form == EXCEL:
        raise ArchiveError(
            f"The export {source} was made with --for-excel, to be looked at only: cells are changed in it. Export the "
            "archive without that, and import this."
        )
    if manifest.version > schema.version():
        raise ArchiveError(
            f"The export {source} was written by a newer version of turnabout (its tables are of version "
            f"{manifest.version}, and this program knows up to {schema.version()}). Install the newer version."
        )
    names = {table.name for table in TABLES}
    if missing := sorted(names - set(manifest.parts)):
        raise ArchiveError(f"The export {source} does not name the table {missing[0]}; {AGAIN}.")
    if others := sorted(set(manifest.parts) - names):
        raise ArchiveError(f"The export {source} names {others[0]}, which is no table of an archive; {AGAIN}.")
    for table in TABLES:
        if manifest.parts[table.name].rows > MOST_ROWS[table]:
            found = f"{manifest.parts[table.name].rows:,} rows; expected at most {MOST_ROWS[table]:,}"
            raise ArchiveError(f"{manifest.place(source, table.name)} has {found}; {AGAIN}.")


def _require_empty(connection: Connection, place: str) -> None:
    for table in TABLES:
        if table is not INFO and connection.execute(select(*table.primary_key).limit(1)).first() is not None:
            raise ArchiveError(
                f"The archive {place} is not empty, so nothing can be imported into it; name a new archive with "
                "--archive."
            )


def _require_as_said(connection: Connection, manifest: Manifest, source: Path, rows: dict[str, int]) -> None:
    for name, found in rows.items():
        if found != manifest.parts[name].rows:
            raise ArchiveError(
                f"{manifest.place(source, name)} has {found} rows; expected {manifest.parts[name].rows}; {AGAIN}."
            )
    version = connection.execute(select(INFO.c.value).where(INFO.c.name == "version")).scalar()
    if version != str(manifest.version):
        raise ArchiveError(
            f"{manifest.place(source, INFO.name)} says that the tables are of version {version}; expected "
            f"{manifest.version}; {AGAIN}."
        )


def _fill(connection: Connection, table: Table, rows: Rows, reader: Reader, manifest: Manifest, source: Path) -> int:
    """Insert the rows of ``table``, and return how many.

    What refers to rows of the same table that may come later is filled in at the end, when they are there.
    """
    place, columns = manifest.place(source, table.name), columns_in(table, manifest.version)
    takes = {column.name: _value_reader(column, reader.value(column)) for column in columns}
    (*_, key) = table.primary_key
    ahead: dict[str, list[tuple[int, dict[str, Any]]]] = {c.name: [] for c in columns if _may_refer_ahead(c)}
    count = 0
    while chunk := list(islice(rows, rows_at_once(table))):
        numbered = [(number, _row(table, takes, cells, f"{place}, row {number}")) for number, cells in chunk]
        for name, waiting in ahead.items():
            for number, row in numbered:
                if row[name] is not None:
                    waiting.append((number, {"its_key": row[key.name], "its_value": row[name]}))
                    row[name] = None
        with with_contents(connection, table):
            _carry_out(connection, insert(table), numbered, place)
        count += len(numbered)
        if count > manifest.parts[table.name].rows:
            raise ArchiveError(f"{place} has more than {manifest.parts[table.name].rows} rows; {AGAIN}.")
    for name, waiting in ahead.items():
        change = update(table).where(key == bindparam("its_key")).values({name: bindparam("its_value")})
        _carry_out(connection, change, waiting, place)
    return count


def _may_refer_ahead(column: Column[Any]) -> bool:
    return bool(column.nullable) and any(key.column.table is column.table for key in column.foreign_keys)


def _value_reader(column: Column[Any], read: Take) -> Take:
    """Return what reads a value of ``column``, and raises `ValueError` for one that does not belong there."""
    fits, may_be_blank = value_of(column).fits, bool(column.nullable)

    def take(cell: Any) -> Any:
        value = read(cell)
        if not (may_be_blank if value is None else fits(value)):
            raise ValueError(cell)
        return value

    return take


def _row(table: Table, takes: Mapping[str, Take], cells: Sequence[Any], place: str) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for (name, take), cell in zip(takes.items(), cells, strict=True):
        try:
            row[name] = take(cell)
        except ValueError as error:
            found = repr(cell)
            raise ArchiveError(
                f"{place}, column {name}, says {found[:40]}{'…' if found[40:] else ''}; expected "
                f"{value_of(table.columns[name]).name}; {AGAIN}."
            ) from error
    return row


def _carry_out(connection: Connection, statement: UpdateBase, numbered: Numbered, place: str) -> None:
    """Carry out ``statement`` for all rows at once; if the database refuses them, one by one, to tell which it is."""
    if not numbered:
        return
    try:
        with connection.begin_nested():
            connection.execute(statement, [row for _, row in numbered])
    except (IntegrityError, DataError) as error:
        if len(numbered) == 1:
            reason = str(error.orig).splitlines()[0].rstrip(".")
            raise ArchiveError(
                f"{place}, row {numbered[0][0]}, does not fit the other rows, or no archive ({reason}); {AGAIN}."
            ) from error
        for one in numbered:
            _carry_out(connection, statement, [one], place)
