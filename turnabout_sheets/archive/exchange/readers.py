"""Reads the files of an export: whether they are what the manifest says, and their rows, a piece at a time."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final

from sqlalchemy import Column, Table

from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.exchange.export_format import (
    MANIFEST,
    TABLES,
    Manifest,
    file_name,
    from_cell,
    json_closing,
    json_opening,
    polars,
    rows_at_once,
    value_of,
)
from turnabout_sheets.archive.schema import columns_in
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
