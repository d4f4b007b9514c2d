"""Finds and reads old results: workbooks of events, our lists, and tables and files of other programs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.events import Source
from turnabout_sheets.archive.lists.nrtm import is_nrtm, read_nrtm
from turnabout_sheets.archive.lists.old_events import OldTable, read_old_events
from turnabout_sheets.archive.lists.tables import read_sheets
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.core.safe_files import is_same_file
from turnabout_sheets.core.text import join_words
from turnabout_sheets.jobs.archive import Read
from turnabout_sheets.reading.event_sheet import is_event_sheet
from turnabout_sheets.sheets.csv_file import CsvError
from turnabout_sheets.workbook.files import sniff
from turnabout_sheets.workbook.list_sheets import read_list_sheets
from turnabout_sheets.workbook.ooxml.package import Package, WorkbookError

SEARCHED: Final = (*sniff.WORKBOOKS, ".xls", ".ods", ".csv", ".txt", ".tsv", ".json")
"""What is read of a folder, by the end of the name. What a file is, its content says; all others are reported."""

_ASIDE: Final = (" backups", " prints")
"""How folders end in which the program keeps earlier versions, and pages."""


def read_results(files: Mapping[Path, str], given: Mapping[str, Any], *, skip_errors: bool = False) -> Iterator[Read]:
    """Yield the events of lists, tables and NRTM files, which belong together, and why others are not there.

    ``files`` is as of `find_files`; ``given`` is what the organizer says of the one event of a table: its ``name``,
    ``date``, ``format`` and ``rounds``. Raises `ArchiveError` where that is said of several.
    """
    # Two folders may have files of one name; messages say which is meant.
    times = Counter(path.name for path in files)
    reads, lists, problems, origins = list[Read](), list[OldTable](), list[Problem](), dict[str, Path]()
    for path in files:
        name = str(path) if times[path.name] > 1 else path.name
        try:
            data = sniff.read_file(path)
            if is_nrtm(data):
                reading = read_nrtm(data, name, given["name"], given["date"])
            else:
                reading = read_sheets(read_list_sheets(path), name, given)
        except (CsvError, WorkbookError) as reason:
            reads.append(Read(path, reason=reason))
            continue
        lists += reading.tables
        problems += reading.problems
        origins |= {name: path} | {each.table.title: path for each in reading.tables}
        reads.append(Read(path, reading.record, remarks=reading.remarks))
    listed, wrong = read_old_events(lists, skip_errors=skip_errors)
    reads += [Read(origins[sheet], record) for record, sheet in listed]
    said = [f"--{fact}" for fact, value in given.items() if value is not None and fact != "format"]
    events = sum(each.record is not None for each in reads)
    if events > 1 and said:
        raise ArchiveError(
            f"{join_words(said, 'and')} can be said of one event, and there are {events}. Nothing was imported; import "
            "the file of that event alone."
        )
    yield from (replace(each, source=Source(files[each.file])) if each.record else each for each in reads)
    if has_errors(wrong) and not (listed or skip_errors):
        hint = (
            "Lists with errors keep all lists out: correct them, and import again. To leave out only the events that "
            "have an error in their rows, add --skip-errors."
        )
        yield Read(Path(), remarks=[hint])
    by_file = defaultdict[Path, list[Problem]](list)
    for each in [*problems, *wrong]:
        by_file[origins[each.place.sheet]].append(each)
    for path, own in by_file.items():
        yield Read(path, problems=own, remarks=[str(each) for each in own if not has_errors([each])])


def is_workbook_of_event(path: Path) -> bool:
    """Return whether a file is the workbook of an event, or a damaged workbook, which is reported when it is read."""
    try:
        data = sniff.read_file(path)
        return data.startswith(b"PK") and any(map(is_event_sheet, Package(data).sheets))
    except WorkbookError:
        return path.suffix.lower() in sniff.WORKBOOKS


def find_files(paths: Sequence[Path], archive: str) -> tuple[dict[Path, str], list[str]]:
    """Return the files that are named, and those in folders, each with what the log calls it.

    That is its place in the folder that is named, with / on every system. Backups, prints, hidden files and the
    ``archive`` are passed over; a line says which other files are not read. Raises `ArchiveError` where there is none
    that is read, or a folder cannot be searched.
    """
    found, others, several = dict[Path, str](), list[str](), sum(map(Path.is_dir, paths)) > 1
    for path in paths:
        if not path.is_dir():
            found.setdefault(path, as_text(path.name))
            continue
        try:
            next(path.iterdir(), None)  # the search itself passes over what may not be read
            files = sorted(filter(Path.is_file, path.rglob("*")), key=lambda each: each.parts)  # the same on Windows
        except OSError as error:
            why = error.strerror or error
            message = f"The folder {path} cannot be searched ({why}). Name the files, or folders in it."
            raise ArchiveError(message) from error
        for each in files:
            inside = each.relative_to(path)
            is_ours = any(part.startswith((".", "~$")) or part.endswith(_ASIDE) for part in inside.parts)
            if is_ours or is_same_file(each, Path(archive)):
                continue
            if each.suffix.lower() in SEARCHED:
                found.setdefault(each, as_text((path.name / inside if several else inside).as_posix()))
            else:
                others.append(each.name)
    told = []
    if others:
        told.append(f"Files that are not read: {len(others)}, such as {', '.join(others[:3])}. Only spreadsheets are.")
    if not found:
        where = ", ".join(map(str, paths))
        told.insert(0, f"There is no workbook and no list in {where}. Name files, or a folder with some.")
        raise ArchiveError("\n".join(told))
    return found, told
