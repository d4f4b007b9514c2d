"""Whether an archive is as the program wrote it: every figure computed anew, every digest, and the chain of changes.

What an event is computed again from, its workbook or its list, `jobs.archive` reads; here it is compared.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, func, select

from turnabout_sheets.archive.differences import list_differences
from turnabout_sheets.archive.errors import BRING_BACK, DAMAGED, ArchiveError
from turnabout_sheets.archive.events import IN_FORCE, Source, load
from turnabout_sheets.archive.forgotten import Forgetting, list_forgettings
from turnabout_sheets.archive.hash_chain import (
    KEPT,
    add_up_all,
    digest_change,
    last_digest,
    walk_versions,
    write_sum,
)
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting, identity
from turnabout_sheets.archive.schema import CHANGES, ENTRIES, EVENTS, PLAYERS, SOURCES
from turnabout_sheets.archive.sources import read_source
from turnabout_sheets.archive.store import Archive, is_damaged
from turnabout_sheets.core.digests import digest, shorten_digest
from turnabout_sheets.core.text import key

COLUMNS: Final[Mapping[str, str]] = {
    "rated": "rated",
    "id_key": "Event ID as it is compared",
    "name_key": "name as it is compared",
}
"""What follows of a record and stands in columns of its event, and what findings call it."""


def load_source(connection: Connection, digest: str, file: str) -> Source | None:
    """Return what an event was archived from, by its digest; None where it is not there."""
    found = read_source(connection, digest)
    return None if found is None else Source(found[0], file, found[1])


_FAULTS: Final = (ArithmeticError, TypeError, ValueError)
"""What values raise that no program of ours wrote."""


class Finding(NamedTuple):
    """What does not agree: where (an event, a change), whose, which figure; what stands there and what was expected."""

    where: str
    whose: str
    figure: str
    found: object
    expected: object


@dataclass(slots=True)
class Verdict:
    """What came of it: so many ``figures`` agree, of so many ``events``."""

    findings: list[Finding] = field(default_factory=list)
    figures: int = 0
    listed: int = 0  # of the figures, those that only an old list says
    events: int = 0
    forgotten: int = 0  # of the events, those whose workbook is no longer kept, because somebody was forgotten
    digest: str | None = None  # of the last change
    forgettings: Sequence[Forgetting] = ()  # with which seals were rewritten


@dataclass(frozen=True, slots=True)
class Version:
    """An event as it stands in an archive, to be compared with what it was archived from."""

    title: str
    record: EventRecord | None  # None where nobody can compute with its values
    columns: Mapping[str, object]  # what stands in those that the record does not have
    players: Sequence[str]  # who each entry is of


@dataclass(slots=True)
class Compared:
    """What came of an event: how many figures agree, how many of them a list alone says, and what does not agree."""

    figures: int = 0
    listed: int = 0
    findings: list[Finding] = field(default_factory=list)


def verify(connection: Connection) -> Verdict:
    """Look at digests, sources, changes and the state of the whole archive; nothing is written."""
    verdict = Verdict(digest=last_digest(connection), forgettings=list_forgettings(connection))
    verdict.findings += _compare_versions(connection)
    verdict.findings += _compare_sources(connection)
    if verdict.forgettings:
        of_workbooks = select(func.count()).select_from(EVENTS.join(SOURCES)).where(IN_FORCE, EVENTS.c.computed)
        verdict.forgotten = connection.execute(of_workbooks.where(SOURCES.c.kind == "record")).scalar_one()
    verdict.findings += _compare_players(connection)
    verdict.findings += _compare_changes(connection)
    verdict.findings += _compare_state(connection)
    verdict.findings += _compare_last_forgetting(connection, verdict.forgettings)
    return verdict


def find_broken_seals(connection: Connection) -> Iterator[Finding]:
    """Yield what does not fit its digest any more: versions of events, changes, and the state of all rows."""
    yield from _compare_versions(connection)
    yield from _compare_changes(connection)
    yield from _compare_state(connection)


def require_sound(archive: Archive) -> None:
    """Raise `ArchiveError` where an archive is damaged; it says what does not fit its digest any more."""
    with contextlib.suppress(TypeError, ValueError):
        if not is_damaged(archive):
            with archive.reading() as connection:
                broken = next(find_broken_seals(connection), None)
            if broken is None:
                return
            what = f"the {broken.figure} of {broken.where} does not fit; {BRING_BACK}"
            raise ArchiveError(f"The archive {archive.place} is damaged: {what}")
    raise ArchiveError(DAMAGED.fill(file=archive.place))


def _compare_versions(connection: Connection) -> Iterator[Finding]:
    titles = {row.version: title(row) for row in connection.execute(select(EVENTS))}
    for version, kept, found in walk_versions(connection):
        if kept != found:
            yield Finding(titles[version], "", "digest of the record", _short(kept), _short(found))


def title(row: Row[Any]) -> str:
    """Return what findings call a version of an event."""
    return f"{row.name} ({row.date})" + ("" if row.ended is None else f", version {row.version}")


def load_version(connection: Connection, version: int) -> Version:
    """Return a version of an event as it stands in an archive."""
    row = connection.execute(select(EVENTS).where(EVENTS.c.version == version)).one()
    who = select(PLAYERS.c.identity).join(ENTRIES).where(ENTRIES.c.version == version).order_by(ENTRIES.c.entry)
    columns = {name: row._mapping[name] for name in COLUMNS}
    return Version(title(row), _load(connection, version), columns, connection.execute(who).scalars().all())


def _load(connection: Connection, version: int) -> EventRecord | None:
    try:
        return load(connection, version)
    except _FAULTS:
        return None


def compare(version: Version, anew: EventRecord | None, *, listed: bool) -> Compared:
    """Compare a version with what it was archived from, a list or a workbook, ``anew`` if that can be read."""
    try:
        return _compare(version, anew, listed=listed)
    except _FAULTS:
        damaged = ("record", "values that nobody can compute with", "those that the program wrote")
        return Compared(findings=[Finding(version.title, "", *damaged)])


def _compare(version: Version, anew: EventRecord | None, *, listed: bool) -> Compared:
    record = version.record
    if record is None:
        raise ValueError
    # What follows of a record and is in columns of its own: a rating goes by the player, not by the name.
    expected = {"rated": record.rated, "id_key": key(record.event_id), "name_key": key(record.name)}
    pairs: list[tuple[str, str, object, object]] = [
        *(("", words, version.columns[name], expected[name]) for name, words in COLUMNS.items()),
        *(
            (entry.name, "player", who, identity(entry))
            for entry, who in zip(record.entries, version.players, strict=True)
        ),
    ]
    findings = [Finding(version.title, *pair) for pair in pairs if pair[2] != pair[3]]
    if anew is not None and anew != record:
        told = [each.text for each in list_differences(record, anew)] or ["its rows are not as they were archived"]
        findings += [Finding(version.title, "", "", each, None) for each in told]
    figures = len(pairs) + len(fields(EventRecord)) + len(fields(Entry)) * len(record.entries)
    figures = 0 if findings else figures + len(fields(Meeting)) * len(record.meetings)
    return Compared(figures, figures if listed and not record.computed else 0, findings)


def _compare_sources(connection: Connection) -> Iterator[Finding]:
    """Yield which contents are not as they were, and which versions of events have lost theirs."""
    kept = connection.execute(select(SOURCES.c.digest).order_by(SOURCES.c.digest)).scalars().all()
    for name in kept:
        kind, content = read_source(connection, name) or ("", b"")
        found = hashlib.sha256(content).hexdigest()
        if found != name:
            yield Finding("Sources", name, "digest of the content", shorten_digest(found), shorten_digest(name))
        expected = "record" if content.startswith(b"{") else "workbook"
        if kind != expected:
            yield Finding("Sources", name, "kind", kind, expected)
    of_events = select(EVENTS.c.name, EVENTS.c.date, EVENTS.c.source).order_by(EVENTS.c.version)
    for event in connection.execute(of_events.where(EVENTS.c.source.not_in(select(SOURCES.c.digest)))):
        yield Finding(f"{event.name} ({event.date})", "", "source", "not there", shorten_digest(event.source))


def _compare_players(connection: Connection) -> Iterator[Finding]:
    """Yield who is not told apart by the Player ID or name that stands there: lists of ratings show that."""
    for row in connection.execute(select(PLAYERS).order_by(PLAYERS.c.player)):
        expected = identity(Entry(row.name, row.player_id))
        if row.identity != expected:
            yield Finding("Players", row.name, "identity", row.identity, expected)


_LAST_STATE: Final = select(CHANGES.c.state).order_by(CHANGES.c.change.desc()).limit(1)


def _compare_changes(connection: Connection) -> Iterator[Finding]:
    before: str = ""
    changes: Iterable[Mapping[Any, Any]] = [
        row._mapping for row in connection.execute(select(CHANGES).order_by(CHANGES.c.change))
    ]
    for change in changes:
        expected = digest_change(change, before)
        if change["digest"] != expected:
            where = f"Change {change['change']} of the journal"
            yield Finding(where, "", "digest", _short(change["digest"]), shorten_digest(expected))
        before = change["digest"] or expected


def _compare_last_forgetting(connection: Connection, forgettings: Sequence[Forgetting]) -> Iterator[Finding]:
    """Yield that the last forgetting names another digest than the change before it has."""
    for change, _, _, _, since, *_ in forgettings[-1:]:
        found = connection.execute(select(CHANGES.c.digest).where(CHANGES.c.change == change - 1)).scalar()
        if found != since:
            where = f"Change {change} of the journal"
            yield Finding(where, "", "digest since then", shorten_digest(since), _short(found))


def _compare_state(connection: Connection) -> Iterator[Finding]:
    """Yield where the state that is kept is not what all rows come to, and not what the last change is sealed with."""
    kept, found = connection.execute(select(KEPT)).scalar(), write_sum(add_up_all(connection))
    if kept != found:
        yield Finding("The archive", "", "state", _short(kept and digest(kept)), shorten_digest(digest(found)))
    sealed = connection.execute(_LAST_STATE).one_or_none()
    if sealed is not None and sealed.state != digest(kept):
        yield Finding("The last change of the journal", "", "state", _short(sealed.state), shorten_digest(digest(kept)))


def _short(digest: str | None) -> str:
    return shorten_digest(digest) if digest else "blank"
