"""The rows of the archive, grouped once by event and by person, so that no page has to search them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from turnabout_sheets.archive.rows import ArchivedEvent, AwardRow, History, RatingRow
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.text import isolate, key
from turnabout_sheets.prints.words import Words


class ArchiveLink(NamedTuple):
    """A player or an event: what it is called, and the file of its page, empty for who is hidden and has none."""

    name: str
    file: str


PLAYER, EVENT = "player-{}.html", "event-{}.html"
"""The files of the pages, by the number of the person or the event."""


class OwnMatch(NamedTuple):
    """A match as one of its players sees it."""

    round: int
    opponent: AwardRow | None  # the other's entry, None in a bye
    outcome: Outcome | None
    points: Fraction | None
    others: Fraction | None


class Ledger(NamedTuple):
    """What the pages are made of, by the number of the event or the person, and in the order of the history."""

    history: History
    archived: Mapping[int, ArchivedEvent]
    listed: Mapping[int, RatingRow]  # the rows of the rating list
    players: Mapping[int, ArchiveLink]  # to all pages
    events: Mapping[int, ArchiveLink]
    by_name: Mapping[int, int]  # the places of persons in the order of their names
    entries: Mapping[int, Mapping[int, AwardRow]]  # by event and then by entry
    careers: Mapping[int, Sequence[AwardRow]]  # those of a person by date

    def own_matches(self, standing: AwardRow) -> list[OwnMatch]:
        """Return the matches of an entry, in the order of rounds."""
        entries, own, found = self.entries[standing.event], standing.entry, []
        for pair in self.history.matches.get(standing.event, ()):
            if pair.a == own:
                other = None if pair.b is None else entries[pair.b]
                found.append(OwnMatch(pair.round, other, pair.outcome_a, pair.points_a, pair.points_b))
            elif pair.b == own:
                found.append(OwnMatch(pair.round, entries[pair.a], pair.outcome_b, pair.points_b, pair.points_a))
        return found

    @property
    def last_change(self) -> str:
        """The short word of the archive's last change, which stays on one line."""
        return self.history.last_change.replace(" ", "\u00a0")


def make_ledger(history: History, w: Words) -> Ledger:
    """Return everything in the archive by event and by person."""
    entries = defaultdict[int, dict[int, AwardRow]](dict)
    careers = defaultdict[int, list[AwardRow]](list)
    for standing in history.awards:
        entries[standing.event][standing.entry] = standing
        careers[standing.person].append(standing)
    times = Counter(key(each.name) for each in history.people)
    players = dict.fromkeys(history.hidden, ArchiveLink(w("archive.hidden"), ""))
    for each in history.people:
        name = each.name
        if times[key(name)] > 1:  # the Player ID tells them apart (archive 5.3)
            told = "archive.with_id" if each.player_id else "archive.without_id"
            name = w(told, name=isolate(name), id=isolate(each.player_id))
        players[each.person] = ArchiveLink(name, PLAYER.format(each.person))
    persons = [*(each.person for each in history.people), *sorted(history.hidden)]
    return Ledger(
        history=history,
        archived={each.event: each for each in history.events},
        listed={row.person: row for row in history.ratings.rows},
        players=players,
        events={each.event: ArchiveLink(each.name, EVENT.format(each.event)) for each in history.events},
        by_name={person: place for place, person in enumerate(persons)},
        entries=entries,
        careers=careers,
    )
