"""Which tables are of one event, what is said about it, and our lists of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from turnabout_sheets.archive.lists.rows import EVENTS, MATCHES, PLACINGS
from turnabout_sheets.archive.lists.titles import Title
from turnabout_sheets.archive.lists.understood import Given, MadeList, count_of
from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import key
from turnabout_sheets.formats import DEFAULT
from turnabout_sheets.sheets.grid import Grid, Raw


@dataclass(frozen=True, slots=True)
class EventTable:
    """A sheet that was understood: the lists that it makes, and what is said about it, the likeliest first."""

    grid: Grid
    lists: Sequence[MadeList]
    titles: Sequence[Title]

    @property
    def name(self) -> str:
        """What it calls the event, or its file."""
        return next(title.name for title in self.titles if title.name)

    @property
    def is_named(self) -> bool:
        """Whether the table says itself which event it is of, not only its file."""
        return any(title.name for title in self.titles[:-1])


def _find(titles: Sequence[Title], fact: str) -> tuple[Any, str]:
    """Return what the first of titles that says it says of a fact, and where; blank for what none says."""
    return next(((value, title.where) for title in titles if (value := getattr(title, fact))), ("", ""))


@dataclass(frozen=True, slots=True)
class TableEvent:
    """The tables of an event, those that name it first, and what is said of it: what is ``given`` comes first."""

    tables: Sequence[EventTable]
    given: Given

    def find(self, fact: str) -> tuple[Any, str]:
        """Return a fact of its titles, and where it stands; blank for what none says."""
        options = [
            Title("--name", name=self.given.name or ""),
            Title("--date", day=self.given.date or ""),
            Title("--rounds", rounds=self.given.rounds),
        ]
        return _find([*options, *(title for table in self.tables for title in table.titles)], fact)

    @property
    def rounds(self) -> tuple[int, str]:
        """How many rounds it had, and how that is known; 0 where it is not."""
        number, where = self.find("rounds")
        shown = max(made.rounds or 0 for table in self.tables for made in table.lists)
        return (number, f" from {where}") if number else (shown, ", as many as are played")

    @property
    def format(self) -> str:
        """Its system."""
        return self.given.format or DEFAULT.name

    def find_contradictions(self) -> Iterator[Problem]:
        """Yield what is wrong with its tables: their cells, two standings, nothing below the headers, no day."""
        name, (rounds, why) = self.find("name")[0], self.rounds
        placed = [table for table in self.tables if any(made.sheet is PLACINGS for made in table.lists)]
        for table in placed[1:]:
            message = f"These are standings of {name}, as those in {placed[0].grid.name} are; expected one table."
            hint = "Take away those that are not final, or give each its own title."
            yield error(Place(table.grid.name), message, hint)
        for table in self.tables:
            for made in table.lists:
                yield from made.problems
                if made.sheet is MATCHES and (made.rounds or 0) > rounds:
                    message = f"There is a match of round {made.rounds}; expected at most {rounds}, the number{why}."
                    yield error(Place(table.grid.name), message, "Correct the number of rounds, or the round.")
            if not table.lists[0].rows:
                message = "There is nothing below the headers; expected a row for each player or match."
                yield error(Place(table.grid.name), message, "Add them, or take the table away.")
        if not self.find("day")[0]:
            doubt, year = self.find("doubt")[0], self.find("year")[0]
            found = f": {doubt}" if doubt else f": only the year {year}" if year else ""
            message = f'Nothing says on which day "{name}" was played{found}.'
            several = "for several events, type Event and Date in every row"
            hint = f"Give the day with --date, such as --date 2012-05-31; {several}."
            yield error(Place(self.tables[0].grid.name), message, hint)

    def make_lists(self) -> Iterator[Grid]:
        """Yield our lists of it; its own row stands where its first table begins."""
        name, day, rounds = self.find("name")[0], self.find("day")[0], self.rounds[0]
        first = self.tables[0].lists[0]
        facts: dict[str, Raw] = {"event": name, "date": day, "format": self.format, "rounds": rounds or ""}
        columns = {field: at for at, field in enumerate(facts)}
        bare = replace(first.grid, flags={})  # what is wrong with its cells is told by the table's own lists
        own = MadeList(EVENTS, bare, first.header, columns, {min(first.rows): facts})
        for made in (own, *(made for table in self.tables for made in table.lists)):
            yield made.as_grid(name, day)

    def describe(self) -> Iterator[str]:
        """Tell in a line for each table what was understood of it, and every guess."""
        (name, source), (day, where), (rounds, why) = self.find("name"), self.find("day"), self.rounds
        facts = [
            f"its name from {source}",
            f"its day from {where}" if day else "no day",
            f"{count_of(rounds, 'round')}{why}" if rounds else "how many rounds is not known (--rounds)",
            f"format {self.format}{' from --format' if self.given.format else ', as none is given (--format)'}",
        ]
        of = f' of "{name}"' + (f" ({day})" if day else "")
        for table in self.tables:
            first, *others = table.lists
            told = [first.describe(of), *(made.describe() for made in others), *facts]
            facts = []
            yield f"{table.grid.name}: {'; '.join(told)}."


def group_tables(tables: Sequence[EventTable], given: Given) -> list[TableEvent]:
    """Return the events of tables: those of one name and day, and if only one is named, those that name none."""
    named = {key(table.name) for table in tables if table.is_named}
    names = [min(named) if len(named) == 1 else key(table.name) for table in tables]
    days = defaultdict[str, set[str]](set)
    for name, table in zip(names, tables, strict=True):
        days[name] |= {_find(table.titles, "day")[0]} - {""}
    events = defaultdict[tuple[str, str], list[EventTable]](list)
    for name, table in zip(names, tables, strict=True):
        events[name, min(days[name]) if len(days[name]) == 1 else _find(table.titles, "day")[0]].append(table)
    return [TableEvent(sorted(event, key=lambda table: not table.is_named), given) for event in events.values()]
