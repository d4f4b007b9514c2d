"""What a format is: declarations of its sheets, tables, and a few pure functions. No inheritance, no registry.

The functions that take `Results` are not typed so: results know their format.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from turnabout_sheets.event.outline import Outline
from turnabout_sheets.event.standings import COUNTED, DerivedColumn
from turnabout_sheets.sheets.declarations import ROUND_COLUMN, Column, Sheet
from turnabout_sheets.sheets.settings import Setting, Settings

if TYPE_CHECKING:
    import pandas as pd

    from turnabout_sheets.core.problems import Problem
    from turnabout_sheets.event.charts import Chart
    from turnabout_sheets.event.model import Event
    from turnabout_sheets.event.standings import TieBreak
    from turnabout_sheets.event.steps import Step


@dataclass(frozen=True, slots=True)
class OutputSheet:
    """One of the program's sheets, filled; the first of a format's is the standings."""

    sheet: Sheet
    frame: pd.DataFrame  # values, with the sheet's fields as columns, in order
    note: str = ""  # next to the rows; may have several lines
    chart: Chart | None = None
    idle: bool = False  # has nothing to say yet: its tab is hidden

    def worded(self) -> pd.DataFrame:
        """Return the frame as the sheet says it."""
        texts = {each.field: self.frame[each.field].map(each.word) for each in self.sheet.columns if each.word}
        return self.frame.assign(**texts) if texts else self.frame

    def shown(self) -> pd.DataFrame:
        """Return the frame with the headers of the sheet as columns."""
        return self.frame.set_axis([column.header for column in self.sheet.columns], axis="columns")


Check = Callable[["Event", "Format"], Iterable["Problem"]]
"""A check across rows: small and pure."""

SELDOM = ("ruling", "note")
"""What is seldom typed into a match row, by field."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """The sheets of a format: the organizer's, and those that the program writes.

    Pages are made of two of these: Standings, the first, with the columns rank, player and points; and Matches with
    round, table, player_a, player_b.
    """

    players: Sheet
    matches: Sheet  # that of each round
    others: tuple[Sheet, ...]  # further ones of the organizer
    output: tuple[Sheet, ...]  # the program's, in the order of their tabs
    make_output: Callable[..., tuple[OutputSheet, ...]]
    teammates: tuple[str, ...] = ()  # the fields of Players that name the others of a player's team

    @property
    def results(self) -> Sheet:
        """The sheet that holds all rounds, one after another."""
        return Sheet("Results", "All rounds in one sheet.", (ROUND_COLUMN, *self.matches.columns))

    @property
    def input(self) -> tuple[Sheet, ...]:
        """The organizer's sheets with a fixed name, but for the Event sheet."""
        return (self.players, self.results, *self.others)


@dataclass(frozen=True, slots=True)
class LiveColumn:
    """A column of formulas next to a round's results; never read back.

    ``formula`` makes the formula of a row from the addresses of its cells by field (of live columns by header), and
    from the ranges of columns: by ``players.``, ``event.`` or ``round.`` and field. It is made once for all rows, so it
    does not look into the addresses.
    """

    header: str
    help: str
    formula: Callable[[Mapping[str, str]], str]
    width: int = 8
    hidden: bool = False  # a step that the others share
    completes: bool = False  # blank until all is reported
    warns: bool = False  # says what is wrong
    in_words: bool = False  # read from the left; others are figures


def get_name(column: Column | LiveColumn) -> str:
    """Return what a column of a round's sheet is known by: a declared one by its field, a live one by its header."""
    return column.field if isinstance(column, Column) else column.header


@dataclass(frozen=True, slots=True)
class Entry:
    """How results come into a round's sheet."""

    fields: tuple[str, ...]  # that the desk fills in, in order: who won a game, then what is counted of it
    result_fields: tuple[str, ...]  # all filled once the match is reported
    live_columns: tuple[LiveColumn, ...] = ()
    choices: Callable[[Event], Mapping[str, Sequence[str]]] = lambda event: {}  # that columns offer by the event
    needless: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # fields moot by the value of another one
    not_asked: Callable[[Settings], Collection[str]] = lambda settings: ()  # fields left blank by the settings


@dataclass(frozen=True, slots=True)
class Scoring:
    """From reported matches to points, and what ranks.

    ``explain`` gives the steps from the cells of a reported match to the points of one of its sides, ``a`` or ``b``;
    a format without one has its matches explained by who won.
    """

    score: Callable[[Event], pd.DataFrame]  # reported matches with points
    sides: Callable[[Event, pd.DataFrame], pd.DataFrame]  # the same by player (see `event.standings`)
    tie_breaks: tuple[TieBreak, ...]  # in their default order
    settle: Callable[[Event], Event] = lambda event: event  # applies the judge's rulings
    final_at_end: bool = False  # all points are provisional until then
    explain: Callable[..., Sequence[Step]] | None = None
    cites: Mapping[str, str] = field(default_factory=dict)  # rules of points, adjustment, bye, absent

    @property
    def default_order(self) -> tuple[str, ...]:
        """The names of the tie-breaks that are in force where the event does not say otherwise."""
        return tuple(each.name for each in self.tie_breaks if not each.offered)

    def find(self, name: str) -> TieBreak:
        """Return a tie-break by its name; there is one."""
        return next(each for each in self.tie_breaks if each.name == name)


