"""Finds and reads old results: workbooks of events, our lists, and tables and files of other programs."""

from __future__ import annotations

import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.events import Source
from turnabout_sheets.archive.lists.nrtm import is_nrtm
from turnabout_sheets.archive.lists.results import read_old_files
from turnabout_sheets.archive.records import as_json
from turnabout_sheets.core.faults import describe_fault
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.problems import Problem, Severity
from turnabout_sheets.core.safe_files import is_same_file, read_file
from turnabout_sheets.core.text import header_key, join_words
from turnabout_sheets.jobs.archive import Read
from turnabout_sheets.prints.publish import is_ours
from turnabout_sheets.reading.event_sheet import is_event_sheet
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.csv_file import CsvError
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.workbook.files import save, sniff
from turnabout_sheets.workbook.list_sheets import is_open_document, read_list_sheets
from turnabout_sheets.workbook.ooxml.package import Package, WorkbookError
from turnabout_sheets.workbook.read import Worksheets

SEARCHED: Final = (*sniff.WORKBOOKS, ".xls", ".ods", ".csv", ".txt", ".tsv", ".json")
"""What is read of a folder, by the end of the name. What a file is, its content says; all others are told."""

_LONGEST_BEGINNING: Final = 1 << 16

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

    events: Sequence[Read] = ()
    refused: Sequence[Read] = ()
    warnings: Sequence[str] = ()
    remarks: Sequence[str] = ()


def read_lists(files: Mapping[Path, str], given: Mapping[str, Any]) -> Lists:
    """Read lists of events, placings and matches, all of which belong together; a fault is told of all of them.

    ``files`` is as of `find_files`; ``given`` is what the organizer says of the one event of a table: its ``name``,
    ``date``, ``format`` and ``rounds``. Raises `ArchiveError` where that is said of several.
    """
    # Two folders may have files of one name; messages say which is meant.
    times = Counter(path.name for path in files)
    named = {path: str(path) if times[path.name] > 1 else path.name for path in files}
    called = {name: files[path] for path, name in named.items()}
    refused: list[Read] = []
    try:
        old = read_old_files(_read_files(named, refused), **given)
    except Exception as fault:
        return Lists(refused=[Read(Path(", ".join(path.name for path in files)), fault=describe_fault(fault))])
    said = [f"--{fact}" for fact, value in given.items() if value is not None and fact != "format"]
    if (count := len(old.records)) > 1 and said:
        raise ArchiveError(
            f"{join_words(said, 'and')} can be said of one event, and there are {count}, so nothing was imported. "
            "Import the file of that event alone."
        )
    errors = defaultdict[str, list[Problem]](list)
    for problem in old.problems:
        if problem.severity is Severity.ERROR:
            errors[old.origins[problem.place.sheet]].append(problem)
    no_list = "As long as a list has an error, no event of any list is imported: correct it, and import again."
    return Lists(
        [Read(Path(file), each, Source("record", called[file], as_json(each))) for each, file in old.records],
        [*refused, *(Read(Path(name), problems=errors[name]) for name in called if name in errors)],
        [str(each) for each in old.problems if each.severity is Severity.WARNING],
        [*old.remarks, *([no_list] if old.has_errors else [])],
    )


def _read_files(named: Mapping[Path, str], refused: list[Read]) -> Iterator[tuple[str, bytes | Sequence[Grid]]]:
    """Yield the bytes of each NRTM file, and the sheets of the others; those that cannot be read are ``refused``."""
    for path, name in named.items():
        beginning = b""
        with contextlib.suppress(OSError):  # why it cannot be read is reported below
            beginning = read_file(path, _LONGEST_BEGINNING)
        try:
            yield name, sniff.read_file(path) if is_nrtm(beginning) else read_list_sheets(path)
        except (CsvError, WorkbookError) as reason:
            refused.append(Read(path, refused=str(reason), said=reason.said))


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
