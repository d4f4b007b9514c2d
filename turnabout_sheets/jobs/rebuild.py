"""All events of the archive computed anew from what it keeps of them; one that cannot be does not stop the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Column, Row, select

from turnabout_sheets.archive.comparison import explain_older
from turnabout_sheets.archive.errors import DAMAGED, ArchiveError
from turnabout_sheets.archive.events import IN_FORCE, Added, Source, load, replace_event
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.records import from_json
from turnabout_sheets.archive.schema import EVENTS
from turnabout_sheets.archive.sources import read_source
from turnabout_sheets.archive.store import Archive, is_damaged
from turnabout_sheets.core.parallel import TellWait, map_in_parallel
from turnabout_sheets.jobs.archive import ImportOutcome, Read, read_opened
from turnabout_sheets.jobs.archive_place import explain_damage
from turnabout_sheets.jobs.archive_talk import Progress, Shield, Tell, unshielded
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


def rebuild(
    archive: Archive,
    *,
    progress: Progress,
    tell: Tell,
    shield: Shield = unshielded,
    tell_wait: TellWait = lambda: None,
) -> ImportOutcome:
    """Compute all events anew from what they were archived from. Raises `ArchiveError`.

    Where something has changed, the event is replaced; one that can no longer be read stays as it is, and so does one
    with which the program is at fault, given a ``shield``.
    """
    with archive.reading() as connection:
        rows = connection.execute(select(*_IN_FORCE_KEPT).where(IN_FORCE).order_by(EVENTS.c.event)).all()
    outcome, command = ImportOutcome(), Command()
    job = partial(recompute_shielded, shield)
    with map_in_parallel(job, _load_kept(archive, rows), len(rows), tell_wait) as anew:
        for row, read in zip(rows, progress(anew, len(rows), "Events"), strict=True):
            done = read if read.record is None else _renew(archive, command, row, read, tell, shield)
            if isinstance(done, Added):
                outcome.added.append(done)
            elif done is not None:
                outcome.unreadable.append(done)
    return outcome


def _load_kept(archive: Archive, rows: Sequence[Row[Any]]) -> Iterator[Kept]:
    for row in rows:
        with archive.reading() as connection:
            found = read_source(connection, row.source)
        source = None if found is None else Source(found[0], row.file, found[1])
        yield Kept(f"{row.name} ({row.date}), number {row.event}", row.provisional, row.file, source, row.source)


def recompute_shielded(shield: Shield, kept: Kept) -> Read:
    """Return what `recompute` does; of a fault of the program with it, what the ``shield`` says."""
    read = shield(partial(recompute, kept), ArchiveError)
    return read if isinstance(read, Read) else Read(Path(kept.file), fault=read, event=kept.event)


def recompute(kept: Kept) -> Read:
    """Return what is archived of an event, computed anew from its source."""
    refuse = partial(Read, Path(kept.file), event=kept.event)
    if kept.source is None or kept.source.digest != kept.digest:
        return refuse(refused=f"what the archive keeps of it is damaged; {_BRING_BACK}.")
    if kept.source.kind == "record":
        try:
            return refuse(add_awards(from_json(kept.source.content)), kept.source)
        except ValueError as reason:
            return refuse(refused=f"{reason}; install the newest version of turnabout, or {_BRING_BACK}.")
    try:
        require_workbook(kept.source.content)
    except UnusableWorkbookError as error:
        return refuse(refused=f"the workbook that the archive keeps of it {error.reason}. {_ADD_AGAIN}")
    source = save.Source(Path(kept.file), kept.source.content, kept.source.digest)
    read = read_opened(source.path, source, provisional=kept.provisional)
    return replace(read, event=kept.event, refused=read.refused and f"{read.refused} {_ADD_AGAIN}")


def _renew(
    archive: Archive, command: Command, row: Row[Any], read: Read, tell: Tell, shield: Shield
) -> Added | Read | None:
    """Put an event computed anew in force where it is not as it was; None: somebody has replaced or removed it."""
    done = shield(partial(_replace, archive, command, row, read, tell), ArchiveError)
    return Read(read.file, fault=done, event=read.event) if isinstance(done, list) else done


def _replace(archive: Archive, command: Command, row: Row[Any], read: Read, tell: Tell) -> Added | Read | None:
    assert read.record is not None
    assert read.source is not None
    with explain_damage(archive), archive.writing() as connection:
        if connection.execute(select(EVENTS.c.ended).where(EVENTS.c.version == row.version)).scalar_one() is not None:
            return None
        try:
            before = load(connection, row.version)
        except (ArithmeticError, TypeError, ValueError):
            _require_whole(archive)
            return Read(read.file, refused=f"its results in the archive are damaged; {_BRING_BACK}.", event=read.event)
        if before == read.record:
            return Added("same", row.event, read.record.title)
        older = explain_older(before, read.record)
        why = f"an older version of turnabout computed it otherwise ({older})" if older else ""
        added = replace_event(connection, command, row.event, read.record, read.source, "rebuild", why)
        tell(added)
    return added


def _require_whole(archive: Archive) -> None:
    if is_damaged(archive):
        raise ArchiveError(f"The archive {archive.place} {DAMAGED}")
