"""Knows the events that old lists name: by Event ID, or by name and date."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.sheets.table import Row


class Mention(NamedTuple):
    """How a row names its event; None where a cell is blank."""

    event_id: str | None
    event: str | None
    date: str | None

    @property
    def whole(self) -> bool:
        """Whether it has the name of the event, and its day."""
        return self.event is not None and self.date is not None

    @property
    def title(self) -> str:
        """The name and the day, as far as they are there."""
        return f"{self.event} ({self.date})" if self.whole else self.event or self.date or ""


def mention(row: Row) -> Mention:
    """Return how a row of any list names its event."""
    return Mention(row["event_id"], row["event"], row["date"])


@dataclass(frozen=True, slots=True)
class Register:
    """All events, numbered from 0 as they come, each with the place that names it first; the others find them by `key`.

    Each has its name and day, and the Event ID if any row has one.
    """

    events: list[Mention] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    by_id: dict[str, int] = field(default_factory=dict)
    by_title: defaultdict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))

    def same(self, found: Mention) -> list[int]:
        """Return the events of that name and day."""
        return self.by_title.get((key(found.event or ""), found.date or ""), []) if found.whole else []

    def add(self, found: Mention, place: Place) -> int:
        """Add an event that is not known yet; return its number."""
        number = len(self.events)
        self.events.append(found)
        self.places.append(place)
        if found.event_id:
            self.by_id[key(found.event_id)] = number
        self.by_title[key(found.event or ""), found.date or ""].append(number)
        return number

    def declare(self, found: Mention, place: Place) -> tuple[int, Problem | None]:
        """Add the event of a row among the events, which no other row there may be about."""
        if found.event_id and (number := self.by_id.get(key(found.event_id))) is not None:
            message = f'The Event ID "{found.event_id}" stands in {self.places[number]} already; expected each once.'
            return number, error(place, message, "Delete one of the two rows, or correct the Event ID.")
        for number in self.same(found):
            if not (found.event_id and self.events[number].event_id):
                message = f"{found.title} stands in {self.places[number]} already; expected every event once."
                return number, error(place, message, "Delete one of the two rows, or give each its own Event ID.")
        return self.add(found, place), None

    def learn(self, found: Mention, place: Place) -> None:
        """Note what a row of another list says of its event: a new one, or the Event ID of one."""
        if not found.whole or (found.event_id and key(found.event_id) in self.by_id):
            return
        same = self.same(found)
        if not same:
            self.add(found, place)
        elif found.event_id and len(same) == 1 and not self.events[same[0]].event_id:
            self.events[same[0]] = self.events[same[0]]._replace(event_id=found.event_id)
            self.by_id[key(found.event_id)] = same[0]

    def find(self, found: Mention) -> int | tuple[str, str, str]:
        """Return the event of a row that has an Event ID, or name and day.

        Else the field at fault, what is wrong, and what to do.
        """
        same = self.same(found)
        ids = join_words([f'"{self.events[number].event_id}"' for number in same], "and") if same else ""
        if not found.event_id:
            wrong = f"{len(same)} events are called {found.title}: {ids}."
            return same[0] if len(same) == 1 else ("event", wrong, "Give the Event ID, too.")
        number = self.by_id.get(key(found.event_id))
        wrong = f'The Event ID is "{found.event_id}", and no row says which event that is.'
        if number is not None:
            known = self.events[number]
            if key(found.event or known.event or "") == key(known.event or "") and found.date in (None, known.date):
                return number
            wrong = f'The Event ID "{found.event_id}" is that of {known.title} in {self.places[number]}; found '
            return "event_id", f"{wrong}{found.title} beside it.", "Correct the Event ID, or what stands beside it."
        if same:
            where = f"as {found.title} has it in {self.places[same[0]]}"
            wrong = f'The Event ID is "{found.event_id}"; expected {ids}, {where}.'
        return "event_id", wrong, "Correct it; if it is another event, add that to a list of events."
