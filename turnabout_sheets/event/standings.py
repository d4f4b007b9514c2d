"""From scored matches to sides, a row for each player in each match, and from these to standings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from turnabout_sheets.core.frames import pd
from turnabout_sheets.core.outcomes import LOST, PLAYED, Outcome
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.event.steps import Step
from turnabout_sheets.sheets.declarations import Column, Name

if TYPE_CHECKING:
    from turnabout_sheets.event.format import Scored


@dataclass(frozen=True, slots=True)
class Side:
    """One player's part in one reported match: a row of the frame of sides, which is indexed from 0."""

    round: int
    player: int
    opponent: int  # BYE where there was none to play
    points: int | Fraction  # VP, GMP, …
    margin: int | Fraction  # by how much the player was ahead in the match
    outcome: Outcome


def make_sides(scored: Iterable[Scored]) -> pd.DataFrame:
    """Return the sides of scored matches, by round and player, indexed from 0; a bye has one side."""
    rows = []
    for each in scored:
        (a, b), (points_a, points_b), (outcome_a, outcome_b) = each.match.pair, each.points, each.outcomes
        rows.append((each.match.round, a, b, points_a, each.margin, outcome_a))
        if b != BYE:
            rows.append((each.match.round, b, a, points_b, -each.margin, outcome_b))
    rows.sort(key=itemgetter(0, 1))
    frame = pd.DataFrame(rows, columns=["round", "player", "opponent", "points", "margin", "outcome"])
    return frame.astype(dict.fromkeys(("round", "player", "opponent"), "int64"))


@dataclass(frozen=True, slots=True)
class TieBreak:
    """What separates players with equal points, and its column of the standings.

    ``compute`` gives the figure that ranks, more being better, from the sides and the tally with the tie-breaks before,
    and ``tied``: the rank by these. ``explain`` gives the steps to a player's figure.
    """

    name: str  # in the setting Tie-breaks and in the archive
    compute: Callable[[pd.DataFrame, pd.DataFrame], pd.Series]
    column: Column | None = None  # None: on no sheet and page
    explain: Callable[..., Sequence[Step]] = lambda results, player, name: ()
    rule: str = ""
    heading: Name = ""  # on pages; blank: not there
    in_ties: Name = ""  # what it is called below the standings
    signed: bool = False
    offered: bool = False  # used only where the setting names it

    @property
    def named(self) -> str:
        """What steps call it; its name where it has no column."""
        return self.column.header if self.column else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class DerivedColumn(Column):
    """A column of the standings that does not rank.

    ``compute`` gives its figure by player number from the event, the sides and the standings without it, None where the
    event has none; ``explain`` the steps to a player's.
    """

    compute: Callable[[Event, pd.DataFrame, pd.DataFrame], pd.Series | None]
    explain: Callable[..., Sequence[Step]]


COUNTED = {"wins": (Outcome.WIN,), "draws": (Outcome.DRAW,), "losses": LOST, "byes": (Outcome.BYE,)}
"""Which outcomes count in which column of the tally."""


def tally(sides: pd.DataFrame, adjustments: Mapping[int, int], players: int) -> pd.DataFrame:
    """Add up what each player has: points, wins, draws, losses, byes and matches played (rules 1.4.4), by number."""
    # In plain lists: an event has some standings for each round, and a frame takes longer to group than to make.
    points = [adjustments.get(player, 0) for player in range(players)]
    times = {column: [0] * players for column in COUNTED}
    counts = {outcome: times[column] for column, outcomes in COUNTED.items() for outcome in outcomes}
    matches = [0] * players
    for player, earned, outcome in zip(sides["player"], sides["points"], sides["outcome"], strict=True):
        points[player] += earned
        matches[player] += outcome in PLAYED
        if outcome in counts:
            counts[outcome][player] += 1
    exact = pd.Series(points, dtype=object).infer_objects()
    return pd.DataFrame({"points": exact, **times, "matches": matches}, index=pd.RangeIndex(players))


def compute_ranks(frame: pd.DataFrame, keys: Sequence[str]) -> pd.Series:
    """Rank by ``keys`` in order, more being better; equal in all of them is the same rank: 1, 2, 2, 4 (rules 1.6.3)."""
    figures = list(zip(*(frame[key] for key in keys), strict=True))
    rank: dict[tuple[Any, ...], int] = {}
    for place, each in enumerate(sorted(figures, reverse=True), 1):
        rank.setdefault(each, place)
    return pd.Series([rank[each] for each in figures], index=frame.index, dtype="int64")


def compute_standings(
    sides: pd.DataFrame,
    adjustments: Mapping[int, int],
    lead: Sequence[int],
    tie_breaks: Sequence[TieBreak],
    order: Sequence[str],
) -> pd.DataFrame:
    """Return the tally with one column for each of ``tie_breaks``, and ``rank``, by player number.

    It is ranked by ``lead``, a figure for each player, more being better, then by ``order``, which names columns. A
    tie-break that is not in ``order`` is worked out after those that are.
    """
    frame = tally(sides, adjustments, len(lead))
    frame["lead"] = list(lead)
    by_name = {each.name: each for each in tie_breaks}
    used = [name for name in order if name in by_name]
    keys = ["lead", *(name for name in order if name not in by_name)]
    frame["tied"] = compute_ranks(frame, keys)
    for name in (*used, *(name for name in by_name if name not in used)):
        frame[name] = by_name[name].compute(sides, frame)
        if name in used:
            keys.append(name)
            frame["tied"] = compute_ranks(frame, keys)
    return frame.rename(columns={"tied": "rank"})
