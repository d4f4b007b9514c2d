"""What a format is: a class that says what its sheets are and what a match is worth; the rest has defaults."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from turnabout_sheets.core.frames import pd
from turnabout_sheets.core.outcomes import PLAYED, Outcome, Outcomes
from turnabout_sheets.core.problems import Problem
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.event.output_sheets import (
    CROSSTABLE,
    PROGRESS,
    Chart,
    OutputSheet,
    chart_race,
    crosstable_sheet,
    describe_standings,
    matches_sheet,
    progress_sheet,
    standings_sheet,
)
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.rulings import PRESENT, RULINGS, decide_unplayed
from turnabout_sheets.event.standings import DerivedColumn, TieBreak, make_sides
from turnabout_sheets.event.steps import Step
from turnabout_sheets.sheets.declarations import ROUND_COLUMN, Column, Sheet
from turnabout_sheets.sheets.settings import Setting, Settings

SELDOM = ("ruling", "note")  # the columns of a round that are seldom filled in, by field
Check = Callable[[Event], Iterable[Problem]]  # across rows: small and pure


@dataclass(frozen=True, slots=True)
class LiveColumn:
    """A column of formulas next to a round's results; never read back."""

    header: str
    help: str
    width: int = 8
    hidden: bool = False  # a step that the others share
    completes: bool = False  # blank until all is reported
    warns: bool = False  # says what is wrong
    in_words: bool = False  # aligned left; others are figures


def get_name(column: Column | LiveColumn) -> str:
    """Return the key of a column of a round's sheet: a declared one's field, a live one's header."""
    return column.field if isinstance(column, Column) else column.header


@dataclass(frozen=True, slots=True)
class Guidance:
    """What a new workbook says of how the format is played; texts may name the workbook as ``{file}``."""

    players: str  # about the sheet Players
    results: str  # how to type a result
    example_match: Sequence[Any]  # a filled row, in the order of the columns
    first_run: str = "The program draws round 1 and adds the sheet Round 1."
    next_run: str = (
        "Standings, matches and progress are written, and the next round is drawn when the last result is in."
    )
    late: str = "add the name on Players with Joined round"  # what to do about late entries
    suggestions: Mapping[tuple[str, str], Sequence[str]] = field(default_factory=dict)  # by sheet and field


@dataclass(frozen=True, slots=True)
class Scored:
    """A reported match and what it is worth; formats extend it with how the points come about."""

    match: Match
    outcomes: Outcomes
    points: tuple[int | Fraction, int | Fraction]  # of A and of B, as they count in the standings
    margin: int | Fraction = 0  # by how much A was ahead

    @property
    def is_played(self) -> bool:
        """Whether it was no bye, and both were there."""
        return self.outcomes[0] in PLAYED

    def explain(self, results: Results, me: int) -> Iterator[Step]:
        """Yield the steps from the cells to the points of A (``me`` is 0) or B (1): here by who won."""
        event, pair = results.event, self.match.pair
        places = tuple(event.place(self.match, each) for each in results.format.result_fields)
        step = Step("match_drawn", {}, places, comes_to=self.points[me], of=results.format.points_name)
        if self.outcomes[me] != Outcome.DRAW:
            winner = event.players[pair[self.outcomes.index(Outcome.WIN)]].shown
            step = step._replace(word="match_won", values={"winner": winner})
        yield step


class Exported(NamedTuple):
    """A file for other programs, and remarks about it. With ``problems`` there is none."""

    data: bytes = b""
    remarks: Sequence[str] = ()
    problems: Sequence[Problem] = ()


class Export(NamedTuple):
    """A way to export results; ``make`` gets results with publishable names only, and at least one result."""

    name: str
    suffix: str
    make: Callable[..., Exported]


