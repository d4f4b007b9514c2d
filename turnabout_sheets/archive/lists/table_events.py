"""Which tables are of one event, what is said about it, and our lists of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from turnabout_sheets.archive.lists.made import MadeList
from turnabout_sheets.archive.lists.rows import EVENTS, MATCHES, PLACINGS
from turnabout_sheets.archive.lists.titles import Title
from turnabout_sheets.archive.lists.understood import Given
from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import key
from turnabout_sheets.formats import DEFAULT
from turnabout_sheets.sheets.grid import Grid, Raw


@dataclass(frozen=True, slots=True)
class EventTable:
    """A sheet that was understood: the lists that it makes, and what is said about it, the likeliest first."""

    grid: Grid
    lists: Sequence[MadeList]
    titles: Sequence[tuple[str, Title]]

    @property
    def name(self) -> tuple[str, str]:
        """What the event is called, and where that stands."""
        return next((title.name, where) for where, title in self.titles if title.name)

    @property
    def is_named(self) -> bool:
        """Whether the table says itself which event it is of, not only its file."""
        return any(title.name for _, title in self.titles[:-1])


def group_tables(tables: Sequence[EventTable]) -> list[list[EventTable]]:
    """Return the tables of each event: those of the same name, and if there is one name only, those without."""
    named = {key(table.name[0]) for table in tables if table.is_named}
    events = defaultdict[tuple[str, str], list[EventTable]](list)
    days = {(key(table.name[0]), day) for table in tables if (day := _day_of(table)[0])}
    for table in tables:
        name = named if len(named) == 1 else {key(table.name[0])}
        own = {day for each, day in days if each in name}
        events["".join(name), own.pop() if len(own) == 1 else _day_of(table)[0]].append(table)
    return [sorted(event, key=lambda table: not table.is_named) for event in events.values()]


def _day_of(table: EventTable) -> tuple[str, str]:
    """Return the day that a table says, and where; blank for none."""
    return next(((title.day.isoformat(), where) for where, title in table.titles if title.day), ("", ""))


def find_day_of_event(event: Sequence[EventTable], given: Given) -> tuple[str, str]:
    """Return the day of an event, and where it stands; blank for none."""
    if given.date:
        return given.date, "--date"
    return next((found for table in event if (found := _day_of(table))[0]), ("", ""))


def _find_rounds(event: Sequence[EventTable], given: Given) -> tuple[int | None, str]:
    if given.rounds:
        return given.rounds, " from --rounds"
    said = next(((title.rounds, where) for table in event for where, title in table.titles if title.rounds), None)
    if said:
        return said[0], f" from {said[1]}"
    shown = [(made.rounds, made.sheet) for table in event for made in table.lists if made.rounds]
    most, sheet = max(shown, key=lambda each: each[0], default=(None, PLACINGS))
    return most, ", as many as anybody has played" if sheet is PLACINGS else ", the last of the matches"


def find_contradictions(event: Sequence[EventTable], given: Given) -> Iterator[Problem]:
    """Yield what is wrong with the tables of an event: their cells, two standings, nothing below the headers."""
    placed = [table for table in event if any(made.sheet is PLACINGS for made in table.lists)]
    for table in placed[1:]:
        message = (
            f"These are standings of {event[0].name[0]}, as those in {placed[0].grid.name} are; expected one table."
        )
        yield error(Place(table.grid.name), message, "Take away those that are not final, or give each its own title.")
    rounds, why = _find_rounds(event, given)
    for table in event:
        for made in table.lists:
            yield from made.problems
            if made.sheet is MATCHES and (made.rounds or 0) > (rounds or 0):
                message = f"There is a match of round {made.rounds}; expected at most {rounds}, the number{why}."
                yield error(Place(table.grid.name), message, "Correct the number of rounds, or the round.")
        if not table.lists[0].rows:
            message = "There is nothing below the headers; expected a row for each player or match."
            yield error(Place(table.grid.name), message, "Add them, or take the table away.")


def make_lists(event: Sequence[EventTable], given: Given, day: str) -> Iterator[Grid]:
    """Yield our lists of an event; its own row stands where its first table begins."""
    name = given.name or event[0].name[0]
    first = event[0].lists[0]
    rounds = _find_rounds(event, given)[0]
    facts: dict[str, Raw] = {"event": name, "date": day, "format": given.format or DEFAULT.name, "rounds": rounds or ""}
    head: list[Raw] = [EVENTS.column(field).header for field in facts]
    gap = min(first.rows) - first.header - 1
    yield Grid(first.grid.name, [*[()] * first.header, head, *[()] * gap, list(facts.values())])
    for table in event:
        for made in table.lists:
            yield made.as_grid(name, day)


def describe_tables(event: Sequence[EventTable], given: Given, day: str, where: str) -> Iterator[str]:
    """Tell in a line for each table what was understood of it, and every guess."""
    name, source = (given.name, "--name") if given.name else event[0].name
    rounds, why = _find_rounds(event, given)
    facts = [
        f"its name from {source}",
        f"its day from {where}" if day else "no day",
        f"{rounds} round{'s' * (rounds > 1)}{why}" if rounds else "how many rounds is not known (--rounds)",
        f"format {given.format or DEFAULT.name}{' from --format' if given.format else ', as none is given (--format)'}",
    ]
    for table in event:
        parts: list[str] = []
        for made in table.lists:
            kind = "placing" if made.sheet is PLACINGS else "match record"
            parts += [f"{len(made.rows)} {kind}{'s' * (len(made.rows) != 1)}", made.taken, *made.told]
        of = f' of "{name}"' + (f" ({day})" if day else "")
        told = [*filter(None, parts[1:]), *(facts if table is event[0] else ())]
        yield f"{table.grid.name}: {parts[0]}{of}: {'; '.join(told)}."


def miss_day(event: Sequence[EventTable]) -> Problem:
    """Return the error of an event without a day."""
    titles = [title for table in event for _, title in table.titles]
    doubt = next((title.doubt for title in titles if title.doubt), "")
    year = next((title.year for title in titles if title.year), "")
    found = f": {doubt}" if doubt else f": only the year {year}" if year else ""
    message = f'Nothing says on which day "{event[0].name[0]}" was played{found}.'
    return error(Place(event[0].grid.name), message, "Give the day with --date, such as --date 2012-05-31.")
