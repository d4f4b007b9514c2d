"""Whether an archive is as the program wrote it: every figure computed anew, every digest, and the chain of changes.

What each version is computed anew from, its workbook or its list, `jobs.verify_archive` reads; here it is compared.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, bindparam, select

from turnabout_sheets.archive.comparison import (
    MATCH_FIELDS,
    Pair,
    explain_older,
    pair_ratings,
    pair_records,
    pair_replayed,
)
from turnabout_sheets.archive.differences import ENTRY_FIELDS, EVENT_FIELDS, list_differences
from turnabout_sheets.archive.events import Source, load
from turnabout_sheets.archive.forgotten import Forgetting, list_forgettings
from turnabout_sheets.archive.hash_chain import (
    KEPT,
    add_up_all,
    digest_change,
    digest_lists,
    last_digest,
    walk_versions,
    write_sum,
)
from turnabout_sheets.archive.journal import compare_journal
from turnabout_sheets.archive.records import Entry, EventRecord, identity
from turnabout_sheets.archive.replay import FAULTS, replay
from turnabout_sheets.archive.schema import CHANGES, ENTRIES, EVENTS, LINKS, PLAYERS, SOURCES
from turnabout_sheets.archive.sources import read_source
from turnabout_sheets.core.digests import digest, shorten_digest
from turnabout_sheets.core.text import key

COLUMNS: Final[Mapping[str, str]] = {
    "rated": "rated",
    "id_key": "Event ID as it is compared",
    "name_key": "name as it is compared",
}
"""What follows of a record and stands in columns of its event, and what findings call it."""


def say_why(before: EventRecord, anew: EventRecord) -> str:
    """Say why a rebuild replaces an event, blank where no older version of the program explains it."""
    older = explain_older(before, anew)
    return f"an older version of turnabout computed it otherwise ({older})" if older else ""


def load_source(connection: Connection, digest: str, file: str) -> Source | None:
    """Return what an event was archived from, by its digest; None where it is not there."""
    found = read_source(connection, digest)
    return None if found is None else Source(found[0], file, found[1])


class Finding(NamedTuple):
    """What does not agree: where (an event, a change), whose, which figure; what stands there and what was expected.

    ``older`` are the paragraphs by which an older version of the program computed it otherwise, blank if none did.
    """

    where: str
    whose: str
    figure: str
    found: object
    expected: object
    older: str = ""


@dataclass(slots=True)
class Verdict:
    """What came of it: so many ``figures`` agree, of so many ``events`` in force and ``earlier`` versions.

    ``listed`` of the figures are as an old list says, which is all that is known of them. ``older`` says which earlier
    versions are as an older version of the program computed them, and by which paragraphs. ``digest`` is that of the
    last change, None where there is none; ``forgettings`` are those with which seals were rewritten.
    """

    findings: list[Finding] = field(default_factory=list)
    figures: int = 0
    listed: int = 0
    events: int = 0
    earlier: int = 0
    older: list[tuple[str, str]] = field(default_factory=list)
    digest: str | None = None
    forgettings: Sequence[Forgetting] = ()


@dataclass(frozen=True, slots=True)
class Version:
    """A version of an event as it stands in an archive, to be compared with what it was archived from.

    ``record`` is None where nobody can compute with its values. ``columns`` are what stands in those that the record
    does not have, by their names, and ``players`` who each entry is of. Where a rebuild has replaced it, ``told`` is
    what the journal says of that, and ``successor`` the version that took its place.
    """

    title: str
    in_force: bool
    record: EventRecord | None
    columns: Mapping[str, object]
    players: Sequence[str]
    told: str = ""
    successor: EventRecord | None = None


@dataclass(slots=True)
class Compared:
    """What came of a version: how many figures agree, how many of them a list alone says, and what does not agree.

    ``older``: the paragraphs by which it is as an older version of the program computed it, where that is as it
    should be, because it is not in force any more.
    """

    title: str
    figures: int = 0
    listed: int = 0
    findings: list[Finding] = field(default_factory=list)
    older: str = ""


def verify(connection: Connection) -> Verdict:
    """Look at digests, sources, changes and the state of the whole archive; nothing is written."""
    verdict = Verdict(digest=last_digest(connection))
    for ended in connection.execute(select(EVENTS.c.ended)).scalars():
        verdict.events += ended is None
        verdict.earlier += ended is not None
    verdict.findings += _compare_versions(connection)
    verdict.findings += _compare_sources(connection)
    verdict.findings += _compare_players(connection)
    verdict.findings += _compare_journal(connection)
    verdict.findings += _compare_changes(connection)
    verdict.findings += _compare_state(connection)
    verdict.forgettings = list_forgettings(connection)
    verdict.findings += _compare_last_forgetting(connection, verdict.forgettings)
    return verdict


def find_broken_seals(connection: Connection) -> Iterator[Finding]:
    """Yield what does not fit its digest any more: versions of events, changes, and the state of all rows."""
    yield from _compare_versions(connection)
    yield from _compare_changes(connection)
    yield from _compare_state(connection)


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
    found = Version(
        title(row),
        row.ended is None,
        _load(connection, version),
        {name: row._mapping[name] for name in COLUMNS},
        connection.execute(who).scalars().all(),
    )
    ended = connection.execute(select(CHANGES).where(CHANGES.c.change == row.ended)).one_or_none()
    if ended is None or ended.kind != "rebuild":
        return found
    then = connection.execute(_SUCCESSOR, {"event": row.event, "change": row.ended}).scalar()
    return replace(found, told=ended.told, successor=None if then is None else _load(connection, then))


_SUCCESSOR: Final = select(EVENTS.c.version).where(
    EVENTS.c.event == bindparam("event"), EVENTS.c.added == bindparam("change")
)


def _load(connection: Connection, version: int) -> EventRecord | None:
    try:
        return load(connection, version)
    except FAULTS:
        return None


def compare(version: Version, anew: EventRecord | None, *, listed: bool) -> Compared:
    """Compare a version with what it was archived from, a list or a workbook, ``anew`` if that can be read.

    Where it cannot, and where it may be that somebody has put a list in the place of a workbook, the matches that the
    archive itself has are computed.
    """
    try:
        return _compare(version, anew, listed=listed)
    except FAULTS:
        damaged = ("record", "values that nobody can compute with", "those that the program wrote")
        return Compared(version.title, findings=[Finding(version.title, "", *damaged)])


def _compare(version: Version, anew: EventRecord | None, *, listed: bool) -> Compared:
    record, found = version.record, Compared(version.title)
    if record is None:
        raise ValueError
    pairs = list(_pair_columns(version, record))
    if anew is None or (listed and record.terms is not None):
        again = replay(record)
        pairs += pair_ratings(record) if again is None else pair_replayed(record, again)
    wrong = [pair for pair in pairs if not pair.agrees]
    known, older = {(pair.whose, pair.figure) for pair in wrong}, ""
    if anew is not None:
        compared = list(pair_records(record, anew))
        pairs += compared
        otherwise = [pair for pair in compared if not pair.agrees and (pair.whose, pair.figure) not in known]
        older = (explain_older(record, anew) or "") if otherwise else ""
        if otherwise and not version.in_force and (older or _is_as_told(version)):
            found.older, otherwise = older or "as the journal says", []
        found.findings += [Finding(version.title, *pair, older) for pair in otherwise]
    found.findings += [Finding(version.title, *pair) for pair in wrong]
    found.figures = sum(pair.agrees for pair in pairs)
    found.listed = len(pairs) if listed and record.terms is None else 0
    return found


def _pair_columns(version: Version, record: EventRecord) -> Iterator[Pair]:
    """Yield what follows of a record and stands in columns of its own: a rating goes by the player, not by the name."""
    expected = {"rated": record.rated, "id_key": key(record.event_id), "name_key": key(record.name)}
    yield from (Pair("", words, version.columns[name], expected[name]) for name, words in COLUMNS.items())
    for entry, player in zip(record.entries, version.players, strict=True):
        yield Pair(entry.name, "player", player, identity(entry))


def _is_as_told(version: Version) -> bool:
    """Tell whether a version that a rebuild has replaced differs from what that made of it just as the journal says."""
    if version.record is None or version.successor is None:
        return False
    lines = list_differences(version.record, version.successor)
    return all(line.text in version.told for line in lines) and not any(_find_untold(version.record, version.successor))


def _find_untold(old: EventRecord, new: EventRecord) -> Iterator[Pair]:
    """Yield what differs and is no figure that the journal tells, nor follows from one as tie-breaks do."""
    wrong = [pair for pair in pair_records(old, new) if not pair.agrees]
    told = {*EVENT_FIELDS.values(), *ENTRY_FIELDS.values(), *MATCH_FIELDS.values(), "entry", "match", "lead", "played"}
    told |= {f"order of the {what}" for what in ("entries", "matches")}
    told |= set(json.loads(old.terms or "{}").get("tie_breaks", ()))
    outcomes = {pair.whose for pair in wrong if pair.figure == MATCH_FIELDS["outcome_a"]}
    for pair in wrong:
        if pair.figure not in told or (pair.figure == MATCH_FIELDS["outcome_b"] and pair.whose not in outcomes):
            yield pair


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


def _compare_journal(connection: Connection) -> Iterator[Finding]:
    for table, row, *what in compare_journal(connection):
        where = title(row) if table is EVENTS else _ROWS[table].format(row[0])
        yield Finding(where, "", *what)


_ROWS: Final = {CHANGES: "Change {} of the journal", LINKS: "Link {}"}


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
    """Yield that the last forgetting names another digest than the change before it has (checking 3.6)."""
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
    if sealed is not None and sealed.state != digest(kept) and sealed.state != digest_lists(connection):
        yield Finding("The last change of the journal", "", "state", _short(sealed.state), shorten_digest(digest(kept)))


def _short(digest: str | None) -> str:
    return shorten_digest(digest) if digest else "blank"
