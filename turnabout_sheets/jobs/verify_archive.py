"""All events of an archive computed again from what it keeps of them: to rebuild them, or to verify what stands there.

What is kept is read one by one, each time for a moment: who writes meanwhile need not wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from sqlalchemy import func, select

from turnabout_sheets.archive.events import IN_FORCE, Added, Source
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.records import from_json
from turnabout_sheets.archive.schema import EVENTS
from turnabout_sheets.archive.store import Archive, is_damaged
from turnabout_sheets.archive.verify import (
    Compared,
    Finding,
    Verdict,
    Version,
    compare,
    load_source,
    load_version,
    verify,
)
from turnabout_sheets.core.faults import describe_fault
from turnabout_sheets.jobs.archive import Read, read_opened
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.sniff import require_workbook
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError, WorkbookError

_BRING_BACK: Final = "bring back your last copy of the archive"
_ADD_AGAIN: Final = "Then add it again with turnabout archive add."


@dataclass(frozen=True, slots=True)
class Kept:
    """An event in the archive and its source, to be computed again from that."""

    event: int
    number: int  # of the version
    provisional: bool
    file: str
    source: Source | None  # None where it is not there, or not as it was
    version: Version  # as it stands in the archive


def count_kept(archive: Archive) -> int:
    """Return how many events there are."""
    with archive.reading() as connection:
        return connection.execute(select(func.count()).where(IN_FORCE)).scalar_one()


def load_kept(archive: Archive) -> Iterator[Kept]:
    """Yield all events with what the archive keeps of them."""
    with archive.reading() as connection:
        rows = connection.execute(select(EVENTS).where(IN_FORCE).order_by(EVENTS.c.event)).all()
    for row in rows:
        with archive.reading() as connection:
            source = load_source(connection, row.source, row.file)
            version = load_version(connection, row.version)
        is_whole = source is not None and source.digest == row.source
        yield Kept(row.event, row.version, row.provisional, row.file, source if is_whole else None, version)


def recompute(kept: Kept) -> Read:
    """Return what is archived of an event, computed again from its source; where that is as it was, it is ``same``."""
    read = read_kept(kept)
    if read.record is None:
        return read
    if kept.version.record is None:
        return replace(read, record=None, refused=f"its results in the archive are damaged; {_BRING_BACK}.")
    is_same = read.record == kept.version.record
    return replace(read, added=Added("same", kept.event, read.record.title) if is_same else None)


def read_kept(kept: Kept) -> Read:
    """Return what is archived of an event, computed again from its source, or why it cannot be."""
    try:
        read = _read_kept(kept)
    except Exception as fault:
        read = Read(Path(kept.file), fault=describe_fault(fault))
    return replace(read, event=f"{kept.version.title}, number {kept.event}", version=kept.number)


def _read_kept(kept: Kept) -> Read:
    refuse = partial(Read, Path(kept.file))
    if kept.source is None:
        return refuse(refused=f"what the archive keeps of it is damaged; {_BRING_BACK}.")
    if kept.source.kind == "record":
        try:
            record = from_json(kept.source.content)
            # That of a workbook which is no longer kept (archive 10.4) has the awards as they were computed from that.
            return refuse(record if record.computed else add_awards(record), kept.source)
        except ValueError as reason:
            return refuse(refused=f"{reason}; install the newest version of turnabout, or {_BRING_BACK}.")
    try:
        require_workbook(kept.source.content)
        source = save.Source(Path(kept.file), kept.source.content, kept.source.digest)
        read = read_opened(source.path, source, provisional=kept.provisional, is_alone=True)
    except UnusableWorkbookError as error:
        return refuse(refused=f"{error.of('the workbook that the archive keeps of it')} {_ADD_AGAIN}")
    except WorkbookError as error:
        return refuse(refused=f"{error} {_ADD_AGAIN}")
    # Its source says where in a folder it was, which its name does not.
    return replace(read, source=read.source and kept.source)


def compare_kept(kept: Kept) -> Compared:
    """Compare an event as it stands in the archive with what comes of its source."""
    read = read_kept(kept)
    compared = compare(kept.version, read.record, listed=kept.source is not None and kept.source.kind == "record")
    if read.record is None and kept.source is not None:  # else its digest says so
        why = read.refused or " ".join(read.fault)
        if read.errors:
            first = f"the first is in {read.errors[0].place}: {read.errors[0].message}"
            why = f"the workbook that the archive keeps of it has errors; {first}"
        compared.findings.append(Finding(kept.version.title, "", "", why, None))
    return compared


def verify_archive(archive: Archive, compared: Iterable[Compared] | None = None) -> Verdict:
    """Verify an archive, of whose events so much was ``compared`` elsewhere. Raises `ArchiveError`.

    At last, whether its indexes say what its tables do: lists of ratings are read from an index alone.
    """
    with archive.reading() as connection:
        verdict = verify(connection)
    found = list(map(compare_kept, load_kept(archive)) if compared is None else compared)
    verdict.events = len(found)
    verdict.figures = sum(each.figures for each in found)
    verdict.listed = sum(each.listed for each in found)
    verdict.findings[:0] = [finding for each in found for finding in each.findings]
    if not verdict.findings and is_damaged(archive):
        verdict.findings.append(Finding("The archive", "", "file", "damaged", "sound"))
    return verdict
