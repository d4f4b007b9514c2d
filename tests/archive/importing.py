"""Old results into an archive, as the command brings them in, without its words."""

from __future__ import annotations

from pathlib import Path

from turnabout_sheets.archive.events import Added
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.jobs.archive_place import Ways
from turnabout_sheets.jobs.import_results import find_files, import_results


def says_what_is_not_said(text: str) -> bool:
    """Tell of a warning whether it is only of what short lists do not say."""
    return any(words in text for words in ("is not rated: ", "Nothing says what ", "Nothing says how many rounds "))


def import_files(archive: Archive, *paths: Path) -> list[Added]:
    """Import files or folders, all of which can be read, and return what became of each event."""
    found = find_files(paths, archive.place)
    report = import_results(archive, found, Command(), Ways())
    assert report.unreadable == []
    assert [each for each in report.warnings if not says_what_is_not_said(each)] == []
    return report.added
