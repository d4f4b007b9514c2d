"""Everything that the archive tells, as plain values: of all events, of one, or of one person."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import permutations

from sqlalchemy import ColumnElement, Connection, and_, exists, func, select

from turnabout_sheets.archive.codecs import day_of, read_exact, read_outcome, read_status
from turnabout_sheets.archive.errors import BRING_BACK, ArchiveError, NotThereError
from turnabout_sheets.archive.events import IN_FORCE, Source, from_halves
from turnabout_sheets.archive.hash_chain import last_digest
from turnabout_sheets.archive.identities import Who
from turnabout_sheets.archive.people import find_person, who_is_who
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.schema import CHANGES, ENTRIES, EVENTS, LINKS, MATCHES
from turnabout_sheets.archive.sources import read_source
from turnabout_sheets.core.digests import shorten_digest
from turnabout_sheets.core.similar_names import find_similar
from turnabout_sheets.core.text import alphabetical_key
from turnabout_sheets.event.history import (
    WHOLE,
    ArchivedEvent,
    AwardRow,
    Career,
    Correction,
    FormerAward,
    History,
    MatchRow,
    Person,
    Profile,
    Season,
)

AT_ONCE = 1000
"""How many rows are fetched at once."""


def load_history(
    connection: Connection,
    as_of: str,
    months: int | None = None,
    fewest: int = 1,
    season: Season = WHOLE,
    *,
    matches: bool = True,
) -> History:
    """Return everything in force, with the rating list as of a day (see `archive.ratings`); ``matches`` if needed."""
    who = who_is_who(connection)
    ratings = make_rating_list(connection, as_of, months, fewest, season)
    return History(
        ratings,
        load_events(connection, who),
        load_awards(connection, who),
        load_matches(connection) if matches else (),
        load_people(connection, who),
        _shorten_last(connection),
        who.hidden,
        who.hidden_ids,
    )


def _shorten_last(connection: Connection) -> str:
    last = last_digest(connection)
    return shorten_digest(last) if last else ""


def load_events(connection: Connection, who: Who, *where: ColumnElement[bool]) -> tuple[ArchivedEvent, ...]:
    """Return all events in force, or those that conditions name, by date, then by name."""
    winners: dict[int, list[int]] = defaultdict(list)
    first = (
        select(ENTRIES.c.version, EVENTS.c.event, ENTRIES.c.player)
        .join(EVENTS, EVENTS.c.version == ENTRIES.c.version)
        .where(IN_FORCE, ENTRIES.c.position == 1, *where)
    )
    for row in connection.execute(first):
        winners[row.version].append(who.person(row.player, row.event))
    names = who.names_apart(person for those in winners.values() for person in those)
    entries = (
        select(ENTRIES.c.version, func.count())
        .join(EVENTS, EVENTS.c.version == ENTRIES.c.version)
        .where(IN_FORCE, *where)
        .group_by(ENTRIES.c.version)
    )
    known: dict[int, int] = dict(connection.execute(entries).all())
    rows = connection.execute(select(EVENTS).where(IN_FORCE, *where)).all()
    return tuple(
        ArchivedEvent(
            event=row.event,
            event_id=row.event_id,
            name=row.name,
            date=row.date,
            format=row.format,
            venue=row.venue,
            organizer=row.organizer,
            rounds=row.rounds,
            field=row.field,
            entries=known[row.version],
            rated=row.rated,
            provisional=row.provisional,
            winners=tuple(sorted((names[each] for each in winners[row.version]), key=alphabetical_key)),
        )
        for row in sorted(rows, key=lambda row: (row.date, alphabetical_key(row.name), row.event))
    )


def load_workbook(connection: Connection, event: int) -> Source:
    """Return the workbook that an event in force was archived from, byte for byte as it is kept.

    Raises `NotThereError` where it was archived from something else, and `ArchiveError` where that is damaged.
    """
    row = connection.execute(select(EVENTS).where(IN_FORCE, EVENTS.c.event == event)).one()
    kind, content = read_source(connection, row.source) or ("workbook", b"")
    title = f"{row.name} ({row.date})"
    if hashlib.sha256(content).hexdigest() != row.source:
        raise ArchiveError(f"The workbook that the archive keeps of {title} is damaged; {BRING_BACK}")
    if kind != "workbook" and row.computed:
        raise NotThereError(
            f"The workbook of {title} is no longer kept, as somebody in it was forgotten, so there is none to write."
        )
    if kind != "workbook":
        file = f" but from a list ({row.file})" if row.file else " but from a list"
        raise NotThereError(f"{title} was not archived from a workbook{file}, so there is none to write.")
    return Source(kind, row.file, content)


def load_awards(connection: Connection, who: Who, *where: ColumnElement[bool]) -> list[AwardRow]:
    """Return the entries of all events in force, or of those that conditions name, as in `history.History`."""
    order = (EVENTS.c.date, EVENTS.c.event, ENTRIES.c.position.is_(None), ENTRIES.c.position, ENTRIES.c.entry)
    columns = (
        EVENTS.c.event, ENTRIES.c.entry, EVENTS.c.date, ENTRIES.c.player, ENTRIES.c.name, ENTRIES.c.position,
        EVENTS.c.field, ENTRIES.c.wins, ENTRIES.c.draws, ENTRIES.c.losses, ENTRIES.c.byes, ENTRIES.c.points,
        ENTRIES.c.match_halves, ENTRIES.c.played_all, ENTRIES.c.multiplier, ENTRIES.c.award_halves, ENTRIES.c.status,
    )  # fmt: skip
    rows = []
    alike: dict[str, str] = {}  # the same days and names stand in many rows
    query = (
        select(*columns)
        .select_from(EVENTS)
        .join(ENTRIES, EVENTS.c.version == ENTRIES.c.version)
        .where(IN_FORCE, *where)
        .order_by(*order)
    )
    for row in connection.execute(query, execution_options={"yield_per": AT_ONCE}):
        event, entry, day, player, entered, *figures, points, wins, every, times, award, status = row
        person = who.person(player, event)
        rated = (from_halves(wins), every, times, from_halves(award))
        known = (*figures, read_exact(points), *rated, read_status(status))
        texts = (alike.setdefault(day, day), person, who.name(person), alike.setdefault(entered, entered))
        rows.append(AwardRow(event, entry, *texts, *known))
    return rows


def load_matches(connection: Connection, *where: ColumnElement[bool]) -> list[MatchRow]:
    """Return the matches of all events in force, or of those that conditions name, as in `history.History`."""
    order = (
        EVENTS.c.date,
        EVENTS.c.event,
        MATCHES.c.round,
        MATCHES.c.place.is_(None),
        MATCHES.c.place,
        MATCHES.c.match,
    )
    query = (
        select(
            EVENTS.c.event, MATCHES.c.round, MATCHES.c.place, MATCHES.c.entry_a, MATCHES.c.entry_b,
            MATCHES.c.outcome_a, MATCHES.c.outcome_b, MATCHES.c.points_a, MATCHES.c.points_b,
        )
        .join(EVENTS, EVENTS.c.version == MATCHES.c.version)
        .where(IN_FORCE, *where)
        .order_by(*order)
    )  # fmt: skip
    return [
        MatchRow(
            event,
            number,
            table,
            side,
            other,
            read_outcome(outcome_a),
            read_outcome(outcome_b),
            read_exact(a),
            read_exact(b),
        )
        for event, number, table, side, other, outcome_a, outcome_b, a, b in connection.execute(
            query, execution_options={"yield_per": AT_ONCE}
        )
    ]


def load_profile(connection: Connection, named: str, as_of: str) -> Profile:
    """Return what is told of a person. Raises `NotThereError` where there is nobody, or more than one, of that name."""
    who = who_is_who(connection)
    person = find_person(who, named)
    until, mine = EVENTS.c.date <= as_of, ENTRIES.c.player.in_(who.players(person))
    awards = [row for row in load_awards(connection, who, until, mine) if row.person == person]
    there = EVENTS.c.event.in_([row.event for row in awards])
    sides = ENTRIES.c.entry.in_([MATCHES.c.entry_a, MATCHES.c.entry_b])
    played = exists().where(ENTRIES.c.version == MATCHES.c.version, sides, mine)
    ratings = make_rating_list(connection, as_of)
    return Profile(
        label=who.label(person),
        rating=ratings.row_of(person),
        ratings=ratings,
        awards=awards,
        matches=load_matches(connection, there, played),
        entered=_load_entered(connection, who, there),
        titles={each.event: each.name for each in load_events(connection, who, there)},
        hidden=person in who.hidden,
    )


def load_career(
    connection: Connection, named: str, as_of: str, months: int | None = None, season: Season = WHOLE
) -> Career:
    """Return all that a person's rating as of an ISO day comes from, over all time, the last ``months`` or a season.

    Raises `NotThereError` where there is nobody, or more than one, of that name.
    """
    who = who_is_who(connection)
    person = find_person(who, named)
    mine = ENTRIES.c.player.in_(who.players(person))
    awards = [row for row in load_awards(connection, who, mine) if row.person == person]
    there = EVENTS.c.event.in_([row.event for row in awards])
    ratings = make_rating_list(connection, as_of, months, season=season)
    return Career(
        label=who.label(person),
        rating=ratings.row_of(person),
        ratings=ratings,
        awards=awards,
        events={each.event: each for each in load_events(connection, who, there)},
        former=_load_former(connection, who, person),
        corrections=_load_corrections(connection, who, person),
    )


def _load_former(connection: Connection, who: Who, person: int) -> list[FormerAward]:
    """Return a person's entries in versions that are no longer in force, by date."""
    query = (
        select(
            ENTRIES.c.player, EVENTS.c.event, EVENTS.c.name, EVENTS.c.date, ENTRIES.c.award_halves,
            CHANGES.c.kind, CHANGES.c.change, CHANGES.c.at,
        )
        .select_from(ENTRIES)
        .join(EVENTS, EVENTS.c.version == ENTRIES.c.version)
        .join(CHANGES, CHANGES.c.change == EVENTS.c.ended)
        .where(ENTRIES.c.player.in_(who.players(person)))
        .order_by(EVENTS.c.date, EVENTS.c.event, EVENTS.c.version, ENTRIES.c.entry)
    )  # fmt: skip
    return [
        FormerAward(name, day, from_halves(award), kind, change, day_of(at))
        for player, event, name, day, award, kind, change, at in connection.execute(query)
        if who.person(player, event) == person
    ]


