"""Awards of archived events, the rating list as of any day (rules 1.7 and 1.12), and ratings for a new event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sqlalchemy import ColumnElement, Connection, and_, case, func, or_, select, true

from turnabout_sheets.archive.codecs import day_before, window
from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.events import IN_FORCE
from turnabout_sheets.archive.identities import Who
from turnabout_sheets.archive.people import find_near_name, persons_called, who_is_who
from turnabout_sheets.archive.records import Entry, EventRecord, set_award
from turnabout_sheets.archive.schema import ENTRIES, EVENTS
from turnabout_sheets.core.text import alphabetical_key, key
from turnabout_sheets.event.history import WHOLE, RatingList, RatingRow, Season
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS, Award, make_award
from turnabout_sheets.event.status import StatusKind
from turnabout_sheets.formats import load_all

RATED_FORMATS = frozenset(each.name for each in load_all() if each.rated)
"""The formats whose events are rated."""


def add_awards(record: EventRecord) -> EventRecord:
    """Return a record with its awards computed anew (rules 1.7.1 to 1.7.3).

    They come from position, wins, draws, byes, ``played_all`` and ``field``; a bye counts as a match won. Entries
    without a position, those of the disqualified, and all of an event that is not rated have none (rules 1.7.8, 1.12.6
    and 1.12.8).
    """
    rated = record.format in RATED_FORMATS and not record.provisional and record.field >= FEWEST_RATED_PLAYERS
    entries = tuple(set_award(entry, _make_award(entry, record.field) if rated else None) for entry in record.entries)
    return replace(record, entries=entries)


def _make_award(entry: Entry, field: int) -> Award | None:
    if entry.position is None or (entry.status is not None and entry.status.kind is StatusKind.DISQUALIFIED):
        return None
    return make_award(
        entry.wins + entry.byes,
        entry.draws,
        played_all=bool(entry.played_all),
        players=field,
        position=entry.position,
    )


MOST_PLAYERS = 1_000_000
"""No event has more players; so a position and the size of its field fit into one number."""

RATED = and_(IN_FORCE, ENTRIES.c.award_halves.is_not(None))


@dataclass(frozen=True, slots=True)
class _Sum:
    """What somebody came to within a window: halves of awards and of match wins, and how many events it took.

    ``best`` is the smaller the better: the position, then the field, larger before smaller; 0 where there is none.
    ``before`` and ``events_before`` are awards and events in the window that ended before the last day with an event.
    """

    awards: int
    wins: int
    events: int
    best: int
    last: str
    before: int
    events_before: int

    def __add__(self, other: _Sum) -> _Sum:
        return _Sum(
            self.awards + other.awards,
            self.wins + other.wins,
            self.events + other.events,
            min(self.best or other.best, other.best or self.best),
            max(self.last, other.last),
            self.before + other.before,
            self.events_before + other.events_before,
        )


def make_rating_list(
    connection: Connection, as_of: str, months: int | None = None, fewest: int = 1, season: Season = WHOLE
) -> RatingList:
    """Return the ratings as of an ISO day, over all time or the last ``months``, of who has played enough events.

    Only events in the window, and in the ``season``, count for anything in the list (rules 1.12.1 to 1.12.5, 1.12.10
    and 1.12.11). Raises `NotThereError` where the season is of events that nobody knows.
    """
    who = who_is_who(connection)
    since, within = season.first or window(as_of, months), _find_named(connection, season)
    named = _is_named(season.named)
    latest = connection.execute(
        select(func.max(EVENTS.c.date)).where(IN_FORCE, EVENTS.c.rated, EVENTS.c.date.between(since, as_of), named)
    ).scalar()
    if latest is None:
        return RatingList(as_of, since, months, fewest, "", (), season, within)
    eve = day_before(latest)
    # In both windows, of now and of then, as what takes time is to look at all entries.
    asked = and_(RATED, EVENTS.c.date.between(season.first or window(eve, months), as_of), named)
    sums, beyond = _sums(connection, who, since, eve, asked), frozenset[tuple[int, int]]()
    if season.best is not None:
        sums, beyond = _keep_best(connection, who, since, eve, asked, season.best, sums)
    ranks = _ranks({person: each.awards for person, each in sums.items() if each.events >= fewest})
    before = _ranks({person: each.before for person, each in sums.items() if each.events_before >= fewest})
    rows = [
        RatingRow(
            rank=rank,
            person=person,
            name=who.name(person),
            player_id=who.player_ids.get(person, ""),
            rating=Fraction(sums[person].awards, 2),
            events=sums[person].events,
            wins=Fraction(sums[person].wins, 2),
            best=-(-sums[person].best // MOST_PLAYERS),
            best_of=-sums[person].best % MOST_PLAYERS,
            gained=Fraction(sums[person].awards - sums[person].before, 2),
            climbed=before[person] - rank if person in before else None,
            last=sums[person].last,
        )
        for person, rank in ranks.items()
    ]
    rows.sort(key=lambda row: (row.rank, alphabetical_key(row.name), row.person))
    return RatingList(as_of, since, months, fewest, latest, tuple(rows), season, within, beyond)


def _is_named(texts: Sequence[str]) -> ColumnElement[bool]:
    """Return that the name of an event contains one of the texts; of none, that it is any event."""
    return or_(*(EVENTS.c.name_key.contains(key(each), autoescape=True) for each in texts)) if texts else true()


def _find_named(connection: Connection, season: Season) -> frozenset[int] | None:
    """Return the numbers of the events that a season is of, None for all (rules 1.12.11)."""
    if not season.named:
        return None
    found: set[int] = set()
    for each in season.named:
        those = connection.execute(select(EVENTS.c.event).where(IN_FORCE, _is_named([each]))).scalars().all()
        if not those:
            raise NotThereError(f'No event in the archive has "{each}" in its name.')
        found.update(those)
    return frozenset(found)


def _sums(connection: Connection, who: Who, since: str, eve: str, asked: ColumnElement[bool]) -> dict[int, _Sum]:
    """Return what everybody came to in what is ``asked``: from the day ``since`` on, and up to ``eve``."""
    now, then = EVENTS.c.date >= since, EVENTS.c.date <= eve
    query = (
        select(
            ENTRIES.c.player,
            who.apart,
            func.sum(case((now, ENTRIES.c.award_halves), else_=0)),
            func.sum(case((now, ENTRIES.c.match_halves), else_=0)),
            func.sum(case((now, 1), else_=0)),
            func.coalesce(func.min(case((now, ENTRIES.c.position * MOST_PLAYERS - EVENTS.c.field))), 0),
            func.max(EVENTS.c.date),
            func.sum(case((then, ENTRIES.c.award_halves), else_=0)),
            func.sum(case((then, 1), else_=0)),
        )
        .join(EVENTS, EVENTS.c.version == ENTRIES.c.version)
        .where(asked)
        .group_by(*who.groups)
    )
    sums: dict[int, _Sum] = {}
    for player, number, *figures in connection.execute(query):
        person, came = who.person(player, number), _Sum(*figures)
        sums[person] = sums[person] + came if person in sums else came
    return sums


def _keep_best(
    connection: Connection,
    who: Who,
    since: str,
    eve: str,
    asked: ColumnElement[bool],
    best: int,
    sums: Mapping[int, _Sum],
) -> tuple[dict[int, _Sum], frozenset[tuple[int, int]]]:
    """Return the sums with the ``best`` highest awards of each only, and the awards in the window that do not count.

    Of equal awards, those of the earlier event count, by day, then by number (rules 1.12.10).
    """
    query = (
        select(ENTRIES.c.player, EVENTS.c.event, ENTRIES.c.entry, EVENTS.c.date, ENTRIES.c.award_halves)
        .join(EVENTS, EVENTS.c.version == ENTRIES.c.version)
        .where(asked)
        .order_by(ENTRIES.c.award_halves.desc(), EVENTS.c.date, EVENTS.c.event, ENTRIES.c.entry)
    )
    now: dict[int, list[int]] = {person: [] for person in sums}
    then: dict[int, list[int]] = {person: [] for person in sums}
    beyond: set[tuple[int, int]] = set()
    for player, event, entry, day, award in connection.execute(query):
        person = who.person(player, event)
        if day <= eve:
            then[person].append(award)
        if day >= since:
            now[person].append(award)
            if len(now[person]) > best:
                beyond.add((event, entry))
    kept = {
        person: replace(each, awards=sum(now[person][:best]), before=sum(then[person][:best]))
        for person, each in sums.items()
    }
    return kept, frozenset(beyond)


def _ranks(ratings: Mapping[int, int]) -> dict[int, int]:
    """Return the ranks by rating: 1, 2, 2, 4 (rules 1.12.3)."""
    rank: dict[int, int] = {}
    for place, rating in enumerate(sorted(ratings.values(), reverse=True), 1):
        rank.setdefault(rating, place)
    return {person: rank[rating] for person, rating in ratings.items()}


@dataclass(frozen=True, slots=True)
class Seed:
    """What the archive says of a player: the rating, None where there is none, and a ``remark`` where that is odd."""

    rating: Fraction | None
    remark: str = ""


def find_seeds(connection: Connection, players: Sequence[tuple[str, str]], day: str) -> list[Seed]:
    """Return the seed of each of ``players``, name and Player ID, at the beginning of an ISO day.

    Events of that day do not count (rules 1.12.7): whoever archives the new event and asks again gets the same.
    """
    who = who_is_who(connection)
    ratings = {row.person: row.rating for row in make_rating_list(connection, day_before(day)).rows}

    def seed(name: str, player_id: str) -> Seed:
        persons = persons_called(who, player_id or name)
        if len(persons) == 1:
            return Seed(ratings.get(next(iter(persons))))
        if persons:
            return Seed(None, f'"{name}" is the name of {len(persons)} persons in the archive; add the Player ID.')
        near = find_near_name(who, name)
        return Seed(None, f'"{name}" is not in the archive, but "{near}" is.' if near else "")

    return [seed(*player) for player in players]
