"""The lists that lead to all pages of the archive: the ratings, and the events."""

from __future__ import annotations

from typing import NamedTuple

from turnabout_sheets.archive.rows import RatingList
from turnabout_sheets.core.text import format_number, isolate
from turnabout_sheets.prints.archive.ledger import ArchiveLink, Ledger
from turnabout_sheets.prints.archive.wording import day_text, describe_unrated, place_of
from turnabout_sheets.prints.words import Words


class RatingLine(NamedTuple):
    """A line of the rating list; all figures are texts.

    ``best`` says the best position and of how many, ``gained`` and ``climbed`` what has changed since the last day with
    an event ("+12", "▲3"), ``last`` is the day of the player's last rated event.
    """

    rank: str
    player: ArchiveLink
    player_id: str
    rating: str
    events: str
    wins: str
    best: str
    gained: str
    climbed: str
    last: str


class RatingListPage(NamedTuple):
    """The rating list: sentences ``about`` it, its lines, and the ``others``, who are not listed, by name."""

    about: tuple[str, ...]
    lines: tuple[RatingLine, ...]
    others: tuple[ArchiveLink, ...]
    last_change: str


class EventLine(NamedTuple):
    """A line of the list of events; ``note`` says why it is not rated, empty where it is."""

    date: str
    event: ArchiveLink
    format: str
    players: str
    winners: tuple[str, ...]
    note: str


class EventListPage(NamedTuple):
    """All events, the newest first."""

    lines: tuple[EventLine, ...]
    last_change: str


def rating_list_page(ledger: Ledger, w: Words) -> RatingListPage:
    """Return the rating list, and after it everybody else in the archive by name."""
    ratings = ledger.history.ratings
    lines = []
    for row in ratings.rows:
        player = ledger.players[row.person]
        line = RatingLine(
            rank=str(row.rank),
            player=player,
            player_id=row.player_id if player.name == row.name else "",  # else it is there already
            rating=format_number(row.rating),
            events=str(row.events),
            wins=format_number(row.wins),
            best=place_of(row.best, row.best_of, w),
            gained=format_number(row.gained, signed=True),
            climbed=w("archive.new") if row.climbed is None else _climbed(row.climbed),
            last=day_text(row.last, w.language),
        )
        lines.append(line)
    others = (person.person for person in ledger.history.people if person.person not in ledger.listed)
    by_name = sorted(others, key=ledger.by_name.__getitem__)
    others_by_name = tuple(ledger.players[person] for person in by_name)
    return RatingListPage(_about(ratings, w), tuple(lines), others_by_name, ledger.last_change)


def _about(ratings: RatingList, w: Words) -> tuple[str, ...]:
    """Return as of which day the list is, what counts, and who is on it."""
    season = ratings.season

    def whole(day: str) -> str:
        """Return a day that stays on one line."""
        return day_text(day, w.language).replace(" ", "\u00a0")

    if season.months is not None:
        span = w("archive.since", date=whole(ratings.since), months=w.counted("archive.months", season.months))
    else:
        span = w("archive.from", date=whole(ratings.since)) if ratings.since else w("archive.all_time")
    return (
        w("archive.as_of", date=whole(ratings.as_of)),
        span,
        *([w("archive.named", names=", ".join(map(isolate, season.named)))] if season.named else []),
        *([w.counted("archive.best_awards", season.best)] if season.best is not None else []),
        w.counted("archive.fewest", season.fewest),
        w("archive.change", date=whole(ratings.latest)) if ratings.rows else w("archive.nobody"),
    )


def _climbed(ranks: int) -> str:
    """Return by how many ranks somebody has climbed or fallen."""
    return f"▲{ranks}" if ranks > 0 else f"▼{-ranks}" if ranks else "="


def event_list_page(ledger: Ledger, w: Words) -> EventListPage:
    """Return all events, the newest first."""
    lines = []
    for event in reversed(ledger.history.events):
        entries = ledger.entries.get(event.event, {}).values()
        first = (each.person for each in entries if each.position == 1 and not event.provisional)
        line = EventLine(
            date=day_text(event.date, w.language),
            event=ledger.events[event.event],
            format=event.format,
            players=str(event.field),
            winners=tuple(ledger.players[person].name for person in sorted(first, key=ledger.by_name.__getitem__)),
            note=describe_unrated(event, w),
        )
        lines.append(line)
    return EventListPage(tuple(lines), ledger.last_change)
