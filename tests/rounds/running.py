"""An event that is run round by round, as the organizer does it: the sheets hold all there is, and each run reads them.

Rounds are paired by the program, results are typed by the players' names, and any row can be changed in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.event.worked_events import sheet_rows
from tests.reading.grids import Cells, event_sheet, players, read, round_sheet, sheet
from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.event.model import BYE, BYE_NAME
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.formats.turnabout.sheets import MATCHES
from turnabout_sheets.rounds.elimination import check_bracket
from turnabout_sheets.rounds.new_round import NewRound, append_round
from turnabout_sheets.rounds.next_rounds import add_notes, due_rounds, pair, pass_over_byes
from turnabout_sheets.sheets.grid import Grid, Raw

HEADERS = {column.field: column.header for column in MATCHES.columns}

Seat = tuple[int | None, str, str]
"""A row of a round: table, player A, player B."""


@dataclass
class Running:
    """The sheets of an event; ``rounds`` are the rows by header."""

    settings: dict[str, Raw]
    players: list[dict[str, Raw]]
    rounds: list[list[dict[str, Raw]]] = field(default_factory=list)
    rulings: list[tuple[Raw, ...]] = field(default_factory=list)
    _seen: dict[str, tuple[Results | None, list[Problem]]] = field(default_factory=dict, repr=False)

    def grids(self) -> list[Grid]:
        """Return the sheets."""
        rounds = [by_round(number, rows) for number, rows in enumerate(self.rounds, 1)]
        rulings = sheet("Rulings", ("Player", "Round", "Kind"), self.rulings)
        return [event_sheet(**self.settings), players(*self.players), *rounds, rulings]

    def look(self) -> tuple[Results | None, list[Problem]]:
        """Read the sheets, check and compute, as a run does; results are None where there are errors before.

        What was looked at last is not read again while nothing has changed.
        """
        state = repr(self)
        if state not in self._seen:
            self._seen = {state: self._look()}
        return self._seen[state]

    def _look(self) -> tuple[Results | None, list[Problem]]:
        event, problems = read(*self.grids())
        if event is None or has_errors(problems):
            return None, problems
        results = compute(event, TURNABOUT)
        return results, problems + check_bracket(results)

    def results(self) -> Results:
        """Return the results of sheets in which there is no error."""
        results, problems = self.look()
        assert not has_errors(problems), [str(problem) for problem in problems]
        assert results is not None
        return results

    def problems(self) -> list[str]:
        """Return everything that the checks find, as a run says it."""
        return [str(problem) for problem in self.look()[1]]

    def run(self) -> list[str]:
        """Pair what is due, and write it; return what there is to say. The new rounds pass every check."""
        passed, results = pass_over_byes(self.results())
        self.rounds += [self.cells(results, new) for new in passed]
        event = results.event
        said = []
        for number in due_rounds(results):
            new, notes = pair(results, number)
            said += [str(note) for note in notes]
            if new is None:
                break
            self.rounds.append(self.cells(results, add_notes(results, new)))
            event = append_round(event, new)
        if self.rounds:
            assert self.results().event.rows == event.rows, "what was paired is not what is read"
        return said

    def cells(self, results: Results, new: NewRound) -> list[dict[str, Raw]]:
        """Return a new round's rows as its sheet has them."""
        names = {BYE: BYE_NAME} | {player.number: player.name for player in results.event.players}
        rows = [{**row, "a": names[row["a"]], "b": names[row["b"]]} for row in new.rows]
        return [{HEADERS[name]: "" if value is None else value for name, value in row.items()} for row in rows]

    def seats(self, number: int) -> list[Seat]:
        """Return who sits where in a round, in the order of its sheet."""
        return [(row["Table"] or None, row["Player A"], row["Player B"]) for row in self.rounds[number - 1]]

    def row(self, number: int, name: str) -> dict[str, Raw]:
        """Return a player's row in a round."""
        return next(row for row in self.rounds[number - 1] if name in (row["Player A"], row["Player B"]))

    def side(self, number: int, name: str) -> str:
        """Say whether a player is A or B in a round."""
        return "A" if self.row(number, name)["Player A"] == name else "B"

    def type(self, number: int, name: str, **cells: Raw) -> None:
        """Type into cells of a player's row in a round, instead of any result: ``ruling``, ``b``, ``table``."""
        row = self.row(number, name)
        row |= dict.fromkeys(map(HEADERS.__getitem__, ("winner_1", "count_1", "winner_2", "count_2", "ruling")), "")
        row |= {HEADERS[field]: value for field, value in cells.items()}

    def wins(self, number: int, *names: str) -> None:
        """Type that these players win their matches in a round, 60 to 0."""
        for name in names:
            side = self.side(number, name)
            self.type(number, name, winner_1=side, count_1=20, winner_2=side, count_2=20)

    def draws(self, number: int, name: str, advances: str = "") -> None:
        """Type that a player's match is drawn, and who goes on."""
        ruling = f"{self.side(number, advances)} advances" if advances else ""
        self.type(number, name, winner_1="Draw", winner_2="Draw", ruling=ruling)

    def stays_away(self, number: int, name: str) -> None:
        """Type that a player does not show up."""
        self.type(number, name, ruling=f"{self.side(number, name)} no-show")

    def fill_in(self, name: str, **cells: Raw) -> None:
        """Type into a player's row on the Players sheet, Dropped after being ``dropped_after``."""
        row = next(row for row in self.players if row["Player"] == name)
        row |= {field.replace("_", " ").capitalize(): value for field, value in cells.items()}

    def play(self, number: int, winners: Iterable[str]) -> list[Seat]:
        """Run, so that a round is paired; type who wins it, and return who sat where."""
        said = self.run()
        assert said == []
        assert len(self.rounds) == number
        seats = self.seats(number)
        self.wins(number, *winners)
        return seats

    def ranks(self) -> dict[str, int]:
        """Return the rank of each player, best first, those of equal rank by name."""
        return {name: row[0] for name, row in sheet_rows(self.results(), "Standings", "rank").items()}

    def ratings(self) -> dict[str, tuple[Raw, ...]]:
        """Return position, match wins, whether all rounds were played, multiplier and award of each player."""
        return sheet_rows(self.results(), "Ratings", "position", "match_wins", "played_all", "multiplier", "award")


def by_round(number: int, rows: Sequence[Cells]) -> Grid:
    """Return a round's sheet; a round without rows has its headers only."""
    return round_sheet(number, *({**dict.fromkeys(HEADERS.values(), ""), **row} for row in rows))


def running(pairing: str, *names: str | dict[str, Raw], **settings: Raw) -> Running:
    """Return an event before its first round; its players are seeded as listed unless a setting says otherwise."""
    who: list[dict[str, Raw]] = [{"Player": each} if isinstance(each, str) else {**each} for each in names]
    return Running({"name": "Test", "pairing": pairing, "first_round": "listed", **settings}, who)
