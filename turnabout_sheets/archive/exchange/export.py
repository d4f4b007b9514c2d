"""Everything out of the archive: all its tables as CSV, JSON or Parquet, with a page that says what stands in them.

The same archive gives the same bytes, wherever it lies: rows stand in the order of their keys, columns as declared, all
of one moment. Tables are written a piece at a time, so that a large archive does not have to fit into memory.

The folder is made beside the old one and moved to its place in the end. A run that is killed leaves the old one, or the
new one, or, for the moment between two moves, neither; what else it leaves is removed by the next run.
"""

from __future__ import annotations

import contextlib
import csv
import errno
import hashlib
import json
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from textwrap import dedent, fill
from typing import Any, Final

from sqlalchemy import Column, Connection, Row, Table, Text, collate, func, select

from turnabout_sheets.archive import schema
from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.exchange.export_format import (
    EXCEL,
    FORMS,
    MANIFEST,
    TABLES,
    Manifest,
    Part,
    file_name,
    json_closing,
    json_head,
    json_opening,
    polars,
    read_manifest,
    rows_at_once,
    to_base64,
    to_cell,
    to_cell_for_excel,
    value_of,
)
from turnabout_sheets.archive.foreign_objects import with_contents
from turnabout_sheets.archive.hash_chain import last_digest
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.core.atomic_write import begin_passing_name, is_old, move_into_place, sync_folder, synchronize
from turnabout_sheets.core.digests import shorten_digest
from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.core.shared_files import make_lock, take_lock
from turnabout_sheets.core.text import join_words

_LOCK: Final = "lock"
_NEW: Final = "new"
_OLD: Final = "old"


@contextlib.contextmanager
def place_whole(target: Path) -> Iterator[Path]:
    """Give a path to make a file or a folder at; when all went well, it takes the place of what is at ``target``.

    Raises `OSError`; then what was at ``target`` is there still.
    """
    _clear_leftovers(target)
    work = target.with_name(f"{begin_passing_name(target)}{secrets.token_hex(8)}")
    work.mkdir()
    try:
        lock = take_lock(work / _LOCK)  # in a network folder without locks, leftovers stay
        try:
            made = work / _NEW
            yield made
            _synchronize(made)
            _move(made, target, work / _OLD)
        finally:
            lock.release()
    finally:
        with contextlib.suppress(OSError):
            _remove(work)


def _clear_leftovers(target: Path) -> None:
    """Remove what runs that were killed left; whoever is still at work holds the lock, where there are locks."""
    for work in target.parent.iterdir():
        if work.name.startswith(begin_passing_name(target)):
            with contextlib.suppress(NotImplementedError, OSError):
                if (work / _LOCK).exists():
                    with make_lock(work / _LOCK, timeout=0):
                        pass
                    _remove(work)
                elif is_old(work):
                    _remove(work)
                else:
                    work.rmdir()  # refused where it holds something: somebody may be at work without locks


def _remove(work: Path) -> None:
    """Remove a passing folder, its lock last: so what is left of it, if this is interrupted, is known as a leftover.

    Windows removes nothing that somebody holds, if only for a moment. Such a file keeps the lock, and goes next time.
    """
    for path in work.iterdir():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != _LOCK:
            path.unlink()
    if all(path.name == _LOCK for path in work.iterdir()):
        (work / _LOCK).unlink(missing_ok=True)
        work.rmdir()
    else:
        (work / _LOCK).touch()  # on Windows it goes when it is given back


def _move(made: Path, target: Path, old: Path) -> None:
    if not target.exists() or (made.is_file() and target.is_file()):
        move_into_place(made, target)
    else:
        move_into_place(target, old)  # no system replaces a folder that is not empty in one step
        try:
            move_into_place(made, target)
        except BaseException:
            move_into_place(old, target)
            raise
    sync_folder(target.parent)


def _synchronize(made: Path) -> None:
    """See to it that everything is on the disk before it gets its name."""
    for file in made.iterdir() if made.is_dir() else [made]:
        _flush(file, os.O_RDWR)


def _flush(path: Path, mode: int) -> None:
    descriptor = os.open(path, mode)
    try:
        synchronize(descriptor)
    finally:
        os.close(descriptor)


README: Final = "README.txt"
TITLE: Final = "An archive of turnabout, as CSV files"
"""By this first line the page is known as ours."""

WIDTH: Final = 110

