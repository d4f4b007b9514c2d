"""Who is who: from the players as they were entered to persons."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import ColumnElement, case, literal

from turnabout_sheets.archive.schema import ENTRIES, EVENTS
from turnabout_sheets.core.text import key


@dataclass(frozen=True)
class Who:
    """Who is who. ``person`` gives the person whom a player, as entered in an event, really is.

    ``names`` are all names that a player was entered under, by player, the latest first; the first is shown.
    ``player_ids`` are the Player IDs of those who have one. ``two`` are pairs of players who are known to be two,
    ``hidden_players`` those who are not to be named on published pages.
    """

    everywhere: Mapping[int, int]
    in_event: Mapping[tuple[int, int], int]
    names: Mapping[int, tuple[str, ...]]
    player_ids: Mapping[int, str]
    two: Collection[tuple[int, int]] = ()
    hidden_players: Collection[int] = ()

    @cached_property
    def entered(self) -> Collection[str]:
        """All names that anybody was entered under."""
        return {name for names in self.names.values() for name in names}

    @cached_property
    def merged(self) -> Mapping[int, tuple[int, ...]]:
        """The players who were merged into a person, by person."""
        merged: dict[int, list[int]] = defaultdict(list)
        for player, main in sorted(self.everywhere.items()):
            merged[main].append(player)
        return {main: tuple(others) for main, others in merged.items()}

    @cached_property
    def two_people(self) -> Mapping[frozenset[int], list[tuple[int, int]]]:
        """The pairs of ``two``, by the persons who they are now."""
        found = defaultdict[frozenset[int], list[tuple[int, int]]](list)
        for pair in self.two:
            persons = frozenset(self.everywhere.get(player, player) for player in pair)
            if len(persons) > 1:  # a program that knows nothing of them may have made them one
                found[persons].append(pair)
        return found

    @cached_property
    def hidden(self) -> Mapping[int, tuple[str, ...]]:
        """The persons who are not to be named on pages, with all their names: any player who is one with them is so."""
        persons = sorted({self.everywhere.get(player, player) for player in self.hidden_players})
        return {
            person: tuple({name: None for player in sorted(self.players(person)) for name in self.names[player]})
            for person in persons
        }

    @property
    def hidden_ids(self) -> list[str]:
        """The Player IDs of those persons."""
        return [each for player, each in self.player_ids.items() if self.everywhere.get(player, player) in self.hidden]

    @cached_property
    def _shared(self) -> set[str]:
        """The names, as they are compared, under which several players were entered."""
        times = Counter(name for names in self.names.values() for name in set(map(key, names)))
        return {name for name, number in times.items() if number > 1}

    @cached_property
    def _by_id(self) -> Mapping[str, list[int]]:
        return _group((key(each), player) for player, each in self.player_ids.items())

    @cached_property
    def _by_name(self) -> Mapping[str, list[int]]:
        return _group((name, player) for player, names in self.names.items() for name in set(map(key, names)))

    @cached_property
    def _by_label(self) -> Mapping[str, list[int]]:
        return _group((key(self.label(player)), player) for player in self.names)

    def called(self, named: str) -> Sequence[int]:
        """Return who has ``named`` as Player ID, else as a name, else as the label: players as entered."""
        wanted = key(named)
        return self._by_id.get(wanted) or self._by_name.get(wanted) or self._by_label.get(wanted) or ()

    def person(self, player: int, event: int) -> int:
        """Return the person behind a player's entry in an event."""
        player = self.in_event.get((player, event), player)
        return self.everywhere.get(player, player)

    @cached_property
    def apart(self) -> ColumnElement[int]:
        """By what, besides the player, entries are grouped of which `person` is to tell whose they are.

        The entries of those who are somebody else in some event stand apart, event by event; all others are together.
        """
        elsewhere = sorted({player for player, _ in self.in_event})
        if not elsewhere:
            return literal(0)
        return case((ENTRIES.c.player.in_(elsewhere), EVENTS.c.event), else_=0).label("apart")

    @property
    def groups(self) -> tuple[ColumnElement[int], ...]:
        """What such entries are grouped by: the player, and `apart` where that differs.

        By the player alone, databases find them together in an index, and need not sort them.
        """
        return (ENTRIES.c.player, self.apart) if self.in_event else (ENTRIES.c.player,)

    def players(self, person: int) -> set[int]:
        """Return the players, as entered, who are a person in all events, or in some."""
        elsewhere = {player for player, event in self.in_event if self.person(player, event) == person}
        return {person, *self.merged.get(person, ()), *elsewhere}

    def name(self, person: int) -> str:
        """Return the name that a person is shown under."""
        return self.names[person][0]

    def names_apart(self, persons: Iterable[int]) -> dict[int, str]:
        """Return the names that persons are shown under beside each other: the `label` where several have the name."""
        names = {person: self.name(person) for person in persons}
        times = Counter(map(key, names.values()))
        return {person: self.label(person) if times[key(name)] > 1 else name for person, name in names.items()}

    def label(self, player: int) -> str:
        """Return what tells a player, as entered, from all others: the name, and the Player ID if there is one.

        That there is none is said where others have the name.
        """
        name, player_id = self.name(player), self.player_ids.get(player)
        if player_id:
            return f"{name} (Player ID {player_id})"
        return f"{name} (no Player ID)" if key(name) in self._shared else name


def _group(pairs: Iterable[tuple[str, int]]) -> Mapping[str, list[int]]:
    found = defaultdict[str, list[int]](list)
    for name, player in pairs:
        found[name].append(player)
    return found
