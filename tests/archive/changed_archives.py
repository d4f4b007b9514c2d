"""Archives in which everything was done that can be done to one, by lot."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from random import Random

from sqlalchemy import Connection, select

from tests.archive.making import source
from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.events import add_event, remove_event, replace_event
from turnabout_sheets.archive.log import Command, redo, undo
from turnabout_sheets.archive.people import hide, merge, split, split_events, tell_apart
from turnabout_sheets.archive.records import Entry, EventRecord, set_award
from turnabout_sheets.archive.schema import EVENTS
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.event.rating import make_award
from turnabout_sheets.event.status import Status, StatusKind

NAMES = (
    "Ada Marsh",
    "Ada Marsch",
    "Ben Okoro",
    "Ben O.",
    "Cleo Vance",
    "Dan Ruiz",
    "Eva Lind",
    "Eva Lindh",
    "Finn Aro",
)


EVENTS_THERE = ("Spring", "Summer", "Autumn", "Winter", "Club Night", "Town Open")


def make_record(draw: Random, names: Sequence[str] = NAMES) -> EventRecord:
    """Return an event with all that may stand in one: unrated and unfinished ones, the disqualified, no placing."""
    names = draw.sample(names, draw.randint(3, 7))
    field = len(names) + draw.choice((0, 0, 20))
    provisional, byes_count = draw.random() < 0.1, draw.random() < 0.7
    rated = field > 3 and not provisional and (kind := draw.choice(("Turnabout",) * 9 + ("Netrunner",))) == "Turnabout"
    entries = []
    for place, name in enumerate(names):
        status = Status(StatusKind.DISQUALIFIED, 1) if draw.random() < 0.05 else None
        entry = Entry(
            name,
            position=None if draw.random() < 0.05 else place + 1,
            wins=draw.randint(0, 4),
            draws=draw.randint(0, 2),
            losses=draw.randint(0, 4),
            byes=draw.randint(0, 1),
            status=status,
        )
        if rated and entry.position is not None and status is None:
            wins = entry.wins + byes_count * entry.byes
            played_all = draw.random() < 0.8
            entry = set_award(
                entry,
                make_award(wins, entry.draws, played_all=played_all, players=field, position=entry.position),
            )
        entries.append(entry)
    return EventRecord(
        name=draw.choice(EVENTS_THERE),
        date=f"20{draw.randint(20, 24)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}",
        format="Turnabout" if field < 4 or provisional else kind,
        field=field,
        entries=tuple(entries),
        provisional=provisional,
    )


KINDS = (
    *("add",) * 4,
    *("merge",) * 5,
    *("replace", "rebuild", "remove", "split", "events", "apart", "hide", "unhide", "undo", "redo"),
)
"""What can be done; a rebuild puts any other event in the place of one, which no real one does."""


def change(connection: Connection, draw: Random, made: list[EventRecord], kinds: Sequence[str] = KINDS) -> None:
    """Do one thing of all that can be done to an archive."""
    match draw.choice(kinds):
        case "add":
            made.append(make_record(draw))
            add_event(connection, Command(), made[-1], source(made[-1]))
        case "merge":
            merge(connection, Command(), *draw.sample(NAMES, 2))
        case "apart":
            tell_apart(connection, Command(), *draw.sample(NAMES, 2))
        case "hide":
            hide(connection, Command(), draw.choice(NAMES))
        case "unhide":
            hide(connection, Command(), draw.choice(NAMES), off=True)
        case "split":
            split(connection, Command(), draw.choice(NAMES))
        case "events":
            titles = [f"{each.name} ({each.date})" for each in draw.sample(made, min(2, len(made)))]
            split_events(connection, Command(), draw.choice(NAMES), titles[:1], draw.choice((*NAMES, "Ada (Leeds)")))
        case "undo":
            undo(connection, Command())
        case "redo":
            redo(connection, Command())
        case "remove":
            remove_event(connection, Command(), draw.choice(in_force(connection)))
        case kind:
            event, record = draw.choice(in_force(connection)), make_record(draw)
            if not is_taken(connection, record):  # no event becomes another one that is there
                replace_event(connection, Command(), event, record, source(record), kind)


def in_force(connection: Connection) -> list[int]:
    found = connection.execute(select(EVENTS.c.event)).scalars().all()
    if not found:
        raise NotThereError("no event")
    return list(found)


def is_taken(connection: Connection, record: EventRecord) -> bool:
    alike = select(EVENTS.c.event).where(EVENTS.c.name == record.name, EVENTS.c.date == record.date)
    return connection.execute(alike).first() is not None


def fill(archive: Archive, draw: Random, kinds: Sequence[str] = KINDS) -> None:
    """Make an archive of many changes; what is refused is not done."""
    made: list[EventRecord] = []
    for turn in range(25):
        with contextlib.suppress(NotThereError), archive.writing() as connection:
            if turn < 5:
                made.append(make_record(draw))
                add_event(connection, Command(), made[-1], source(made[-1]))
            else:
                change(connection, draw, made, kinds)
