"""What the archive's commands show: lists, events and players as lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction

from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.rows import ArchivedEvent, RatingList
from turnabout_sheets.core.days import write_day
from turnabout_sheets.core.text import format_number, join_words, yes_or_no
from turnabout_sheets.prints.archive.event import ArchiveEventPage
from turnabout_sheets.prints.archive.player import ArchivePlayerPage

SHOWN_ROWS = 5
"""How many rows of an event are shown as they were understood."""


def table(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of a table, numbers to the right; None is blank."""
    right = [
        all(isinstance(row[at], int | Fraction | None) or str(row[at] or 0).isdigit() for row in rows)
        for at in range(len(headers))
    ]
    texts = [headers, *(tuple(map(_word, row)) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for line in texts:
        cells = zip(line, widths, right, strict=True)
        yield "  ".join(
            word.rjust(width) if at_right else word.ljust(width) for word, width, at_right in cells
        ).rstrip()


def _word(cell: object) -> str:
    if isinstance(cell, bool):
        return yes_or_no(cell)
    # Pages keep names in their own direction with signs that a terminal would show.
    text = format_number(cell) if isinstance(cell, Fraction) else "" if cell is None else str(cell)
    return text.translate({0x2068: None, 0x2069: None, 0xA0: " "})


def word_day(day: str) -> str:
    """Return a day (ISO) in words."""
    return write_day(date.fromisoformat(day), "en")


def count(number: int, what: str) -> str:
    """Return how many of something there are: 1 event, 2 events."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def event_list(events: Sequence[ArchivedEvent]) -> Iterator[str]:
    """Yield all events, the newest first."""
    rows = [
        (each.event, word_day(each.date), each.name, each.event_id, each.format, each.field, _rated(each),
         join_words(each.winners, "and") if each.winners else "")
        for each in reversed(events)
    ]  # fmt: skip
    yield from table(("Number", "Date", "Event", "Event ID", "Format", "Players", "Rated", "Winner"), rows)


def _rated(event: ArchivedEvent) -> str:
    return "provisional" if event.provisional else yes_or_no(event.rated)


def rating_lines(ratings: RatingList, top: int) -> Iterator[str]:
    """Yield the first so many rows of the rating list."""
    since = f", of the events since {word_day(ratings.since)}" if ratings.since else ""
    fewest = f", at least {ratings.fewest} events" if ratings.fewest > 1 else ""
    yield f"Ratings as of {word_day(ratings.as_of)}{since}{fewest}:"
    yield from ratings.season.tell()
    if not ratings.rows:
        yield "Nobody was rated in enough events." if ratings.latest else "No event of that time is rated."
        return
    rows = [
        (row.rank, row.name, row.player_id, row.rating, row.events, row.wins, f"{row.best} of {row.best_of}",
         format_number(row.gained, signed=True), climbed(row.climbed), word_day(row.last))
        for row in ratings.rows[:top]
    ]  # fmt: skip
    headers = ("Rank", "Player", "Player ID", "Rating", "Events", "Wins", "Best", "Gained", "Climbed", "Last event")
    yield from table(headers, rows)
    if len(rows) < len(ratings.rows):
        yield f"… and {len(ratings.rows) - len(rows)} more; --top shows more of them."
    yield f"Gained and Climbed: compared with the list before {word_day(ratings.latest)}."


def climbed(ranks: int | None) -> str:
    """Return how many ranks somebody has climbed."""
    if ranks is None:
        return "new"
    return format_number(ranks, signed=True) if ranks else "="


def page_lines(page: ArchiveEventPage | ArchivePlayerPage) -> Iterator[str]:
    """Yield the page of an event or a player as text, without the single matches of a player."""
    yield _word(page.name)
    yield from (f"{fact.label}: {_word(fact.value)}" for fact in page.facts)
    yield ""
    if isinstance(page, ArchivePlayerPage):
        events = [
            (each.date, each.event.name, each.position, each.results, each.points, each.award, each.total, *each[2:4])
            for each in page.events
        ]
        yield from table(("Date", "Event", "Position", "Results", "Points", "Award", "Sum", "", ""), events)
        if met := [(each.opponent.name, *map(int, each[1:5]), each.last) for each in page.opponents]:
            yield from ("", *table(("Opponent", "Played", "Won", "Drawn", "Lost", "Last"), met))
        return
    if page.note:
        yield from (page.note, "")
    entries = [
        (each.position, each.player.name, each.results, each.points, each.award, each.status, each.entered)
        for each in page.entries
    ]
    yield from table(("Position", "Player", "Results", "Points", "Award", "Status", ""), entries)
    for number in page.rounds:
        rows = [(each.table, each.a.name, each.b and each.b.name, each.points, each.outcome) for each in number.lines]
        yield from ("", number.heading, *table(("Table", "Player A", "Player B", "Points", "Result"), rows))


def record_lines(record: EventRecord) -> Iterator[str]:
    """Yield the first rows of an event as it was understood: placings, and matches."""
    yield f"{record.title}, {record.format}:"
    shown = [(each.position, each.name, each.wins, each.draws, each.losses, each.byes, each.points)
             for each in record.entries[:SHOWN_ROWS]]  # fmt: skip
    yield from table(("Position", "Player", "Wins", "Draws", "Losses", "Byes", "Points"), shown)
    names = [each.name for each in record.entries]
    matches = [
        (each.round, each.table, names[each.a], "BYE" if each.b is None else names[each.b], each.points_a,
         each.points_b, each.outcome_a)
        for each in record.meetings[:SHOWN_ROWS]
    ]  # fmt: skip
    headers = ("Round", "Table", "Player A", "Player B", "Points A", "Points B", "A has")
    yield from table(headers, matches) if matches else ()
    yield f"In all {count(len(record.entries), 'player')}, {count(len(record.meetings), 'match record')}."
