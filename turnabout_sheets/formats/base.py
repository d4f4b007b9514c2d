"""What a format is: declarations of its sheets, tables, and a few pure functions. No inheritance, no registry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from turnabout_sheets.sheets.declarations import ROUND_COLUMN, Sheet
from turnabout_sheets.sheets.settings import DECLARATIONS, Declaration, declare_pairing

if TYPE_CHECKING:
    import pandas as pd

    from turnabout_sheets.core.problems import Problem
    from turnabout_sheets.event.model import Event, Player
    from turnabout_sheets.event.output_sheets import OutputSheet
    from turnabout_sheets.event.results import Results
    from turnabout_sheets.event.standings import DerivedColumn, TieBreak

Check = Callable[["Event", "Format"], Iterable["Problem"]]
"""A check across rows: small and pure."""


@dataclass(frozen=True, slots=True)
class LiveColumn:
    """A column of formulas beside a round's results, for the organizer's eyes; never read back.

    ``formula`` makes the formula of a row from the addresses of its cells by field (and of live columns by header);
    a ``hidden`` column holds a step that the others share; the one that ``completes`` is blank until all is reported.
    """

    header: str
    help: str
    formula: Callable[[Mapping[str, str]], str]
    width: int = 8
    hidden: bool = False
    completes: bool = False


@dataclass(frozen=True, slots=True)
class Simulation:
    """How a simulated event of a format comes about.

    ``register`` gives a player's fields on the Players sheet that the format adds, ``others`` the rows of further
    sheets, by sheet. ``play`` gives the result fields of
    a match row, from player A's advantage in strength and that of A's deck. ``no_show`` gives those of a row where
    somebody did not show up. ``entry``: all fields that the desk fills in.
    """

    register: Callable[[Random], Mapping[str, Any]]
    play: Callable[[Random, Mapping[str, Any], float, float], Mapping[str, Any]]
    no_show: Callable[[Random], Mapping[str, Any]]
    entry: tuple[str, ...]
    others: Callable[[Random, Event], Mapping[str, Sequence[Mapping[str, Any]]]] = lambda random, event: {}


def chance(advantage: float) -> float:
    """Return the probability to win with an advantage in strength: 0 gives one half.

    Only the four basic operations, so that the same seed gives the same event on every machine.
    """
    return (1 + advantage / (1 + abs(advantage))) / 2


@dataclass(frozen=True, slots=True)
class Format:
    """An event system.

    ``result_fields``: the fields of a match row that are all filled once it is reported. ``opening``: what a new match
    row of two players (or of one with a bye) holds besides table and names, by field. ``choices``: the words that a
    column of matches offers where they depend on the event; ``suggestions``: those of other sheets, by sheet and field,
    in a new workbook. ``about_players``, ``about_results`` (how one is typed), ``about_first_run``, ``about_next_run``,
    ``about_late`` (what to do then; they may name the workbook as ``{file}``), ``example_match`` by field and the story
    behind it are shown there, too.
    ``score`` gives the reported matches with points; ``sides`` the same as one row for each player in each match (see
    `event.standings`). ``tie_breaks`` stand in their default order; ``figures`` are further columns of the
    standings. ``settle`` gives the event with the judge's rulings applied. ``presets`` are settings, by field, that the
    format fixes. ``swiss`` names how its Swiss rounds are paired: ``closest`` or ``piles``. ``methods`` are the choices
    of the setting Pairing, the first being the default. With ``final_at_end`` all points are provisional until then.
    ``awards`` gives those of a finished event, of the players of some numbers, where the format is rated.
    """

    name: str
    settings: frozenset[str]
    players: Sheet
    matches: Sheet
    others: tuple[Sheet, ...]
    result_fields: tuple[str, ...]
    live_columns: tuple[LiveColumn, ...]
    opening: Callable[[Event, Player, Player | None], Mapping[str, Any]]
    choices: Callable[[Event], Mapping[str, Sequence[str]]]
    suggestions: Mapping[tuple[str, str], Sequence[str]]
    about_players: str
    about_results: str
    about_first_run: str
    about_next_run: str
    about_late: str
    example_match: Mapping[str, Any]
    example_story: str
    checks: tuple[Check, ...]
    score: Callable[[Event], pd.DataFrame]
    sides: Callable[[Event, pd.DataFrame], pd.DataFrame]
    tie_breaks: Mapping[str, TieBreak]
    figures: Callable[[Event], Mapping[str, DerivedColumn]]
    reports: Callable[[Results], tuple[OutputSheet, ...]]
    report_sheets: tuple[Sheet, ...]
    simulation: Simulation
    settle: Callable[[Event], Event] = lambda event: event
    presets: Mapping[str, Any] = field(default_factory=dict)
    swiss: str = "closest"
    methods: Sequence[str] = ("swiss", "round robin", "single elimination", "double elimination", "manual")
    final_at_end: bool = False
    awards: Callable[[Results, list[int]], pd.DataFrame] | None = None

    @property
    def declarations(self) -> Mapping[str, Declaration]:
        """The settings that the format uses, by field."""
        own = {"pairing": declare_pairing(self.methods)}
        return {field: own.get(field, each) for field, each in DECLARATIONS.items() if field in self.settings}

    @property
    def points_name(self) -> str:
        """What the points of the standings are called."""
        return self.report_sheets[0].column("points").header

    @property
    def results_sheet(self) -> Sheet:
        """The sheet that holds all rounds, one after another."""
        return Sheet("Results", "All rounds in one sheet.", (ROUND_COLUMN, *self.matches.columns))

    @property
    def input_sheets(self) -> tuple[Sheet, ...]:
        """The organizer's sheets with a fixed name, but for the Event sheet."""
        return (self.players, self.results_sheet, *self.others)
