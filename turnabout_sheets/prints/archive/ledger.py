"""The rows of the archive, grouped once by event and by person, so that no page has to search them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.text import isolate, key
from turnabout_sheets.event.history import ArchivedEvent, AwardRow, History, MatchRow, Person, RatingRow
from turnabout_sheets.prints.words import Words


class ArchiveLink(NamedTuple):
    """A player or an event: what it is called, and the file of its page, empty for who is hidden and has none."""

    name: str
    file: str


PLAYER, EVENT = "player-{}.html", "event-{}.html"
"""The files of the pages, by the number of the person or the event."""


@dataclass(slots=True)
class OwnMatch:
    """A match as one of its players sees it; ``opponent`` is the other's entry, None in a bye."""

    round: int
    opponent: AwardRow | None
    outcome: Outcome | None
    points: Fraction | None
    others: Fraction | None


class Ledger(NamedTuple):
    """What the pages are made of: by the number of the event or the person, and in the order of the history.

    ``entries`` are by event and then by entry, ``careers`` those of a person by date. ``players`` and ``events`` are
    the links to all pages, ``listed`` the rows of the rating list, ``by_name`` the places of persons in the order of
    their names.
    """

    history: History
    archived: Mapping[int, ArchivedEvent]
    listed: Mapping[int, RatingRow]
    players: Mapping[int, ArchiveLink]
    events: Mapping[int, ArchiveLink]
    by_name: Mapping[int, int]
    entries: Mapping[int, Mapping[int, AwardRow]]
    careers: Mapping[int, Sequence[AwardRow]]
    pairings: Mapping[int, Sequence[MatchRow]]

    def own_matches(self, standing: AwardRow) -> list[OwnMatch]:
        """Return the matches of an entry, in the order of rounds."""
        entries, own, found = self.entries[standing.event], standing.entry, []
        for pair in self.pairings.get(standing.event, ()):
            if pair.entry_a == own:
                other = None if pair.entry_b is None else entries[pair.entry_b]
                found.append(OwnMatch(pair.round, other, pair.outcome_a, pair.points_a, pair.points_b))
            elif pair.entry_b == own:
                other = entries[pair.entry_a]
                found.append(OwnMatch(pair.round, other, pair.outcome_b, pair.points_b, pair.points_a))
        return found

    @property
    def last_change(self) -> str:
        """The short word of the archive's last change, which stays on one line."""
        return self.history.last_change.replace(" ", "\u00a0")

    def counts(self, standing: AwardRow) -> bool:
        """Whether an award counts for the rating list as of its day."""
        return self.history.ratings.counts(standing)


def make_ledger(history: History, w: Words) -> Ledger:
    """Return everything in the archive by event and by person."""
    entries: dict[int, dict[int, AwardRow]] = {}
    careers: dict[int, list[AwardRow]] = {}
    for standing in history.awards:
        entries.setdefault(standing.event, {})[standing.entry] = standing
        careers.setdefault(standing.person, []).append(standing)
    pairings: dict[int, list[MatchRow]] = {}
    for pair in history.matches:
        pairings.setdefault(pair.event, []).append(pair)
    persons = [*(each.person for each in history.people), *sorted(history.hidden)]
    return Ledger(
        history=history,
        archived={event.event: event for event in history.events},
        listed={row.person: row for row in history.ratings.rows},
        players=_link_players(history, w),
        events={each.event: ArchiveLink(each.name, EVENT.format(each.event)) for each in history.events},
        by_name={person: place for place, person in enumerate(persons)},
        entries=entries,
        careers=careers,
        pairings=pairings,
    )


def _link_players(history: History, w: Words) -> dict[int, ArchiveLink]:
    """Return the links to all players, with the Player ID where several have the name (archive 5.3)."""
    times = Counter(key(each.name) for each in history.people)
    return dict.fromkeys(history.hidden, ArchiveLink(w("archive.hidden"), "")) | {
        each.person: ArchiveLink(
            each.name if times[key(each.name)] == 1 else _tell_apart(each, w), PLAYER.format(each.person)
        )
        for each in history.people
    }


def _tell_apart(person: Person, w: Words) -> str:
    told = "archive.with_id" if person.player_id else "archive.without_id"
    return w(told, name=isolate(person.name), id=isolate(person.player_id))
