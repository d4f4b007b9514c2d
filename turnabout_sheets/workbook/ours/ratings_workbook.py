"""The ratings as a workbook: the rating list, all events and awards, the people, and charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.similar_names import Reason
from turnabout_sheets.core.text import format_number, yes_or_no
from turnabout_sheets.event.history import ArchivedEvent, AwardRow, History, Person, RatingList
from turnabout_sheets.event.status import word_status
from turnabout_sheets.sheets.cell_kinds import DATE, MARK, NUMBER, YES_NO, choice, whole
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, column_letters
from turnabout_sheets.sheets.table import Row, Table, make_table_row, read_table
from turnabout_sheets.workbook.ours import bulk
from turnabout_sheets.workbook.ours.book import make_workbook, to_bytes
from turnabout_sheets.workbook.ours.bulk import Listing, Value, add_listing
from turnabout_sheets.workbook.ours.ratings_charts import add_charts

ONLY_A_COPY = "Written from the archive: what is changed here does not change it."
IN_BRACKETS = "An award in brackets does not count for the sheet Ratings; it is text, which no sum adds up."
RATED = ("yes", "no", "provisional")

RATINGS = Sheet(
    "Ratings",
    "The rating list.",
    (
        Column("Rank", "rank", whole(1), "Players with the same rating share the rank.", width=7),
        Column("Player", "name", width=28),
        Column("Player ID", "player_id", width=12),
        Column("Rating", "rating", NUMBER, "The sum of the player's awards; the sheet Awards has each.", width=10),
        Column("Events", "events", whole(0), "Rated events that the player was in.", width=9),
        Column("Wins", "wins", NUMBER, "Match wins in rated events; a draw is half a win.", width=9),
        Column("Best finish", "best", help="The best position, and the largest field it was reached in.", width=14),
        Column("Gained", "gained", NUMBER, "Rating gained since before the last day with a rated event.", width=10),
        Column(
            "Climbed",
            "climbed",
            whole(),
            "Ranks gained since before the last day with a rated event; blank: not on the list before.",
            width=10,
        ),
        Column("Last event", "last", DATE, "The day of the player's last rated event.", width=12),
    ),
)

EVENTS = Sheet(
    "Events",
    "All events, by date.",
    (
        Column("Number", "event", whole(1), "The event's number in the archive.", width=9),
        Column("Date", "date", DATE, width=12),
        Column("Event", "name", width=36),
        Column("Event ID", "event_id", width=14),
        Column("Format", "format", width=18),
        Column("Players", "field", whole(1), "The size of the field, as the rating counts it.", width=9),
        Column("Rounds", "rounds", whole(1), "Blank: not known.", width=9),
        Column("Venue", "venue", width=22),
        Column("Organizer", "organizer", width=22),
        Column("Winner", "winners", help="Who came first; several who share it have commas between them.", width=28),
        Column("Rated", "rated", choice(*RATED), "Provisional: it was not finished, so nothing is rated.", width=12),
    ),
)

AWARDS = Sheet(
    "Awards",
    "What every player came to in every event, by date.",
    (
        Column("Date", "date", DATE, width=12),
        Column("Event", "event", whole(1), "The event's number, as on the sheet Events.", width=8),
        Column("Event name", "title", width=32),
        Column("Player", "name", width=28),
        Column("Entered as", "entered", help="The name in the event; blank: the same.", width=24),
        Column(
            "Position", "position", whole(1), "The final rank, which tied players share; blank: not known.", width=10
        ),
        Column("Players", "field", whole(1), "The size of the field, as the rating counts it.", width=9),
        Column("Wins", "wins", whole(0), width=7),
        Column("Draws", "draws", whole(0), width=8),
        Column("Losses", "losses", whole(0), width=8),
        Column("Byes", "byes", whole(0), width=7),
        Column("Points", "points", NUMBER, "The points of the final standings; blank: not known.", width=10),
        Column(
            "Match wins",
            "match_wins",
            NUMBER,
            "Matches won, as the rating counts them: a draw is half a win; blank: not rated.",
            width=9,
        ),
        Column("Played all rounds", "played_all", YES_NO, "Yes: one match win more for the rating.", width=12),
        Column("Multiplier", "multiplier", whole(0), "What a match win is worth, by position and field.", width=11),
        Column(
            "Award",
            "award",
            NUMBER,
            "Match wins, and one more for playing all rounds, times the multiplier; blank: not rated.",
            width=10,
        ),
        Column("Status", "status", width=20),
    ),
)

PEOPLE = Sheet(
    "People",
    "Everybody in the archive; first those who may be in it twice, the likeliest first.",
    (
        Column("Player", "name", width=28),
        Column("Player ID", "player_id", width=12),
        Column("Names", "names", help="All names that the player was entered under, the shown one first.", width=34),
        Column("Events", "events", whole(0), width=9),
        Column("First", "first", DATE, "The day of the first event.", width=12),
        Column("Last", "last", DATE, "The day of the last event.", width=12),
        Column("Merged", "merged", help="Who was found to be the same player.", width=28),
        Column("Perhaps the same as", "near", help="Somebody who may be the same player, by the name.", width=34),
        Column("Why", "why", width=32),
        Column(
            "Same as",
            "same",
            help="To fill in: x if this player is the one under Perhaps the same as, or the name of somebody else.",
            width=24,
        ),
        Column(
            "Not the same as",
            "two",
            help="To fill in: x if the one under Perhaps the same as is another player, or the name of somebody else.",
            width=24,
        ),
        Column(
            "To merge them",
            "command",
            help="Copy it to a command line if they are one player; blank: the name has signs, such as $, that mean "
            "something there.",
            width=80,
        ),
    ),
)

_AS_FILLED_IN = Sheet(
    PEOPLE.name,
    PEOPLE.purpose,
    tuple(
        replace(PEOPLE.column(field), required=field == "name", filled=field == "name")
        for field in ("name", "player_id", "near", "same", "two")
    ),
)

TO_FILL_IN = (
    "Fill in Same as and Not the same as: x for the one under Perhaps the same as, or a name. Then save and close it.",
    "turnabout archive people --from, with the name of this workbook, takes all of that into the archive, or nothing.",
    "Whatever else is changed here does not change the archive.",
)

SEVERAL = "; "
"""What stands between several names in a cell; a name may have a comma."""

MEANT_BY_COMMAND_LINES = frozenset('"“”„$`\\!%\r\n\t\0')
"""Within double quotes, one command line or the other does not take these as they are."""


def make_ratings_workbook(history: History) -> bytes:
    """Return the bytes of the ratings workbook; the same history give the same bytes."""
    book = make_workbook()
    for listing in (_ratings(history.ratings), _events(history.events), _awards(history), _people(history.people)):
        _explain_headers(add_listing(book, listing), listing.sheet)
    add_charts(book, history)
    return to_bytes(book)


def _explain_headers(page: Worksheet, sheet: Sheet) -> None:
    """Have each header say what its column holds, when it is selected."""
    for index, column in enumerate(sheet.columns):
        if column.help:
            told = DataValidation(allow_blank=True, showInputMessage=True)
            told.promptTitle, told.prompt = column.header[:32], column.help[:255]
            told.add(f"{column_letters(index)}1")
            page.add_data_validation(told)


def _ratings(ratings: RatingList) -> Listing:
    rows = [
        (
            row.rank,
            row.name,
            row.player_id,
            row.rating,
            row.events,
            row.wins,
            f"{row.best} of {row.best_of}",
            row.gained,
            row.climbed,
            row.last,
        )
        for row in ratings.rows
    ]
    return Listing(RATINGS, rows, len(rows), (ONLY_A_COPY, *_describe(ratings)))


def _describe(ratings: RatingList) -> Iterator[str]:
    """Yield what the note says of the rating list."""
    if ratings.months is not None and ratings.since:
        span = f"of the last {ratings.months} months, since {ratings.since}"
    else:
        span = f"of the events since {ratings.since}" if ratings.since else "of all time"
    yield f"Ratings as of {ratings.as_of}, {span}."
    yield from ratings.season.tell()
    if ratings.fewest > 1:
        yield f"Listed is who was in at least {ratings.fewest} rated events."
    yield "A rating is the sum of a player's awards (Rating System for Turnabout); the sheet Awards has each of them."
    if ratings.latest:
        yield f"Gained and Climbed tell what has changed with {ratings.latest}, the last day with a rated event."
    else:
        yield "No event of this time is rated."


def _events(events: Sequence[ArchivedEvent]) -> Listing:
    rows = [
        (
            each.event,
            each.date,
            each.name,
            each.event_id,
            each.format,
            each.field,
            each.rounds,
            each.venue,
            each.organizer,
            ", ".join(each.winners),
            "provisional" if each.provisional else yes_or_no(each.rated),
        )
        for each in events
    ]
    return Listing(EVENTS, rows, len(rows), (ONLY_A_COPY,))


def _awards(history: History) -> Listing:
    number, kept = len(history.awards), history.awards[-bulk.MOST_ROWS :]
    told = f"Only the newest {len(kept):,} of {number:,} rows: a sheet holds no more." if len(kept) < number else ""
    titles, ratings = {each.event: each.name for each in history.events}, history.ratings
    some = any(row.award is not None and not ratings.counts(row) for row in kept)
    season = [*ratings.season.tell(), *([IN_BRACKETS] if some else [])]
    note = (ONLY_A_COPY, *filter(None, [told]), *season)
    times = Counter(each.name for each in history.people)
    labels = {each.person: each.label for each in history.people if times[each.name] > 1}
    return Listing(AWARDS, _award_rows(kept, titles, labels, ratings), len(kept), note)


def _award_rows(
    awards: Sequence[AwardRow], titles: Mapping[int, str], labels: Mapping[int, str], ratings: RatingList
) -> Iterator[Sequence[Value]]:
    """Yield a row an award; of several people of one name, each with all that tells them apart (archive 5.3)."""
    for row in awards:
        yield (
            row.date,
            row.event,
            titles[row.event],
            labels.get(row.person) or row.name,
            row.entered if row.entered != row.name else None,
            row.position,
            row.field,
            row.wins,
            row.draws,
            row.losses,
            row.byes,
            row.points,
            row.match_wins,
            yes_or_no(row.played_all),
            row.multiplier,
            f"({format_number(row.award)})" if row.award is not None and not ratings.counts(row) else row.award,
            word_status(row.status),
        )


def _people(people: Sequence[Person]) -> Listing:
    by_label = {_label(each): each for each in people}
    rows: list[Sequence[Value]] = []
    for person in sorted(people, key=lambda each: min(map([*Reason].index, each.why), default=len(Reason))):
        facts = (
            person.name,
            person.player_id,
            SEVERAL.join(person.names),
            person.events,
            person.first,
            person.last,
            SEVERAL.join(person.merged),
        )
        near = [
            (label, why, "", "", _command(person, by_label[label]))
            for label, why in zip(person.near, person.why, strict=True)
        ]
        rows += [(*facts, *each) for each in near or [("",) * 5]]
    doubtful = sum(bool(person.near) for person in people)
    told = (
        f"{doubtful} of {len(people)} people may be in the archive twice. They come first, with a row for each other.",
        "If two are one player, the command merges them, and turnabout archive undo parts them again.",
    )
    return Listing(PEOPLE, rows, len(rows), (*TO_FILL_IN, *(told if doubtful else ())), to_fill=("same", "two"))


def read_people(grid: Grid) -> tuple[Table | None, list[Problem]]:
    """Read who is who as people have filled it in, on the sheet People; each row with what is needed to know of whom.

    A mark in ``same`` or ``two`` stands for ``near``, and is that in the row; "" where that is nobody.
    """
    table, problems = read_table(grid, _AS_FILLED_IN)
    if table is None:
        return None, problems
    if not {"same", "two"} & table.positions.keys():
        what = 'The sheet has neither "Same as" nor "Not the same as" among its headers.'
        problems.append(error(Place(grid.name), what, "Write the workbook anew, and fill in these columns."))
    rows = [make_table_row(row.number, {**row.values, **_read_marks(row)}) for row in table.rows]
    return replace(table, rows=tuple(rows)), problems


def _read_marks(row: Row) -> dict[str, str | None]:
    """Return what is filled in: a name, or None. That a checkbox is not ticked, says nothing."""
    return {field: None if row[field] is None else _read_mark(row[field], row["near"]) for field in ("same", "two")}


def _read_mark(typed: str, near: str | None) -> str | None:
    if typed.isdigit() or not MARK.takes(typed):  # a number is a Player ID
        return typed
    return (near or "") if MARK.read(typed) else None


def _label(person: Person) -> str:
    return person.label or person.name


def _command(*both: Person) -> str:
    """Return the command that merges two people into the better known one; "" where a command line misreads a name."""
    main, other = (_label(each) for each in sorted(both, key=lambda each: each.precedence))
    if MEANT_BY_COMMAND_LINES & {*main, *other} or main.startswith("-") or other.startswith("-"):
        return ""
    return f'turnabout archive merge "{main}" "{other}"'
