"""Lists of old results as they are typed: events, placings and match records."""

from __future__ import annotations

from tests.archive.importing import read_lists
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.sheets.grid import Grid

OPEN = "Open,2010-05-01"
"""How rows name the event that most tests are about, in the columns Event and Date."""

BY_ID, BOTH = "Event ID,Player,Position", "Event ID,Event,Date,Player,Position"
"""Headers of placings that name their event by its ID, and by both."""


def lines(name: str, *rows: str) -> Grid:
    """Return a list, each row as its cells with commas between them."""
    return Grid(f"{name}.csv", [row.split(",") for row in rows])


def events(*rows: str, headers: str = "Name,Date") -> Grid:
    return lines("events", headers, *rows)


def placings(*rows: str, headers: str = "Event,Date,Player,Position", event: str = OPEN) -> Grid:
    """Return placings; rows name an ``event`` where they do not themselves."""
    return lines("placings", headers, *(f"{event},{row}" if event else row for row in rows))


def matches(*rows: str, headers: str = "Event,Date,Round,Table,Player A,Player B,Winner", event: str = OPEN) -> Grid:
    return lines("matches", headers, *(f"{event},{row}" if event else row for row in rows))


TWO = events("E1,Open,2010-05-01", "E2,Open,2010-05-01", headers="Event ID,Name,Date")
FOUR = ("Ann,1", "Bo,2", "Cy,3", "Dee,4")
ROUNDS = ("1,1,Ann,Bo,A", "1,2,Cy,Dee,Draw", "2,1,Dee,Ann,Ann", "2,2,Bo,Cy,A")


def read(*grids: Grid) -> EventRecord:
    """Return the event in lists with which nothing is wrong."""
    records, problems = read_lists(grids)
    assert [str(problem) for problem in problems] == []
    (record,) = records
    return record


def told(*grids: Grid) -> list[str]:
    return [str(problem) for problem in read_lists(grids)[1]]


def refused(*grids: Grid) -> list[str]:
    """Return what is wrong with lists of which no event is archived."""
    records, problems = read_lists(grids)
    assert records == []
    return [str(problem) for problem in problems]
