"""Whether an archive is as the program wrote it: every figure computed anew, every digest, and the chain of changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, select

from turnabout_sheets.archive.chain import digest_change, digest_lists, last_digest
from turnabout_sheets.archive.details import describe_entries
from turnabout_sheets.archive.digests import walk_versions
from turnabout_sheets.archive.events import load
from turnabout_sheets.archive.from_results import make_entries, make_meetings
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.replay import FAULTS, replay
from turnabout_sheets.archive.schema import CHANGES, EVENTS, SOURCES
from turnabout_sheets.archive.sources import read_source
from turnabout_sheets.archive.state import KEPT, add_up_all, write_sum
from turnabout_sheets.core.digests import digest, shorten_digest
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS, award, multiplier


class Finding(NamedTuple):
    """What does not agree: where (an event, a change), whose, which figure; what stands there and what was expected."""

    where: str
    whose: str
    figure: str
    found: object
    expected: object


@dataclass(slots=True)
class Verdict:
    """What came of it: so many ``figures`` agree, of so many ``events``; ``unknown`` could not be computed anew.

    ``digest`` is that of the last change, None where there is none.
    """

    findings: list[Finding] = field(default_factory=list)
    figures: int = 0
    events: int = 0
    unknown: int = 0
    digest: str | None = None


ENTRY_FIGURES: Final = ("position", "wins", "draws", "losses", "byes", "points")
RATING_FIGURES: Final = ("match_wins", "played_all", "multiplier", "award")
MATCH_FIGURES: Final = ("outcome_a", "outcome_b", "points_a", "points_b")


def verify(connection: Connection) -> Verdict:
    """Look at the whole archive; nothing is written. What is wrong with a value that cannot be read is a finding, too.

    Events in force are computed anew; of versions that were replaced only the digests are looked at.
    """
    verdict = Verdict(digest=last_digest(connection))
    titles: dict[int, str] = {}
    for row in connection.execute(select(EVENTS).order_by(EVENTS.c.version)).all():
        titles[row.version] = f"{row.name} ({row.date})"
        if row.ended is None:
            verdict.events += 1
            verdict.findings += _compare_event(connection, row, titles[row.version], verdict)
    for version, kept, found in walk_versions(connection):
        if kept != found:
            verdict.findings.append(Finding(titles[version], "", "digest of the record", _short(kept), _short(found)))
    verdict.findings += _compare_sources(connection)
    verdict.findings += _compare_changes(connection)
    verdict.findings += _compare_state(connection)
    return verdict


def _compare_event(connection: Connection, row: Row[Any], title: str, verdict: Verdict) -> Iterator[Finding]:
    try:
        record = load(connection, row.version)
        if record.rated != row.rated:
            yield Finding(title, "", "rated", row.rated, record.rated)
        again = replay(record)
        pairs = list(_pair_rating(record) if again is None else _pair(record, again))
    except FAULTS:
        yield Finding(title, "", "record", "values that nobody can compute with", "those that the program wrote")
        return
    for whose, figure, found, expected in pairs:
        if found == expected:
            verdict.figures += 1
        else:
            yield Finding(title, whose, figure, found, expected)
    verdict.unknown += _count_figures(record) - len(pairs) if again is None else 0


Pair = tuple[str, str, object, object]
"""Whose figure, which, as it stands there, and as it is expected."""


def _pair(record: EventRecord, again: Any) -> Iterator[Pair]:
    entries, details, places = make_entries(again), describe_entries(again), range(len(record.entries))
    rating = () if record.provisional else RATING_FIGURES
    for place, kept in enumerate(record.entries):
        anew = entries[place]
        for name in (*ENTRY_FIGURES, *rating):
            yield kept.name, name.replace("_", " "), getattr(kept, name), getattr(anew, name)
        if not record.provisional:
            yield kept.name, "status", kept.status, anew.status
        yield from _pair_facts(kept.name, kept.details, details[place])
    meetings = make_meetings(again, {place: place for place in places})
    if len(record.meetings) != len(meetings):
        yield "", "matches", len(record.meetings), len(meetings)
    for old, new in zip(record.meetings, meetings, strict=False):
        whose = f"round {old.round}, {record.entries[old.a].name}"
        for name in MATCH_FIGURES:
            yield whose, name.replace("_", " "), getattr(old, name), getattr(new, name)
        yield from _pair_facts(whose, old.details, new.details)


def _pair_facts(whose: str, kept: str | None, anew: str | None) -> Iterator[Pair]:
    old, new = ({} if each is None else json.loads(each) for each in (kept, anew))
    for facts in (old, new):
        facts |= facts.pop("tie_breaks", {})
    for name in sorted({*old, *new}):
        yield whose, name, old.get(name), new.get(name)


def _pair_rating(record: EventRecord) -> Iterator[Pair]:
    """Yield what follows of the award from the entry alone (rules 1.7.2 and 1.7.3)."""
    for entry in record.entries:
        rated = None not in (entry.award, entry.match_wins, entry.played_all, entry.position)
        if rated and record.field >= FEWEST_RATED_PLAYERS:
            facts = (record.field, entry.position)
            yield entry.name, "multiplier", entry.multiplier, multiplier(*facts)  # type: ignore[arg-type]
            yield entry.name, "award", entry.award, award(entry.match_wins, bool(entry.played_all), *facts)  # type: ignore[arg-type]


def _count_figures(record: EventRecord) -> int:
    parts: tuple[tuple[Sequence[object], Sequence[str]], ...] = (
        (record.entries, (*ENTRY_FIGURES, *RATING_FIGURES)),
        (record.meetings, MATCH_FIGURES),
    )
    return sum(getattr(row, name) is not None for rows, names in parts for row in rows for name in names)


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
