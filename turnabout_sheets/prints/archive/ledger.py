"""The frames of the archive, grouped once by event and by person, so that no page has to search them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from turnabout_sheets.core.history import ArchivedEvent, History, Person, RatingRow
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.event.status import Status
from turnabout_sheets.prints.names import alphabetical_key

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class ArchiveLink:
    """A player or an event with a page of its own: what it is called, and the file of the page."""

    name: str
    file: str


PLAYER, EVENT = "player-{}.html", "event-{}.html"
"""The files of the pages, by the number of the person or the event."""


@dataclass(slots=True)
class Standing:
    """A row of `History.awards`."""

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
class Pairing:
    """A row of `History.matches`."""

    event: int
    round: int
    table: int | None
    entry_a: int
    entry_b: int | None
    outcome_a: Outcome | None
    outcome_b: Outcome | None
    points_a: Fraction | None
    points_b: Fraction | None


@dataclass(slots=True)
class Side:
    """A match as one of its players sees it; ``opponent`` is the other's entry, None in a bye."""

    round: int
    opponent: Standing | None
    outcome: Outcome | None
    points: Fraction | None
    others: Fraction | None


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the pages are made of: by the number of the event or the person, and in the order of the frames.

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
    entries: Mapping[int, Mapping[int, Standing]]
    careers: Mapping[int, Sequence[Standing]]
    pairings: Mapping[int, Sequence[Pairing]]
    sides: Mapping[tuple[int, int], Sequence[Side]]

    def counts(self, standing: Standing) -> bool:
        """Whether an award counts for the rating list as of its day."""
        ratings = self.history.ratings
        return standing.award is not None and ratings.since <= standing.date <= ratings.as_of


def make_ledger(history: History) -> Ledger:
    """Return everything in the archive by event and by person."""
    entries: dict[int, dict[int, Standing]] = {}
    careers: dict[int, list[Standing]] = {}
    for row in _rows(history.awards, Standing):
        standing = Standing(*row)
        entries.setdefault(standing.event, {})[standing.entry] = standing
        careers.setdefault(standing.person, []).append(standing)
    pairings: dict[int, list[Pairing]] = {}
    sides: dict[tuple[int, int], list[Side]] = {}
    for row in _rows(history.matches, Pairing):
        pair = Pairing(*row)
        event, a, b = pair.event, pair.entry_a, pair.entry_b
        pairings.setdefault(event, []).append(pair)
        other = None if b is None else entries[event][b]
        sides.setdefault((event, a), []).append(Side(pair.round, other, pair.outcome_a, pair.points_a, pair.points_b))
        if b is not None:
            sides.setdefault((event, b), []).append(
                Side(pair.round, entries[event][a], pair.outcome_b, pair.points_b, pair.points_a)
            )
    return Ledger(
        history=history,
        archived={event.event: event for event in history.events},
        listed={row.person: row for row in history.ratings.rows},
        players={each.person: ArchiveLink(each.name, PLAYER.format(each.person)) for each in history.people},
        events={each.event: ArchiveLink(each.name, EVENT.format(each.event)) for each in history.events},
        by_name={each.person: place for place, each in enumerate(sorted(history.people, key=_name))},
        entries=entries,
        careers=careers,
        pairings=pairings,
        sides=sides,
    )


def _name(person: Person) -> tuple[tuple[str, str], int]:
    return alphabetical_key(person.name), person.person


def _rows(frame: pd.DataFrame, kind: type) -> zip[tuple[Any, ...]]:
    """Return the rows of a frame as tuples, in the order of the fields of ``kind``."""
    return zip(*(frame[field.name].tolist() for field in fields(kind)), strict=True)
