"""What the archive tells, as plain values: persons are who stands behind entries, by a number that stays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.status import Status


@dataclass(frozen=True, slots=True)
class RatingRow:
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


@dataclass(frozen=True, slots=True)
class Season:
    """What else a rating list is of; nothing of it is stored (rules 1.12.10 and 1.12.11)."""

    first: str = ""  # the first day that counts (ISO), "" for all time
    best: int | None = None  # how many of each player's awards count, None for all
    named: tuple[str, ...] = ()  # only events with one of these in their name count; empty: all

    def tell(self) -> Iterator[str]:
        """Yield the sentences that say which awards count, for the screen and the sheets."""
        if self.best is not None:
            awards = f"{self.best} highest awards" if self.best > 1 else "highest award"
            yield f"Only each player's {awards} in that time count{'' if self.best > 1 else 's'}."
        if self.named:
            names = join_words([f'"{each}"' for each in self.named])
            yield f"Only events with {names} in their name count."


WHOLE = Season()  # leaves nothing out


@dataclass(frozen=True, slots=True)
class RatingList:
    """The ratings as of a day (ISO), highest first; people with the same rating share the rank, listed by name."""

    as_of: str
    since: str  # the first day that counts, "" for all time: that of the season, or of the last months
    months: int | None
    fewest: int  # how many events it takes to be listed
    latest: str  # the last day with a rated event, "" for none
    rows: tuple[RatingRow, ...]
    season: Season = WHOLE
    within: frozenset[int] | None = None  # the events of the season, None for all
    beyond: frozenset[tuple[int, int]] = frozenset()  # awards, by event and entry, below the best that count

    def counts(self, row: AwardRow) -> bool:
        """Return whether an award counts, by day, name and number of higher ones (rules 1.12.1, 1.12.10, 1.12.11)."""
        in_time = row.award is not None and self.since <= row.date <= self.as_of
        return in_time and self.names(row) and not self.is_beyond(row)

    def names(self, row: AwardRow) -> bool:
        """Return whether the season is of an event, by its name."""
        return self.within is None or row.event in self.within

    def is_beyond(self, row: AwardRow) -> bool:
        """Return whether an award is only below the best that count (rules 1.12.10)."""
        return (row.event, row.entry) in self.beyond

    def row_of(self, person: int) -> RatingRow | None:
        """Return the row of a person; None where there is none."""
        return next((row for row in self.rows if row.person == person), None)


@dataclass(frozen=True, slots=True)
class ArchivedEvent:
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


@dataclass(frozen=True, slots=True)
class Person:
    """Someone in the archive."""

    person: int
    name: str
    player_id: str
    names: tuple[str, ...]  # all that the person was entered under, the shown one first
    events: int
    first: str
    last: str
    merged: tuple[str, ...]  # other identities (names or Player IDs) of the same person
    near: tuple[str, ...] = ()  # the labels of others who may be the same
    why: tuple[str, ...] = ()  # for each of these
    label: str = ""  # tells a person from all others: the name, and the Player ID where there is one
    apart: tuple[str, ...] = ()  # who is known to be another person

    @property
    def precedence(self) -> tuple[object, ...]:
        """What people who are merged are sorted by: the first gives the name."""
        return (*rank_name(self.name, self.player_id), -self.events, self.first, self.person)


def rank_name(name: str, player_id: str) -> tuple[object, ...]:
    """Return what names of a person are sorted by, the best first (archive 5.5)."""
    initials = sum(len(word) == 1 for word in re.split(r"[\s.]+", name))
    accents = sum(sign.isalpha() and not sign.isascii() for sign in name)
    return not player_id, "," in name, initials, -accents, -sum(sign in "-‐‑'’" for sign in name)


TEAM: Final = " & "  # between the names of those who are one player together


def list_partners(name: str) -> list[str]:
    """Return the names of those who are one player together; none where a name is that of one alone."""
    partners = name.split(TEAM)
    return partners if len(partners) > 1 else []


@dataclass(slots=True)
class AwardRow:
    """An entry of an event, and what it was awarded."""

    event: int
    entry: int  # counts the event's entries from 0
    date: str
    person: int
    name: str  # of the person
    entered: str  # in the event
    position: int | None
    field: int
    wins: int
    draws: int
    losses: int
    byes: int
    points: Fraction | None
    match_wins: Fraction | None
    played_all: bool | None
    multiplier: int | None
    award: Fraction | None
    status: Status | None


@dataclass(slots=True)
class MatchRow:
    """A match, or a bye without ``entry_b``; outcomes may be unknown."""

    event: int
    round: int
    table: int | None
    entry_a: int
    entry_b: int | None
    outcome_a: Outcome | None
    outcome_b: Outcome | None
    points_a: Fraction | None
    points_b: Fraction | None


@dataclass(frozen=True, slots=True)
class History:
    """Everything current in the archive."""

    ratings: RatingList
    events: tuple[ArchivedEvent, ...]  # by date
    awards: Sequence[AwardRow]  # of each entry, by date, event and position
    matches: Sequence[MatchRow]  # and byes, by date, event, round and table; empty where not needed
    people: tuple[Person, ...]  # by name (rules 1.6.4)
    last_change: str = ""  # its short word
    hidden: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # persons not named on pages: all their names
    hidden_ids: Sequence[str] = ()  # and their Player IDs


@dataclass(frozen=True, slots=True)
class Profile:
    """A person with all results."""

    label: str
    rating: RatingRow | None  # None: not on the list
    ratings: RatingList
    awards: Sequence[AwardRow]  # of the person, as in History
    matches: Sequence[MatchRow]
    entered: Mapping[tuple[int, int], tuple[int, str]]  # person and name by event and entry
    titles: Mapping[int, str]  # of the events
    hidden: bool  # published pages do not name the person


@dataclass(frozen=True, slots=True)
class FormerAward:
    """An entry of a version of an event that is no longer in force."""

    event: str
    date: str
    award: Fraction | None
    kind: str  # of the line of the journal that ended it
    change: int
    changed: str  # the day of that (ISO)


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction of who is who: who was entered as ``name`` is really ``main``, both as labels."""

    name: str
    main: str
    event: str | None  # None: everywhere
    date: str | None
    change: int  # the line of the journal
    changed: str  # the day of that (ISO)


@dataclass(frozen=True, slots=True)
class Career:
    """All that a person's rating comes from."""

    label: str
    rating: RatingRow | None  # None: not on the list
    ratings: RatingList
    awards: Sequence[AwardRow]  # in all events in force, also where they do not count
    events: Mapping[int, ArchivedEvent]  # by number
    former: Sequence[FormerAward]  # by date
    corrections: Sequence[Correction]  # by change
