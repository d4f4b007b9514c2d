"""Who is who, decided for many at once, as on the sheet People of the ratings workbook: all of it is done, or nothing.

Each decision says of two people that they are one, or two; whoever is the same as somebody is so with all of these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sqlalchemy import Connection, select

from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.events import IN_FORCE, title_of
from turnabout_sheets.archive.identities import Who
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.people import find_person, join, keep_apart, who_is_who
from turnabout_sheets.archive.schema import ENTRIES, EVENTS
from turnabout_sheets.core.command_line import name_program
from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.history import rank_name

CORRECT = "Correct the cell, or clear it; if the sheet is older than the archive, write the workbook anew."


class Decision(NamedTuple):
    """What a cell says: that the ``player`` of its row and the ``other`` are the ``same``, or two.

    The ``other`` is "" where the cell means the one whom the row would name, and it names nobody.
    """

    place: Place
    player: str
    other: str
    same: bool

    def __str__(self) -> str:
        other = f'"{self.other}"' if self.other else "nobody who is named"
        return f'"{self.player}" is {"" if self.same else "not "}the same as {other}'


class Pair(NamedTuple):
    """A decision of two persons who were found."""

    decision: Decision
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Decided:
    """What came of decisions: what was ``done``, in words, and what is known ``already``; with ``problems`` nothing."""

    done: Sequence[str] = ()
    already: int = 0
    problems: Sequence[Problem] = ()


def decide(connection: Connection, command: Command, decisions: Sequence[Decision], file: str) -> Decided:
    """Do what is decided, as one command; ``file`` is where it was said.

    Of those who are the same the best name stays (`event.history.rank_name`), then that with the most events.
    """
    who = who_is_who(connection)
    pairs, problems = _find_people(who, decisions)
    open_pairs = [pair for pair in pairs if not _is_known(who, pair)]
    groups = _Groups(connection, who)
    problems += _find_contradictions(pairs)
    if not problems:
        problems += groups.unite(pair for pair in open_pairs if pair.decision.same)
        problems += groups.find_parted(pairs)
    if problems:
        return Decided(problems=problems)
    done = []
    for group in groups.list_groups():
        main, *others = sorted(group, key=groups.precedence)
        groups.main |= dict.fromkeys(group, main)
        done += join(connection, command, who, main, others, file)
    apart = {
        frozenset((groups.main.get(one, one), groups.main.get(other, other))): None
        for decision, one, other in open_pairs
        if not decision.same
    }
    for first, second in map(sorted, apart):
        done.append(keep_apart(connection, command, who, first, second, file))
    return Decided(done, len(decisions) - len(open_pairs))


def find_open(connection: Connection, decisions: Sequence[Decision]) -> list[Decision]:
    """Return the decisions that the archive does not have, or cannot have."""
    who = who_is_who(connection)
    pairs, _ = _find_people(who, decisions)
    known = {pair.decision for pair in pairs if _is_known(who, pair)}
    return [each for each in decisions if each not in known]


def _find_people(who: Who, decisions: Sequence[Decision]) -> tuple[list[Pair], list[Problem]]:
    """Return the persons of each decision, and what is wrong where they are not found, or are known to be one."""
    pairs, problems = [], []
    for decision in decisions:
        try:
            one = _find_listed(who, decision.player)
            if not decision.other:
                what = f'The row of "{decision.player}" has nobody under Perhaps the same as.'
                problems.append(error(decision.place, what, "Type the name of the other one, or clear the cell."))
                continue
            pair = Pair(decision, one, find_person(who, decision.other))
        except NotThereError as reason:
            problems.append(error(decision.place, str(reason), CORRECT))
            continue
        name = who.label(pair.one)
        if key(decision.player) == key(decision.other):
            problems.append(error(decision.place, f"{name} is compared with the same name.", CORRECT))
        elif pair.one == pair.other and not decision.same:
            part = f"{name_program()} archive split"
            what = f'"{decision.player}" and "{decision.other}" are one person in the archive, {name}.'
            problems.append(error(decision.place, what, f"If they are two, part them first with {part}."))
        else:
            pairs.append(pair)
    return pairs, problems


def _find_listed(who: Who, player: str) -> int:
    """Return the person of a row; who is listed without a Player ID is not the one of that name who has one."""
    without = f"{player} (no Player ID)"
    return find_person(who, without if who.called(without) else player)


def _is_known(who: Who, pair: Pair) -> bool:
    if pair.decision.same:
        return pair.one == pair.other
    return frozenset((pair.one, pair.other)) in who.two_people


def _find_contradictions(pairs: Sequence[Pair]) -> Iterator[Problem]:
    """Find the same two people said to be one in one cell, and two in another."""
    first: dict[frozenset[int], Decision] = {}
    for decision, one, other in pairs:
        before = first.setdefault(frozenset((one, other)), decision)
        if before.same != decision.same and one != other:
            what = f'"{decision.player}" and "{decision.other}" are said to be {_word(before)} in {before.place.cell}'
            yield error(decision.place, f"{what}, and {_word(decision)} here.", "Clear one of the two cells.")


def _word(decision: Decision) -> str:
    return "one person" if decision.same else "two people"


@dataclass
class _Groups:
    """Persons who are said to be the same, in groups; ``main`` leads to the first of them."""

    connection: Connection
    who: Who
    main: dict[int, int] = field(default_factory=dict)
    places: dict[int, list[Place]] = field(default_factory=lambda: defaultdict(list))

    @cached_property
    def _played(self) -> Mapping[int, Mapping[int, str]]:
        """The events of each person, with their days."""
        entered = select(ENTRIES.c.player, EVENTS.c.event, EVENTS.c.date)
        rows = self.connection.execute(entered.join(EVENTS, EVENTS.c.version == ENTRIES.c.version).where(IN_FORCE))
        found = defaultdict[int, dict[int, str]](dict)
        for player, event, day in rows:
            found[self.who.person(player, event)][event] = day
        return found

    def precedence(self, person: int) -> tuple[object, ...]:
        """Return what persons are sorted by, as `event.history.Person` is."""
        events = self._played.get(person, {})
        named = rank_name(self.who.name(person), self.who.player_ids.get(person, ""))
        return (*named, -len(events), min(events.values(), default=""), person)

    def root(self, person: int) -> int:
        """Return the first of a person's group."""
        while (main := self.main.get(person, person)) != person:
            person = main
        return person

    def list_groups(self) -> list[list[int]]:
        """Return the groups of several persons, in the order in which they were said."""
        groups = defaultdict[int, list[int]](list)
        for person in self.main:
            groups[self.root(person)].append(person)
        return list(groups.values())

    def unite(self, pairs: Iterable[Pair]) -> Iterator[Problem]:
        """Make groups of pairs who are the same; find those who cannot be, because both played in one event."""
        events = {person: set(played) for person, played in self._played.items()}
        for decision, one, other in pairs:
            first, second = self.root(one), self.root(other)
            if first == second:
                continue
            if both := events.get(first, set()) & events.get(second, set()):
                yield error(
                    decision.place,
                    f'{self._name(first)} and {self._name(second)} both played in "'
                    f'{title_of(self.connection, min(both))}", so they are two people.',
                    "Clear the cell; if the event is wrong, correct and archive it again first.",
                )
                continue
            self.main |= {first: first, second: first}
            self.places[first] += [*self.places[second], decision.place]
            events[first] = events.get(first, set()) | events.get(second, set())

    def _name(self, root: int) -> str:
        others = f" (with who is the same by {_list(self.places[root])})" if self.places[root] else ""
        return f"{self.who.label(root)}{others}"

    def find_parted(self, pairs: Sequence[Pair]) -> Iterator[Problem]:
        """Find persons who are said to be two, here or before, and come to be one by what other cells say."""
        for decision, one, other in pairs:
            if not decision.same and self.root(one) == self.root(other):
                cells = _list(self.places[self.root(one)])
                what = f'"{decision.player}" and "{decision.other}" are said to be two people, and one by {cells}.'
                yield error(decision.place, what, "Clear one of these cells.")
        said = {frozenset((one, other)) for _, one, other in pairs}
        for pair in sorted(map(sorted, self.who.two_people.keys() - said)):
            if len({self.root(person) for person in pair}) == 1:
                places = self.places[self.root(pair[0])]
                names = join_words([f'"{self.who.label(person)}"' for person in pair], "and")
                what = f"{names} are known to be two people, and one by {_list(places)}."
                merge = f"{name_program()} archive merge"
                yield error(places[-1], what, f"Clear one of these cells, or say that they are one with {merge}.")


def _list(places: Sequence[Place]) -> str:
    return join_words([place.cell for place in places], "and")
