"""The event in the archive: whether it lies there as it is now, and how it comes there by a button.

What has to do with databases is loaded when an event is over.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.core.problems import Message, SaidError, Severity
from turnabout_sheets.desk.state import Archived

if TYPE_CHECKING:
    from turnabout_sheets.jobs.outcome import RunOutcome


class NotArchivedError(SaidError):
    """The event cannot be archived; the text is for the organizer."""


class Archiving(NamedTuple):
    """What came of archiving an event: ``kind`` as of `archive.events.Added`, what the event is called, and how it
    lies there now; of a doubt only the question is known.
    """

    kind: str
    event: str
    archived: Archived


def find_archived(outcome: RunOutcome, digest: str) -> Archived:
    """Return whether an event that is over lies in the archive, from a workbook with this digest, byte for byte.

    A database of PostgreSQL is not asked: one that does not answer would hold the desk up.
    """
    if outcome.results is None or not outcome.results.finished:
        return Archived()
    from turnabout_sheets.archive.errors import ArchiveError
    from turnabout_sheets.archive.events import has_source
    from turnabout_sheets.jobs.archive_place import find_place, use_archive

    place, said = find_place(_folder_of(outcome.workbook))
    not_yet = Archived(remarks=(said,) if said else ())
    if "://" in place:
        return not_yet
    try:
        with use_archive(place) as archive, archive.reading() as connection:
            return Archived(archive.place) if has_source(connection, digest) else not_yet
    except ArchiveError:  # the button says what is wrong with it
        return not_yet


def archive_event(workbook: Path, *, is_same: bool) -> Archiving:
    """Archive the event of a workbook, as the command does; ``is_same``: in place of one there that may be another.

    Raises `NotArchivedError`.
    """
    from turnabout_sheets.archive.errors import UNUSABLE, ArchiveError
    from turnabout_sheets.jobs.archive import add_workbooks, warn_of_mistyped
    from turnabout_sheets.jobs.archive_place import Ways, find_place, start_command, use_archive

    questions: list[str] = []

    def confirm(question: str) -> bool:
        questions.append(question)
        return is_same

    place, _ = find_place(_folder_of(workbook))
    try:
        command = start_command(place)
        with use_archive(place, create=True) as archive:
            add = partial(add_workbooks, archive, [workbook], command, Ways(confirm=confirm))
            outcome = warn_of_mistyped(archive, add)
    except ArchiveError as reason:
        said = reason.said or UNUSABLE
        raise NotArchivedError(str(reason), said) from reason
    if outcome.added:
        (added,) = outcome.added
        what = tuple(each for at, each in enumerate(added.said) if each not in added.said[:at])
        changes = (Message("What changes: {what}.", what=what),) if what else ()
        return Archiving(added.kind, added.title, Archived(archive.place, (*changes, *outcome.said)))
    (read,) = outcome.unreadable
    if questions:
        (doubt,) = read.problems
        remarks = (doubt.said,) if doubt.said else ()
        return Archiving("doubt", "", Archived(remarks=remarks, question=doubt.place.sheet))
    errors = [each for each in read.problems if each.severity is Severity.ERROR]
    told = (f"{each.place}: {each.message} {each.word_hint(read.file, word=None)}" for each in errors)
    said = (
        read.said
        or next((each.said for each in errors), None)
        or Message("Something in the workbook cannot be read: correct that first.")
    )
    raise NotArchivedError(read.refused or " ".join(told), said)  # of several errors pages say the first


def _folder_of(workbook: Path) -> Path:
    return follow_links(workbook).parent
