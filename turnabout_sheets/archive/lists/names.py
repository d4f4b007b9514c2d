"""Knows the events that old lists name: by Event ID, or by name and date."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.sheets.table import Row


class Mention(NamedTuple):
    """How a row names its event; None where a cell is blank or cannot be read."""

    event_id: str | None
    event: str | None
    date: str | None

    @property
    def whole(self) -> bool:
        """Whether it says what the event is called, and its day."""
        return self.event is not None and self.date is not None

    @property
    def enough(self) -> bool:
        """Whether it names an event at all."""
        return self.event_id is not None or self.whole

    @property
    def shown(self) -> str:
        """The name and the day, as far as they are there."""
        return title(self.event, self.date)


def mention(row: Row) -> Mention:
    """Return how a row of any list names its event."""
    return Mention(row["event_id"], row["event"], row["date"])


def title(name: str | None, date: str | None) -> str:
    """Return what messages call an event."""
    return f"{name} ({date})" if name and date else name or date or ""


@dataclass(frozen=True, slots=True)
class Known:
    """An event, and where it was named first. Blank is what no row has said."""

    name: str
    date: str
    event_id: str
    place: Place

    @property
    def title(self) -> str:
        """What messages call the event."""
        return title(self.name, self.date)


@dataclass(frozen=True, slots=True)
class Register:
    """All events, numbered from 0 as they come; the others find them by `key`."""

    events: list[Known] = field(default_factory=list)
    by_id: dict[str, int] = field(default_factory=dict)
    by_title: defaultdict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))

    def same(self, found: Mention) -> list[int]:
        """Return the events of that name and day."""
        return self.by_title.get((key(found.event or ""), found.date or ""), []) if found.whole else []

    def add(self, found: Mention, place: Place) -> int:
        """Add an event that is not known yet; return its number."""
        number = len(self.events)
        self.events.append(Known(found.event or "", found.date or "", found.event_id or "", place))
        if found.event_id:
            self.by_id[key(found.event_id)] = number
        if found.event and found.date:
            self.by_title[key(found.event), found.date].append(number)
        return number

    def declare(self, found: Mention, place: Place) -> tuple[int, Problem | None]:
        """Add the event of a row among the events, which no other row there may be about."""
        if found.event_id and (number := self.by_id.get(key(found.event_id))) is not None:
            first = self.events[number].place
            message = f'The Event ID "{found.event_id}" stands in {first} already; expected every event once.'
            return number, error(place, message, "Delete one of the two rows, or correct the Event ID.")
        for number in self.same(found):
            if not (found.event_id and self.events[number].event_id):
                message = f"{found.shown} stands in {self.events[number].place} already; expected every event once."
                return number, error(place, message, "Delete one of the two rows, or give each its own Event ID.")
        return self.add(found, place), None

    def learn(self, found: Mention, place: Place) -> None:
        """Take in what a row of another list says of its event: a new one, or the Event ID of one."""
        if not found.whole or (found.event_id and key(found.event_id) in self.by_id):
            return
        same = self.same(found)
        if not same:
            self.add(found, place)
        elif found.event_id and len(same) == 1 and not self.events[same[0]].event_id:
            self.events[same[0]] = replace(self.events[same[0]], event_id=found.event_id)
            self.by_id[key(found.event_id)] = same[0]

    def find(self, found: Mention) -> int | tuple[str, str, str]:
        """Return the event that a row belongs to, which names `enough`.

        Else the field at fault, what is wrong, and what to do.
        """
        if found.event_id:
            number = self.by_id.get(key(found.event_id))
            return self._unknown_id(found) if number is None else self._agreeing(number, found)
        same = self.same(found)
        if len(same) == 1:
            return same[0]
        ids = join_words([self.events[number].event_id for number in same], "and")
        return "event", f"{len(same)} events are called {found.shown}: {ids}.", "Give the Event ID, too."

    def _agreeing(self, number: int, found: Mention) -> int | tuple[str, str, str]:
        known = self.events[number]
        if (found.event and known.name and key(found.event) != key(known.name)) or (
            found.date and known.date and found.date != known.date
        ):
            what = f"{known.title} in {known.place}; found {found.shown} beside it"
            message = f'The Event ID "{found.event_id}" is that of {what}.'
            return "event_id", message, "Correct the Event ID, or what stands beside it."
        return number

    def _unknown_id(self, found: Mention) -> tuple[str, str, str]:
        same = [self.events[number] for number in self.same(found)]
        if not same:
            message = f'The Event ID is "{found.event_id}", and no row says which event that is.'
            return "event_id", message, "Correct it, or add the event to a list of events."
        ids = join_words([f'"{each.event_id}"' for each in same])
        message = f'The Event ID is "{found.event_id}"; expected {ids}, as {found.shown} has it in {same[0].place}.'
        return "event_id", message, "Correct it; if it is another event, add that to a list of events."
