"""What the archive tells of all events, of one, or of one person."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from sqlalchemy import Column, ColumnElement, Connection, func, select, true

from turnabout_sheets.archive.derive import read_records
from turnabout_sheets.archive.errors import BRING_BACK, ArchiveError, NotThereError
from turnabout_sheets.archive.events import find_source, title_of
from turnabout_sheets.archive.log import last_seal, shorten_digest
from turnabout_sheets.archive.people import Who, find_person, who_is_who
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.records import Entry, Meeting
from turnabout_sheets.archive.rows import WHOLE, ArchivedEvent, AwardRow, History, Pair, Person, Season
from turnabout_sheets.archive.schema import ENTRIES, EVENTS
from turnabout_sheets.core.command_line import word_command_of_names
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.similar_names import Reason, find_similar
from turnabout_sheets.core.text import alphabetical_key


def load_history(
    connection: Connection,
    as_of: str,
    season: Season = WHOLE,
    *,
    results: bool = True,
    only: Collection[int] | None = None,
    word: str = "",
) -> History:
    """Return everything, or of some events ``only``, with ratings; a ``word`` is in the place of hidden names."""
    who = who_is_who(connection, word=word)
    people = load_people(connection, who)
    awards, matches = load_results(connection, who, only) if results else ([], {})
    return History(
        ratings=make_rating_list(connection, as_of, season, who),
        events=load_events(connection, who, only),
        people=people,
        pairs=find_pairs(connection, who, people) if only is None else (),
        awards=awards,
        matches=matches,
        last_change=shorten_digest(last_seal(connection)),
        hidden=sorted(who.hidden),
    )


def load_career(connection: Connection, named: str, as_of: str, season: Season = WHOLE) -> tuple[Person, History]:
    """Return a person, and the history of the events in which the person played. Raises `NotThereError`."""
    who = who_is_who(connection)
    number = find_person(who, named)
    played = connection.execute(select(ENTRIES.c.event).where(ENTRIES.c.person == number)).scalars().all()
    history = load_history(connection, as_of, season, only=played)
    for each in history.people:
        if each.person == number:
            return each, history
    # The person is only in what was decided: no event that there is has an entry.
    nobody = Person(number, who.name(number), who.player_id(number), (), 0, "", "", who.label(number))
    return nobody, replace(history, people=[*history.people, nobody])


def _is_in(event: Column[int], only: Collection[int] | None) -> ColumnElement[bool]:
    """Return that a row is of some events, or of any."""
    return true() if only is None else event.in_(only)


def load_events(connection: Connection, who: Who, only: Collection[int] | None = None) -> list[ArchivedEvent]:
    """Return all events, or some, by date, then by name."""
    winners = defaultdict[int, list[str]](list)
    first = select(ENTRIES.c.event, ENTRIES.c.person).where(ENTRIES.c.position == 1, _is_in(ENTRIES.c.event, only))
    for event, person in connection.execute(first).all():
        winners[event].append(who.name(person))
    known = select(func.count()).where(ENTRIES.c.event == EVENTS.c.event).label("entries")
    columns = [known if name == "entries" else EVENTS.c[name] for name in ArchivedEvent._fields if name != "winners"]
    events = []
    for row in connection.execute(select(*columns).where(_is_in(EVENTS.c.event, only))):
        won = winners[row.event]
        events.append(ArchivedEvent._make((*row, tuple(sorted(won, key=alphabetical_key) if won[1:] else won))))
    return sorted(events, key=lambda each: (each.date, alphabetical_key(each.name), each.event))


def load_workbook(connection: Connection, event: int) -> tuple[str, bytes]:
    """Return name and bytes of the workbook that is kept of an event. Raises `ArchiveError`."""
    row = connection.execute(select(EVENTS).where(EVENTS.c.event == event)).one()
    title, source = title_of(connection, event), find_source(connection, event)
    if row.source is None:
        why = "somebody in it was forgotten" if row.computed else f"it came from a list{row.file and f' ({row.file})'}"
        raise NotThereError(f"No workbook of {title} is kept, as {why}, so there is none to write.")
    if source.content is None or source.digest != row.source:
        raise ArchiveError(f"The workbook that the archive keeps of {title} is damaged; {BRING_BACK}")
    return row.file, source.content


def load_results(
    connection: Connection, who: Who, only: Collection[int] | None = None
) -> tuple[list[AwardRow], dict[int, list[Meeting]]]:
    """Return the entries of all events, or of some, by date, event and position; and the matches and byes by event."""
    query = select(ENTRIES.c.event, ENTRIES.c.entry, ENTRIES.c.person).where(_is_in(ENTRIES.c.event, only))
    persons = {(event, entry): person for event, entry, person in connection.execute(query)}
    awards, matches = list[AwardRow](), dict[int, list[Meeting]]()
    for event, record in read_records(connection, only):
        for number, each in enumerate(record.entries):
            person = persons[event, number]
            facts = {name: getattr(each, name) for name in Entry.__slots__}
            facts |= {"name": who.name(person), "player_id": who.player_id(person), "person": person}
            facts |= {"event": event, "entry": number, "date": record.date, "field": record.field}
            awards.append(AwardRow(**facts, entered=who.name(person, each.name)))
        matches[event] = sorted(record.meetings, key=lambda each: (each.round, each.table is None, each.table or 0))
    return sorted(awards, key=lambda each: (each.date, each.event, each.position is None, each.position or 0)), matches


def load_people(connection: Connection, who: Who) -> list[Person]:
    """Return everybody who played, and is to be named, by name."""
    day = ENTRIES.c.date
    query = select(ENTRIES.c.person, func.count(), func.min(day), func.max(day)).group_by(ENTRIES.c.person)
    people = [
        Person(each, who.name(each), who.player_id(each), who.all_names(each), times, first, last, who.label(each))
        for each, times, first, last in connection.execute(query).all()
        if not (who.word and each in who.hidden)
    ]
    return sorted(people, key=lambda each: (alphabetical_key(each.name), each.person))


def find_pairs(connection: Connection, who: Who, people: Sequence[Person]) -> list[Pair]:
    """Return who may be one person by their names, the likeliest first, in each pair the better name first."""
    known = {each.person: each for each in people}
    near = find_similar([(each.person, each.name, each.player_id, each.names) for each in people], who.two_people)
    played = defaultdict[int, set[int]](set)
    for person, event in connection.execute(select(ENTRIES.c.person, ENTRIES.c.event)) if near else ():
        if person in near:
            played[person].add(event)
    pairs = [
        Pair(why, *sorted((known[one], known[other]), key=rank_person))
        for one, others in near.items()
        for other, why in others
        if one < other and played[one].isdisjoint(played[other])
    ]
    likely = [*Reason]
    return sorted(
        pairs, key=lambda each: (likely.index(each.why), sorted(alphabetical_key(side.label) for side in each[1:]))
    )


def rank_person(person: Person) -> tuple[object, ...]:
    """Return what two persons who may be one are sorted by: the first gives the name (archive 5.5)."""
    name = person.name
    initials = sum(len(word) == 1 for word in re.split(r"[\s.]+", name))
    accents = sum(sign.isalpha() and not sign.isascii() for sign in name)
    best = not person.player_id, "," in name, initials, -accents, -sum(sign in "-‐‑'’" for sign in name)
    return *best, -person.events, person.first, person.person


def find_mistyped(connection: Connection, after: int) -> list[Message]:
    """Return a line for everybody entered after a player, without an ID, whose name is nearly an older one."""
    who, found = who_is_who(connection), []
    if all(player <= after or player in who.player_ids for player in who.names):
        return []  # it takes seconds to compare thousands of names
    for pair in find_pairs(connection, who, load_people(connection, who)):
        old, new = sorted((pair.main, pair.other), key=lambda each: each.person)
        if old.person <= after < new.person and not new.player_id:
            found.append(
                Message(
                    "{name} is new in the archive. If that is {near}, correct the name and archive the event again, "
                    "or merge the two ({command}).",
                    name=new.label,
                    near=old.label,
                    command=word_command_of_names("archive merge", pair.main.label, pair.other.label),
                )
            )
    return found
