"""What the archive tells, as plain values: for the terminal, the ratings workbook and the pages.

A *person* is who stands behind entries once identities are corrected; persons are known by a number that stays.
"""

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
class Season:
    """What else a rating list is of; nothing of it is stored (rules 1.12.10 and 1.12.11).

    ``first`` is the first day that counts (ISO), "" for all time. Of each player the ``best`` highest awards count,
    None for all. Only events count whose name contains one of the texts in ``named``, if there are any.
    """

    first: str = ""
    best: int | None = None
    named: tuple[str, ...] = ()

    def tell(self) -> Iterator[str]:
        """Yield the sentences that say which awards count, for the screen and the sheets."""
        if self.best is not None:
            awards = f"{self.best} highest awards" if self.best > 1 else "highest award"
            yield f"Only each player's {awards} in that time count{'' if self.best > 1 else 's'}."
        if self.named:
            names = join_words([f'"{each}"' for each in self.named])
            yield f"Only events with {names} in their name count."


WHOLE = Season()
"""What leaves nothing out."""


@dataclass(frozen=True, slots=True)
class RatingList:
    """The ratings as of a day (ISO), highest first; people with the same rating share the rank, and stand by name.

    ``since`` is the first day that counts, "" for all time: that of the ``season``, or of the last ``months``.
    ``latest`` is the last day with a rated event, "" where there is none. ``fewest`` is the number of events that it
    takes to be listed. ``within`` are the numbers of the events that the season is of, None for all; ``beyond`` are
    the awards, by event and entry, of those who have as many higher ones as count.
    """

    as_of: str
    since: str
    months: int | None
    fewest: int
    latest: str
    rows: tuple[RatingRow, ...]
    season: Season = WHOLE
    within: frozenset[int] | None = None
    beyond: frozenset[tuple[int, int]] = frozenset()

    def counts(self, row: AwardRow) -> bool:
        """Whether an award counts for the list: by the day of its event, its name, and how many are higher.

        Rules 1.12.1, 1.12.10 and 1.12.11.
        """
        in_time = row.award is not None and self.since <= row.date <= self.as_of
        return in_time and self.names(row) and not self.is_beyond(row)

    def names(self, row: AwardRow) -> bool:
        """Whether the season is of an event, by its name."""
        return self.within is None or row.event in self.within

    def is_beyond(self, row: AwardRow) -> bool:
        """Whether an award would count, but the player has as many higher ones as do (rules 1.12.10)."""
        return (row.event, row.entry) in self.beyond

    def row_of(self, person: int) -> RatingRow | None:
        """Return the row of a person; None where there is none."""
        return next((row for row in self.rows if row.person == person), None)


@dataclass(frozen=True, slots=True)
class ArchivedEvent:
    """An event in the archive: ``event`` is its number there, ``winners`` are the persons in first place by name.

    ``field`` is the number of players, ``entries`` the number of those who are known, or stand in its list without
    having played.
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
    Player IDs) that were found to be the same person; ``near`` are the labels of others who
    may be, and ``why`` says so for each; ``apart`` are those who are known to be somebody else. A ``label`` tells a
    person from all others: the name, and the Player ID where there is one.
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
    apart: tuple[str, ...] = ()

    @property
    def precedence(self) -> tuple[object, ...]:
        """What people who are merged are sorted by: the first gives the name."""
        return (*rank_name(self.name, self.player_id), -self.events, self.first, self.person)


def rank_name(name: str, player_id: str) -> tuple[object, ...]:
    """Return what names of a person are sorted by, the best first (archive 5.5).

    That is one with a Player ID, then one without a comma, then whole words before initials, then the one with more
    accents, then with more hyphens and apostrophes.
    """
    initials = sum(len(word) == 1 for word in re.split(r"[\s.]+", name))
    accents = sum(sign.isalpha() and not sign.isascii() for sign in name)
    return not player_id, "," in name, initials, -accents, -sum(sign in "-‐‑'’" for sign in name)


TEAM: Final = " & "
"""What stands between the names of those who are one player together."""


def list_partners(name: str) -> list[str]:
    """Return the names of those who are one player together; none where a name is that of one alone."""
    partners = name.split(TEAM)
    return partners if len(partners) > 1 else []


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
    where nothing was ever changed. ``hidden`` are the persons whom published pages do not name, with all their names;
    ``hidden_ids`` are their Player IDs.
    """

    ratings: RatingList
    events: tuple[ArchivedEvent, ...]
    awards: Sequence[AwardRow]
    matches: Sequence[MatchRow]
    people: tuple[Person, ...]
    last_change: str = ""
    hidden: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    hidden_ids: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """A person with what is told of them: the row of the rating list, None if they are not on it.

    ``awards`` are those of the person, and ``matches`` those that they played, both as in `History`. ``entered`` tells
    who stands in the events that they were in: person and name by event and entry. ``titles`` are the names of the
    events. ``hidden`` is whether published pages do not name the person.
    """

    label: str
    rating: RatingRow | None
    ratings: RatingList
    awards: Sequence[AwardRow]
    matches: Sequence[MatchRow]
    entered: Mapping[tuple[int, int], tuple[int, str]]
    titles: Mapping[int, str]
    hidden: bool


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
