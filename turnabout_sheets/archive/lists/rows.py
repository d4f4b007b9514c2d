"""The lists of old results, each column declared once; finds the rows of each event, and the events that a bad row
spoils.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from turnabout_sheets.archive.lists.names import Known, Mention, Register, mention, title
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
FIGURE = replace(COUNT, read=_figure, remedy="Type matches won, drawn and lost into columns of their own.")
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
        Column("Format", "format", choice(*FORMATS), f"The system that was played. Blank: {DEFAULT.name}.", width=16),
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

    def has(self, field: str) -> bool:
        """Say whether the list has the column of a field."""
        return field in self.table.positions


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """An event with its rows, in the order of files and rows; ``number`` counts the events as they come, from 0.

    ``event`` is its row among the events, None where it has none. ``spoilt``: a row that is its own, or may be, has an
    error, so that the event is not known whole.
    """

    number: int
    name: str
    date: str
    event_id: str
    event: ListedRow | None
    placings: Sequence[ListedRow]
    matches: Sequence[ListedRow]
    spoilt: bool

    @property
    def title(self) -> str:
        """What messages call the event."""
        return title(self.name, self.date)

    @property
    def place(self) -> Place:
        """Where the event stands first."""
        return next(line for line in (self.event, *self.placings, *self.matches) if line is not None).place("event")

    def fact(self, field: str) -> Any:
        """Return what the event's row says, None where it has none or leaves it blank."""
        return None if self.event is None else self.event[field]


Rows = Mapping[int, Sequence[tuple[Table, Sequence[Row]]]]
"""The rows of events by their numbers, those of each table together."""


@dataclass(frozen=True, slots=True)
class ListedEvents:
    """The events that lists name, with their rows; there may be a million, so each event is put together in its turn.

    ``rows`` are by the name of the list, `LISTS`; ``spoilt`` are the numbers of events that are not known whole.
    """

    events: Sequence[Known]
    rows: Mapping[str, Rows]
    spoilt: Collection[int]

    def __len__(self) -> int:
        return len(self.events)

    def __iter__(self) -> Iterator[ListedEvent]:
        """Yield the events by date, name and Event ID."""
        order = [(each.date, alphabetical_key(each.name), key(each.event_id)) for each in self.events]
        for number in sorted(range(len(order)), key=order.__getitem__):
            known = self.events[number]
            yield ListedEvent(
                number,
                known.name,
                known.date,
                known.event_id,
                next(self._lines(EVENTS, number), None),
                tuple(self._lines(PLACINGS, number)),
                tuple(self._lines(MATCHES, number)),
                number in self.spoilt,
            )

    def _lines(self, sheet: Sheet, number: int) -> Iterator[ListedRow]:
        for table, rows in self.rows[sheet.name].get(number, ()):
            for row in rows:
                yield ListedRow(table, row)


@dataclass(frozen=True, slots=True)
class _Owned:
    """A table, how each row names its event, and the number of that event, None where it is not known."""

    table: Table
    mentions: Sequence[Mention]
    owners: Sequence[int | None]


def rows_of_events(
    tables: Sequence[Table], unreadable: Collection[Place], strangers: Sequence[Grid]
) -> tuple[ListedEvents, list[Problem]]:
    """Return the events that the lists name, and what is wrong with how they do.

    ``unreadable`` are the cells with an error. ``strangers`` are files that could not be read as lists: they may hold
    rows of the events whose name or Event ID stands in them.
    """
    register = Register()
    parts: list[_Owned] = []
    problems: list[Problem] = []
    for table in tables:
        if table.sheet is EVENTS:
            part, found = _take_in_events(table, register)
            parts.append(part)
            problems += found
    others = [(table, _find_mentions(table)) for table in tables if table.sheet is not EVENTS]
    # Every row is heard before any is judged, so that their order does not matter.
    for table, mentions in others:
        for named, row in _first_rows(table, mentions).items():
            register.learn(named, table.place(row.number, "event"))
    for table, mentions in others:
        part, found = _attribute_rows(table, mentions, register, unreadable)
        parts.append(part)
        problems += found
    bad: defaultdict[str, set[int]] = defaultdict(set)
    for place in [*unreadable, *(problem.place for problem in problems)]:
        bad[place.sheet].add(place.position[0])
    spoilt = {number for part in parts for number in _find_spoilt_events(part, register, bad[part.table.title])}
    for grid in strangers:
        spoilt.update(register.mentioned({key(format_cell(value)) for row in grid.rows for value in row}))
    return ListedEvents(register.events, _group_rows(parts), spoilt), problems