class Format:
    """An event system. A subclass sets the attributes, defines `score_match`, and overrides what differs."""

    name: str
    settings: Mapping[str, Setting[Any]]  # by field, in the order of the Event sheet
    rated = False  # a finished event gives awards (see `event.rating`)

    players: Sheet
    matches: Sheet  # that of each round
    others: Sequence[Sheet] = ()  # further ones of the organizer
    standings: Sheet  # the program's, with the columns rank, player and points
    scored_matches: Sheet  # with round, table, player_a, player_b
    more_output: Sequence[Sheet] = ()
    teammates: Sequence[str] = ()  # the fields of Players that name the others of a player's team

    entry_fields: Sequence[str]  # that the desk fills in, in order: who won a game, then what is counted of it
    result_fields: Sequence[str]  # all filled once the match is reported
    needless: Mapping[str, tuple[str, str]] = {}  # fields that another one makes moot by its value
    live_columns: Sequence[LiveColumn] = ()
    behind: Collection[str] = ()  # the columns of a round in a collapsed group, by field (live ones by header)
    guidance: Guidance
    checks: Sequence[Check] = ()  # across rows
    notes: Sequence[Check] = ()  # on what is worth a word once

    tie_breaks: Sequence[TieBreak]  # in their default order
    final_at_end = False  # all points are provisional until the last result
    bye_setting: Setting[Any] | None = None  # says what a bye is worth
    cites: Mapping[str, str] = {}  # the rules of points, adjustment, bye, absent

    swiss = "closest"  # or piles
    presets: Mapping[str, Any] = {}  # settings that the format fixes, by field
    exports: Sequence[Export] = ()

    # --- sheets ---

    @property
    def results_sheet(self) -> Sheet:
        """The sheet that holds all rounds, one after another."""
        return Sheet("Results", "All rounds in one sheet.", (ROUND_COLUMN, *self.matches.columns))

    @property
    def input(self) -> Sequence[Sheet]:
        """The organizer's sheets with a fixed name, but for the Event sheet."""
        return (self.players, self.results_sheet, *self.others)

    @property
    def output(self) -> Sequence[Sheet]:
        """The program's sheets in the order of their tabs."""
        return (self.standings, self.scored_matches, PROGRESS, CROSSTABLE, *self.more_output)

    @property
    def methods(self) -> Sequence[str]:
        """The choices of the setting Pairing, the first being the default."""
        return self.settings["pairing"].kind.choices

    @property
    def round_columns(self) -> tuple[Column | LiveColumn, ...]:
        """The columns of a round's sheet: filled in, points, what is wrong, seldom filled in, steps, those behind."""

        def find_group(column: Column | LiveColumn) -> int:
            if get_name(column) in self.behind:
                return 5
            if isinstance(column, Column):
                return 3 if column.field in SELDOM else 0
            return 4 if column.hidden else 2 if column.warns else 1

        return tuple(sorted((*self.matches.columns, *self.live_columns), key=find_group))

    @property
    def example_match(self) -> Mapping[str, Any]:
        """The filled row of the guidance, by field."""
        filled = zip(self.matches.columns, self.guidance.example_match, strict=False)
        return {column.field: value for column, value in filled if value is not None}

    def write_formulas(self, cells: Mapping[str, str]) -> Mapping[str, str]:
        """Return the formulas of a row's live columns, by header.

        ``cells`` are the addresses of its cells by field (of live columns by header), and the ranges of columns: by
        ``players.``, ``event.`` or ``round.`` and field. They are the same for all rows, so nothing looks into them.
        """
        return {}

    def choices(self, event: Event) -> Mapping[str, Sequence[str]]:
        """Return the words that columns of a round offer, by field."""
        return {"ruling": RULINGS if event.settings.method.by_bracket else tuple(PRESENT)}

    def not_asked(self, settings: Settings) -> Collection[str]:
        """Return the fields of a match that the settings leave blank."""
        return ()

    def chairs(self, event: Event, taken: Sequence[str]) -> Mapping[str, Any]:
        """Return the fields of a new match row that follow from the chairs that its players have, A or B."""
        return {}

    def number_tables(self, event: Event, tables: int) -> Sequence[int]:
        """Return the numbers of the tables at which a round is played that is paired for all at once."""
        return range(1, tables + 1)

    # --- points ---

    def settle(self, event: Event) -> Event:
        """Return the event as it counts."""
        return event

    def score(self, event: Event) -> list[Scored]:
        """Score the reported matches, in order. The event has no errors."""
        reported = (match for match in event.rows if match.index not in event.outstanding)
        return [self.score_unplayed(event, match) or self.score_match(event, match) for match in reported]

    def score_match(self, event: Event, match: Match) -> Scored:
        """Score a match that was played."""
        raise NotImplementedError

    def score_unplayed(self, event: Event, match: Match) -> Scored | None:
        """Score a bye or a match with a no-show (rules 1.4.2 and 1.4.4); None where it was played."""
        outcomes = decide_unplayed(match.ruling, bye=match.b == BYE)
        if outcomes is None:
            return None
        worth = self.bye_points(event)
        a, b = (worth if each == Outcome.BYE else type(worth)(0) for each in outcomes)
        return Scored(match, outcomes, (a, b))

    def bye_points(self, event: Event) -> int | Fraction:
        """Return what a bye is worth."""
        return event.settings[self.bye_setting] if self.bye_setting else 0

    def bye_wins(self, event: Event) -> bool:
        """Return whether the sheet Matches has whoever has a bye as the winner."""
        return False

    def sides(self, event: Event, scored: Sequence[Scored]) -> pd.DataFrame:
        """Return the sides of scored matches (see `event.standings`)."""
        return make_sides(scored)

    def explain(self, results: Results, scored: Scored, me: int) -> Sequence[Step]:
        """Return the steps from the cells of a match to the points of A (``me`` is 0) or B (1)."""
        if scored.is_played:
            return [*scored.explain(results, me)]
        event, match, outcome = results.event, scored.match, scored.outcomes[me]
        player, other = match.pair[me], match.pair[1 - me]
        values = {"player": event.players[player].shown}
        worth = (event.setting_place(self.bye_setting),) if self.bye_setting else ()
        ruled = () if match.ruling is None else (event.place(match, "ruling"),)
        if outcome == Outcome.WAITS:
            step = Step("waits", values, ruled, "rules 1.11.5")
        elif outcome == Outcome.ABSENT:
            step = Step("absent", values, ruled, self.cites.get("absent", ""))
        elif other == BYE:
            step = Step("bye", values, (event.place(match, "b"), *worth), self.cites.get("bye", ""))
        else:
            values = {"opponent": event.players[other].shown}
            step = Step("opponent_absent", values, (*ruled, *worth), self.cites.get("absent", ""))
        return [step._replace(comes_to=results.side_of[match.round, player].points, of=self.points_name)]

    # --- standings and the program's sheets ---

    @property
    def points_name(self) -> str:
        """The header of the points in the standings."""
        return self.standings.column("points").header

    @property
    def derived_columns(self) -> Sequence[DerivedColumn]:
        """The columns of the standings that do not rank and explain themselves."""
        return [each for each in self.standings.columns if isinstance(each, DerivedColumn)]

    def find_tie_break(self, name: str) -> TieBreak:
        """Return a tie-break by its name; there is one."""
        return next(each for each in self.tie_breaks if each.name == name)

    def make_output(self, results: Results) -> Sequence[OutputSheet]:
        """Return the program's sheets, in the order of their tabs."""
        made = (standings_sheet(results), matches_sheet(results), progress_sheet(results), crosstable_sheet(results))
        return (*made, *self.make_more_output(results))

    def make_more_output(self, results: Results) -> Iterable[OutputSheet]:
        """Return the sheets of ``more_output``."""
        return ()

    def make_charts(self, results: Results) -> Sequence[Chart]:
        """Return the charts of the sheet Desk: the race, where everybody plays on."""
        return [chart_race(results)] if results.elimination is None else []

    def describe_standings(self, results: Results) -> str:
        """Return the note of the sheet Standings."""
        return describe_standings(results)

    def fill_standings(self, results: Results) -> Mapping[str, Any]:
        """Return the format's own columns of Standings that are not computed with them, by field."""
        return {}

    def fill_match(self, results: Results, scored: Scored) -> Mapping[str, Any]:
        """Return the format's own columns of a row of the sheet Matches, by field: here the points of both."""
        name, (a, b) = self.points_name.lower(), results.sides_of(scored.match)
        return {f"{name}_a": a.points, f"{name}_b": b.points if b else None}

    # --- simulation ---

    def play(self, random: Random, row: Mapping[str, Any], advantage: float, decks: float) -> Mapping[str, Any]:
        """Return the result fields of a simulated match row, with the advantage in strength of A, and of A's deck."""
        raise NotImplementedError

    def register(self, random: Random) -> Mapping[str, Any]:
        """Return the fields that the format adds to a simulated player."""
        return {}

    def fill_sheets(self, random: Random, event: Event) -> dict[str, list[dict[str, Any]]]:
        """Return the rows of further sheets of a simulated event, by sheet."""
        return {}


def chance(advantage: float) -> float:
    """Return the probability to win with an advantage in strength, by basic operations: the same on every machine."""
    return (1 + advantage / (1 + abs(advantage))) / 2
