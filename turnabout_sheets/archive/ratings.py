"""Awards of archived events, the rating list as of any day (rules 1.7 and 1.12), and ratings for a new event."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, case, func, select, true

from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.people import Who, who_is_who
from turnabout_sheets.archive.records import EventRecord, set_award
from turnabout_sheets.archive.rows import WHOLE, RatingList, RatingRow, Season
from turnabout_sheets.archive.schema import ENTRIES, EVENTS
from turnabout_sheets.core.days import day_before, window
from turnabout_sheets.core.text import alphabetical_key, find_nearest, key
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS, make_award
from turnabout_sheets.event.status import StatusKind
from turnabout_sheets.formats import load_all

RATED_FORMATS = frozenset(each.name for each in load_all() if each.rated)
"""The formats whose events are rated."""


def add_awards(record: EventRecord) -> EventRecord:
    """Return a record with its awards computed again (rules 1.7.1 to 1.7.3); a bye counts as a match won.

    Entries without a position, the disqualified, and events that are not rated have none (rules 1.7.8, 1.12.6, 1.12.8).
    """
    is_rated = record.format in RATED_FORMATS and not record.provisional and record.field >= FEWEST_RATED_PLAYERS
    entries = []
    for each in record.entries:
        award = None
        if is_rated and each.position is not None and not (each.status and each.status.kind is StatusKind.DISQUALIFIED):
            won, all_played = each.wins + each.byes, bool(each.played_all)
            award = make_award(won, each.draws, played_all=all_played, players=record.field, position=each.position)
        entries.append(set_award(each, award))
    return replace(record, entries=tuple(entries))


MOST_PLAYERS = 1_000_000
"""No event has more players; so a position and the size of its field fit into one number."""


def make_rating_list(connection: Connection, as_of: str, season: Season = WHOLE, who: Who | None = None) -> RatingList:
    """Return the ratings as of an ISO day, of who has played enough events.

    Only events in the ``season`` count for anything in the list (rules 1.12.1 to 1.12.5, 1.12.10 and 1.12.11). Raises
    `NotThereError` where that is of events that nobody knows.
    """
    fewest, within = season.fewest, _find_named(connection, season.named)
    since = season.first or window(as_of, season.months)
    rated = _choose(since, as_of, within)
    latest = connection.execute(select(func.max(ENTRIES.c.date)).where(rated)).scalar()
    if latest is None:
        return RatingList(as_of, since, "", (), season, within)
    eve = day_before(latest)
    then = _choose(season.first or window(eve, season.months), eve, within)
    before = {row.person: row for row in _sum_up(connection, then, fewest, season.best)}
    who, rows = who or who_is_who(connection), []
    for row in _sum_up(connection, rated, fewest, season.best):
        if row.events < fewest:
            continue
        old = before.get(row.person)
        best, best_of = -(-row.best // MOST_PLAYERS), -row.best % MOST_PLAYERS
        rating, wins = Fraction(row.awards, 2), Fraction(row.wins, 2)
        gained = Fraction(row.awards - (old.awards if old is not None else 0), 2)
        climbed = old.rank - row.rank if old is not None and old.events >= fewest else None
        name, player_id = who.name(row.person), who.player_id(row.person)
        figures = (rating, row.events, wins, best, best_of, gained, climbed, row.last)
        rows.append(RatingRow._make((row.rank, row.person, name, player_id, *figures)))
    rows.sort(key=lambda row: (row.rank, alphabetical_key(row.name), row.person))
    beyond = _find_beyond(connection, rated, season.best)
    return RatingList(as_of, since, latest, tuple(rows), season, within, beyond)


def _find_named(connection: Connection, texts: Sequence[str]) -> frozenset[int] | None:
    """Return the numbers of the events that have one of the texts in their name, None for all (rules 1.12.11)."""
    found: set[int] = set()
    for each in texts:
        named = EVENTS.c.name_key.contains(key(each), autoescape=True)
        those = connection.execute(select(EVENTS.c.event).where(named)).scalars().all()
        if not those:
            raise NotThereError(f'No event in the archive has "{each}" in its name.')
        found.update(those)
    return frozenset(found) if texts else None


def _choose(since: str, until: str, within: Collection[int] | None) -> ColumnElement[bool]:
    """Return which entries count: those with an award, by day and event."""
    named = true() if within is None else ENTRIES.c.event.in_(within)
    return and_(ENTRIES.c.award_halves.is_not(None), ENTRIES.c.date.between(since, until), named)


_NTH = func.row_number().over(
    partition_by=ENTRIES.c.person,
    order_by=(ENTRIES.c.award_halves.desc(), ENTRIES.c.date, ENTRIES.c.event, ENTRIES.c.entry),
)
"""An award's place among the person's: of equal ones, that of the earlier event is first (rules 1.12.10)."""


def _sum_up(connection: Connection, rated: ColumnElement[bool], fewest: int, best: int | None) -> Sequence[Row[Any]]:
    """Return what every person came to, ranked by awards among those with enough events (rules 1.12.3).

    ``awards`` and ``wins`` are in halves, ``best`` is the smaller the better: the position, then the field, larger
    before smaller.
    """
    nth = [] if best is None else [_NTH.label("nth")]
    counted = select(ENTRIES, *nth).where(rated).subquery()
    award = counted.c.award_halves if best is None else case((counted.c.nth <= best, counted.c.award_halves), else_=0)
    sums = (
        select(
            counted.c.person,
            func.sum(award).label("awards"),
            func.count().label("events"),
            func.sum(counted.c.match_halves).label("wins"),
            func.min(counted.c.position * MOST_PLAYERS - counted.c.field).label("best"),
            func.max(counted.c.date).label("last"),
        )
        .group_by(counted.c.person)
        .subquery()
    )
    rank = func.rank().over(partition_by=sums.c.events >= fewest, order_by=sums.c.awards.desc())
    return connection.execute(select(sums, rank.label("rank"))).all()


def _find_beyond(connection: Connection, rated: ColumnElement[bool], best: int | None) -> frozenset[tuple[int, int]]:
    """Return the awards, by event and entry, that are below the best that count (rules 1.12.10)."""
    if best is None:
        return frozenset()
    places = select(ENTRIES.c.event, ENTRIES.c.entry, _NTH.label("nth")).where(rated).subquery()
    query = select(places.c.event, places.c.entry).where(places.c.nth > best)
    return frozenset((event, entry) for event, entry in connection.execute(query))


class Seed(NamedTuple):
    """What the archive says of a player."""

    rating: Fraction | None  # None: there is none
    remark: str  # where that is odd


def find_seeds(connection: Connection, players: Sequence[tuple[str, str]], day: str) -> list[Seed]:
    """Return the seed of each of ``players``, name and Player ID, at the beginning of an ISO day.

    Events of that day do not count (rules 1.12.7): archiving the new event and asking again gives the same.
    """
    who, seeds = who_is_who(connection), []
    ratings = {row.person: row.rating for row in make_rating_list(connection, day_before(day)).rows}
    for name, player_id in players:
        persons, remark = [*who.persons_called(player_id or name)], ""
        if len(persons) > 1:
            remark = f'"{name}" is the name of {len(persons)} persons in the archive; add the Player ID.'
        elif not persons and (near := find_nearest(name, who.entered)):
            remark = f'"{name}" is not in the archive, but "{near}" is.'
        seeds.append(Seed(ratings.get(persons[0]) if len(persons) == 1 else None, remark))
    return seeds
