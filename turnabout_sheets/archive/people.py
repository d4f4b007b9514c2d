"""Corrections of who is who, which join persons and part them, and finding a person by name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Final

from sqlalchemy import Connection, exists, func, select

from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.events import IN_FORCE, enter_players, find_event, title_of
from turnabout_sheets.archive.hash_chain import insert_rows, update_rows
from turnabout_sheets.archive.identities import Who
from turnabout_sheets.archive.journal import Command, next_number
from turnabout_sheets.archive.records import Entry, identity
from turnabout_sheets.archive.schema import ENTRIES, EVENTS, LINKS, PLAYERS
from turnabout_sheets.core.command_line import name_program, word_command_of_names
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import find_meant, find_nearest, join_words, key
from turnabout_sheets.event.history import TEAM, list_partners, rank_name

HIDDEN: Final = 0
"""The event of a link that hides a player on pages: none has that number, so it makes nobody somebody else."""


def who_is_who(connection: Connection, *, everybody: bool = False) -> Who:
    """Return who is who in the archive now: of those who stand in an event in force, or are somebody's true self.

    With ``everybody``, also of those who stand only in what is not in force. They are told apart by rules 1.12.9.
    """
    rows = connection.execute(select(LINKS).where(LINKS.c.ended.is_(None))).all()
    links = [row for row in rows if row.event is None or row.event > 0]
    played = exists().where(ENTRIES.c.player == PLAYERS.c.player, ENTRIES.c.version == EVENTS.c.version, IN_FORCE)
    hidden = {row.player for row in rows if row.event == HIDDEN}
    there = {number for link in links for number in (link.player, link.main)} | hidden
    entered_once = connection.execute(select(PLAYERS, played.label("played")))
    players = [row for row in entered_once if everybody or row.played or row.player in there]
    # Only a Player ID can stand beside several names, and few do: everybody else is known by the one.
    renamed = (
        select(ENTRIES.c.player)
        .join(PLAYERS, PLAYERS.c.player == ENTRIES.c.player)
        .where(PLAYERS.c.player_id != "", ENTRIES.c.name != PLAYERS.c.name)
        .distinct()  # or PostgreSQL may look for them player by player
    )
    entered = (
        select(ENTRIES.c.player, ENTRIES.c.name, func.max(EVENTS.c.date).label("last"))
        .join(EVENTS, EVENTS.c.version == ENTRIES.c.version)
        .where(IN_FORCE, ENTRIES.c.player.in_(renamed))
        .group_by(ENTRIES.c.player, ENTRIES.c.name)
    )
    latest: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for row in connection.execute(entered):
        latest[row.player].append((row.last, row.name))
    names = {
        row.player: tuple(name for _, name in sorted(latest[row.player], reverse=True))
        if row.player in latest
        else (row.name,)
        for row in players
    }
    return Who(
        {link.player: link.main for link in links if link.event is None},
        {(link.player, link.event): link.main for link in links if link.event is not None},
        names,
        {row.player: row.player_id for row in players if row.player_id},
        {(row.player, row.main) for row in rows if row.event is not None and row.event < 0},
        hidden,
    )


def find_person(who: Who, named: str) -> int:
    """Return the person with ``named`` as Player ID, or as one of the names.

    Raises `NotThereError` where there is none, or where several have the name.
    """
    return who.everywhere.get(player := _find_player(who, named), player)


def find_alone(who: Who, named: str, entered: Collection[str]) -> tuple[int, str]:
    """Return the person with ``named`` as Player ID, or as one of the names, and what tells that one from others.

    Whoever stands only in teams, among the names ``entered``, is 0, which no player is, and the name as it is written.
    Whoever is not there is told no team that it may be, unless one is named. Raises `NotThereError` as `find_person`
    does.
    """
    if who.called(named):
        return (person := find_person(who, named)), who.label(person)
    partners = {key(each): each for name in sorted(entered, reverse=True) for each in list_partners(name)}
    if key(named) in partners:
        return 0, partners[key(named)]
    alone = [name for name in entered if TEAM in named or not list_partners(name)]
    raise _refuse(named, [*alone, *partners.values()])


def persons_called(who: Who, named: str) -> dict[int, list[int]]:
    """Return who has ``named`` as Player ID, else as a name, else as the label: players as entered, by person."""
    persons: dict[int, list[int]] = defaultdict(list)
    for player in who.called(named):
        persons[who.everywhere.get(player, player)].append(player)
    return persons


def find_near_name(who: Who, named: str) -> str | None:
    """Return the name in the archive that ``named`` was probably meant to be, or None."""
    return find_nearest(named, who.entered)


def last_player(connection: Connection) -> int:
    """Return the number of the player who was entered last; 0 where there is none."""
    return next_number(connection, PLAYERS.c.player) - 1


def find_mistyped(connection: Connection, after: int) -> list[Message]:
    """Return a line for everybody entered after a player's number whose name is nearly one that was there before.

    Whoever has a Player ID is known by that; and two who played in one event are two people (rules 1.12.9).
    """
    who = who_is_who(connection)
    known = tuple(dict.fromkeys(name for player, names in who.names.items() if player <= after for name in names))
    found = []
    for player in sorted(who.names):
        name = who.name(player)
        near = find_nearest(name, known) if player > after and player not in who.player_ids else None
        if near is not None:
            (old, *_), new = who.called(near), rank_name(name, "")
            if _events_of(connection, who, player) & _events_of(connection, who, who.everywhere.get(old, old)):
                continue
            main, other = (player, old) if new < rank_name(near, who.player_ids.get(old, "")) else (old, player)
            named = ((player, name), (old, near))
            shown = {each: text if len(who.called(text)) == 1 else who.label(each) for each, text in named}
            found.append(
                Message(
                    "{name} is new in the archive. If that is {near}, correct the name and archive the event again, "
                    "or merge the two.",
                    name=shown[player],
                    near=shown[old],
                    command=word_command_of_names("archive merge", shown[main], shown[other]),
                )
            )
    return found


def _find_player(who: Who, named: str) -> int:
    """Return a player as entered; of several who are one person, the main one."""
    persons = persons_called(who, named)
    if len(persons) == 1:
        ((person, players),) = persons.items()
        return players[0] if len(players) == 1 else person
    if persons:
        which = join_words([who.label(player) for player in sorted(persons)])
        raise NotThereError(f'"{named}" is the name of {len(persons)} persons; say which, in full: {which}.')
    raise _refuse(named, who.entered)


def _refuse(named: str, known: Collection[str]) -> NotThereError:
    meant = find_meant(named, sorted(set(known)))
    offered = join_words([f'"{each}"' for each in meant]) if meant else ""
    everybody = f"Check the name; {name_program()} archive ratings lists everybody."
    hint = f"Did you mean {offered}?" if meant else everybody
    return NotThereError(f'There is nobody called "{named}" in the archive. {hint}')


def merge(connection: Connection, command: Command, named: str, other: str) -> str:
    """Say that ``other`` is the same person as ``named``, who is the main one. Return what was done.

    That they are two, if somebody has said so, holds no longer. Raises `NotThereError` where one of them is not found,
    or both played in the same event (rules 1.12.9).
    """
    who = who_is_who(connection)
    main, second = find_person(who, named), find_person(who, other)
    if main == second:
        raise NotThereError(f'"{named}" and "{other}" are one person already, {who.label(main)}; nothing to do.')
    both = _events_of(connection, who, main) & _events_of(connection, who, second)
    if both:
        title = connection.execute(select(EVENTS.c.name).where(IN_FORCE, EVENTS.c.event == min(both))).scalar()
        raise NotThereError(
            f'"{named}" and "{other}" both played in "{title}", so they are two people. If the event is wrong, correct '
            "and archive it again first."
        )
    (told,) = join(connection, command, who, main, [second])
    return told


def join(
    connection: Connection, command: Command, who: Who, main: int, others: Sequence[int], file: str = ""
) -> list[str]:
    """Make some persons one with the ``main`` one, as a change each, and return what was done.

    ``who`` is who they are before; nobody of them may be joined to somebody else since. ``file`` is where it was said.
    """
    done = []
    for other in others:
        told = f"Merged {who.label(other)} into {who.label(main)}"
        if (other in who.hidden) != (main in who.hidden):
            told += "; both are hidden on pages now"
        change = command.note(connection, "merge", told, file)
        # Everybody points at the main one directly, so nobody has to follow a chain.
        merged = who.merged.get(other, ())
        _end_links(connection, merged, None, change)
        _link(connection, [other, *merged], None, main, change)
        done.append(told)
    for pair in combinations((main, *others), 2):
        for one, two in who.two_people.get(frozenset(pair), ()):
            _end_links(connection, [one], -two, change)
    return done


def tell_apart(connection: Connection, command: Command, named: str, other: str) -> str:
    """Say that ``named`` and ``other`` are two people, however alike their names are. Return what was done.

    Raises `NotThereError` where one of them is not found, both are one person, or it is known already.
    """
    who = who_is_who(connection)
    one, second = find_person(who, named), find_person(who, other)
    if one == second:
        raise NotThereError(
            f'"{named}" and "{other}" are one person, {who.label(one)}; if they are two, part them first: '
            f"{name_program()} archive split."
        )
    if frozenset((one, second)) in who.two_people:
        raise NotThereError(f'"{named}" and "{other}" are known to be two people already; nothing to do.')
    return keep_apart(connection, command, who, one, second)


def keep_apart(connection: Connection, command: Command, who: Who, one: int, other: int, file: str = "") -> str:
    """Keep that two persons are two, and return what was done; ``file`` is where it was said."""
    told = f"{who.label(one)} and {who.label(other)} are two people"
    change = command.note(connection, "apart", told, file)
    first, last = sorted((one, other))
    # No event has a number below zero, so such a link makes nobody somebody else, and a player can have many.
    _link(connection, [first], -last, last, change)
    return told


def split(connection: Connection, command: Command, named: str) -> str:
    """Part a player who was merged into another one. Return what was done.

    Raises `NotThereError` where the player is not found, or was not merged.
    """
    who = who_is_who(connection)
    player = _find_player(who, named)
    if player not in who.everywhere:
        merged = who.merged.get(player, ())
        others = [f'"{who.label(each)}"' for each in merged]
        if len(merged) == 1:
            (player,) = merged
        elif merged:
            raise NotThereError(
                f'"{named}" is the one into whom others were merged; name the one to part: {join_words(others)}.'
            )
        else:
            raise NotThereError(
                f'"{named}" was not merged with anybody. Where two people have one name, part them event by event: '
                f'{name_program()} archive split "Name" --event "Event" --to "Name (Town)".'
            )
    main = who.everywhere[player]
    told = f"Parted {who.label(player)} from {who.label(main)}"
    if main in who.hidden:
        told += f"; hidden on pages: {_tell_hidden(who, player, main)}"
    change = command.note(connection, "split", told)
    _end_links(connection, [player], None, change)
    return told


def split_events(connection: Connection, command: Command, named: str, events: Sequence[str], new_name: str) -> str:
    """Say that whoever is called ``named`` was really somebody else in some events, called ``new_name``.

    That may be somebody in the archive, by name or Player ID, or somebody new. Return what was done. Raises
    `NotThereError` where somebody or something is not found.
    """
    who = who_is_who(connection)
    person = find_person(who, named)
    numbers = [find_event(connection, each) for each in events]
    players = {number: _entered_as(connection, who, person, number) for number in numbers}
    for title, number in zip(events, numbers, strict=True):
        if players[number] is None:
            raise NotThereError(f'{who.label(person)} did not play in "{title}".')
    if persons_called(who, new_name):
        other = find_person(who, new_name)
        called = who.label(other)
    else:
        new = Entry(new_name)
        (other,) = enter_players(connection, {identity(new): new}).values()
        called = new_name
    if other == person:
        raise NotThereError(f'"{new_name}" and "{named}" are one person; give the other one another name.')
    if _events_of(connection, who, other) & set(numbers):
        raise NotThereError(f'"{new_name}" played there, too; give the other one another name.')
    titles = [title_of(connection, number) for number in players]
    told = f"{who.label(person)} is {called} in {join_words(titles, 'and')}"
    change = command.note(connection, "split", told)
    for number, player in players.items():
        assert player is not None
        _end_links(connection, [player], number, change)
        _link(connection, [player], number, other, change)
    return told


def _tell_hidden(who: Who, player: int, main: int) -> str:
    """Return which of two who are parted stay hidden."""
    rest = {main, *who.merged[main]} - {player}
    stay = [who.label(player)] if player in who.hidden_players else []
    return join_words([*stay, *([who.label(main)] if rest.intersection(who.hidden_players) else [])], "and")


def hide(connection: Connection, command: Command, named: str) -> str:
    """Say that a person is not to be named on published pages (archive 5.8). Return what was done.

    So are all who are one with that person now, also should they be parted. Whoever stands only in teams is a player
    from then on. Raises `NotThereError` where the person is not found, or hidden already.
    """
    who = who_is_who(connection)
    person, label = find_alone(who, named, who.entered)
    if person in who.hidden:
        raise NotThereError(f"{label} is hidden on pages already; nothing to do.")
    if not person:
        partner = Entry(label)
        (person,) = enter_players(connection, {identity(partner): partner}).values()
    told = f"Hid {label} on pages"
    change = command.note(connection, "hide", told)
    for player in (person, *who.merged.get(person, ())):
        _link(connection, [player], HIDDEN, player, change)
    return told


def unhide(connection: Connection, command: Command, named: str) -> str:
    """Say that a person is named on published pages again. Return what was done.

    Raises `NotThereError` where the person is not found, or not hidden.
    """
    who = who_is_who(connection)
    person, label = find_alone(who, named, who.entered)
    if person not in who.hidden:
        raise NotThereError(f"{label} is not hidden on pages; nothing to do.")
    told = f"Shows {label} on pages again"
    change = command.note(connection, "unhide", told)
    _end_links(connection, (person, *who.merged.get(person, ())), HIDDEN, change)
    return told


def _events_of(connection: Connection, who: Who, person: int) -> set[int]:
    """Return the events in which a person played."""
    entered = select(ENTRIES.c.player, EVENTS.c.event).join(EVENTS, EVENTS.c.version == ENTRIES.c.version)
    mine = ENTRIES.c.player.in_(who.players(person))
    rows = connection.execute(entered.where(IN_FORCE, mine))
    return {event for player, event in rows if who.person(player, event) == person}


def find_twice_in(connection: Connection, titles: Mapping[int, str]) -> list[Message]:
    """Return a line for each person who stands twice in one of some events, whose titles are given by number.

    Two who played in one event are two people (rules 1.12.9).
    """
    if connection.execute(select(func.count()).where(LINKS.c.ended.is_(None))).scalar_one() == 0:
        return []
    who = who_is_who(connection)
    linked = {*who.everywhere, *who.everywhere.values(), *who.in_event.values()}
    entered = select(EVENTS.c.event, ENTRIES.c.player).join(ENTRIES, EVENTS.c.version == ENTRIES.c.version)
    times: Counter[tuple[int, int]] = Counter()
    for event, player in connection.execute(entered.where(IN_FORCE)):
        if event in titles and who.person(player, event) in linked:
            times[event, who.person(player, event)] += 1
    return [
        Message(
            "{name} appears twice in {event}: two people were merged by mistake. Split them with: turnabout archive "
            "split",
            name=who.label(person),
            event=titles[event],
        )
        for (event, person), number in sorted(times.items())
        if number > 1
    ]


def _entered_as(connection: Connection, who: Who, person: int, event: int) -> int | None:
    """Return the player as whom a person was entered in an event."""
    entered = select(ENTRIES.c.player).join(EVENTS, EVENTS.c.version == ENTRIES.c.version)
    players: Collection[int] = connection.execute(entered.where(IN_FORCE, EVENTS.c.event == event)).scalars().all()
    return next((player for player in players if who.person(player, event) == person), None)


def _end_links(connection: Connection, players: Collection[int], event: int | None, change: int) -> None:
    if not players:
        return
    of_event = LINKS.c.event.is_(None) if event is None else LINKS.c.event == event
    ours = (LINKS.c.player.in_(players), of_event, LINKS.c.ended.is_(None))
    update_rows(connection, LINKS, ours, ended=change)


def _link(connection: Connection, players: Sequence[int], event: int | None, main: int, change: int) -> None:
    first = next_number(connection, LINKS.c.link)
    rows = [
        {"link": number, "player": player, "event": event, "main": main, "added": change, "ended": None}
        for number, player in enumerate(players, first)
    ]
    insert_rows(connection, LINKS, rows)
