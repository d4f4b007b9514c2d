"""What an archive ought to be after each change, worked out again: who is who, and what everybody's awards come to.

Nothing of the package computes here, and nothing is looked up in the archive: people are known by the names that they
were entered under, and a state is a value, so what was taken back is the state before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from fractions import Fraction


class RefusedError(Exception):
    """What cannot be done, so that nothing changes."""


@dataclass(frozen=True)
class Entered:
    """An entry of an event; without an award it is none that counts."""

    name: str
    award: Fraction | None = None


@dataclass(frozen=True)
class Held:
    """A version of an event."""

    name: str
    day: str
    entries: tuple[Entered, ...]

    @property
    def names(self) -> list[str]:
        return [each.name for each in self.entries]

    def rename(self, now: Mapping[str, str]) -> Held:
        return replace(self, entries=tuple(replace(each, name=now.get(each.name, each.name)) for each in self.entries))


@dataclass
class State:
    """What is in force. ``events`` are versions by number; ``everywhere`` says who was merged into whom.

    ``there`` says who was really somebody else in an event, ``two`` who are known to be two, ``hidden`` who is hidden;
    of each the names as they were entered.
    """

    events: dict[int, Held] = field(default_factory=dict)
    everywhere: dict[str, str] = field(default_factory=dict)
    there: dict[tuple[str, int], str] = field(default_factory=dict)
    two: set[frozenset[str]] = field(default_factory=set)
    hidden: set[str] = field(default_factory=set)

    def person(self, name: str, event: int | None = None) -> str:
        """Return who somebody is, in an event or otherwise; at most two steps lead there."""
        if event is not None:
            name = self.there.get((name, event), name)
        return self.everywhere.get(name, name)

    def known(self) -> set[str]:
        """Return everybody who can be named: who stands in an event in force, or in who is who."""
        names = {name for event in self.events.values() for name in event.names}
        return (
            names
            | {*self.everywhere, *self.everywhere.values(), *self.hidden, *self.there.values()}
            | {name for name, _ in self.there}
        )

    def find(self, name: str) -> str:
        if name not in self.known():
            raise RefusedError(f"nobody is called {name}")
        return self.person(name)

    def group(self, person: str) -> set[str]:
        """Return a person's name, and those that were merged into it."""
        return {person} | {name for name, main in self.everywhere.items() if main == person}

    def played(self, person: str) -> set[int]:
        """Return the events in which somebody played."""
        return {
            number
            for number, event in self.events.items()
            if any(self.person(name, number) == person for name in event.names)
        }

    def two_people(self) -> set[frozenset[str]]:
        """Return who are known to be two, as who they are now."""
        return {pair for each in self.two if len(pair := frozenset(map(self.person, each))) > 1}

    def hidden_people(self) -> set[str]:
        return set(map(self.person, self.hidden))

    def rate(self, last: str) -> dict[str, tuple[int, Fraction, int]]:
        """Return rank, rating and number of events of everybody with an award up to a day (rules 1.12.1 and 1.12.3)."""
        awards: dict[str, list[Fraction]] = {}
        for number, event in self.events.items():
            for each in event.entries:
                if each.award is not None and event.day <= last:
                    awards.setdefault(self.person(each.name, number), []).append(each.award)
        ratings = {person: sum(mine, Fraction(0)) for person, mine in awards.items()}
        return {
            person: (1 + sum(other > rating for other in ratings.values()), rating, len(awards[person]))
            for person, rating in ratings.items()
        }


