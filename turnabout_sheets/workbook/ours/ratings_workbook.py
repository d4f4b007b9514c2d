"""The ratings as a workbook: the rating list, all events, and the people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.similar_names import Reason
from turnabout_sheets.core.text import join_words, yes_or_no
from turnabout_sheets.sheets.cell_kinds import DATE, MARK, NUMBER, TEXT, choice, whole
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, column_letters
from turnabout_sheets.sheets.table import Row, Table, make_table_row, read_table
from turnabout_sheets.workbook.ooxml.book import NewBook, to_bytes
from turnabout_sheets.workbook.ours import appearance

if TYPE_CHECKING:
    from turnabout_sheets.archive.rows import History

RATED = ("yes", "no", "provisional")

RATINGS = Sheet(
    "Ratings",
    "The rating list.",
    (
        Column("Rank", "rank", whole(1), "Players with the same rating share the rank.", width=7),
        Column("Player", "name", width=28),
        Column("Player ID", "player_id", width=11),
        Column("Rating", "rating", NUMBER, "The sum of the player's awards.", width=10),
        Column("Events", "events", whole(0), "Rated events that the player was in.", width=10),
        Column("Wins", "wins", NUMBER, "Match wins in rated events; a draw is half a win.", width=9),
        Column("Best finish", "best", help="The best position, and the largest field it was reached in.", width=12),
        Column("Gained", "gained", NUMBER, "Rating gained since before the last day with a rated event.", width=10),
        Column(
            "Climbed",
            "climbed",
            whole(),
            "Ranks gained since before the last day with a rated event; blank: not on the list before.",
            width=11,
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
        Column("Event", "name", width=28),
        Column("Event ID", "event_id", width=14),
        Column("Format", "format", width=18),
        Column("Players", "field", whole(1), "The size of the field, as the rating counts it.", width=9),
        Column("Rounds", "rounds", whole(1), "Blank: not known.", width=9),
        Column("Venue", "venue", width=22),
        Column("Organizer", "organizer", width=22),
        Column("Winner", "winners", help="Who came first; several who share it have commas between them.", width=42),
        Column("Rated", "rated", choice(*RATED), "Provisional: it was not finished, so nothing is rated.", width=12),
    ),
)

PEOPLE = Sheet(
    "People",
    "Everybody in the archive; first those who may be in it twice, the likeliest first.",
    (
        Column("Player", "name", width=28, required=True, filled=True),
        Column("Player ID", "player_id", width=12),
        Column("Names", "names", help="All names that the player was entered under, the shown one first.", width=34),
        Column("Events", "events", whole(0), width=9),
        Column("First", "first", DATE, "The day of the first event.", width=12),
        Column("Last", "last", DATE, "The day of the last event.", width=12),
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
    ),
)

_AS_FILLED_IN = replace(
    PEOPLE, columns=tuple(each for each in PEOPLE.columns if each.field in ("name", "player_id", "near", "same", "two"))
)

NOTES: Final = (
    "Written from the archive: what is changed here does not change it, with one exception.",
    "On the sheet People, fill in Same as and Not the same as: x for the one under Perhaps the same as, or a name. "
    "Save and close the workbook. Then turnabout archive merge --sheet, with its name, takes all of that into the "
    "archive, or nothing.",
)

NOTE_WIDTH: Final = 44  # characters: they can be read without scrolling on a screen of 1,366 pixels
DAY_ZERO: Final = date(1899, 12, 30)
SEVERAL = "; "  # between names in a cell; a name may have a comma


def make_ratings_workbook(history: History) -> bytes:
    """Return the bytes of the ratings workbook; the same history give the same bytes."""
    book, ratings = NewBook(), history.ratings
    listed = [_cells(RATINGS, each, best=f"{each.best} of {each.best_of}") for each in ratings.rows]
    _add_table(book, RATINGS, listed, [line for each in _describe(history) for line in wrap(each, NOTE_WIDTH)])
    rated = ["provisional" if each.provisional else yes_or_no(each.rated) for each in history.events]
    events = [_cells(EVENTS, each, rated=word) for each, word in zip(history.events, rated, strict=True)]
    _add_table(book, EVENTS, events)
    _add_table(book, PEOPLE, [*_list_people(history)], to_fill=("same", "two"))
    return to_bytes(book)


def _cells(sheet: Sheet, of: Any, **computed: Any) -> list[Any]:
    """Return what a row of a sheet holds: the fields of what it is of, but for those that are computed."""
    fields = [column.field for column in sheet.columns]
    cells = [computed[field] if field in computed else getattr(of, field) for field in fields]
    for index, column in enumerate(sheet.columns):
        if column.kind is DATE and cells[index]:
            cells[index] = (date.fromisoformat(cells[index]) - DAY_ZERO).days
    return cells


def _list_people(history: History) -> Iterator[list[Any]]:
    """Yield a row for each who may be the same as a person, or one without; the likeliest first."""
    near = defaultdict[int, list[tuple[str, str]]](list)
    for pair in history.pairs:
        near[pair.main.person].append((pair.other.label, pair.why))
        near[pair.other.person].append((pair.main.label, pair.why))
    order: dict[str, int] = {why: place for place, why in enumerate(Reason)}
    firsts = {person: order[theirs[0][1]] for person, theirs in near.items()}
    for person in sorted(history.people, key=lambda each: firsts.get(each.person, len(order))):
        names = SEVERAL.join(person.names)
        for label, why in near.get(person.person, [("", "")]):
            yield _cells(PEOPLE, person, names=names, near=label, why=why, same="", two="")


def _add_table(
    book: NewBook, sheet: Sheet, rows: Sequence[Sequence[Any]], notes: Sequence[str] = (), to_fill: Collection[str] = ()
) -> None:
    """Add a table without the columns that are blank in all rows; each header says what its column holds."""
    blank = [not any(row[index] not in (None, "", ()) for row in rows) for index in range(len(sheet.columns))]
    kept = [index for index, each in enumerate(sheet.columns) if not (rows and blank[index]) or each.field in to_fill]
    columns = tuple(sheet.columns[index] for index in kept)
    values = [[row[index] for index in kept] for row in rows]
    page = appearance.add_listing(book, replace(sheet, columns=columns), values, notes, to_fill)
    for index, column in enumerate(columns):
        appearance.add_rule(page, replace(column, kind=TEXT), f"{column_letters(index)}1")


def _describe(history: History) -> Iterator[str]:
    """Yield what the notes say of the rating list, and of what is to be filled in."""
    ratings, season = history.ratings, history.ratings.season
    if season.months is not None and ratings.since:
        span = f"of the last {season.months} months, since {ratings.since}"
    else:
        span = f"of the events since {ratings.since}" if ratings.since else "of all time"
    yield f"Ratings as of {ratings.as_of}, {span}."
    if season.best is not None:
        awards = f"{season.best} highest awards" if season.best > 1 else "highest award"
        yield f"Only each player's {awards} in that time count{'' if season.best > 1 else 's'}."
    if season.named:
        names = join_words([f'"{each}"' for each in season.named])
        yield f"Only events with {names} in their name count."
    if season.fewest > 1:
        yield f"Listed is who was in at least {season.fewest} rated events."
    yield "A rating is the sum of a player's awards (Rating System for Turnabout)."
    if ratings.latest:
        yield f"Gained and Climbed tell what has changed with {ratings.latest}, the last day with a rated event."
    else:
        yield "No event of this time is rated."
    yield from NOTES
    doubtful = {side.person for pair in history.pairs for side in (pair.main, pair.other)}
    if doubtful:
        yield (
            f"{len(doubtful)} of {len(history.people)} people may be in the archive twice: they come first on the "
            "sheet People."
        )


def read_people(grid: Grid) -> tuple[Table | None, list[Problem]]:
    """Read who is who as people have filled it in, on the sheet People; each row with what is needed to know of whom.

    A mark in ``same`` or ``two`` stands for ``near``, and is that in the row; "" where that is nobody.
    """
    table, problems = read_table(grid, _AS_FILLED_IN)
    if table is None:
        return None, problems
    if not {"same", "two"} & table.positions.keys():
        what = 'The sheet has neither "Same as" nor "Not the same as" among its headers.'
        problems.append(error(Place(grid.name), what, "Write the workbook again, and fill in these columns."))
    rows = list[Row]()
    for row in table.rows:
        filled = dict(row.values)
        for field in ("same", "two"):
            typed = row[field]
            if typed is not None and not typed.isdigit() and MARK.takes(typed):  # a number is a Player ID
                filled[field] = (row["near"] or "") if MARK.read(typed) else None  # no tick in a box says nothing
        rows.append(make_table_row(row.number, filled))
    return replace(table, rows=tuple(rows)), problems
