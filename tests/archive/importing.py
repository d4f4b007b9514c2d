"""Old results into an archive, as the command brings them in, without its words."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from turnabout_sheets.archive.events import Added
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.lists.results import read_old_events
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.core.problems import Problem
from turnabout_sheets.jobs.archive_place import Ways
from turnabout_sheets.jobs.import_results import find_files, import_results
from turnabout_sheets.sheets.grid import Grid


def read_lists(grids: Iterable[Grid]) -> tuple[list[EventRecord], list[Problem]]:
    """Return the events in lists of old results, and everything that is wrong with these."""
    records, problems = read_old_events(grids)
    return [record for record, _ in records], [each for each in problems if not says_what_is_not_said(str(each))]


def says_what_is_not_said(text: str) -> bool:
    """Tell of a warning whether it is only of what short lists do not say; `test_not_said` has those."""
    return any(words in text for words in ("is not rated: ", "Nothing says what ", "Nothing says how many rounds "))


def import_files(archive: Archive, *paths: Path) -> list[Added]:
    """Import files or folders, all of which can be read, and return what became of each event."""
    found = find_files(paths, archive.place)
    report = import_results(archive, found, Command(), Ways())
    assert report.unreadable == []
    assert [each for each in report.warnings if not says_what_is_not_said(each)] == []
    return report.added