def _take_in_events(table: Table, register: Register) -> tuple[_Owned, list[Problem]]:
    """Take in the events of a list of them."""
    mentions = _find_mentions(table)
    found = [
        register.declare(named, table.place(row.number, "event"))
        for named, row in zip(mentions, table.rows, strict=True)
    ]
    return _Owned(table, mentions, [number for number, _ in found]), [problem for _, problem in found if problem]


def _find_mentions(table: Table) -> list[Mention]:
    """Return how each row names its event: the same object where they do so alike, as rows of one event do."""
    alike: dict[Mention, Mention] = {}
    return [alike.setdefault(named, named) for named in map(mention, table.rows)]


def _first_rows(table: Table, mentions: Sequence[Mention]) -> dict[Mention, Row]:
    """Return the ways in which a table names events, each with the first row that does so."""
    first: dict[Mention, Row] = {}
    for named, row in zip(mentions, table.rows, strict=True):
        first.setdefault(named, row)
    return first


def _attribute_rows(
    table: Table, mentions: Sequence[Mention], register: Register, unreadable: Collection[Place]
) -> tuple[_Owned, list[Problem]]:
    """Find the event of each row. The same mistake in many rows is told once, where it stands first."""
    if "event_id" not in table.positions and not {"event", "date"} <= table.positions.keys():
        message = "No column says which event a row belongs to; expected Event ID, or Event and Date."
        problem = error(Place(table.title), message, "Add it, and fill it in for every row.")
        return _Owned(table, mentions, [None] * len(mentions)), [problem]
    owners: dict[Mention, int | None] = {}
    problems = []
    for named, row in _first_rows(table, mentions).items():
        found = register.find(named) if named.enough else None
        owners[named] = found if isinstance(found, int) else None
        if isinstance(found, tuple):
            field, message, remedy = found
            problems.append(error(table.place(row.number, field), message, remedy))
    for named, row in zip(mentions, table.rows, strict=True):
        if not named.enough and not any(table.place(row.number, column.field) in unreadable for column in NAMED):
            blank = [each for each in ("date", "event", "event_id") if each in table.positions and row[each] is None]
            message = "The row does not say which event it belongs to; expected its Event ID, or Event and Date."
            problems.append(error(table.place(row.number, blank[0]), message, "Fill them in, or clear the whole row."))
    return _Owned(table, mentions, [owners[named] for named in mentions]), problems


def _find_spoilt_events(part: _Owned, register: Register, bad: Collection[int]) -> set[int]:
    """Return the events that the ``bad`` rows of a table belong to, or may.

    A row that belongs to none may be about those which share what it says of its event, else about those of the rows
    before and after it, unless it names another: a list holds an event's rows together.
    """
    if part.table.header_row in bad:
        return {owner for owner in part.owners if owner is not None}
    spoilt: set[int] = set()
    after = _next_owners(part.owners)
    before = None
    for number, (row, named, owner) in enumerate(zip(part.table.rows, part.mentions, part.owners, strict=True)):
        if owner is None:
            near = {each for each in (before, after[number]) if each is not None and register.may_mean(named, each)}
            spoilt.update(register.suspects(named) or near)
        elif row.number in bad:
            spoilt.add(owner)
            if part.table.sheet is EVENTS:
                spoilt.update(register.suspects(named))
        before = before if owner is None else owner
    return spoilt


def _next_owners(owners: Sequence[int | None]) -> list[int | None]:
    """Return for each row the event of the next row that has one."""
    after: list[int | None] = []
    coming = None
    for owner in reversed(owners):
        after.append(coming)
        coming = coming if owner is None else owner
    return after[::-1]


def _group_rows(parts: Sequence[_Owned]) -> Mapping[str, Rows]:
    """Put the rows of each event together, by the name of their list."""
    found: dict[str, defaultdict[int, list[tuple[Table, list[Row]]]]] = {
        sheet.name: defaultdict(list) for sheet in LISTS
    }
    for part in parts:
        own: defaultdict[int, list[Row]] = defaultdict(list)
        for row, owner in zip(part.table.rows, part.owners, strict=True):
            if owner is not None:
                own[owner].append(row)
        for owner, rows in own.items():
            found[part.table.sheet.name][owner].append((part.table, rows))
    return found