_PLAIN: Final = """
    HOW TO OPEN THEM SAFELY

    Names come from many hands. A spreadsheet program that opens a CSV file takes text that begins with = + - or @ for a
    formula, which can do harm. So do not open these files with a double click:

    - Excel: open an empty workbook, choose Data > From Text/CSV and the file, then Transform Data, and set the columns
      to Text.
    - LibreOffice: open the file; in the window that comes, mark all columns, choose the type Text, and leave "Evaluate
      formulas" off.
    - Or make an export to look at, in which nothing is a formula: turnabout archive export FOLDER --for-excel

    To make the same archive of them again: turnabout archive import FOLDER
"""
_FOR_EXCEL: Final = """
    HOW TO OPEN THEM

    They are made to be looked at in Excel or LibreOffice: where text would be taken for a formula, an apostrophe stands
    before it, so nothing runs. Since the text is not as it was, no archive can be made of them again; for that, and for
    other programs, make an export without --for-excel.
"""
_FORM: Final = """
    WHAT STANDS IN THEM

    UTF-8 with a byte order mark, commas, lines that end in CR LF; the first line names the columns. An empty cell is
    blank. Figures that may be fractions are exact: 7/2. archive.json says how many rows each file has, and its SHA-256.

    An event that was replaced keeps its old version: that row of events.csv says in "ended" by which change; those in
    which it is blank hold. Entries and matches belong to a version. More: docs/archive-tables.md of the program.
"""


_LAST: Final = """
    THE LAST CHANGE: {word}

    Two people who read each other the same word here hold the same history; turnabout archive list says it, too.

"""


def make_readme(digest: str | None, *, for_excel: bool) -> str:
    """Return the page for an export as CSV, or for one to look at in a spreadsheet program.

    ``digest`` is that of the archive's last change, None where nothing was ever changed.
    """
    about = dedent(_FOR_EXCEL if for_excel else _PLAIN) + dedent(_FORM)
    if digest:
        about += dedent(_LAST).format(word=shorten_digest(digest))
    return "\n".join([TITLE, "=" * len(TITLE), about, *(line for table in TABLES for line in _lines(table))])


def is_readme(path: Path) -> bool:
    """Tell whether a file is such a page."""
    return path.name == README and path.is_file() and path.read_bytes().startswith(TITLE.encode())


def _lines(table: Table) -> Iterator[str]:
    yield from (f"{table.name}.csv", fill(table.comment or "", WIDTH, initial_indent="  ", subsequent_indent="  "))
    columns = ", ".join(map(_column, table.columns)) + "."
    yield from (fill(columns, WIDTH, initial_indent="  ", subsequent_indent="  "), "")


def _column(column: Column[object]) -> str:
    return f"{column.name} ({column.comment})" if column.comment else column.name


BY_CODE_POINT: Mapping[str, str] = {"sqlite": "BINARY", "postgresql": "C"}
"""What orders text in the same way in every database and in every country."""

LITTER: Final = (".DS_Store", "Thumbs.db", "desktop.ini")
"""What systems put into folders by themselves."""

Chunks = Iterable[Sequence[Row[Any]]]
ToCell = Callable[[Column[Any]], Callable[[Any], str]]


def export(archive: Archive, target: Path, form: str) -> list[Path]:
    """Write all tables to ``target``, a file (json) or a folder (csv, parquet), and return the files.

    An earlier export is replaced whole. Raises `ArchiveError` where something else is there, or where it cannot be
    written; then nothing has changed.
    """
    if form not in WRITERS:
        raise ArchiveError(f"{form} is no form of an export; expected {join_words(FORMS)}.")
    target = follow_links(target)
    with _explain_errors(target):
        _require_room(target)
        with place_whole(target) as made, archive.reading() as connection:
            WRITERS[form](connection, made)
    return sorted(target.iterdir()) if target.is_dir() else [target]


def _require_room(target: Path) -> None:
    """Raise `ArchiveError` unless nothing is at ``target``, or an earlier export and nothing else."""
    if not target.parent.is_dir():
        raise ArchiveError(f"The folder {target.parent} is not there; make it first, or choose another.")
    if not target.exists():
        return
    try:
        earlier = read_manifest(target)
    except ArchiveError as error:
        raise ArchiveError(
            f"{target} exists already, and is no export of an archive; choose another name, or delete it first."
        ) from error
    if target.is_dir():
        own = {MANIFEST, *LITTER, *(file_name(table, earlier.form) for table in earlier.parts)}
        others = sorted(path.name for path in target.iterdir() if path.name not in own and not is_readme(path))
        if others:
            raise ArchiveError(
                f"{target} holds an earlier export, but also {join_words(others[:3], 'and')}"
                f"{' and more' if others[3:] else ''}; move that away, or choose another name."
            )


@contextlib.contextmanager
def _explain_errors(target: Path) -> Iterator[None]:
    """Turn errors of the operating system into sentences."""
    try:
        yield
    except OSError as error:
        in_words = re.search(r"\(os error (\d+)\)", str(error))  # as polars tells it
        number = int(in_words[1]) if in_words else error.errno or 0
        full = number in (errno.ENOSPC, errno.EDQUOT)
        reason = "because the disk is full; make room" if full else f"({os.strerror(number)}); choose another place"
        raise ArchiveError(f"{target} was not written {reason} and try again. Nothing was changed.") from error


