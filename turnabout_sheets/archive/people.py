"""Who is who: finding a person by name, and the corrections that join persons and part them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from sqlalchemy import Connection, func, select

from turnabout_sheets.archive.derive import Decisions, number_players, read_decisions
from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.events import find_event, title_of
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.records import Entry
from turnabout_sheets.archive.schema import ENTRIES, EVENTS, PLAYERS
from turnabout_sheets.core.command_line import name_program
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import find_nearest, join_words, key

TEAM: Final = " & "  # between the names of those who are one player together
TWICE: Final = Message(
    "{name} appears twice in {event}: two people were merged by mistake. Split them with: turnabout archive split"
)


def list_partners(name: str) -> list[str]:
    """Return the names of those who are one player together; none where a name is that of one alone."""
    partners = name.split(TEAM)
    return partners if len(partners) > 1 else []


@dataclass(frozen=True)
class Who:
    """Who is who: the players as entered, by number, and who they really are by what was decided."""

    decisions: Decisions
    names: Mapping[int, tuple[str, ...]]  # all that a player was entered under, the latest first
    player_ids: Mapping[int, str]  # of those who have one
    word: str = ""  # in place of the names of hidden persons; blank: they are named

    @property
    def entered(self) -> set[str]:
        """All names that anybody was entered under."""
        return {name for names in self.names.values() for name in names}

    @cached_property
    def merged(self) -> Mapping[int, Sequence[int]]:
        """The players who were merged into a person, by person."""
        return _group((main, player) for player, main in sorted(self.decisions.everywhere.items()))

    @cached_property
    def two_people(self) -> set[frozenset[int]]:
        """The pairs of persons who are known to be two."""
        return {frozenset(map(self.decisions.person, pair)) for pair in self.decisions.two}

    @cached_property
    def hidden(self) -> set[int]:
        """The persons who are not to be named on pages: any player who is one with them is hidden."""
        return {self.decisions.person(player) for player in self.decisions.hidden}

    @cached_property
    def unnamed(self) -> set[str]:
        """The names of hidden persons, as they are compared."""
        return {key(name) for person in self.hidden for name in self._all_names(person)}

    @cached_property
    def _bearers(self) -> Mapping[str, Sequence[int]]:
        return _group((key(name), player) for player, names in self.names.items() for name in names)

    @cached_property
    def _called(self) -> Mapping[str, Sequence[int]]:
        """The players by what they may be called: a Player ID goes before a name, and that before a label."""
        labels = _group((key(self.label(player)), player) for player in self.names)
        return {**labels, **self._bearers, **_group((key(each), player) for player, each in self.player_ids.items())}

    def persons_called(self, named: str) -> Mapping[int, Sequence[int]]:
        """Return who has ``named`` as Player ID, else as a name, else as the label: by person, the players."""
        return _group((self.decisions.person(player), player) for player in self._called.get(key(named), ()))

    def name(self, person: int, entered: str = "") -> str:
        """Return the name that a person is shown under; or was ``entered`` under, if that may be shown."""
        if self.word and person in self.hidden:
            return self.word
        is_covered = not entered or (self.word and key(entered) in self.unnamed)
        name = self.names[person][0] if is_covered else entered
        partners = list_partners(name) if self.word else []
        return TEAM.join(self.word if key(each) in self.unnamed else each for each in partners) or name

    def _all_names(self, person: int) -> list[str]:
        return [name for player in (person, *self.merged.get(person, ())) for name in self.names[player]]

    def all_names(self, person: int) -> tuple[str, ...]:
        """Return all names of a person, the shown one first."""
        return tuple(dict.fromkeys(self.name(person, name) for name in self._all_names(person)))

    def player_id(self, person: int) -> str:
        """Return the Player ID of a person, blank where there is none to show."""
        return "" if self.word and person in self.hidden else self.player_ids.get(person, "")

    def label(self, player: int) -> str:
        """Return what tells a player from all others: the name, and the Player ID, or that there is none."""
        name, player_id = self.name(player), self.player_id(player)
        if player_id:
            return f"{name} (Player ID {player_id})"
        return f"{name} (no Player ID)" if len(self._bearers.get(key(name), ())) > 1 else name


def _group(pairs: Iterable[tuple[Any, int]]) -> Mapping[Any, Sequence[int]]:
    found = defaultdict[Any, list[int]](list)
    for name, player in dict.fromkeys(pairs):
        found[name].append(player)
    return found


def who_is_who(connection: Connection, *, everybody: bool = False, word: str = "") -> Who:
    """Return who is who of those in an event or a decision, or of ``everybody``; a ``word`` covers hidden names."""
    decisions = read_decisions(connection)
    entered = select(ENTRIES.c.player, ENTRIES.c.name).group_by(ENTRIES.c.player, ENTRIES.c.name)
    names = defaultdict[int, list[str]](list)
    for player, name in connection.execute(entered.order_by(func.max(ENTRIES.c.date).desc(), ENTRIES.c.name.desc())):
        names[player].append(name)
    links = {*decisions.everywhere.items(), *((player, main) for (_, player), main in decisions.there.items())}
    there = {*names, *decisions.hidden}.union(*links)
    players = [row for row in connection.execute(select(PLAYERS)) if everybody or row.player in there]
    return Who(
        decisions,
        # Only a Player ID can have several names.
        {row.player: tuple(names.get(row.player, ()) if row.player_id else ()) or (row.name,) for row in players},
        {row.player: row.player_id for row in players if row.player_id},
        word,
    )


def find_person(who: Who, named: str | int, known: Collection[str] = ()) -> int:
    """Return the person of a Player ID, a name or a number. Raises `NotThereError` where there is not just one.

    It says which one of the ``known`` names was meant, perhaps, else of all.
    """
    if isinstance(named, int):
        return named
    persons = who.persons_called(named)
    if len(persons) > 1:
        which = join_words([who.label(player) for player in sorted(persons)])
        raise NotThereError(f'"{named}" is the name of {len(persons)} persons; say which, in full: {which}.')
    if not persons:
        near = find_nearest(named, sorted(known or who.entered))
        everybody = f"Check the name; {name_program()} archive ratings lists everybody."
        hint = f'Did you mean "{near}"?' if near else everybody
        raise NotThereError(f'There is nobody called "{named}" in the archive. {hint}')
    return next(iter(persons))


def find_alone(who: Who, named: str, entered: Collection[str]) -> tuple[int, str]:
    """Return the person of a Player ID or a name, and the label; who is only in teams, of ``entered`` names, is 0."""
    partners = {key(each): each for name in sorted(entered, reverse=True) for each in list_partners(name)}
    if key(named) in partners and not who.persons_called(named):
        return 0, partners[key(named)]
    known = {*(name for name in entered if TEAM in named or TEAM not in name), *partners.values()}
    return (person := find_person(who, named, known)), who.label(person)


def find_twice_in(connection: Connection, titles: Mapping[int, str]) -> list[Message]:
    """Return a line for each person who is twice in one of some events, whose titles are given by number."""
    who = who_is_who(connection)
    twice = select(ENTRIES.c.event, ENTRIES.c.person).group_by(ENTRIES.c.event, ENTRIES.c.person)
    return [
        TWICE.fill(name=who.label(person), event=titles[event])
        for event, person in connection.execute(twice.having(func.count() > 1).order_by(ENTRIES.c.event))
        if event in titles
    ]


class AlreadyError(NotThereError):
    """What is to be said of somebody is so already; nothing to do."""


@dataclass
class Corrections:
    """Corrections of who is who by one command; ``file`` is where they were said.

    Each is written, and returns what was done. It raises `NotThereError` where somebody is not found, or nothing would
    change. Persons are named, or known by number.
    """

    connection: Connection
    command: Command
    file: str = ""

    @cached_property
    def who(self) -> Who:
        """Who they are by now."""
        return who_is_who(self.connection)

    def _write(self, kind: str, told: str, **body: Any) -> str:
        self.command.write(self.connection, kind, told, body, file=self.file)
        self.who.decisions.add(kind, body)
        for known in ("merged", "two_people", "hidden"):
            vars(self.who).pop(known, None)
        return told

    def _events_of(self, person: int) -> set[int]:
        return set(self.connection.execute(select(ENTRIES.c.event).where(ENTRIES.c.person == person)).scalars())

    def merge(self, named: str | int, other: str | int) -> str:
        """Say that ``other`` is the same person as ``named``, the main one; not of two in one event (rules 1.12.9)."""
        who = self.who
        main, second = find_person(who, named), find_person(who, other)
        if main == second:
            raise AlreadyError(f"That is one person already, {who.label(main)}; nothing to do.")
        if both := self._events_of(main) & self._events_of(second):
            raise NotThereError(
                f"{who.label(main)} and {who.label(second)} both played in "
                f'"{title_of(self.connection, min(both))}", so they are two people. If the event is wrong, correct and '
                "archive it again first."
            )
        told = f"Merged {who.label(second)} into {who.label(main)}"
        if (second in who.hidden) != (main in who.hidden):
            told += "; both are hidden on pages now"
        # Everybody points at the main one directly, so nobody has to follow a chain.
        return self._write("merge", told, players=[second, *who.merged.get(second, ())], main=main)

    def tell_apart(self, named: str | int, other: str | int) -> str:
        """Say that ``named`` and ``other`` are two people, however alike their names are."""
        who = self.who
        one, second = find_person(who, named), find_person(who, other)
        if one == second:
            split = f"{name_program()} archive split"
            raise NotThereError(f"That is one person, {who.label(one)}; if they are two, part them first: {split}.")
        told = f"{who.label(one)} and {who.label(second)} are two people"
        if frozenset((one, second)) in who.two_people:
            raise AlreadyError(f"{told} already; nothing to do.")
        return self._write("apart", told, players=sorted((one, second)))

    def split(self, named: str) -> str:
        """Part a player who was merged into another one."""
        who = self.who
        person = find_person(who, named)
        parted = who.persons_called(named)[person]
        if len(parted) > 1 or parted[0] == person:  # the main one: the other is meant, if there is just one
            parted = who.merged.get(person, ())
        if not parted:
            raise NotThereError(
                f'"{named}" was not merged with anybody. Where two people have one name, part them event by event: '
                f'{name_program()} archive split "Name" --event "Event" --to "Name (Town)".'
            )
        if len(parted) > 1:
            others = join_words([f'"{who.label(each)}"' for each in parted])
            raise NotThereError(f'"{named}" is the one into whom others were merged; name the one to part: {others}.')
        return self._write("split", f"Parted {who.label(parted[0])} from {who.label(person)}", players=[*parted])

    def split_events(self, named: str, events: Sequence[str], new_name: str) -> str:
        """Say that ``named`` was really ``new_name`` in some events: somebody in the archive, or somebody new."""
        who = self.who
        person, titles, there = find_person(who, named), list[str](), list[tuple[int, int]]()
        for event in [find_event(self.connection, each) for each in events]:
            its = select(ENTRIES.c.player).where(ENTRIES.c.event == event, ENTRIES.c.person == person)
            titles.append(title_of(self.connection, event))
            if (player := self.connection.execute(its.order_by(ENTRIES.c.entry)).scalars().first()) is None:
                raise NotThereError(f"{who.label(person)} did not play in {titles[-1]}.")
            there.append((event, player))
        new, label = [], new_name
        if who.persons_called(new_name):
            other = find_person(who, new_name)
            label = who.label(other)
        else:
            (other,) = number_players(self.connection, [Entry(new_name)])
            new = [[other, new_name, ""]]
        if other == person or self._events_of(other).intersection(event for event, _ in there):
            why = f'and "{named}" are one person' if other == person else "played there, too"
            raise NotThereError(f'"{new_name}" {why}; give the other one another name.')
        told = f"{who.label(person)} is {label} in {join_words(titles, 'and')}"
        return self._write("split", told, players=[], events=there, main=other, new=new)

    def hide(self, named: str, *, off: bool = False) -> str:
        """Say that a person, and all who are one with them now, is not to be named on pages (archive 5.8), or is."""
        who, new = self.who, []
        person, label = find_alone(who, named, who.entered)
        if (person in who.hidden) != off:
            said = "not hidden on pages" if off else "hidden on pages already"
            raise NotThereError(f"{label} is {said}; nothing to do.")
        if not person:
            (person,) = number_players(self.connection, [Entry(label)])
            new = [[person, label, ""]]
        kind, told = ("unhide", f"Shows {label} on pages again") if off else ("hide", f"Hid {label} on pages")
        return self._write(kind, told, players=[person, *who.merged.get(person, ())], new=new)


def find_still_named(connection: Connection) -> Iterator[str]:
    """Yield which events have the name of somebody hidden in what pages tell of them."""
    who = who_is_who(connection)
    for row in connection.execute(select(EVENTS).order_by(EVENTS.c.event)) if who.hidden else ():
        told = key(f"{row.name} {row.event_id} {row.venue} {row.organizer}")
        if any(name in told for name in who.unnamed):
            event = f"{row.name} ({row.date})"
            yield f"The pages of {event} still show a hidden name: correct the event, and archive it again."
