"""The lists that old results are read from: events, placings and match records, each column declared once."""

from __future__ import annotations

from turnabout_sheets.core.days import DayError, read_day
from turnabout_sheets.core.text import header_key
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.formats import DEFAULT, FORMATS
from turnabout_sheets.sheets.cell_kinds import (
    NUMBER,
    TEXT,
    WINNER,
    YES_NO,
    CellKind,
    UnreadableCellError,
    choice,
    format_cell,
    whole,
)
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, Raw
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS


def _day(value: Raw) -> str:
    try:
        return read_day(format_cell(value)).isoformat()
    except DayError:
        raise UnreadableCellError(_DAY_EXPECTED) from None


_DAY_EXPECTED = "a day such as 2012-05-31"


DAY = CellKind(_DAY_EXPECTED, _day)
WORD = TEXT
PERSON = CellKind("the name of a player", TEXT.read)
OPPONENT = CellKind(f"the name of a player, or {BYE_NAME}", TEXT.read)
WON_BY = WINNER
FORMAT = choice(*FORMATS)
COUNT = whole(0)
RANK = whole(1)
ROUND = whole(1, 999)
POINTS = NUMBER
SAID = YES_NO

EVENT_ID = Column(
    "Event ID", "event_id", WORD, "A number or code of the event. Blank: it is known by its name and date."
)
NAMED = (
    EVENT_ID,
    Column("Event", "event", WORD, "The name of the event. Not needed where the Event ID stands.", width=28),
    Column("Date", "date", DAY, "The day of the event, such as 2012-05-31. Not needed where the Event ID stands."),
)
"""What tells in the other lists which event a row belongs to."""

EVENTS = Sheet(
    "Events",
    "One row for each event.",
    (
        EVENT_ID,
        Column("Name", "event", WORD, "What the event was called.", required=True, filled=True, width=28),
        Column("Date", "date", DAY, "The day of the event, such as 2012-05-31.", required=True, filled=True),
        Column("Format", "format", FORMAT, f"The system that was played. Blank: {DEFAULT.name}.", width=16),
        Column("Players", "players", RANK, "How many took part. Blank: as many as have a placing."),
        Column("Rounds", "rounds", ROUND, "How many rounds were scheduled. Blank: as many as the match records have."),
        Column("Venue", "venue", WORD, "Where it was played.", width=20),
        Column("Organizer", "organizer", WORD, "Who ran it.", width=20),
    ),
)

PLACINGS = Sheet(
    "Placings",
    "One row for each player of each event.",
    (
        *NAMED,
        Column("Player", "player", PERSON, "The player's name.", required=True, filled=True, width=28),
        Column("Player ID", "player_id", WORD, "A number or code that stays the same over the years."),
        Column("Position", "position", RANK, "The final rank; players who are tied share it.", required=True,
               filled=True),
        Column("Wins", "wins", COUNT, "Matches won, without byes. Blank: counted from the match records."),
        Column("Draws", "draws", COUNT, "Matches drawn. Blank: counted from the match records."),
        Column("Losses", "losses", COUNT, "Matches lost. Blank: counted from the match records."),
        Column("Byes", "byes", COUNT, "Byes; each counts as a match won. Blank: counted from the match records."),
        Column("Points", "points", POINTS, "The points of the standings."),
        Column("Played all rounds", "played_all", SAID, "Whether the player was there in all rounds; in elimination "
               "events, until out. Blank: from the match records, else by the number of matches and byes.", width=16),
    ),
)  # fmt: skip

MATCHES = Sheet(
    "Matches",
    "One row for each match, and for each bye.",
    (
        *NAMED,
        Column("Round", "round", ROUND, "The number of the round.", required=True, filled=True),
        Column("Table", "table", RANK, "The number of the table."),
        Column("Player A", "a", PERSON, "One of the two.", required=True, filled=True, width=28),
        Column("Player B", "b", OPPONENT, f"The other; {BYE_NAME} where player A had a bye.", required=True,
               filled=True, width=28),
        Column("Winner", "winner", WON_BY, "A, B, Draw, or the name of the winner. Blank: not known.", width=28),
        Column("Points A", "points_a", POINTS, "The points of player A."),
        Column("Points B", "points_b", POINTS, "The points of player B."),
    ),
)  # fmt: skip

LISTS = (MATCHES, PLACINGS, EVENTS)
"""All three; a file is the first of them whose headers it has."""


def list_of(grid: Grid) -> Sheet | None:
    """Return which of the lists a file is, by the headers that one of its first rows has; None where it is none."""
    heads = [{header_key(format_cell(value)) for value in row} for row in grid.rows[:HEADER_SEARCH_ROWS]]
    for sheet in LISTS:
        needed = {header_key(column.header) for column in sheet.columns if column.required}
        if any(needed <= head for head in heads):
            return sheet
    return None
