"""A Duplicate Magic event as the organizer runs it: the sheets hold all there is, and each run reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from tests.duplicate.workbooks import HEADER_OF, duplicate, read, round_sheets, tables_sheet, written
from tests.reading.grids import Cells, players
from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.rounds.new_round import append_round
from turnabout_sheets.rounds.next_rounds import due_rounds, pair
from turnabout_sheets.sheets.grid import Grid, Raw

Row = dict[str, Raw]


@dataclass
class Event:
    """The sheets of an event; ``who`` and ``rounds`` are rows by header, ``tables`` the numbers on the sheet Tables."""

    who: list[Row]
    settings: dict[str, Raw]
    tables: Sequence[int] = ()
    rounds: list[list[Row]] = field(default_factory=list)

    def grids(self) -> list[Grid]:
        """Return the sheets."""
        listed = self.tables or range(1, (len(self.who) + 1) // 2 + 1)
        return [duplicate(**self.settings), players(*self.who), tables_sheet(*listed), *round_sheets(self.rounds)]

    def problems(self) -> list[Problem]:
        """Return everything that the checks find."""
        return read(*self.grids())[1]

    def results(self) -> Results:
        """Return the results of sheets in which there is no error."""
        event, problems = read(*self.grids())
        assert not has_errors(problems), [str(problem) for problem in problems]
        assert event is not None
        return compute(event, DUPLICATE)

    def run(self) -> list[str]:
        """Pair what is due, and write it; return what there is to say. What is written is what is read."""
        results = self.results()
        event, said = results.event, []
        for number in due_rounds(results):
            new, problems = pair(results, number)
            said += [str(problem) for problem in problems]
            if new is None:
                break
            self.rounds.append(written(event, new))
            event = append_round(event, new)
        if self.rounds:
            assert self.results().event.rows == DUPLICATE.scoring.settle(event).rows
        return said

    def play(self, random: Random, rounds: int | None = None) -> None:
        """Type results into the games of the first ``rounds``, or of all."""
        for row in (row for rows in self.rounds[:rounds] for row in rows):
            if row["Player B"] == BYE_NAME:
                continue
            known = {field: row[header] for field, header in HEADER_OF.items() if row[header] != ""}
            absent = random.random() < 0.08
            typed = (
                {"ruling": random.choice(("A no-show", "B no-show"))}
                if absent
                else DUPLICATE.simulation.play(random, known, 0, 0)
            )
            row |= {HEADER_OF[field]: value for field, value in typed.items()}


def paired(*who: str | Cells, tables: Sequence[int] = (), **settings: Raw) -> Event:
    """Return an event after its first run."""
    event = event_of(*who, tables=tables, **settings)
    assert event.run() == []
    return event


def event_of(*who: str | Cells, tables: Sequence[int] = (), **settings: Raw) -> Event:
    """Return an event before its first run."""
    rows: list[Row] = [{"Player": each} if isinstance(each, str) else {**each} for each in who]
    return Event(rows, {"name": "Test", **settings}, tables)


def numbered(size: int) -> list[str]:
    """Return names for so many players."""
    return [f"P{number:03}" for number in range(1, size + 1)]


def recount(rounds: Sequence[Sequence[Row]]) -> dict[Raw, Fraction]:
    """Return everybody's points, counted from the rows once more: from the rule's words and our rulings.

    "Each winner at a table where N games were played receives N points minus one point for each other winner who played
    with the same deck" (duplicate 3.1); drawn games are duplicate 3.3, sit-outs duplicate 4.1.
    """
    played: Counter[Raw] = Counter()
    winners: list[tuple[Raw, Raw, Raw]] = []
    games: Counter[Raw] = Counter()
    sat_out: Counter[Raw] = Counter()
    for row in (row for rows in rounds for row in rows):
        a, b, table, ruling = (row[header] for header in ("Player A", "Player B", "Table", "Ruling"))
        if b == BYE_NAME:
            sat_out[a] += 1
        elif ruling:
            sat_out.update({"A no-show": [b], "B no-show": [a], "Both no-show": []}[str(ruling)])
        elif row["Winner"]:
            played[table] += 1
            games.update((a, b))
            if row["Winner"] != "Draw":
                winner, stock = (a, row["Deck A"]) if row["Winner"] == "A" else (b, row["Deck B"])
                winners.append((winner, table, stock))
    points: dict[Raw, Fraction] = {}
    for winner, table, stock in winners:
        others = sum((table, stock) == each[1:] for each in winners) - 1
        points[winner] = points.get(winner, Fraction()) + played[table] - others
    everybody = {row[header] for rows in rounds for row in rows for header in ("Player A", "Player B")} - {BYE_NAME}
    total = {name: points.get(name, Fraction()) for name in everybody}
    return {name: own + (sat_out[name] * own / games[name] if games[name] else 0) for name, own in total.items()}
