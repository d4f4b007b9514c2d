"""All events of an archive computed again from what it keeps of them: to rebuild them, or to verify what stands there.

What is kept is read one by one, each time for a moment: who writes meanwhile need not wait.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Column, Row, select

from turnabout_sheets.archive.errors import DAMAGED, ArchiveError, NoArchiveError
from turnabout_sheets.archive.events import IN_FORCE, Added, Source, load, replace_event
from turnabout_sheets.archive.journal import Command
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
from turnabout_sheets.core.command_line import name_program
from turnabout_sheets.core.parallel import map_in_parallel
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.jobs.archive import ImportOutcome, Read, read_opened
from turnabout_sheets.jobs.archive_place import UNSEEN, ErrorBoundary, Ways, explain_damage, use_archive
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.sniff import require_workbook
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError

_IN_FORCE_KEPT: Final[Sequence[Column[Any]]] = [
    EVENTS.c[name] for name in ("event", "version", "name", "date", "provisional", "file", "source")
]

_BRING_BACK: Final = "bring back your last copy of the archive"
_ADD_AGAIN: Final = "Then add it again with turnabout archive add."


@dataclass(frozen=True, slots=True)
class Kept:
    """An event in the archive with its source, to be computed anew; the source had ``digest`` when it was archived.

    ``source`` None: it is no longer there.
    """

    event: str
    provisional: bool
    file: str
    source: Source | None
    digest: str


def rebuild(archive: Archive, command: Command, ways: Ways = UNSEEN) -> ImportOutcome:
    """Compute all events anew from what they were archived from. Raises `ArchiveError`.

    Where something has changed, the event is replaced; one that can no longer be read stays as it is, and so does one
    with which the program is at fault.
    """
    with archive.reading() as connection:
        rows = connection.execute(select(*_IN_FORCE_KEPT).where(IN_FORCE).order_by(EVENTS.c.event)).all()
    outcome = ImportOutcome()
    job = partial(recompute_guarded, ways.boundary)
    with map_in_parallel(job, _load_kept(archive, rows), len(rows), ways.tell_wait) as anew:
        for row, read in zip(rows, ways.progress(anew, len(rows), "Events"), strict=True):
            done = read if read.record is None else _renew(archive, command, ways, row, read)
            if isinstance(done, Added):
                outcome.added.append(done)
            elif done is not None:
                outcome.unreadable.append(done)
    return outcome


def _load_kept(archive: Archive, rows: Sequence[Row[Any]]) -> Iterator[Kept]:
    for row in rows:
        with archive.reading() as connection:
            source = load_source(connection, row.source, row.file)
        yield Kept(f"{row.name} ({row.date}), number {row.event}", row.provisional, row.file, source, row.source)


def recompute_guarded(boundary: ErrorBoundary, kept: Kept) -> Read:
    """Return what `recompute` does; of a fault of the program with it, what the ``boundary`` says."""
    read = boundary(partial(recompute, kept), ArchiveError)
    return read if isinstance(read, Read) else Read(Path(kept.file), fault=read, event=kept.event)


def recompute(kept: Kept) -> Read:
    """Return what is archived of an event, computed anew from its source."""
    refuse = partial(Read, Path(kept.file), event=kept.event)
    if kept.source is None or kept.source.digest != kept.digest:
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
    except UnusableWorkbookError as error:
        return refuse(refused=f"the workbook that the archive keeps of it {error.reason}. {_ADD_AGAIN}")
    source = save.Source(Path(kept.file), kept.source.content, kept.source.digest)
    read = read_opened(source.path, source, provisional=kept.provisional, is_alone=True)
    # Its source says where in a folder it was, which its name does not.
    again = read.source and kept.source
    return replace(read, source=again, event=kept.event, refused=read.refused and f"{read.refused} {_ADD_AGAIN}")


def _renew(archive: Archive, command: Command, ways: Ways, row: Row[Any], read: Read) -> Added | Read | None:
    """Put an event computed anew in force where it is not as it was; None: somebody has replaced or removed it."""
    done = ways.boundary(partial(_replace, archive, command, ways, row, read), ArchiveError)
    return Read(read.file, fault=done, event=read.event) if isinstance(done, list) else done


def _replace(archive: Archive, command: Command, ways: Ways, row: Row[Any], read: Read) -> Added | Read | None:
    assert read.record is not None
    assert read.source is not None
    with explain_damage(archive), archive.writing(keep=ways.keep) as connection:
        if connection.execute(select(EVENTS.c.ended).where(EVENTS.c.version == row.version)).scalar_one() is not None:
            return None
        try:
            before = load(connection, row.version)
        except (ArithmeticError, TypeError, ValueError):
            _require_whole(archive)
            return Read(read.file, refused=f"its results in the archive are damaged; {_BRING_BACK}.", event=read.event)
        if before == read.record:
            return Added("same", row.event, read.record.title)
        added = replace_event(connection, command, row.event, read.record, read.source, "rebuild")
        ways.tell(added)
    return added


def _require_whole(archive: Archive) -> None:
    if is_damaged(archive):
        raise ArchiveError(f"The archive {archive.place} {DAMAGED}")


def verify_place(place: str, ways: Ways) -> Verdict:
    """Verify the archive at ``place``. Raises `ArchiveError` where it cannot be read."""
    try:
        with use_archive(place) as archive:
            return verify_archive(archive, ways)
    except NoArchiveError as error:
        raise ArchiveError(
            f"There is no archive {error.place}; check the name and the folder, or say which one to verify: "
            f"{name_program()} archive verify FILE."
        ) from error


def verify_archive(archive: Archive, ways: Ways = UNSEEN) -> Verdict:
    """Verify an archive. Raises `ArchiveError`.

    At last, whether its indexes say what its tables do: lists of ratings are read from an index alone.
    """
    with archive.reading() as connection:
        verdict = verify(connection)
        rows = connection.execute(select(*_IN_FORCE_KEPT).where(IN_FORCE).order_by(EVENTS.c.version)).all()
    verdict.events = len(rows)
    job = partial(_compare, ways.boundary)
    with map_in_parallel(job, _load_versions(archive, rows), len(rows), ways.tell_wait) as compared:
        found = list(ways.progress(compared, len(rows), "Events"))
    verdict.figures = sum(each.figures for each in found)
    verdict.listed = sum(each.listed for each in found)
    verdict.findings[:0] = [finding for each in found for finding in each.findings]
    if not verdict.findings and is_damaged(archive):
        verdict.findings.append(Finding("The archive", "", "file", "damaged", "sound"))
    return verdict


def _load_versions(archive: Archive, rows: Sequence[Row[Any]]) -> Iterator[tuple[Kept, Version]]:
    for row, kept in zip(rows, _load_kept(archive, rows), strict=True):
        with archive.reading() as connection:
            version = load_version(connection, row.version)
        yield kept, version


def _compare(boundary: ErrorBoundary, task: tuple[Kept, Version]) -> Compared:
    kept, version = task
    read = recompute_guarded(boundary, kept)
    compared = compare(version, read.record, listed=kept.source is not None and kept.source.kind == "record")
    # Of what is not there, or not as it was, the digest of the source says so.
    if read.record is None and kept.source is not None and kept.source.digest == kept.digest:
        compared.findings.append(Finding(version.title, "", "", _say_why(read), None))
    return compared


def _say_why(read: Read) -> str:
    """Say why nothing can be computed anew from what is kept of an event."""
    if read.refused or read.fault:
        return read.refused or " ".join(read.fault)
    problem = next(each for each in read.problems if each.severity is Severity.ERROR)
    return f"the workbook that the archive keeps of it has errors; the first is in {problem.place}: {problem.message}"
