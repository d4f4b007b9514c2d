"""Events into the archive, out of force, and back as records."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import count
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, bindparam, select

from turnabout_sheets.archive.codecs import (
    FIGURES,
    read_exact,
    read_outcome,
    read_status,
    write_exact,
    write_outcome,
    write_status,
)
from turnabout_sheets.archive.differences import list_differences
from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.hash_chain import digest_version, insert_rows, update_rows
from turnabout_sheets.archive.journal import Command, next_number
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting, identity, require_sound_record
from turnabout_sheets.archive.same_event import OTHER, find_twin, list_doubts
from turnabout_sheets.archive.schema import CHANGES, ENTRIES, EVENTS, MATCHES, PLAYERS, WITH_ID, insert_many
from turnabout_sheets.archive.sources import keep_source
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import find_nearest, join_words, key

IN_FORCE = EVENTS.c.ended.is_(None)

# Statements of which each event that is added needs its own: they are made once, which takes longer than to run them.
_AS_ADDED = select(EVENTS, CHANGES.c.kind).join(CHANGES, CHANGES.c.change == EVENTS.c.added)
OF_ID = _AS_ADDED.where(WITH_ID, EVENTS.c.id_key == bindparam("id_key"))
OF_NAME = _AS_ADDED.where(IN_FORCE, EVENTS.c.name_key == bindparam("name_key"), EVENTS.c.date == bindparam("date"))
KNOWN = select(PLAYERS.c.identity, PLAYERS.c.player).where(
    PLAYERS.c.identity.in_(bindparam("identities", expanding=True))
)

MOST_VARIABLES = 500
"""How many values are asked for at once: databases bear only so many."""


@dataclass(frozen=True, slots=True)
class Source:
    """What an event is archived from: a ``workbook``, or the ``record`` of an old list; ``file`` is its name."""

    kind: str
    file: str
    content: bytes

    @property
    def digest(self) -> str:
        """The SHA-256 digest of the content, in hexadecimal digits."""
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class Added:
    """What became of an event: ``add``, ``replace`` or ``same``; what it is called, and what is not as it was.

    ``doubt``: nothing, because the event in the archive that it would replace may be another one; ``said`` says why.
    Of what changes it is what pages say in short.
    """

    kind: str
    event: int
    title: str
    told: Sequence[str] = ()
    said: Sequence[Message | str] = ()


def add_event(
    connection: Connection, command: Command, record: EventRecord, source: Source, *, sure: bool = True
) -> Added:
    """Archive an event. The same event, if it is there, is replaced; if it is there just so, nothing changes.

    An event that is called the same and may yet be another one is replaced only if that is ``sure``; so is one of
    another name with the same results.
    """
    old = find_same_event(connection, record)
    if old is None and (twin := find_twin(connection, record)):
        if sure:
            return replace_event(connection, command, twin.event, record, source)
        said = Message(
            "In the archive, {event} has the same day, the same players and the same positions, under another name.",
            event=twin.title,
        )
        return Added("doubt", twin.event, record.title, said=[said])
    if old is not None and _is_unchanged(old, source):
        return Added("same", old.event, record.title)
    if old is not None and not sure:
        before = load(connection, old.version)
        if doubts := list_doubts(before, record):
            said = Message(
                "In the archive, {event} has the same name and day, or the same Event ID, but this is not the same: "
                "{what}.",
                event=before.title,
                what=tuple(OTHER[each] for each in doubts),
            )
            return Added("doubt", old.event, record.title, said=[said])
    if old is not None:
        return replace_event(connection, command, old.event, record, source)
    event = next_number(connection, EVENTS.c.event)
    size = f"{record.field} player{'' if record.field == 1 else 's'}"
    change = command.note(connection, "add", f"Added {record.title}: {size}", source.file)
    _insert(connection, record, source, event, change)
    return Added("add", event, record.title)


def replace_event(
    connection: Connection,
    command: Command,
    event: int,
    record: EventRecord,
    source: Source,
    kind: str = "replace",
) -> Added:
    """Put a new version of an event in force, if it or its source differs from the old one.

    The journal calls that a ``kind``.
    """
    old = connection.execute(select(EVENTS).where(IN_FORCE, EVENTS.c.event == event)).one()
    before = load(connection, old.version)
    if before == record and old.source == source.digest:
        return Added("same", event, record.title)
    differences = list_differences(before, record)
    lines = [each.text for each in differences]
    what = _TOLD.get(kind, "Replaced {}").format(before.title)
    told = f"{what}: {'; '.join(lines) or 'nothing that counts has changed'}"
    change = command.note(connection, kind, told, source.file)
    update_rows(connection, EVENTS, (EVENTS.c.version == old.version,), ended=change)
    _insert(connection, record, source, event, change)
    return Added("replace", event, record.title, lines, [each.about for each in differences])


_TOLD: Final = {"rebuild": "Computed {} anew from what is kept of it, by the rules of this version"}
"""How the journal says why an event was replaced, by the kind of the change."""


def remove_event(connection: Connection, command: Command, event: int) -> None:
    """Take an event out of force; `undo` brings it back."""
    change = command.note(connection, "remove", f"Removed {title_of(connection, event)}")
    update_rows(connection, EVENTS, (IN_FORCE, EVENTS.c.event == event), ended=change)


def find_event(connection: Connection, named: str) -> int:
    """Return the number of the event that has ``named`` as its Event ID, name or number, in this order.

    Raises `NotThereError` where there is none, or more than one.
    """
    rows = connection.execute(select(EVENTS).where(IN_FORCE)).all()
    wanted = key(named)
    for found in (
        [row for row in rows if row.id_key and row.id_key == wanted],
        [row for row in rows if wanted in (row.name_key, key(f"{row.name} ({row.date})"))],
        [row for row in rows if str(row.event) == wanted],
    ):
        if len(found) == 1:
            return int(found[0].event)
        if found:
            which = join_words([f"{row.event} ({row.date})" for row in sorted(found, key=lambda row: row.date)])
            raise NotThereError(f'There are {len(found)} events called "{named}"; say which by its number: {which}.')
    near = find_nearest(named, {row.name for row in rows})
    hint = f'Did you mean "{near}"?' if near else "turnabout archive list shows them all."
    raise NotThereError(f'There is no event "{named}" in the archive. {hint}')


def title_of(connection: Connection, event: int) -> str:
    """Return what an event in force is called."""
    row = connection.execute(select(EVENTS).where(IN_FORCE, EVENTS.c.event == event)).one()
    return f"{row.name} ({row.date})"


def load(connection: Connection, version: int) -> EventRecord:
    """Return a version of an event as it was archived. Raises `ValueError` where its rows are none of this program."""
    event = connection.execute(select(EVENTS).where(EVENTS.c.version == version)).one()
    entries = select(ENTRIES, PLAYERS.c.player_id).join(PLAYERS).where(ENTRIES.c.version == version)
    matches = select(MATCHES).where(MATCHES.c.version == version).order_by(MATCHES.c.match)
    rows = connection.execute(entries.order_by(ENTRIES.c.entry)).all()
    if [row.entry for row in rows] != list(range(len(rows))):  # by which matches name them
        raise ValueError("entries that are not counted from 0")
    record = EventRecord(
        name=event.name,
        date=event.date,
        format=event.format,
        field=event.field,
        entries=tuple(map(_entry, rows)),
        meetings=tuple(map(_meeting, connection.execute(matches))),
        event_id=event.event_id,
        venue=event.venue,
        organizer=event.organizer,
        rounds=event.rounds,
        provisional=event.provisional,
        computed=event.computed,
    )
    return require_sound_record(record)


def halves(number: Fraction | None) -> int | None:
    """Return how many halves a number has."""
    return None if number is None else 2 * number.numerator // number.denominator


@lru_cache(maxsize=FIGURES)
def from_halves(number: int | None) -> Fraction | None:
    """Return the number that has so many halves."""
    return None if number is None else Fraction(number, 2)


def _entry(row: Row[Any]) -> Entry:
    return Entry(
        name=row.name,
        player_id=row.player_id,
        position=row.position,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
        byes=row.byes,
        points=read_exact(row.points),
        match_wins=from_halves(row.match_halves),
        played_all=row.played_all,
        multiplier=row.multiplier,
        award=from_halves(row.award_halves),
        status=read_status(row.status),
    )


def _meeting(row: Row[Any]) -> Meeting:
    return Meeting(
        round=row.round,
        table=row.place,
        a=row.entry_a,
        b=row.entry_b,
        outcome_a=read_outcome(row.outcome_a),
        outcome_b=read_outcome(row.outcome_b),
        points_a=read_exact(row.points_a),
        points_b=read_exact(row.points_b),
    )


def find_same_event(connection: Connection, record: EventRecord) -> Row[Any] | None:
    """Return the version in force of the event that a record is of: by Event ID, else by name and day.

    By name and day also where only one of the two has an Event ID: it was given one later.
    """
    if record.event_id:
        found = connection.execute(OF_ID, {"id_key": key(record.event_id)}).one_or_none()
        if found is not None:
            return found
    alike = connection.execute(OF_NAME, {"name_key": key(record.name), "date": record.date}).all()
    blank = [row for row in alike if not row.id_key]
    if blank or record.event_id:
        return blank[0] if blank else None
    return alike[0] if len(alike) == 1 else None


def _is_unchanged(old: Row[Any], source: Source) -> bool:
    """Tell whether a version is known to be just so without looking at its rows: it was made of the same record.

    A workbook has to be compared, as does what was computed anew: other rules may make something else of the same.
    """
    return source.kind == "record" and old.kind != "rebuild" and bool(old.source == source.digest)


def has_source(connection: Connection, digest: str) -> bool:
    """Tell whether an event in force was archived from a file with this SHA-256 digest, byte for byte."""
    return connection.execute(select(EVENTS.c.event).where(IN_FORCE, EVENTS.c.source == digest)).first() is not None


def _insert(connection: Connection, record: EventRecord, source: Source, event: int, change: int) -> None:
    digest = source.digest
    keep_source(connection, digest, source.kind, source.content)
    version = next_number(connection, EVENTS.c.version)
    rows = make_rows(connection, version, record)
    where = {"version": version, "event": event, "file": source.file, "source": digest, "added": change, "ended": None}
    insert_rows(connection, EVENTS, [rows.event | where])
    insert_many(connection, ENTRIES, rows.entries)
    insert_many(connection, MATCHES, rows.matches)


class Rows(NamedTuple):
    """What a record comes to in the tables: what it says in the row of its version, its entries, its matches."""

    event: dict[str, Any]
    entries: list[dict[str, Any]]
    matches: list[dict[str, Any]]


def make_rows(connection: Connection, version: int, record: EventRecord) -> Rows:
    """Return the rows of a version of an event, with their digest; players who were never entered are new."""
    row = {
        "event_id": record.event_id,
        "id_key": key(record.event_id),
        "name": record.name,
        "name_key": key(record.name),
        "date": record.date,
        "format": record.format,
        "venue": record.venue,
        "organizer": record.organizer,
        "rounds": record.rounds,
        "field": record.field,
        "rated": record.rated,
        "provisional": record.provisional,
        "computed": record.computed,
    }
    identities = [identity(entry) for entry in record.entries]
    players = enter_players(connection, dict(zip(identities, record.entries, strict=True)))
    entries = [
        {
            "version": version,
            "entry": place,
            "player": players[who],
            "name": entry.name,
            "position": entry.position,
            "wins": entry.wins,
            "draws": entry.draws,
            "losses": entry.losses,
            "byes": entry.byes,
            "points": write_exact(entry.points),
            "match_halves": halves(entry.match_wins),
            "played_all": entry.played_all,
            "multiplier": entry.multiplier,
            "award_halves": halves(entry.award),
            "status": write_status(entry.status),
        }
        for place, (who, entry) in enumerate(zip(identities, record.entries, strict=True))
    ]
    matches = [
        {
            "version": version,
            "match": place,
            "round": each.round,
            "place": each.table,
            "entry_a": each.a,
            "entry_b": each.b,
            "outcome_a": write_outcome(each.outcome_a),
            "outcome_b": write_outcome(each.outcome_b),
            "points_a": write_exact(each.points_a),
            "points_b": write_exact(each.points_b),
        }
        for place, each in enumerate(record.meetings)
    ]
    row["digest"] = digest_version(row, entries, identities, matches)
    return Rows(row, entries, matches)


def enter_players(connection: Connection, wanted: Mapping[str, Entry]) -> Mapping[str, int]:
    """Return the numbers of players by `identity`; those who were never entered are new."""
    known: dict[str, int] = {}
    identities = list(wanted)
    for start in range(0, len(identities), MOST_VARIABLES):
        some = {"identities": identities[start : start + MOST_VARIABLES]}
        known |= dict(connection.execute(KNOWN, some).all())
    new = [who for who in identities if who not in known]
    if new:
        first = next_number(connection, PLAYERS.c.player)
        numbers = dict(zip(new, count(first), strict=False))
        rows = [
            {"player": number, "identity": who, "player_id": wanted[who].player_id, "name": wanted[who].name}
            for who, number in numbers.items()
        ]
        insert_rows(connection, PLAYERS, rows)
        known |= numbers
    return known
