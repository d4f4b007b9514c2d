"""Finds and reads old results: workbooks of events, our lists, and tables and files of other programs."""

from __future__ import annotations

import contextlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.events import Source
from turnabout_sheets.archive.lists.nrtm import is_nrtm, read_nrtm
from turnabout_sheets.archive.lists.old_events import List, read_old_events
from turnabout_sheets.archive.lists.tables import read_sheets
from turnabout_sheets.archive.records import EventRecord, as_json
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.core.safe_files import is_same_file
from turnabout_sheets.core.text import header_key, join_words
from turnabout_sheets.jobs.archive import Read
from turnabout_sheets.prints.publish import is_ours
from turnabout_sheets.reading.event_sheet import is_event_sheet
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.csv_file import CsvError
from turnabout_sheets.workbook.files import save, sniff
from turnabout_sheets.workbook.list_sheets import is_open_document, read_list_sheets
from turnabout_sheets.workbook.ooxml.package import Package, WorkbookError
from turnabout_sheets.workbook.read import Worksheets

SEARCHED: Final = (*sniff.WORKBOOKS, ".xls", ".ods", ".csv", ".txt", ".tsv", ".json")
"""What is read of a folder, by the end of the name. What a file is, its content says; all others are told."""

_ROUND_HEADERS: Final = {"playera", "playerb"}
"""What our sheets of rounds have, and those of home-made results do not."""


def is_workbook_of_event(path: Path) -> bool:
    """Return whether a file is the workbook of an event, or a damaged workbook, which is reported when it is read."""
    try:
        data = sniff.read_file(path)
        if not data.startswith(b"PK") or is_open_document(data):
            return False
        if any(map(is_event_sheet, Package(data).sheets)):
            return True
        rounds = Worksheets(save.Source(path, data, "")).read(lambda _: False, lambda name: bool(round_number(name)))
    except WorkbookError:
        return path.suffix.lower() in sniff.WORKBOOKS
    rows = (row for grid in rounds for row in grid.rows)
    return any({header_key(format_cell(each)) for each in row} >= _ROUND_HEADERS for row in rows)


class Lists(NamedTuple):
    """What lists come to: events, files that are not taken, and what there is to say of them all."""

    events: Sequence[Read]
    refused: Sequence[Read]
    warnings: Sequence[str]
    remarks: Sequence[str]


def read_lists(files: Mapping[Path, str], given: Mapping[str, Any], *, skip_errors: bool = False) -> Lists:
    """Read old results that are no workbooks of events: NRTM files, and lists and tables, which belong together.

    ``files`` is as of `find_files`; ``given`` is what the organizer says of the one event of a table: its ``name``,
    ``date``, ``format`` and ``rounds``. Raises `ArchiveError` where that is said of several.
    """
    # Two folders may have files of one name; messages say which is meant.
    times = Counter(path.name for path in files)
    events, refused, lists = list[tuple[EventRecord, Path]](), list[Read](), list[List]()
    problems, remarks, origins = list[Problem](), list[str](), dict[str, Path]()
    for path in files:
        name = str(path) if times[path.name] > 1 else path.name
        try:
            data = sniff.read_file(path)
            if is_nrtm(data):
                found = read_nrtm(data, name, given["name"], given["date"])
            else:
                found = read_sheets(read_list_sheets(path), name, given)
        except (CsvError, WorkbookError) as reason:
            refused.append(Read(path, refused=str(reason), said=reason.said))
            continue
        events += [(found.record, path)] if found.record else []
        lists += found.lists
        problems += found.problems
        remarks += found.remarks
        origins |= dict.fromkeys(
            [each.grid.name for each in found.lists] + [e.place.sheet for e in found.problems], path
        )
    listed, wrong = read_old_events(lists, skip_errors=skip_errors)
    events += [(record, origins[sheet]) for record, sheet in listed]
    said = [f"--{fact}" for fact, value in given.items() if value is not None and fact != "format"]
    if len(events) > 1 and said:
        raise ArchiveError(
            f"{join_words(said, 'and')} can be said of one event, and there are {len(events)}. Nothing was imported; "
            "import the file of that event alone."
        )
    if has_errors(wrong) and not listed:
        remarks.append(
            "Lists with errors keep all lists out: correct them, and import again. To leave out only the events that "
            "have an error in their rows, add --skip-errors."
        )
    problems += wrong
    errors = defaultdict[Path, list[Problem]](list)
    for problem in problems:
        if has_errors([problem]):
            errors[origins[problem.place.sheet]].append(problem)
    return Lists(
        [Read(path, each, Source("record", files[path], as_json(each))) for each, path in events],
        [*refused, *(Read(path, problems=errors[path]) for path in files if path in errors)],
        [str(each) for each in problems if not has_errors([each])],
        remarks,
    )


def find_files(paths: Sequence[Path], archive: str) -> tuple[dict[Path, str], list[str]]:
    """Return the files that are named, and those in folders, each with what the journal calls it.

    That is its place in the folder that is named, with / on every system. Backups, hidden files, our pages and the
    ``archive`` are passed over; a line says which other files are not read. Raises `ArchiveError` where there is none
    that is read, or a folder cannot be searched.
    """
    found, others = dict[Path, str](), list[Path]()
    several = sum(map(Path.is_dir, paths)) > 1
    for path in paths:
        if not path.is_dir():
            found.setdefault(path, as_text(path.name))
            continue
        try:
            next(path.iterdir(), None)  # the search itself passes over what may not be read
            files = sorted(path.rglob("*"))
        except OSError as error:
            raise ArchiveError(
                f"The folder {path} cannot be searched ({error.strerror or error}); name the files, or folders in it."
            ) from error
        for each in files:
            inside = each.relative_to(path)
            if any(part.startswith((".", "~$")) or part.endswith(" backups") for part in inside.parts):
                continue
            if each.is_file() and each.suffix.lower() in SEARCHED:
                found.setdefault(each, as_text((path.name / inside if several else inside).as_posix()))
            elif each.is_file() and not is_same_file(each, Path(archive)) and not _is_page_of_ours(each):
                others.append(each)
    left, told = [each.name for each in dict.fromkeys(others)], []
    if left:
        names = left[:3] + ([f"{len(left) - 3} more"] if len(left) > 3 else [])
        told = [
            f"Not read: {len(left)} file{'s' * (len(left) > 1)} ({join_words(names, 'and')}); if any has results, copy "
            "them into a spreadsheet, and save that as a table (.xlsx, .ods or .csv)."
        ]
    if not found:
        nothing = (
            f"There is no workbook and no list in {', '.join(map(str, paths))}; name files, or a folder with some."
        )
        raise ArchiveError("\n".join([nothing, *told]))
    return found, told


def _is_page_of_ours(path: Path) -> bool:
    """Return whether a file was printed by the program: pages are beside most workbooks, and are not told."""
    with contextlib.suppress(OSError):
        return path.suffix.lower() in (".html", ".pdf") and is_ours(path)
    return False
