"""Archives in which everything was done that can be done to one, by lot, and their model, to which it is done, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Final

from sqlalchemy import Connection

from tests.archive.decade.by_hand import FIRST_PLACE, LESS
from tests.archive.making import source
from tests.archive.model import Entered, Held, Model, RefusedError
from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.events import Source, add_event, remove_event, replace_event
from turnabout_sheets.archive.forget import forget, prepare_forgetting, read_forgotten
from turnabout_sheets.archive.log import Command, redo, undo
from turnabout_sheets.archive.people import Corrections, who_is_who
from turnabout_sheets.archive.ratings import add_awards, make_rating_list
from turnabout_sheets.archive.records import Entry, EventRecord, set_award
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.event.rating import make_award
from turnabout_sheets.event.status import Status, StatusKind

PEOPLE = (
    *("Ada Marsh", "Ada Marsch", "Ben Okoro", "Ben O.", "Cleo Vance", "Dan Ruiz", "Eva Lind", "Eva Lindh", "Finn Aro"),
    *("Gus Hale", "Hal Moss", "Ida Berg", "Jo Frey", "Kay Stone", "Lou Adler", "Max Orth", "Nia Cole", "Oz Quinn"),
    *("Pia Renn", "Quin Sand", "Rex Toll", "Sue Ulm", "Tam Voss", "Uwe Wirth"),
)
OTHERS = ("Ada (Leeds)", "Eva (York)")
"""Who only comes into the archive where somebody was another one in an event."""

EVENTS_THERE = ("Spring", "Summer", "Autumn", "Winter", "Club Night", "Town Open")


def make_record(draw: Random) -> EventRecord:
    """Return an event with all that may stand in one: unrated and unfinished ones, the disqualified, no placing."""
    names = draw.sample(PEOPLE, draw.randint(3, 7))
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


MOST = 10
"""How many events there may be at a time; of more, everybody has met everybody, and nobody can be merged."""

Both = tuple[Callable[[], object], Callable[[Archive], object]]
"""What is done to the model, and, before that, to the archive."""


class Lot:
    """An archive and its model, and what is done to both, as it is drawn."""

    def __init__(self, archive: Archive, draw: Random) -> None:
        self.archive = archive
        self.model = Model()
        self.draw = draw
        self.last = ""
        self.done, self.refused = Counter[str](), Counter[str]()

    def step(self, without: Collection[str] = ()) -> None:
        """Do one thing to both; what one refuses, the other has to refuse."""
        kind = self.draw.choice([kind for kind, times in TIMES.items() if kind not in without for _ in range(times)])
        if self.last in BACK_AND_FORTH and self.draw.random() < 0.6:
            kind = self.draw.choice(BACK_AND_FORTH)
        events = len(self.model.state.events)
        if kind in OF_EVENTS:
            kind = "add" if not events else "remove" if events > MOST else kind
        ours, theirs = DEEDS[kind](self)
        expected = found = ""
        try:
            theirs(self.archive)
        except NotThereError as reason:
            found = str(reason)
        try:
            ours()
        except RefusedError as reason:
            expected = str(reason)
        assert bool(found) == bool(expected), f"{kind}: {found or 'done'}; expected: {expected or 'done'}"
        (self.refused if found else self.done)[kind] += 1
        self.last = kind

    def compare(self) -> None:
        """Fail where the archive is not what the model is."""
        state = self.model.state
        for day in (f"202{self.draw.randint(0, 4)}-{self.draw.randint(1, 12):02}-15", "2030-01-01"):
            with self.archive.reading() as connection:
                rows = make_rating_list(connection, day).rows
                who = who_is_who(connection)
            assert {row.name: (row.rank, row.rating, row.events) for row in rows} == state.rate(day)
        assert {who.name(person) for person in who.hidden} == state.hidden_people()
        two = {frozenset(map(who.name, each)) for each in who.two_people if each <= who.names.keys()}
        assert two == {each for each in state.two_people() if each <= state.known()}

    def event(self) -> int:
        return self.draw.choice([*self.model.state.events])

    def name(self) -> str:
        """Return a name of somebody who is there, and seldom of somebody else."""
        known = self.model.state.known() if self.draw.random() < 0.95 else {*PEOPLE, *OTHERS}
        return self.draw.choice(sorted(known or PEOPLE))


def draw_record(lot: Lot) -> EventRecord:
    return add_awards(make_record(lot.draw))


def hold(record: EventRecord) -> Held:
    """Return an event as the model has it, with awards worked out again (rules 1.7, 1.12.6 and 1.12.8)."""
    entries = []
    for each in record.entries:
        award = None
        rated = record.format == "Turnabout" and record.field > 3 and not record.provisional
        if rated and each.position is not None and each.status is None:
            (first,) = (worth for low, high, worth in FIRST_PLACE if low <= record.field <= high)
            (less,) = (worth for low, high, worth in LESS if low <= each.position <= high)
            wins = each.wins + Fraction(each.draws, 2) + each.byes
            award = (wins + bool(each.played_all)) * (first - less)
        entries.append(Entered(each.name, award))
    return Held(record.name, record.date, tuple(entries))


def add(lot: Lot) -> Both:
    """Add an event; one of the same name and day is another version of that."""
    return _put(lot, draw_record(lot))


def _put(lot: Lot, record: EventRecord) -> Both:
    number = lot.model.number_of(hold(record))

    def add_it(connection: Connection) -> None:
        assert add_event(connection, Command(), *_enter(connection, record)).event == number

    return (lambda: lot.model.put(number, hold(record))), within(add_it)


def _enter(connection: Connection, record: EventRecord) -> tuple[EventRecord, Source]:
    """Return an event as an import adds it: without those who were forgotten."""
    record, kept, _ = read_forgotten(connection).take_out(record, source(record))
    return record, kept


def within(change: Callable[[Connection], object]) -> Callable[[Archive], None]:
    """Return what makes a change in a transaction."""

    def do(archive: Archive) -> None:
        with archive.writing() as connection:
            change(connection)

    return do


def replace_it(lot: Lot) -> Both:
    """Add an event once more, with other results."""
    old = lot.model.state.events[lot.event()]
    return _put(lot, replace(draw_record(lot), name=old.name, date=old.day))


def renew(lot: Lot) -> Both:
    """Replace an event as a rebuild would, had a newer program computed it otherwise."""
    number = lot.event()
    old = lot.model.state.events[number]
    record = replace(draw_record(lot), name=old.name, date=old.day)

    def renew_it(connection: Connection) -> None:
        replace_event(connection, Command(), number, *_enter(connection, record), "rebuild")

    return (lambda: lot.model.put(number, hold(record))), within(renew_it)


def remove(lot: Lot) -> Both:
    number = lot.event()
    return (
        lambda: lot.model.remove(number),
        within(lambda connection: remove_event(connection, Command(), str(number))),
    )


def merge_two(lot: Lot) -> Both:
    names = lot.name(), lot.name()
    return (lambda: lot.model.merge(*names)), within(
        lambda connection: Corrections(connection, Command()).merge(*names)
    )


def part_two(lot: Lot) -> Both:
    names = lot.name(), lot.name()
    return (lambda: lot.model.apart(*names)), within(
        lambda connection: Corrections(connection, Command()).tell_apart(*names)
    )


def split_one(lot: Lot) -> Both:
    name = lot.name()
    return (lambda: lot.model.split(name)), within(lambda connection: Corrections(connection, Command()).split(name))


def split_there(lot: Lot) -> Both:
    """Say that somebody was another one in an event, mostly somebody who was there."""
    number = lot.event()
    entered = lot.model.state.events[number].names
    name = lot.draw.choice(entered) if lot.draw.random() < 0.9 else lot.name()
    new = lot.draw.choice((*PEOPLE, *OTHERS))
    title = f"{lot.model.state.events[number].name} ({lot.model.state.events[number].day})"
    return (
        lambda: lot.model.split_event(name, number, new),
        within(lambda connection: Corrections(connection, Command()).split_events(name, [title], new)),
    )


def hide_one(lot: Lot) -> Both:
    name = lot.name()
    return (lambda: lot.model.hide(name)), within(lambda connection: Corrections(connection, Command()).hide(name))


def show_one(lot: Lot) -> Both:
    name = lot.draw.choice(sorted(lot.model.state.hidden) or [lot.name()])
    return (lambda: lot.model.unhide(name)), within(
        lambda connection: Corrections(connection, Command()).hide(name, off=True)
    )


def forget_one(lot: Lot) -> Both:
    name, known = lot.name(), list[str]()

    def forget_it(archive: Archive) -> None:
        with archive.writing() as connection:
            found = prepare_forgetting(connection, name)
            forget(connection, Command(), found)
            known.append(found.body["player"])

    return (lambda: lot.model.forget(name, *known or [""])), forget_it


def take_back(lot: Lot) -> Both:
    return lot.model.undo, within(lambda connection: undo(connection, Command()))


def do_again(lot: Lot) -> Both:
    return lot.model.redo, within(lambda connection: redo(connection, Command()))


DEEDS: Final[Mapping[str, Callable[[Lot], Both]]] = {
    "add": add,
    "replace": replace_it,
    "rebuild": renew,
    "remove": remove,
    "merge": merge_two,
    "apart": part_two,
    "split": split_one,
    "split there": split_there,
    "hide": hide_one,
    "unhide": show_one,
    "forget": forget_one,
    "undo": take_back,
    "redo": do_again,
}
TIMES: Final[Mapping[str, int]] = dict.fromkeys(DEEDS, 2) | {"add": 5, "merge": 8, "undo": 3, "redo": 1, "forget": 1}
"""How often each is drawn; whatever goes back or forth, often goes on so."""
BACK_AND_FORTH: Final = ("undo", "redo")
OF_EVENTS: Final = frozenset({"add", "replace", "rebuild", "remove", "split there"})


def fill(archive: Archive, draw: Random, without: Collection[str] = ("forget",)) -> None:
    """Make an archive of many changes."""
    lot = Lot(archive, draw)
    for _ in range(30):
        lot.step(without)