def _load_corrections(connection: Connection, who: Who, person: int) -> list[Correction]:
    """Return the corrections that made entries those of a person, or took them away, by their change."""
    query = (
        select(
            LINKS.c.player, LINKS.c.main, LINKS.c.event, EVENTS.c.name, EVENTS.c.date, CHANGES.c.change, CHANGES.c.at
        )
        .join(CHANGES, CHANGES.c.change == LINKS.c.added)
        .outerjoin(EVENTS, and_(EVENTS.c.event == LINKS.c.event, IN_FORCE))
        .where(LINKS.c.ended.is_(None))
        .order_by(LINKS.c.link)
    )
    return [
        Correction(who.label(player), who.label(main), name, day, change, day_of(at))
        for player, main, event, name, day, change, at in connection.execute(query)
        if person in (who.everywhere.get(player, player), who.everywhere.get(main, main))
        and (event is None or name is not None)
    ]


def _load_entered(
    connection: Connection, who: Who, *where: ColumnElement[bool]
) -> dict[tuple[int, int], tuple[int, str]]:
    """Return who stands in events in force, person and name by event and entry."""
    query = (
        select(EVENTS.c.event, ENTRIES.c.entry, ENTRIES.c.player)
        .join(ENTRIES, EVENTS.c.version == ENTRIES.c.version)
        .where(IN_FORCE, *where)
    )
    found = [(event, entry, who.person(player, event)) for event, entry, player in connection.execute(query)]
    names = who.names_apart(person for _, _, person in found)
    return {(event, entry): (person, names[person]) for event, entry, person in found}


