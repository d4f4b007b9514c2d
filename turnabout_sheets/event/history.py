"""What the archive tells, as plain values: for the terminal, the ratings workbook and the pages.

A *person* is who stands behind entries once identities are corrected; persons are known by a number that stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.event.status import Status


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A person in the rating list.

    ``rating`` is the sum of awards, ``wins`` that of match wins (half a win a draw, without the extra one for playing
    all rounds). ``best`` is the best position, ``best_of`` the largest field in which it was reached. ``gained`` is the
    rating less that before the last day with an event, ``climbed`` the ranks gained since then; None for who was not on
    the list then. ``last`` is the day of the person's last rated event.
    """

    rank: int
    person: int
    name: str
    player_id: str
    rating: Fraction
    events: int
    wins: Fraction
    best: int
    best_of: int
    gained: Fraction
    climbed: int | None
    last: str


@dataclass(frozen=True, slots=True)
class RatingList:
    """The ratings as of a day (ISO), highest first; people with the same rating share the rank, and stand by name.

    ``since`` is the first day that counts, "" for all time, where only the last ``months`` count. ``latest`` is the
    last day with a rated event, "" where there is none. ``fewest`` is the number of events that it takes to be listed.
    """

    as_of: str
    since: str
    months: int | None
    fewest: int
    latest: str
    rows: tuple[RatingRow, ...]

    def counts(self, row: AwardRow) -> bool:
        """Whether an award counts for the list: its event was on one of the days that do (rules 1.12.1)."""
        return row.award is not None and self.since <= row.date <= self.as_of

    def row_of(self, person: int) -> RatingRow | None:
        """Return the row of a person; None where there is none."""
        return next((row for row in self.rows if row.person == person), None)


@dataclass(frozen=True, slots=True)
class ArchivedEvent:
    """An event in the archive: ``event`` is its number there, ``winners`` are the persons in first place by name.

    ``field`` is the number of players, ``entries`` the number of those who are known.
    """

    event: int
    event_id: str
    name: str
    date: str
    format: str
    venue: str
    organizer: str
    rounds: int | None
    field: int
    entries: int
    rated: bool
    provisional: bool
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """Someone in the archive.

    ``names`` are all that the person was entered under, the shown one first; ``merged`` are other identities (names or
    Player IDs) that were found to be the same person; ``near`` are the labels of others who may be, and ``why`` says so
    for each. A ``label`` tells a person from all others: the name, and the Player ID where there is one.
    """

    person: int
    name: str
    player_id: str
    names: tuple[str, ...]
    events: int
    first: str
    last: str
    merged: tuple[str, ...]
    near: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    label: str = ""


@dataclass(slots=True)
class AwardRow:
    """An entry of an event, and what it was awarded.

    ``event`` is that of `ArchivedEvent`; ``entry`` counts the event's entries from 0. ``name`` is that of the person,
    ``entered`` the name in the event.
    """

    event: int
    entry: int
    date: str
    person: int
    name: str
    entered: str
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
    """Everything current in the archive.

    ``events`` stand by date. ``awards`` has one row for each entry of them, by date, event and position; ``matches``
    one for each match and bye, by date, event, round and table (those without one last), and none where nobody needs
    them. ``people`` stand by name (rules 1.6.4). ``last_change`` is the short word of the archive's last change, ""
    where nothing was ever changed.
    """

    ratings: RatingList
    events: tuple[ArchivedEvent, ...]
    awards: Sequence[AwardRow]
    matches: Sequence[MatchRow]
    people: tuple[Person, ...]
    last_change: str = ""


@dataclass(frozen=True, slots=True)
class Profile:
    """A person with what is told of them: the row of the rating list, None if they are not on it.

    ``awards`` are those of the person, and ``matches`` those that they played, both as in `History`. ``entered`` tells
    who stands in the events that they were in: person and name by event and entry. ``titles`` are the names of the
    events.
    """

    label: str
    rating: RatingRow | None
    ratings: RatingList
    awards: Sequence[AwardRow]
    matches: Sequence[MatchRow]
    entered: Mapping[tuple[int, int], tuple[int, str]]
    titles: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class FormerAward:
    """An entry of a version of an event that is no longer in force; ``award`` is None where it had none.

    ``kind`` and ``change`` are those of the line of the journal that ended it, ``changed`` is the day of that (ISO).
    """

    event: str
    date: str
    award: Fraction | None
    kind: str
    change: int
    changed: str


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction of who is who: who was entered as ``name`` is really ``main``, both as labels.

    It holds in the ``event`` of a ``date`` (ISO), or everywhere, where both are None. ``change`` is the line of the
    journal that says so, ``changed`` the day of that (ISO).
    """

    name: str
    main: str
    event: str | None
    date: str | None
    change: int
    changed: str


@dataclass(frozen=True, slots=True)
class Career:
    """All that a person's rating comes from.

    ``rating`` is the row of the rating list, None where there is none. ``awards`` are those of the person in all events
    in force, as in `History`, also where they do not count; ``events`` are these events by their number. ``former`` are
    those in versions that are no longer in force, by date; ``corrections`` are by their change.
    """

    label: str
    rating: RatingRow | None
    ratings: RatingList
    awards: Sequence[AwardRow]
    events: Mapping[int, ArchivedEvent]
    former: Sequence[FormerAward]
    corrections: Sequence[Correction]
