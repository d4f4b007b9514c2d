"""What the archive's commands show: lists, events and players as lines for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from turnabout_sheets.archive.codecs import today
from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.log import find_last, last_seal, list_changes
from turnabout_sheets.archive.people import who_is_who
from turnabout_sheets.archive.queries import load_career, load_events, load_history
from turnabout_sheets.archive.rows import RatingList
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.archive.why import explain_career
from turnabout_sheets.core.command_line import name_program, word_command_of_names
from turnabout_sheets.core.days import write_day
from turnabout_sheets.core.digests import shorten_digest
from turnabout_sheets.core.text import alphabetical_key, format_number, yes_or_no
from turnabout_sheets.prints.archive.event import ArchiveEventPage, event_page
from turnabout_sheets.prints.archive.ledger import make_ledger
from turnabout_sheets.prints.archive.player import ArchivePlayerPage, player_page
from turnabout_sheets.prints.steps import describe_answers
from turnabout_sheets.prints.words import FALLBACK, load_words

SHOWN_PAIRS = 50
"""How many pairs of people are shown."""


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


def describe_last(opened: Archive) -> str:
    """Return what names the last change of an archive by its short seal."""
    with opened.reading() as connection:
        seal = last_seal(connection)
    return f"the last change is {shorten_digest(seal)}" if seal else "nothing was ever changed"


def event_list(opened: Archive) -> Iterator[str]:
    """Yield all events, the newest first."""
    with opened.reading() as connection:
        events = load_events(connection, who_is_who(connection))
    rows = [
        (each.event, word_day(each.date), each.name, each.event_id, each.format, each.field,
         "provisional" if each.provisional else yes_or_no(each.rated), ", ".join(each.winners))
        for each in reversed(events)
    ]  # fmt: skip
    yield from table(("Number", "Date", "Event", "Event ID", "Format", "Players", "Rated", "Winner"), rows)
    yield f"{len(events)} event{'' if len(events) == 1 else 's'}; {describe_last(opened)}."


def log_lines(opened: Archive, last: int) -> Iterator[str]:
    """Yield the last changes, the newest first, and what undo would take back."""
    with opened.reading() as connection:
        for each in list_changes(connection)[:last]:
            more = {"taken back by": each.undone, "by": each.author, "note:": each.note, "from": each.file}
            told = "; ".join([each.told, *(f"{what} {value}" for what, value in more.items() if value)])
            yield f"{each.number:5}  {each.at}  {shorten_digest(each.seal):14}  {each.kind:8} {told}"
        try:
            found = find_last(connection)
        except NotThereError as reason:
            yield str(reason)
            return
    numbers = f"{found[-1].number} to {found[0].number}" if len(found) > 1 else f"{found[0].number}"
    yield f"Undo would take back: {numbers}."


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
         format_number(row.gained, signed=True),
         "new" if row.climbed is None else format_number(row.climbed, signed=True), word_day(row.last))
        for row in ratings.rows[:top]
    ]  # fmt: skip
    headers = ("Rank", "Player", "Player ID", "Rating", "Events", "Wins", "Best", "Gained", "Climbed", "Last event")
    yield from table(headers, rows)
    if len(rows) < len(ratings.rows):
        yield f"… and {len(ratings.rows) - len(rows)} more; --top shows more of them."
    yield f"Gained and Climbed: compared with the list before {word_day(ratings.latest)}."


def player_lines(opened: Archive, name: str, *asked: Any) -> Iterator[str]:
    """Yield the page of a player, and where the rating comes from."""
    with opened.reading() as connection:
        person, history = load_career(connection, name, *asked)
    if person.person in history.hidden:
        yield "Hidden on pages:"
    w = load_words(FALLBACK)
    yield from page_lines(player_page(person, make_ledger(history, w), w))
    yield from ("", *describe_answers([explain_career(person, history)]))


def event_lines(opened: Archive, number: int) -> Iterator[str]:
    """Yield the page of an event."""
    with opened.reading() as connection:
        history = load_history(connection, today(), only=[number])
    w = load_words(FALLBACK)
    yield f"Number {number}"
    yield from page_lines(event_page(history.events[0], make_ledger(history, w), w))


def pair_lines(opened: Archive) -> Iterator[str]:
    """Yield who may be one person, the likeliest first, each with the command that says so."""
    with opened.reading() as connection:
        history = load_history(connection, today(), results=False)
    for each in history.pairs[:SHOWN_PAIRS]:
        one, other = sorted((each.main.label, each.other.label), key=alphabetical_key)
        same = word_command_of_names("archive merge", each.main.label, each.other.label)
        yield f"{one} and {other}: {each.why}. If they are one:  {same}"
    if (more := len(history.pairs) - SHOWN_PAIRS) > 0:
        yield f"… and {more} more; {name_program()} archive merge --sheet FILE writes them all."
    told = "; ".join(f"{why} ({number})" for why, number in Counter(each.why for each in history.pairs).items())
    yield f"Of {len(history.people)} people these may be one person: {told or 'none'}."
    if history.pairs:
        yield f"To stop listing two different people:  {name_program()} archive apart NAME OTHER"


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
