"""The rating list as of any day: the sum of awards (Rating System for Turnabout, seed 002)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from sqlalchemy import ColumnElement, Connection, and_, case, func, select

from turnabout_sheets.archive.days import day_before, window
from turnabout_sheets.archive.events import IN_FORCE
from turnabout_sheets.archive.people import Who, who_is_who
from turnabout_sheets.archive.schema import ENTRIES, EVENTS
from turnabout_sheets.history import RatingList, RatingRow
from turnabout_sheets.text import key

MOST_PLAYERS = 1_000_000
"""No event has more players; so a position and the size of its field fit into one number."""

RATED = and_(IN_FORCE, ENTRIES.c.award_halves.is_not(None))


@dataclass(frozen=True, slots=True)
class _Sum:
    """What somebody came to within a window: halves of awards and of match wins, and how many events it took.

    ``best`` is the smaller the better: the position, then the field, larger before smaller.
    """

    awards: int = 0
    wins: int = 0
    events: int = 0
    best: int = 0
    last: str = ""

    def __add__(self, other: _Sum) -> _Sum:
        return _Sum(
            self.awards + other.awards,
            self.wins + other.wins,
            self.events + other.events,
            min(self.best or other.best, other.best or self.best),
            max(self.last, other.last),
        )


def rating_list(connection: Connection, as_of: str, months: int | None = None, fewest: int = 1) -> RatingList:
    """Return the ratings as of an ISO day, over all time or the last ``months``, of who has played enough events.

    Only events in the window count for anything in the list.
    """
    who = who_is_who(connection)
    since = window(as_of, months)
    latest = connection.execute(
        select(func.max(EVENTS.c.date)).where(IN_FORCE, EVENTS.c.rated, EVENTS.c.date.between(since, as_of))
    ).scalar()
    if latest is None:
        return RatingList(as_of, since, months, fewest, "", ())
    eve = day_before(latest)
    now = _sums(connection, who, since, as_of)
    then = _sums(connection, who, window(eve, months), eve)
    ranks, before = _ranks(now, fewest), _ranks(then, fewest)
    rows = [
        RatingRow(
            rank=rank,
            person=person,
            name=who.name(person),
            player_id=who.player_ids.get(person, ""),
            rating=Fraction(now[person].awards, 2),
            events=now[person].events,
            wins=Fraction(now[person].wins, 2),
            best=-(-now[person].best // MOST_PLAYERS),
            best_of=-now[person].best % MOST_PLAYERS,
            gained=Fraction(now[person].awards - then.get(person, _Sum()).awards, 2),
            climbed=before[person] - rank if person in before else None,
            last=now[person].last,
        )
        for person, rank in ranks.items()
    ]
    rows.sort(key=lambda row: (row.rank, key(row.name), row.person))
    return RatingList(as_of, since, months, fewest, latest, tuple(rows))


def _sums(connection: Connection, who: Who, since: str, until: str) -> dict[int, _Sum]:
    """Return what everybody came to from one day to another, both included."""
    # Those who are somebody else in some event are added up event by event, all others at once.
    elsewhere = sorted({player for player, _ in who.in_event})
    event: ColumnElement[int] = case((ENTRIES.c.player.in_(elsewhere), EVENTS.c.event), else_=0)
    query = (
        select(
            ENTRIES.c.player,
            event.label("event"),
            func.sum(ENTRIES.c.award_halves),
            func.sum(ENTRIES.c.match_halves),
            func.count(),
            func.min(ENTRIES.c.position * MOST_PLAYERS - EVENTS.c.field),
            func.max(EVENTS.c.date),
        )
        .join(EVENTS, EVENTS.c.version == ENTRIES.c.version)
        .where(RATED, EVENTS.c.date.between(since, until))
        .group_by(ENTRIES.c.player, event)
    )
    sums: dict[int, _Sum] = {}
    for player, number, *figures in connection.execute(query):
        person = who.person(player, number)
        sums[person] = sums.get(person, _Sum()) + _Sum(*figures)
    return sums


def _ranks(sums: Mapping[int, _Sum], fewest: int) -> dict[int, int]:
    """Return the ranks by award total of who has played enough events: 1, 2, 2, 4."""
    rank: dict[int, int] = {}
    listed = {person: each.awards for person, each in sums.items() if each.events >= fewest}
    for place, awards in enumerate(sorted(listed.values(), reverse=True), 1):
        rank.setdefault(awards, place)
    return {person: rank[awards] for person, awards in listed.items()}
