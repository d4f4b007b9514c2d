"""The archive as CSV for other programs: a file each, in UTF-8 with the mark by which Excel knows it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import fields
from operator import attrgetter
from pathlib import Path
from typing import Any

from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.records import Entry, Meeting
from turnabout_sheets.archive.rows import ArchivedEvent, History, Person
from turnabout_sheets.core.problems import say_unwritten
from turnabout_sheets.core.safe_files import write_whole
from turnabout_sheets.event.status import Status, word_status


def export(history: History, folder: Path) -> list[Path]:
    """Write people, events, entries and matches into a folder, over nothing but an earlier export.

    Returns the files. Raises `ArchiveError`.
    """
    of_match, results = Meeting._fields, [each.name for each in fields(Entry)]
    of_entry = ("event", "entry", "date", "field", "person", "name", "entered", *results[2:])
    matches = ((event, *attrgetter(*of_match)(each)) for event, those in history.matches.items() for each in those)
    tables: dict[str, tuple[Iterable[str], Iterable[Iterable[Any]]]] = {
        "people.csv": (Person._fields, history.people),
        "events.csv": (ArchivedEvent._fields, history.events),
        "entries.csv": (of_entry, map(attrgetter(*of_entry), history.awards)),
        "matches.csv": (("event", *of_match), matches),
    }
    files = [folder / name for name in tables]
    try:
        for file, (header, _) in zip(files, tables.values(), strict=True):
            if file.exists() and not file.read_bytes().startswith(_write([header])):
                raise ArchiveError(f"{file} is there already, and is no export of an archive; choose another name.")
        folder.mkdir(exist_ok=True)
        for file, (header, rows) in zip(files, tables.values(), strict=True):
            write_whole(file, _write([header, *rows]))
    except OSError as error:
        raise ArchiveError(say_unwritten(folder, error)) from error
    return files


def _write(rows: Iterable[Iterable[Any]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(map(_show, rows))
    return text.getvalue().encode("utf-8-sig")


def _show(row: Iterable[Any]) -> Iterable[Any]:
    """Yield cells as text: several names with semicolons between them, numbers exact (7/2)."""
    for cell in row:
        if isinstance(cell, tuple):
            yield "; ".join(cell)
        else:
            yield word_status(cell) if isinstance(cell, Status) else cell