def _chunks(connection: Connection, table: Table) -> Chunks:
    """Yield the rows of ``table``, some at a time, in the order of its primary key."""
    collation = BY_CODE_POINT[connection.dialect.name]
    keys = [collate(key, collation) if isinstance(key.type, Text) else key for key in table.primary_key]
    with with_contents(connection, table):
        found = connection.execute(
            select(*table.columns).order_by(*keys), execution_options={"yield_per": rows_at_once(table)}
        )
        yield from found.partitions()


def _folder(connection: Connection, path: Path, form: str, write: Callable[[Path, Table, Chunks], int]) -> None:
    """Write a file for each table, and the manifest last."""
    path.mkdir()
    parts = {}
    for table in TABLES:
        made = path / file_name(table.name, form)
        rows = write(made, table, _chunks(connection, table))
        with made.open("rb") as file:
            parts[table.name] = Part(rows, hashlib.file_digest(file, "sha256").hexdigest())
    manifest = Manifest(form, schema.version(), parts, last_digest(connection)).as_json(indent=2)
    (path / MANIFEST).write_bytes(f"{manifest}\n".encode())


def _csv_folder(connection: Connection, path: Path, form: str, to_cell: ToCell = to_cell) -> None:
    """Write tables as CSV, with a page that says how to open them."""
    _folder(connection, path, form, partial(_csv, to_cell=to_cell))
    (path / README).write_bytes(make_readme(last_digest(connection), for_excel=form == EXCEL).encode())


def _csv(path: Path, table: Table, chunks: Chunks, to_cell: ToCell) -> int:
    """Write a table as CSV. The byte order mark is for Excel, which takes the file for another encoding without it."""
    cells = [to_cell(column) for column in table.columns]
    rows = 0
    with path.open("x", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(table.columns.keys())
        for chunk in chunks:
            writer.writerows([cell(value) for cell, value in zip(cells, row, strict=True)] for row in chunk)
            rows += len(chunk)
    return rows


def _parquet(path: Path, table: Table, chunks: Chunks) -> int:
    """Write a table as Parquet, by way of passing files: polars would hold all of it in memory otherwise."""
    pl = polars()
    columns = {column.name: getattr(pl, value_of(column).parquet) for column in table.columns}
    pieces = path.parent.with_name("pieces")
    pieces.mkdir(exist_ok=True)
    files: list[Path] = []
    rows = 0
    for chunk in chain(chunks, [()]):  # at least one, so that polars knows the columns
        files.append(pieces / f"{table.name}-{len(files)}.arrow")
        pl.DataFrame([tuple(row) for row in chunk], schema=columns, orient="row").write_ipc(files[-1])
        rows += len(chunk)
    whole = pl.scan_ipc(files, glob=False, hive_partitioning=False)
    whole.sink_parquet(path, row_group_size=rows_at_once(table), maintain_order=True)
    for file in files:
        file.unlink()
    return rows


def _json(connection: Connection, path: Path) -> None:
    """Write one file with a row a line, so that it can be read a line at a time; its digests are filled in last."""
    parts = {
        table.name: Part(connection.execute(select(func.count()).select_from(table)).scalar_one(), "0" * 64)
        for table in TABLES
    }
    manifest = Manifest("json", schema.version(), parts, last_digest(connection))
    with path.open("xb") as file:
        file.write(json_head(manifest))
        for table in TABLES:
            file.write(json_opening(table.name))
            digest = hashlib.sha256()
            for lines in _json_lines(table, _chunks(connection, table)):
                digest.update(lines)
                file.write(lines)
            file.write(json_closing(table.name))
            parts[table.name] = replace(parts[table.name], sha256=digest.hexdigest())
        file.seek(0)
        file.write(json_head(manifest))


def _json_lines(table: Table, chunks: Chunks) -> Iterator[bytes]:
    names = table.columns.keys()
    between = ""
    for chunk in chunks:
        rows = (dict(zip(names, row, strict=True)) for row in chunk)
        yield (between + ",\n".join(json.dumps(row, ensure_ascii=False, default=to_base64) for row in rows)).encode()
        between = ",\n"
    if between:
        yield b"\n"


WRITERS: Mapping[str, Callable[[Connection, Path], None]] = {
    "csv": partial(_csv_folder, form="csv"),
    EXCEL: partial(_csv_folder, form=EXCEL, to_cell=to_cell_for_excel),
    "json": _json,
    "parquet": partial(_folder, form="parquet", write=_parquet),
}
