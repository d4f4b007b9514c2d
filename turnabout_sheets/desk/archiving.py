"""The event in the archive: whether it lies there as it is now, and how it comes there by a button.

What has to do with databases is loaded when an event is over.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from turnabout_sheets.core.problems import Message, SaidError
from turnabout_sheets.core.safe_files import follow_links
from turnabout_sheets.desk.state import Archived

if TYPE_CHECKING:
    from turnabout_sheets.jobs.outcome import Computed


class NotArchivedError(SaidError):
    """The event cannot be archived; the text is for the organizer."""


class Archiving(NamedTuple):
    """What came of archiving an event: ``kind`` as of `archive.events.Added`, what the event is called, and how it
    lies there now; of a doubt only the question is known.
    """

    kind: str
    event: str
    archived: Archived


def find_archived(computed: Computed, digest: str) -> Archived:
    """Return whether an event that is over lies in the archive, from a workbook with this digest, byte for byte.

    A database of PostgreSQL is not asked: one that does not answer would hold the desk up.
    """
    if computed.results is None or not computed.results.finished:
        return Archived()
    from turnabout_sheets.archive.errors import ArchiveError
    from turnabout_sheets.archive.events import has_source
    from turnabout_sheets.jobs.archive_place import find_place, use_archive

    place, said = find_place(_folder_of(computed.workbook))
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
    from turnabout_sheets.archive.derive import last_player
    from turnabout_sheets.archive.errors import UNUSABLE, ArchiveError
    from turnabout_sheets.jobs.archive import add_events, find_remarks, read_workbook
    from turnabout_sheets.jobs.archive_place import find_place, start_command, use_archive

    place, _ = find_place(_folder_of(workbook))
    try:
        with use_archive(place, create=True) as archive:
            with archive.reading() as connection:
                last = last_player(connection)
            (read,) = add_events(archive, start_command(), [read_workbook(workbook)], sure=is_same)
            with archive.reading() as connection:
                remarks = [*read.remarks, *find_remarks(connection, [read], last)]
    except ArchiveError as reason:
        raise NotArchivedError(reason.said or UNUSABLE) from reason
    said = next((each.message for each in read.errors if isinstance(each.message, Message)), None)
    if read.doubt:
        return Archiving("doubt", "", Archived(remarks=(said,) if said else (), question=read.doubt.title))
    if read.added:
        what = tuple(each for at, each in enumerate(read.added.said) if each not in read.added.said[:at])
        changes = (Message("What changes: {what}.", what=what),) if what else ()
        told = (*changes, *remarks)
        return Archiving(read.added.kind, read.added.title, Archived(archive.place, told))
    if read.reason:
        said = read.reason.said
    why = said or Message("Something in the workbook cannot be read: correct that first.")
    raise NotArchivedError(why)  # of several errors the first


def _folder_of(workbook: Path) -> Path:
    return follow_links(workbook).parent
