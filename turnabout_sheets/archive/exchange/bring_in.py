"""Everything back into an archive that holds nothing yet: from an export of any form, a piece at a time.

First the files are compared with the manifest, so that what was damaged or changed since is refused before anything is
done. Then every value is looked at, and the database checks what belongs together. All of it happens, or nothing.
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final

from sqlalchemy import Column, Connection, Table, bindparam, delete, insert, select, update
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.sql.dml import UpdateBase

from turnabout_sheets.archive import schema
from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.exchange.export_format import (
    EXCEL,
    MANIFEST,
    TABLES,
    Manifest,
    file_name,
    from_cell,
    json_closing,
    json_opening,
    polars,
    read_manifest,
    rows_at_once,
    value_of,
)
from turnabout_sheets.archive.foreign_objects import MOST_ROWS, with_contents
from turnabout_sheets.archive.schema import INFO, columns_in
from turnabout_sheets.archive.store import Archive, finish_bringing_up
from turnabout_sheets.core.ordinary_files import open_file

AGAIN: Final = "export the archive again, or take another copy of the export"
"""What to do with an export that is of no use."""

LONGEST_CELL: Final = (1 << 31) - 1
"""How long a cell of CSV may be; Python's own limit is below the size of most workbooks."""

Rows = Generator[tuple[int, Sequence[Any]], None, None]
"""Rows with the numbers by which they are found, in CSV with the headers as row 1; values are as they stand there."""

Columns = Sequence[Column[Any]]

Tables = Generator[tuple[Table, Rows], None, None]


@dataclass(frozen=True, slots=True)
class Reader:
    """How an export of some form is read.

    ``check`` compares it with its manifest. ``tables`` gives the rows of each table, with the columns that it had in a
    version; they are to be read to their end before the next, and whoever stops earlier closes it. Both raise
    `ArchiveError`. ``value`` gives what reads the values of a column, with `ValueError` for what is none.
    """

    check: Callable[[Path, Manifest], None]
    tables: Callable[[Path, int], Tables]
    value: Callable[[Column[Any]], Callable[[Any], Any]]


def _damage_error(place: str) -> ArchiveError:
    return ArchiveError(f"{place} was changed or damaged since it was exported; {AGAIN}.")


def _other_columns(place: str, columns: Columns, found: Sequence[str] | None) -> ArchiveError:
    expected = ", ".join(column.name for column in columns)
    return ArchiveError(f"{place} has the columns {', '.join(found or ['(none)'])}; expected {expected}; {AGAIN}.")


def _unreadable(place: str, row: int, error: Exception) -> ArchiveError:
    return ArchiveError(f"{place}, row {row}, cannot be read ({error}); {AGAIN}.")


def _check_folder(source: Path, manifest: Manifest) -> None:
    for table in TABLES:
        place = manifest.place(source, table.name)
        try:
            with open_file(Path(place)) as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except FileNotFoundError as error:
            raise ArchiveError(f"{place} is missing, though {MANIFEST} names it; {AGAIN}.") from error
        except OSError as error:
            raise ArchiveError(f"{place} cannot be read ({error.strerror or error}); {AGAIN}.") from error
        if digest != manifest.parts[table.name].sha256:
            raise _damage_error(place)


def _folder_tables(source: Path, version: int, form: str, rows: Callable[[str, Table, Columns], Rows]) -> Tables:
    for table in TABLES:
        place = str(source / file_name(table.name, form))
        with closing(rows(place, table, columns_in(table, version))) as found:
            yield table, found


def _csv_rows(place: str, table: Table, declared: Columns) -> Rows:
    columns = [column.name for column in declared]
    limit = csv.field_size_limit(LONGEST_CELL)
    number = 1
    try:
        with Path(place).open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, strict=True)
            header = next(reader, None)
            if header != columns:
                raise _other_columns(place, declared, header)
            for number, cells in enumerate(reader, 2):
                if len(cells) != len(columns):
                    raise ArchiveError(
                        f"{place}, row {number}, has {len(cells)} cells; expected {len(columns)}; {AGAIN}."
                    )
                yield number, cells
    except csv.Error as error:
        raise _unreadable(place, number + 1, error) from error
    except UnicodeDecodeError as error:
        raise ArchiveError(f"{place} is not in UTF-8; {AGAIN}.") from error
    finally:
        csv.field_size_limit(limit)


def _parquet_rows(place: str, table: Table, declared: Columns) -> Rows:
    pl = polars()
    at_once = rows_at_once(table)
    try:
        whole = pl.scan_parquet(place, glob=False, hive_partitioning=False)
        found = whole.collect_schema()
        if found != {column.name: getattr(pl, value_of(column).parquet) for column in declared}:
            raise _other_columns(place, declared, [f"{name} ({kind})" for name, kind in found.items()])
        number = 0
        while rows := whole.slice(number, at_once).collect().rows():
            yield from enumerate(rows, number + 1)
            number += len(rows)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise ArchiveError(f"{place} cannot be read as Parquet ({str(error).splitlines()[0]}); {AGAIN}.") from error


def _check_json(source: Path, manifest: Manifest) -> None:
    with open_file(source) as file:
        file.readline()
        for table in TABLES:
            place = manifest.place(source, table.name)
            digest = hashlib.sha256()
            for line in _json_lines(file, place, table):
                digest.update(line)
            if digest.hexdigest() != manifest.parts[table.name].sha256:
                raise _damage_error(place)
        if file.read(1):
            raise _damage_error(str(source))


def _json_lines(file: BinaryIO, place: str, table: Table) -> Iterator[bytes]:
    """Yield the lines of the rows of a table, which begins where ``file`` is."""
    if file.readline() != json_opening(table.name):
        raise _damage_error(place)
    for line in file:
        if line == json_closing(table.name):
            return
        yield line
    raise _damage_error(place)


def _json_tables(source: Path, version: int) -> Tables:
    with open_file(source) as file:
        file.readline()
        for table in TABLES:
            columns = columns_in(table, version)
            with closing(_json_rows(file, f"{source}, table {table.name}", table, columns)) as found:
                yield table, found


def _json_rows(file: BinaryIO, place: str, table: Table, declared: Columns) -> Rows:
    columns = [column.name for column in declared]
    for number, line in enumerate(_json_lines(file, place, table), 1):
        try:
            row = json.loads(line.rstrip(b",\n"))
        except (ValueError, RecursionError) as error:
            raise _unreadable(place, number, error) from error
        if not isinstance(row, dict) or list(row) != columns:
            raise _other_columns(f"{place}, row {number},", declared, list(row) if isinstance(row, dict) else None)
        yield number, list(row.values())


READERS: Mapping[str, Reader] = {
    "csv": Reader(_check_folder, partial(_folder_tables, form="csv", rows=_csv_rows), from_cell),
    "json": Reader(_check_json, _json_tables, lambda column: value_of(column).from_json),
    "parquet": Reader(
        _check_folder, partial(_folder_tables, form="parquet", rows=_parquet_rows), lambda column: lambda value: value
    ),
}
"""By form."""


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
