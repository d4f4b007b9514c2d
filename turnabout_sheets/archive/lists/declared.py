"""The three lists of old results, each column declared once."""

from __future__ import annotations

from turnabout_sheets.core.days import DayError, read_day
from turnabout_sheets.core.text import header_key, join_words, key
from turnabout_sheets.event.model import BYE_NAME, RESERVED_NAMES
from turnabout_sheets.formats import DEFAULT, FORMATS
from turnabout_sheets.reading.list_words import BYES_HAD, DRAWS, LOSSES, WINS, words_of
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
    except DayError as reason:
        which = f", as it {reason}" if "may be" in str(reason) else ""
        raise UnreadableCellError(f"{DAY.expects}{which}") from None


def _name(value: Raw, *allowed: str) -> str:
    name = str(TEXT.parse(value))
    if key(name) in map(key, {*RESERVED_NAMES} - {*allowed}):
        others = f"a name other than {join_words(RESERVED_NAMES, 'and')}, for example with an initial"
        raise UnreadableCellError(f"{others}; for a bye, {BYE_NAME} is player B")
    return name


DAY = CellKind("a day such as 2012-05-31", _day, is_day=True)
PERSON = CellKind("the name of a player", _name)
OPPONENT = CellKind(f"the name of a player, or {BYE_NAME}", lambda value: _name(value, BYE_NAME))
COUNT = whole(0)
APART = "Type matches won, drawn and lost into columns of their own."
RANK = whole(1)
ROUND = whole(1, 999)

EVENT_ID = Column(
    "Event ID", "event_id", TEXT, "A number or code of the event. Blank: it is known by its name and date."
)
NAMED = (
    EVENT_ID,
    Column("Event", "event", TEXT, "The name of the event. Not needed where the Event ID stands.", width=28),
    Column("Date", "date", DAY, "The day of the event, such as 2012-05-31. Not needed where the Event ID stands."),
)
"""What tells in the other lists which event a row belongs to."""

EVENTS = Sheet(
    "Events",
    "One row for each event.",
    (
        EVENT_ID,
        Column("Name", "event", TEXT, "What the event was called.", required=True, filled=True, width=28),
        Column("Date", "date", DAY, "The day of the event, such as 2012-05-31.", required=True, filled=True),
        Column("Format", "format", choice(*FORMATS), f"The system that was played. Blank: {DEFAULT}.", width=16),
        Column("Players", "players", RANK, "How many took part. Blank: as many as have a placing, and played."),
        Column("Rounds", "rounds", ROUND, "How many rounds were scheduled. Blank: as many as the match records have."),
        Column("Venue", "venue", TEXT, "Where it was played.", width=20),
        Column("Organizer", "organizer", TEXT, "Who ran it.", width=20),
    ),
)

PLACINGS = Sheet(
    "Placings",
    "One row for each player of each event.",
    (
        *NAMED,
        Column("Player", "player", PERSON, "The player's name.", required=True, filled=True, width=28),
        Column("Player ID", "player_id", TEXT, "A number or code that stays the same over the years. Two people of "
               "one name are told apart by it."),
        Column("Position", "position", COUNT, "The final rank; players who are tied share it. 0: none, and no award.",
               required=True, filled=True),
        Column("Wins", "wins", COUNT, "Matches won, without byes. Blank: counted from the match records.",
               also=words_of(WINS), remedy=APART),
        Column("Draws", "draws", COUNT, "Matches drawn. Blank: counted from the match records.",
               also=words_of(DRAWS), remedy=APART),
        Column("Losses", "losses", COUNT, "Matches lost. Blank: counted from the match records.",
               also=words_of(LOSSES), remedy=APART),
        Column("Byes", "byes", COUNT, "Byes; each counts as a match won. Blank: counted from the match records.",
               also=words_of(BYES_HAD)),
        Column("Points", "points", NUMBER, "The points of the standings."),
        Column("Played all rounds", "played_all", YES_NO, "Whether the player was there in all rounds; in elimination "
               "events, until out. Blank: from the match records, else by the number of matches and byes.", width=16),
    ),
)  # fmt: skip

MATCHES = Sheet(
    "Matches",
    "One row for each match, and for each bye.",
    (
        *NAMED,
        Column("Round", "round", ROUND, "The number of the round.", required=True, filled=True),
        Column("Table", "table", COUNT, "The number of the table. 0: none."),
        Column("Player A", "a", PERSON, "One of the two.", required=True, filled=True, width=28),
        Column("Player B", "b", OPPONENT, f"The other; {BYE_NAME} where player A had a bye.", required=True,
               filled=True, width=28),
        Column("Player A ID", "a_id", TEXT, "The Player ID of player A. Needed where two people have the name."),
        Column("Player B ID", "b_id", TEXT, "The Player ID of player B. Needed where two people have the name."),
        Column("Winner", "winner", WINNER, "A, B, Draw, or the name of the winner. Blank: not known.", width=28,
               remedy="Type A, B, Draw or the winner's name; a score as text, with an apostrophe before it: '2-1."),
        Column("Points A", "points_a", NUMBER, "The points of player A."),
        Column("Points B", "points_b", NUMBER, "The points of player B."),
    ),
)  # fmt: skip

LISTS = (EVENTS, PLACINGS, MATCHES)


def find_list(grid: Grid) -> Sheet | None:
    """Return which of the lists a sheet is, by the headers of one of its first rows; None for any other sheet."""
    for row in grid.rows[:HEADER_SEARCH_ROWS]:
        head = {header_key(format_cell(value)) for value in row}
        for sheet in reversed(LISTS):  # Matches may have the headers of the others, too
            if head.issuperset(header_key(column.header) for column in sheet.columns if column.required):
                return sheet
    return None