def load_people(connection: Connection, who: Who) -> tuple[Person, ...]:
    """Return everybody who played, by name, with those who may be the same."""
    query = (
        select(
            ENTRIES.c.player,
            who.apart,
            ENTRIES.c.name,
            func.max(EVENTS.c.date),
            func.min(EVENTS.c.date),
            func.count(),
        )
        .join(EVENTS, EVENTS.c.version == ENTRIES.c.version)
        .where(IN_FORCE)
        .group_by(*who.groups, ENTRIES.c.name)
    )
    entered: dict[int, list[tuple[str, str, str, int]]] = defaultdict(list)
    for player, event, name, last, first, times in connection.execute(query):
        entered[who.person(player, event)].append((last, name, first, times))
    # The name that is shown, then the latest first.
    names = {
        person: tuple(dict.fromkeys((who.name(person), *(name for _, name, _, _ in sorted(those, reverse=True)))))
        for person, those in entered.items()
    }
    shown = [(person, known[0], who.player_ids.get(person, ""), known) for person, known in names.items()]
    near = find_similar(shown, who.two_people)
    both = _find_events(connection, who, near)
    near = {person: [each for each in others if not both[person] & both[each[0]]] for person, others in near.items()}
    apart: dict[int, list[str]] = defaultdict(list)
    for pair in who.two_people:
        for one, other in permutations(sorted(pair & names.keys()), 2):
            apart[one].append(who.label(other))
    found = [
        Person(
            person=person,
            name=known[0],
            player_id=who.player_ids.get(person, ""),
            names=known,
            events=sum(times for *_, times in entered[person]),
            first=min(first for _, _, first, _ in entered[person]),
            last=max(last for last, *_ in entered[person]),
            merged=tuple(who.label(player) for player in who.merged.get(person, ())),
            near=tuple(who.label(other) for other, _ in near.get(person, ())),
            why=tuple(reason for _, reason in near.get(person, ())),
            label=who.label(person),
            apart=tuple(apart.get(person, ())),
        )
        for person, known in names.items()
    ]
    return tuple(sorted(found, key=lambda each: (alphabetical_key(each.name), each.person)))


def _find_events(connection: Connection, who: Who, persons: Iterable[int]) -> Mapping[int, set[int]]:
    """Return the events in which some persons played: two who played in one event are two people (rules 1.12.9)."""
    players = sorted({player for person in persons for player in who.players(person)})
    events: dict[int, set[int]] = defaultdict(set)
    query = select(EVENTS.c.event, ENTRIES.c.player).join(ENTRIES, EVENTS.c.version == ENTRIES.c.version)
    for start in range(0, len(players), AT_ONCE):
        mine = ENTRIES.c.player.in_(players[start : start + AT_ONCE])
        for event, player in connection.execute(query.where(IN_FORCE, mine)):
            events[who.person(player, event)].add(event)
    return events