@dataclass(frozen=True, slots=True)
class Pairing:
    """How rounds are paired."""

    swiss: str = "closest"  # or piles
    chairs: Callable[[Event, Sequence[str]], Mapping[str, Any]] = lambda event, chairs: {}  # of a row's players, A or B
    presets: Mapping[str, Any] = field(default_factory=dict)  # settings that the format fixes, by field


@dataclass(frozen=True, slots=True)
class Guidance:
    """What a new workbook says of how the format is played; texts may name the workbook as ``{file}``."""

    players: str  # about the sheet Players
    results: str  # how to type a result
    first_run: str
    next_run: str
    late: str  # what to do about late entries
    example_match: Mapping[str, Any]  # a filled row by field, and what happened in it
    example_story: str
    suggestions: Mapping[tuple[str, str], Sequence[str]] = field(default_factory=dict)  # of columns, by sheet and field


@dataclass(frozen=True, slots=True)
class Simulation:
    """How a simulated event of a format comes about.

    ``play`` gives the result fields of a match row, whose a and b are the players themselves, from player A's advantage
    in strength and that of A's deck; ``register`` a player's fields on Players that the format adds; ``sheets`` the
    rows of further sheets, by sheet, once all is played.
    """

    play: Callable[[Random, Mapping[str, Any], float, float], Mapping[str, Any]]
    register: Callable[[Random], Mapping[str, Any]] = lambda random: {}
    sheets: Callable[[Random, Event], dict[str, list[dict[str, Any]]]] = lambda random, event: {}


def chance(advantage: float) -> float:
    """Return the probability to win with an advantage in strength: 0 gives one half.

    Only the four basic operations, so that the same seed gives the same event on every machine.
    """
    return (1 + advantage / (1 + abs(advantage))) / 2


class Exported(NamedTuple):
    """A file for other programs: its ``data``, and what is to be said of it. With ``problems`` there is none."""

    data: bytes = b""
    remarks: Sequence[str] = ()
    problems: Sequence[Problem] = ()


class Export(NamedTuple):
    """A way to export results; ``make`` is given results with publishable names only, and at least one result."""

    name: str
    suffix: str
    make: Callable[..., Exported]


@dataclass(frozen=True, slots=True)
class Format:
    """An event system: its outline (name, settings, …) and its parts."""

    outline: Outline
    sheets: Sheets
    entry: Entry
    scoring: Scoring
    pairing: Pairing
    guidance: Guidance
    checks: tuple[Check, ...]
    simulation: Simulation
    exports: tuple[Export, ...] = ()
    notes: tuple[Check, ...] = ()

    @property
    def name(self) -> str:
        """What the format is called."""
        return self.outline.name

    @property
    def settings(self) -> Mapping[str, Setting[Any]]:
        """The settings that it uses, by field."""
        return self.outline.settings

    @property
    def methods(self) -> Sequence[str]:
        """The choices of the setting Pairing, the first being the default."""
        return self.settings["pairing"].kind.choices

    def standings(self, used: Collection[str]) -> Sheet:
        """Return the sheet Standings with the columns of those tie-breaks that are ``used``; wins are always there."""
        sheet = self.sheets.output[0]
        own = [each for each in self.scoring.tie_breaks if each.column and each.column.field not in COUNTED]
        more = [each.column for each in own if each.offered and each.column and each.name in used]
        gone = {each.column.field for each in own if each.column and each.name not in used}
        columns = [each for each in sheet.columns if each.field not in gone]
        at = next((place for place, each in enumerate(columns) if each.field == "status"), len(columns))
        return replace(sheet, columns=(*columns[:at], *more, *columns[at:]))

    @property
    def derived_columns(self) -> Sequence[DerivedColumn]:
        """The columns of the standings that do not rank and say how they come about."""
        return [each for each in self.sheets.output[0].columns if isinstance(each, DerivedColumn)]

    @property
    def points_name(self) -> str:
        """What the points of the standings are called."""
        return self.sheets.output[0].column("points").header

    @property
    def round_columns(self) -> tuple[Column | LiveColumn, ...]:
        """The columns of a round's sheet in the order that a person works in.

        Who plays, what is filled in, and at once what is wrong with it; then the points, what is needed seldom, and the
        steps of the formulas.
        """
        declared, live = self.sheets.matches.columns, self.entry.live_columns
        return (
            *(column for column in declared if column.field not in SELDOM),
            *(column for column in live if column.warns),
            *(column for column in live if not (column.warns or column.hidden)),
            *(column for column in declared if column.field in SELDOM),
            *(column for column in live if column.hidden),
        )
