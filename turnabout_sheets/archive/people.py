"""Who is who: finding a person by name, and the corrections that join persons and part them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from sqlalchemy import Connection, func, select

from turnabout_sheets.archive.derive import Decisions, number_players, read_decisions
from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.events import find_event, title_of
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.records import Entry
from turnabout_sheets.archive.schema import ENTRIES, PLAYERS
from turnabout_sheets.core.command_line import name_program
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import find_nearest, join_words, key

TEAM: Final = " & "  # between the names of those who are one player together


def list_partners(name: str) -> list[str]:
    """Return the names of those who are one player together; none where a name is that of one alone."""
    partners = name.split(TEAM)
    return partners if len(partners) > 1 else []


def rank_name(name: str, player_id: str) -> tuple[object, ...]:
    """Return what names of a person are sorted by, the best first (archive 5.5)."""
    initials = sum(len(word) == 1 for word in re.split(r"[\s.]+", name))
    accents = sum(sign.isalpha() and not sign.isascii() for sign in name)
    return not player_id, "," in name, initials, -accents, -sum(sign in "-‐‑'’" for sign in name)


@dataclass(frozen=True)
class Who:
    """Who is who: the players as entered, by number, and who they really are by what was decided."""

    decisions: Decisions
    names: Mapping[int, tuple[str, ...]]  # all that a player was entered under, the latest first; the first is shown
    player_ids: Mapping[int, str]  # of those who have one

    @property
    def entered(self) -> list[str]:
        """All names that anybody was entered under."""
        return list(dict.fromkeys(name for names in self.names.values() for name in names))

    @cached_property
    def merged(self) -> Mapping[int, list[int]]:
        """The players who were merged into a person, by person."""
        merged = defaultdict[int, list[int]](list)
        for player, main in sorted(self.decisions.everywhere.items()):
            merged[main].append(player)
        return merged

    @cached_property
    def two_people(self) -> set[frozenset[int]]:
        """The pairs of persons who are known to be two."""
        return {frozenset(map(self.decisions.person, pair)) for pair in self.decisions.two}

    @cached_property
    def hidden(self) -> set[int]:
        """The persons who are not to be named on pages: any player who is one with them is hidden."""
        return {self.decisions.person(player) for player in self.decisions.hidden}

    @cached_property
    def _bearers(self) -> Mapping[str, Sequence[int]]:
        """The players who were entered under a name, by the name as it is compared."""
        return _group((key(name), player) for player, names in self.names.items() for name in names)

    @cached_property
    def _called(self) -> Mapping[str, Sequence[int]]:
        """The players by what they may be called: a Player ID goes before a name, and that before a label."""
        labels = _group((key(self.label(player)), player) for player in self.names)
        return {**labels, **self._bearers, **_group((key(each), player) for player, each in self.player_ids.items())}

    def called(self, named: str) -> Sequence[int]:
        """Return who has ``named`` as Player ID, else as a name, else as the label: players as entered."""
        return self._called.get(key(named), ())

    def persons_called(self, named: str) -> Mapping[int, Sequence[int]]:
        """Return those players by person."""
        persons = defaultdict[int, list[int]](list)
        for player in self.called(named):
            persons[self.decisions.person(player)].append(player)
        return persons

    def players(self, person: int) -> set[int]:
        """Return the players, as entered, who are a person in all events, or in some."""
        there = {player for event, player in self.decisions.there if self.decisions.person(player, event) == person}
        return {person, *self.merged.get(person, ()), *there}

    def name(self, person: int) -> str:
        """Return the name that a person is shown under."""
        return self.names[person][0]

    def shown(self, person: int) -> str:
        """Return the name that a person is shown under beside others: the `label` where several persons have it."""
        name = self.name(person)
        bearers = {self.decisions.person(player) for player in self._bearers[key(name)]}
        return self.label(person) if len(bearers) > 1 else name

    def label(self, player: int) -> str:
        """Return what tells a player, as entered, from all others: the name, and the Player ID if there is one.

        That there is none is said where others have the name.
        """
        name, player_id = self.name(player), self.player_ids.get(player)
        if player_id:
            return f"{name} (Player ID {player_id})"
        return f"{name} (no Player ID)" if len(self._bearers[key(name)]) > 1 else name


def _group(pairs: Iterable[tuple[str, int]]) -> Mapping[str, Sequence[int]]:
    found = defaultdict[str, list[int]](list)
    for name, player in dict.fromkeys(pairs):
        found[name].append(player)
    return found


def who_is_who(connection: Connection, *, everybody: bool = False) -> Who:
    """Return who is who in the archive now: of those who played in an event that there is, or are in a decision.

    With ``everybody``, also of those who only were in what is undone. They are told apart by rules 1.12.9.
    """
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
        {
            row.player: tuple(names[row.player]) if row.player_id and row.player in names else (row.name,)
            for row in players
        },
        {row.player: row.player_id for row in players if row.player_id},
    )


def find_person(who: Who, named: str) -> int:
    """Return the person with ``named`` as Player ID, or as one of the names.

    Raises `NotThereError` where there is none, or where several have the name.
    """
    return who.decisions.person(_find_player(who, named))


def _find_player(who: Who, named: str) -> int:
    """Return a player as entered; of several who are one person, the main one."""
    persons = who.persons_called(named)
    if len(persons) == 1:
        ((person, players),) = persons.items()
        return players[0] if len(players) == 1 else person
    if persons:
        which = join_words([who.label(player) for player in sorted(persons)])
        raise NotThereError(f'"{named}" is the name of {len(persons)} persons; say which, in full: {which}.')
    raise _refuse(named, who.entered)


def _refuse(named: str, known: Iterable[str]) -> NotThereError:
    near = find_nearest(named, sorted(set(known)))
    everybody = f"Check the name; {name_program()} archive ratings lists everybody."
    hint = f'Did you mean "{near}"?' if near else everybody
    return NotThereError(f'There is nobody called "{named}" in the archive. {hint}')


def find_alone(who: Who, named: str, entered: Collection[str]) -> tuple[int, str]:
    """Return the person with ``named`` as Player ID, or as one of the names, and what tells that one from others.

    A person who is only in teams, among the names ``entered``, is 0, which no player is, and the name as it is written.
    Raises `NotThereError` as `find_person` does; it offers no team unless one is named.
    """
    if who.called(named):
        return (person := find_person(who, named)), who.label(person)
    partners = {key(each): each for name in sorted(entered, reverse=True) for each in list_partners(name)}
    if key(named) in partners:
        return 0, partners[key(named)]
    alone = [name for name in entered if TEAM in named or not list_partners(name)]
    raise _refuse(named, [*alone, *partners.values()])


def last_player(connection: Connection) -> int:
    """Return the number of the player who was entered last; 0 where there is none."""
    return connection.execute(select(func.max(PLAYERS.c.player))).scalar() or 0


def find_twice_in(connection: Connection, titles: Mapping[int, str]) -> list[Message]:
    """Return a line for each person who is twice in one of some events, whose titles are given by number.

    Two who played in one event are two people (rules 1.12.9).
    """
    who = who_is_who(connection)
    twice = select(ENTRIES.c.event, ENTRIES.c.person).group_by(ENTRIES.c.event, ENTRIES.c.person)
    rows = connection.execute(twice.having(func.count() > 1).order_by(ENTRIES.c.event, ENTRIES.c.person)).all()
    return [
        Message(
            "{name} appears twice in {event}: two people were merged by mistake. Split them with: turnabout archive "
            "split",
            name=who.label(person),
            event=titles[event],
        )
        for event, person in rows
        if event in titles
    ]


def merge(connection: Connection, command: Command, named: str, other: str) -> str:
    """Say that ``other`` is the same person as ``named``, who is the main one. Return what was done.

    That they are two, if somebody has said so, holds no longer. Raises `NotThereError` where one of them is not found,
    or `unite` does.
    """
    who = who_is_who(connection)
    return unite(connection, command, who, find_person(who, named), find_person(who, other))


def unite(connection: Connection, command: Command, who: Who, main: int, other: int, file: str = "") -> str:
    """Make a person one with the ``main`` one, and return what was done; ``file`` is where it was said.

    ``who`` is who they are, and keeps up.

    Raises `NotThereError` where they are one already, or both played in the same event (rules 1.12.9).
    """
    if main == other:
        raise NotThereError(f"That is one person already, {who.label(main)}; nothing to do.")
    theirs = select(ENTRIES.c.event).where(ENTRIES.c.person == other)
    both = select(func.min(ENTRIES.c.event)).where(ENTRIES.c.person == main, ENTRIES.c.event.in_(theirs))
    if (event := connection.execute(both).scalar()) is not None:
        title = title_of(connection, event)
        raise NotThereError(
            f'{who.label(main)} and {who.label(other)} both played in "{title}", so they are two people. If the event '
            "is wrong, correct and archive it again first."
        )
    told = f"Merged {who.label(other)} into {who.label(main)}"
    if (other in who.hidden) != (main in who.hidden):
        told += "; both are hidden on pages now"
    # Everybody points at the main one directly, so nobody has to follow a chain.
    body = {"players": [other, *who.merged.get(other, ())], "main": main}
    command.write(connection, "merge", told, body, file=file)
    who.decisions.add("merge", body)
    for known in ("merged", "two_people", "hidden"):
        vars(who).pop(known, None)
    return told


def tell_apart(connection: Connection, command: Command, named: str, other: str) -> str:
    """Say that ``named`` and ``other`` are two people, however alike their names are. Return what was done.

    Raises `NotThereError` where one of them is not found, or `part` does.
    """
    who = who_is_who(connection)
    return part(connection, command, who, find_person(who, named), find_person(who, other))


def part(connection: Connection, command: Command, who: Who, one: int, other: int, file: str = "") -> str:
    """Keep that two persons are two, and return what was done; ``file`` is where it was said.

    ``who`` is who they are, and keeps up.

    Raises `NotThereError` where both are one person, or it is known already.
    """
    if one == other:
        split = f"{name_program()} archive split"
        raise NotThereError(f"That is one person, {who.label(one)}; if they are two, part them first: {split}.")
    told = f"{who.label(one)} and {who.label(other)} are two people"
    if frozenset((one, other)) in who.two_people:
        raise NotThereError(f"{told} already; nothing to do.")
    command.write(connection, "apart", told, {"players": sorted((one, other))}, file=file)
    who.two_people.add(frozenset((one, other)))
    return told


def split(connection: Connection, command: Command, named: str) -> str:
    """Part a player who was merged into another one. Return what was done.

    Raises `NotThereError` where the player is not found, or was not merged.
    """
    who = who_is_who(connection)
    player = _find_player(who, named)
    if player not in who.decisions.everywhere:
        merged = who.merged.get(player, ())
        if not merged:
            raise NotThereError(
                f'"{named}" was not merged with anybody. Where two people have one name, part them event by event: '
                f'{name_program()} archive split "Name" --event "Event" --to "Name (Town)".'
            )
        if len(merged) > 1:
            others = join_words([f'"{who.label(each)}"' for each in merged])
            raise NotThereError(f'"{named}" is the one into whom others were merged; name the one to part: {others}.')
        (player,) = merged
    told = f"Parted {who.label(player)} from {who.label(who.decisions.person(player))}"
    command.write(connection, "split", told, {"players": [player]})
    return told


def split_events(connection: Connection, command: Command, named: str, events: Sequence[str], new_name: str) -> str:
    """Say that the player called ``named`` was really somebody else in some events, called ``new_name``.

    That may be somebody in the archive, by name or Player ID, or somebody new. Return what was done. Raises
    `NotThereError` where somebody or something is not found.
    """
    who = who_is_who(connection)
    person, titles, there = find_person(who, named), list[str](), list[tuple[int, int]]()
    for each in events:
        event = find_event(connection, each)
        entered = select(ENTRIES.c.player).where(ENTRIES.c.event == event, ENTRIES.c.person == person)
        player = connection.execute(entered).scalars().first()
        title = title_of(connection, event)
        if player is None:
            raise NotThereError(f"{who.label(person)} did not play in {title}.")
        titles.append(title)
        there.append((event, player))
    new, known = [], who.persons_called(new_name)
    if known:
        other = find_person(who, new_name)
    else:
        (other,) = number_players(connection, [Entry(new_name)])
        new = [[other, new_name, ""]]
    if other == person:
        raise NotThereError(f'"{new_name}" and "{named}" are one person; give the other one another name.')
    theirs = set(connection.execute(select(ENTRIES.c.event).where(ENTRIES.c.person == other)).scalars())
    if theirs.intersection(event for event, _ in there):
        raise NotThereError(f'"{new_name}" played there, too; give the other one another name.')
    told = f"{who.label(person)} is {who.label(other) if known else new_name} in {join_words(titles, 'and')}"
    command.write(connection, "split", told, {"players": [], "events": there, "main": other, "new": new})
    return told


def hide(connection: Connection, command: Command, named: str, *, off: bool = False) -> str:
    """Say that a person is not to be named on published pages (archive 5.8), or is again. Return what was done.

    The same goes for all who are one with that person now, also should they be parted. A person who is only in teams
    is a player from then on. Raises `NotThereError` where the person is not found, or nothing would change.
    """
    who = who_is_who(connection)
    person, label = find_alone(who, named, who.entered)
    if (person in who.hidden) != off:
        raise NotThereError(f"{label} is {'not hidden on pages' if off else 'hidden on pages already'}; nothing to do.")
    new = []
    if not person:
        (person,) = number_players(connection, [Entry(label)])
        new = [[person, label, ""]]
    told = f"Shows {label} on pages again" if off else f"Hid {label} on pages"
    body = {"players": [person, *who.merged.get(person, ())], "new": new}
    command.write(connection, "unhide" if off else "hide", told, body)
    return told
