"""What the archive tells: rows straight from its tables, read by pages, the ratings workbook and the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from turnabout_sheets.archive.records import Entry, Meeting
from turnabout_sheets.core.similar_names import Reason


class RatingRow(NamedTuple):
    """A person in the rating list."""

    rank: int
    person: int
    name: str
    player_id: str
    rating: Fraction  # the sum of awards
    events: int
    wins: Fraction  # of matches; a draw is half a win, and playing all rounds none
    best: int  # the best position, and the largest field in which it was reached
    best_of: int
    gained: Fraction  # since before the last day with an event, and in ranks; None: not on the list then
    climbed: int | None
    last: str  # the day of the last rated event


class Season(NamedTuple):
    """What a rating list is of besides its day; nothing of it is stored (rules 1.12.10 and 1.12.11)."""

    first: str = ""  # the first day that counts (ISO), "" for all time
    best: int | None = None  # how many of each player's awards count, None for all
    named: tuple[str, ...] = ()  # only events with one of these in their name count; empty: all
    months: int | None = None  # only the last so many count
    fewest: int = 1  # how many events it takes to be listed


WHOLE = Season()  # leaves nothing out


class RatingList(NamedTuple):
    """The ratings as of a day (ISO), highest first; people with the same rating share the rank, listed by name."""

    as_of: str
    since: str  # the first day that counts, "" for all time: that of the season, or of the last months
    latest: str  # the last day with a rated event, "" for none
    rows: tuple[RatingRow, ...]
    season: Season = WHOLE
    within: frozenset[int] | None = None  # the events of the season, None for all
    beyond: frozenset[tuple[int, int]] = frozenset()  # awards, by event and entry, below the best that count

    def counts(self, row: AwardRow) -> bool:
        """Return whether an award counts, by day, name and number of higher ones (rules 1.12.1, 1.12.10, 1.12.11)."""
        in_time = row.award is not None and self.since <= row.date <= self.as_of
        return in_time and (self.within is None or row.event in self.within) and not self.is_beyond(row)

    def is_beyond(self, row: AwardRow) -> bool:
        """Return whether an award is only below the best that count (rules 1.12.10)."""
        return (row.event, row.entry) in self.beyond


class ArchivedEvent(NamedTuple):
    """An event in the archive."""

    event: int
    event_id: str
    name: str
    date: str
    format: str
    venue: str
    organizer: str
    rounds: int | None
    field: int  # how many players
    entries: int  # of how many the names are known, also without having played
    rated: bool
    provisional: bool
    winners: tuple[str, ...]  # the persons in first place, by name


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRow(Entry):
    """An entry of an event, and what it was awarded; its name is the person's."""

    event: int
    entry: int  # counts the event's entries from 0
    date: str
    field: int
    person: int
    entered: str  # the name in the event


class Person(NamedTuple):
    """Someone in the archive."""

    person: int
    name: str
    player_id: str
    names: tuple[str, ...]  # all that the person was entered under, the shown one first
    events: int
    first: str
    last: str
    label: str  # tells a person from all others: the name, and the Player ID where there is one


class Pair(NamedTuple):
    """Two who may be one person; the one with the better name is the main one."""

    why: Reason
    main: Person
    other: Person


@dataclass(frozen=True, slots=True)
class History:
    """Everything current in the archive, as pages and the ratings workbook show it."""

    ratings: RatingList
    events: Sequence[ArchivedEvent]  # by date
    people: Sequence[Person]  # by name (rules 1.6.4)
    pairs: Sequence[Pair]  # who may be one person, the likeliest first
    awards: Sequence[AwardRow]  # of each entry, by date, event and position; for pages only, as matches are
    matches: Mapping[int, Sequence[Meeting]]  # and byes, by event, in the order of rounds and tables
    last_change: str = ""  # its short word
    hidden: Sequence[int] = ()  # persons not named on pages