class Model:
    """An archive as it ought to be, and what can be taken back and done again."""

    def __init__(self) -> None:
        self.state = State()
        self.last = 0
        self.players = set[str]()
        self.forgotten = dict[str, str]()
        self.pseudonyms = set[str]()
        self._versions: list[tuple[int, Held]] = []
        self._before: list[State] = []
        self._after: list[State] = []

    def _begin(self) -> State:
        """Give a state to change, which `_end` makes the one that is."""
        return deepcopy(self.state)

    def _end(self, state: State) -> None:
        self._before.append(self.state)
        self._after.clear()
        self.state = state

    def put(self, number: int, event: Held) -> None:
        """Add an event, or another version of it; who was forgotten stays so (archive 10.6)."""
        state = self._begin()
        event = event.rename({name: self.enter(name) for name in event.names})
        self.players |= {*event.names}
        self._versions.append((number, event))
        state.events[number] = event
        self.last = max(self.last, number)
        self._end(state)

    def enter(self, name: str) -> str:
        """Return as whom somebody comes into the archive.

        Who was forgotten is known by the name, as long as nobody else is there who has it.
        """
        if name in self.players or name not in self.forgotten:
            return name
        name = self.forgotten[name]
        while name in self.pseudonyms and name in self.forgotten:
            name = self.forgotten[name]  # it was merged with somebody who was forgotten later
        return name

    def number_of(self, event: Held) -> int:
        """Return the number of the event that has this name and day, else the next; none is given twice."""
        same = [
            number for number, each in self.state.events.items() if (each.name, each.day) == (event.name, event.day)
        ]
        return same[0] if same else self.last + 1

    def remove(self, number: int) -> None:
        state = self._begin()
        del state.events[number]
        self._end(state)

    def merge(self, name: str, other: str) -> None:
        """Archive 5.2 and 5.3: not those who are one, nor two who played in one event."""
        state = self._begin()
        main, second = state.find(name), state.find(other)
        if main == second or state.played(main) & state.played(second):
            raise RefusedError("one already, or two in an event")
        # Archive 5.7: merging the two takes it back that they are two.
        pairs = [each for each in state.two if frozenset(map(state.person, each)) == {main, second}]
        state.two.difference_update(pairs)
        for each in state.group(second):
            state.everywhere[each] = main
        self._end(state)

    def apart(self, name: str, other: str) -> None:
        state = self._begin()
        pair = frozenset((state.find(name), state.find(other)))
        if len(pair) < 2 or pair in state.two_people():
            raise RefusedError("one, or known already")
        state.two.add(pair)
        self._end(state)

    def split(self, name: str) -> None:
        """Part who was merged; named by who stays, only if that is one."""
        state = self._begin()
        state.find(name)
        if name not in state.everywhere:
            merged = state.group(name) - {name}
            if len(merged) != 1:
                raise RefusedError("not merged, or with several")
            (name,) = merged
        del state.everywhere[name]
        self._end(state)

    def split_event(self, name: str, number: int, new: str) -> None:
        """Say that somebody was another one in an event."""
        state = self._begin()
        person = state.find(name)
        if number not in state.events:
            raise RefusedError("no such event")
        entered = [each for each in state.events[number].names if state.person(each, number) == person]
        other = state.person(new)
        if not entered or other == person or number in state.played(other):
            raise RefusedError("not there, or the same, or there, too")
        state.there[entered[0], number] = other
        self.players.add(other)
        self._end(state)

    def hide(self, name: str) -> None:
        state = self._begin()
        person = state.find(name)
        if person in state.hidden_people():
            raise RefusedError("hidden already")
        state.hidden |= state.group(person)
        self._end(state)

    def unhide(self, name: str) -> None:
        state = self._begin()
        person = state.find(name)
        if person not in state.hidden_people():
            raise RefusedError("not hidden")
        state.hidden -= state.group(person)
        self._end(state)

    def forget(self, name: str, pseudonym: str) -> None:
        """Put a pseudonym in the place of somebody, in all that is in force and all that was (archive 10.1 to 10.4)."""
        state = self._begin()
        if name not in state.known() | self.players:
            raise RefusedError(f"nobody is called {name}")
        person = state.person(name)
        ours = state.group(person)
        mine = {
            (each, number)
            for number, event in self._versions
            for each in event.names
            if state.person(each, number) == person
        }
        if ours | {each for each, _ in mine} <= self.pseudonyms:
            raise RefusedError("forgotten already")
        self._versions = [
            (number, event.rename({each: pseudonym for each in event.names if (each, number) in mine}))
            for number, event in self._versions
        ]
        state.events = {
            number: event.rename({each: pseudonym for each in event.names if (each, number) in mine})
            for number, event in state.events.items()
        }
        used = {each for _, event in self._versions for each in event.names}
        gone = (ours | {each for each, _ in mine}) - used
        now = dict.fromkeys(ours | gone, pseudonym)
        state.everywhere = {
            each: main for each, main in state.everywhere.items() if main not in now and each not in gone
        }
        state.there = {
            (each, number): main for (each, number), main in state.there.items() if main not in now and each not in gone
        }
        state.hidden = {now.get(each, each) for each in state.hidden}
        two = (frozenset(now.get(each, each) for each in pair) for pair in state.two)
        state.two = {pair for pair in two if len(pair) == 2}
        names = ours | {each for each, _ in mine}
        for each in ours | (names - used):
            self.forgotten.setdefault(each, pseudonym)
        self.players = self.players - gone | {pseudonym}
        self.pseudonyms.add(pseudonym)
        self.state = state
        self._before.clear()
        self._after.clear()

    def undo(self) -> None:
        if not self._before:
            raise RefusedError("nothing to take back")
        self._after.append(self.state)
        self.state = self._before.pop()

    def redo(self) -> None:
        if not self._after:
            raise RefusedError("nothing to do again")
        self._before.append(self.state)
        self.state = self._after.pop()
