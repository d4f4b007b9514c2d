"""A person with all names and entries, also in what is not in force any more, and who else has the same names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Column, Connection, Row, select

from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.forgotten import list_forgettings, read_forgotten
from turnabout_sheets.archive.identities import Who
from turnabout_sheets.archive.people import find_alone, who_is_who
from turnabout_sheets.archive.records import Entry, identity
from turnabout_sheets.archive.schema import ENTRIES, EVENTS, PLAYERS
from turnabout_sheets.core.text import key
from turnabout_sheets.event.history import list_partners


@dataclass(frozen=True)
class Person:
    """Somebody who is to be forgotten: the ``players`` who are so in some event, by number, and the ``entries``.

    ``names`` are all that the person was entered under, of which others bear ``shared``, as they are compared, too;
    ``others`` are the names that anybody else was entered under, and what tells those from the person. Of the
    identities ``known`` nobody else is. The ``person`` is 0, and has no players, who stands only in teams.
    """

    label: str
    person: int
    who: Who
    players: Mapping[int, Row[Any]]
    entries: Sequence[Row[Any]]
    names: Sequence[str]
    shared: Collection[str]
    others: Sequence[str]
    known: Collection[str]

    @cached_property
    def events(self) -> Mapping[int, set[str]]:
        """The events in which the person played, each with the identities that the person had there."""
        found = defaultdict[int, set[str]](set)
        for row in self.entries:
            found[row.event].add(self.players[row.player].identity)
        return found

    @property
    def ids(self) -> list[str]:
        """The person's Player IDs."""
        return [row.player_id for row in self.players.values() if row.player_id]


def find_to_forget(connection: Connection, named: str) -> Person:
    """Return the person of a name or Player ID who is to be forgotten.

    Whoever bears a name of the person only in what is not in force any more, and nobody else who is there, is taken
    for the person. Raises `NotThereError` where nobody has the name, several have, or it is of somebody who was
    forgotten already.
    """
    living, who = who_is_who(connection), who_is_who(connection, everybody=True)
    entered = connection.execute(select(ENTRIES.c.player, ENTRIES.c.name).distinct()).all()
    there = {*who.entered, *(row.name for row in entered)}
    person, name = _find(connection, living, who, named, there)
    if not person:
        return Person(name, person, who, {}, [], [name], (), sorted(there), {identity(Entry(name))})
    rows = {row.player: row for row in connection.execute(select(PLAYERS))}
    players = who.players(person)
    mine = [row for row in read_entries(connection, players) if who.person(row.player, row.event) == person]
    alone = {player for player in players if who.everywhere.get(player, player) == person}
    names = {key(name) for name in (*(rows[each].name for each in alone), *(row.name for row in mine))}
    if names <= {key(each.player) for each in list_forgettings(connection)}:
        raise NotThereError(f"{who.name(person)} is somebody who was forgotten already; nothing to do.")
    events = {row.event for row in mine}
    borne = {key(row.name) for row in entered if row.player in living.names and row.player not in players} & names
    passed = defaultdict[int, list[Row[Any]]](list)
    alike = {row.player for row in entered if key(row.name) in names} - players
    for row in read_entries(connection, alike - living.names.keys()):
        passed[row.player].append(row)
    for player, others in passed.items():
        if not {key(row.name) for row in others} & borne or {row.event for row in others} <= events:
            alone.add(player)
            mine += others
    players |= alone
    entries = {(row.version, row.player) for row in mine}
    elsewhere = [row for row in read_entries(connection, players) if (row.version, row.player) not in entries]
    strangers = [row for row in entered if row.player not in players] + elsewhere
    shared = {key(row.name) for row in strangers} & names
    told = [label(row.name, rows[row.player]) for row in strangers if key(row.name) in shared]
    return Person(
        who.label(person),
        person,
        who,
        {player: rows[player] for player in sorted(players)},
        mine,
        sorted({row.name for row in mine} | {rows[each].name for each in alone}),
        shared,
        sorted({*(row.name for row in strangers), *told}),
        {rows[player].identity for player in alone} | {f"={name}" for name in names - shared},
    )


def _find(connection: Connection, living: Who, who: Who, named: str, entered: Collection[str]) -> tuple[int, str]:
    if not who.called(named) and (player := read_forgotten(connection).look_up(f"={key(named)}")):
        raise NotThereError(f'"{named}" was forgotten already, and is {player} now; nothing to do.')
    return find_alone(living if living.called(named) else who, named, entered)


def read_teams(connection: Connection, person: Person) -> list[Row[Any]]:
    """Return the players who are teams, of which a person is one, also in what is not in force; by no shared name."""
    names = set(map(key, person.names)) - set(person.shared)
    entered = connection.execute(select(ENTRIES.c.player, ENTRIES.c.name).distinct())
    teams = {row.player for row in entered if not names.isdisjoint(map(key, list_partners(row.name)))}
    query = select(PLAYERS).where(PLAYERS.c.player.in_(teams - person.players.keys()))
    return list(connection.execute(query.order_by(PLAYERS.c.player)))


def read_entries(connection: Connection, players: Collection[int]) -> list[Row[Any]]:
    """Return all entries of players, also in what is not in force."""
    columns: list[Column[Any]] = [ENTRIES.c.player, ENTRIES.c.name, EVENTS.c.version, EVENTS.c.event]
    query = select(*columns).join(EVENTS, EVENTS.c.version == ENTRIES.c.version)
    return [row for each in players for row in connection.execute(query.where(ENTRIES.c.player == each))]


def label(name: str, player: Row[Any]) -> str:
    """Return a name with what tells it from the same one of others: see `archive.identities.Who.label`."""
    return f"{name} (Player ID {player.player_id})" if player.player_id else f"{name} (no Player ID)"
