"""The lists of old results, each column declared once; finds the rows of each event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from turnabout_sheets.archive.lists.names import Mention, Register, mention
from turnabout_sheets.archive.lists.scores import read_record
from turnabout_sheets.core.days import DayError, read_day
from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import alphabetical_key, header_key, key
from turnabout_sheets.event.model import BYE_NAME
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
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS, Row, Table


def _day(value: Raw) -> str:
    try:
        return read_day(format_cell(value)).isoformat()
    except DayError as reason:
        which = f", as it {reason}" if "may be" in str(reason) else ""
        raise UnreadableCellError(f"{_DAY_EXPECTED}{which}") from None


_DAY_EXPECTED = "a day such as 2012-05-31"


def _figure(value: Raw) -> Any:
    if read_record(format_cell(value)):
        raise UnreadableCellError(f"{COUNT.expects}, not a record")
    return COUNT.read(value)


DAY = CellKind(_DAY_EXPECTED, _day, is_day=True)
PERSON = CellKind("the name of a player", TEXT.read)
OPPONENT = CellKind(f"the name of a player, or {BYE_NAME}", TEXT.read)
COUNT = whole(0)
FIGURE = replace(COUNT, parse=_figure, remedy="Type matches won, drawn and lost into columns of their own.")
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
        Column(
            "Players",
            "players",
            RANK,
            "How many took part. Blank: as many as have a placing; of those with position "
            "0, only who has a match, a bye or points.",
        ),
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
        Column("Wins", "wins", FIGURE, "Matches won, without byes. Blank: counted from the match records.",
               also=words_of(WINS)),
        Column("Draws", "draws", FIGURE, "Matches drawn. Blank: counted from the match records.", also=words_of(DRAWS)),
        Column("Losses", "losses", FIGURE, "Matches lost. Blank: counted from the match records.",
               also=words_of(LOSSES)),
        Column("Byes", "byes", FIGURE, "Byes; each counts as a match won. Blank: counted from the match records.",
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
        Column("Winner", "winner", WINNER, "A, B, Draw, or the name of the winner. Blank: not known.", width=28),
        Column("Points A", "points_a", NUMBER, "The points of player A."),
        Column("Points B", "points_b", NUMBER, "The points of player B."),
    ),
)  # fmt: skip

ID_OF = {"a": "a_id", "b": "b_id"}
"""The field of a match record with the Player ID of each side."""

LISTS = (MATCHES, PLACINGS, EVENTS)
"""All three; a file is the first of them whose headers it has."""


def list_of(grid: Grid, sheets: Sequence[Sheet] = LISTS) -> Sheet | None:
    """Return which of the lists a file is, by the headers that one of its first rows has; None where it is none."""
    heads = [{header_key(format_cell(value)) for value in row} for row in grid.rows[:HEADER_SEARCH_ROWS]]
    for sheet in sheets:
        needed = {header_key(column.header) for column in sheet.columns if column.required}
        if any(needed <= head for head in heads):
            return sheet
    return None


@dataclass(frozen=True, slots=True)
class ListedRow:
    """A row of a list."""

    table: Table
    row: Row

    def __getitem__(self, field: str) -> Any:
        row = self.row
        return row.cells[row.fields[field]]  # at once: this is asked twenty times of each of a million rows

    def place(self, field: str) -> Place:
        """Return where a field stands."""
        return self.table.place(self.row.number, field)

    def header(self, field: str) -> str:
        """Return what the column of a field is called."""
        return self.table.sheet.column(field).header


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """An event with its rows, in the order of files and rows; ``event`` is its row in a list of events, if any."""

    title: str
    name: str
    date: str
    event_id: str
    event: ListedRow | None
    placings: Sequence[ListedRow]
    matches: Sequence[ListedRow]

    @property
    def place(self) -> Place:
        """Where the event is named first."""
        return next(line for line in (self.event, *self.placings, *self.matches) if line is not None).place("event")

    def fact(self, field: str) -> Any:
        """Return what the event's row says, None where it has none or leaves it blank."""
        return None if self.event is None else self.event[field]


def rows_of_events(tables: Sequence[Table]) -> tuple[list[ListedEvent], list[Problem]]:
    """Return the events that lists without unreadable cells name, by date, name and Event ID; and what is wrong."""
    register = Register()
    problems: list[Problem] = []
    lines: dict[str, defaultdict[int, list[ListedRow]]] = {sheet.name: defaultdict(list) for sheet in LISTS}
    others = [table for table in tables if table.sheet is not EVENTS]
    for table in tables:
        for row in table.rows if table.sheet is EVENTS else ():
            number, problem = register.declare(mention(row), table.place(row.number, "event"))
            problems += [problem] if problem else []
            lines[EVENTS.name][number].append(ListedRow(table, row))
    # Every row is heard before any is judged, so that their order does not matter.
    for table in others:
        first: dict[Mention, Row] = {}
        for row in table.rows:
            first.setdefault(mention(row), row)
        for named, row in first.items():
            register.learn(named, table.place(row.number, "event"))
    for table in others:
        problems += _attribute_rows(table, register, lines[table.sheet.name])
    events = [
        ListedEvent(
            known.title,
            known.event or "",
            known.date or "",
            known.event_id or "",
            next(iter(lines[EVENTS.name][number]), None),
            lines[PLACINGS.name][number],
            lines[MATCHES.name][number],
        )
        for number, known in enumerate(register.events)
    ]
    return sorted(events, key=lambda each: (each.date, alphabetical_key(each.name), key(each.event_id))), problems


def _attribute_rows(table: Table, register: Register, lines: defaultdict[int, list[ListedRow]]) -> Iterator[Problem]:
    """Find the event of each row. The same mistake in many rows is reported once, where it is first."""
    if "event_id" not in table.positions and not {"event", "date"} <= table.positions.keys():
        message = "No column says which event a row belongs to; expected Event ID, or Event and Date."
        yield error(Place(table.title), message, "Add it, and fill it in for every row.")
        return
    owners: dict[Mention, int | tuple[str, str, str]] = {}
    for row in table.rows:
        named = mention(row)
        if named.event_id is None and not named.whole:
            blank = [each for each in ("date", "event", "event_id") if each in table.positions and row[each] is None]
            message = "The row does not say which event it belongs to; expected its Event ID, or Event and Date."
            yield error(table.place(row.number, blank[0]), message, "Fill them in, or clear the whole row.")
            continue
        if named not in owners:
            found = owners[named] = register.find(named)
            if isinstance(found, tuple):
                field, message, remedy = found
                yield error(table.place(row.number, field), message, remedy)
        owner = owners[named]
        if isinstance(owner, int):
            lines[owner].append(ListedRow(table, row))
