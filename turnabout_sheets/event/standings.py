"""From scored matches to sides, a row for each player in each match, and from these to standings: tie-breaks in order.

A *side* is one player's part in one reported match. The frame of sides is indexed from 0 and has the columns

- ``round`` and ``player`` (int), ``opponent`` (int; `event.model.BYE` where there was none to play),
- ``points`` (int or Fraction: VP, GMP, …),
- ``margin`` (int or Fraction: by how much the player was ahead in the match),
- ``outcome`` (`core.outcomes.Outcome`)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from turnabout_sheets.core.frames import pd
from turnabout_sheets.core.outcomes import DECIDED, LOST, PLAYED, Outcome
from turnabout_sheets.event.model import BYE


@dataclass(frozen=True, slots=True)
class Side:
    """One player's part in one reported match: a row of a frame of sides; `event.standings` says what stands in it."""

    round: int
    player: int
    opponent: int
    points: int | Fraction
    margin: int | Fraction
    outcome: Outcome


def make_sides(scored: pd.DataFrame, **stems: str) -> pd.DataFrame:
    """Return the sides of scored matches, by round and player, indexed from 0; a bye has one side.

    ``scored`` has the columns round, a, b, outcome_a and outcome_b, and for each of ``stems`` (``points="vp"``) a pair
    (vp_a and vp_b): they become one column (points). The others are round, player, opponent and outcome (see
    `event.standings`).
    """
    halves = [
        pd.DataFrame(
            {
                "round": scored["round"],
                "player": scored[me],
                "opponent": scored[other],
                "outcome": scored[f"outcome_{me}"],
                **{column: scored[f"{stem}_{me}"] for column, stem in stems.items()},
            }
        )
        for me, other in (("a", "b"), ("b", "a"))
    ]
    both = pd.concat(halves, ignore_index=True)
    return both[both["player"] != BYE].sort_values(["round", "player"], ignore_index=True)


TieBreak = Callable[["pd.DataFrame", "pd.DataFrame"], "pd.Series"]
"""From the sides and the tally (by player number) to the figure that ranks: more is better.

The tally has, besides its own columns, those of the tie-breaks before, and ``tied``: the rank by everything before,
which those who are still tied share.
"""

DerivedColumn = Callable[["pd.DataFrame"], "pd.Series"]
"""From the tally with its tie-breaks to a further column, which does not rank."""

COUNTED = {"wins": (Outcome.WIN,), "draws": (Outcome.DRAW,), "losses": LOST, "byes": (Outcome.BYE,)}
"""Which outcomes count in which column of the tally."""


def tally(sides: pd.DataFrame, adjustments: Mapping[int, int], players: int) -> pd.DataFrame:
    """Add up what each player has.

    ``adjustments`` are points by player number. The frame is indexed by player number, 0 to ``players`` - 1, with the
    columns points, wins, draws, losses, byes and matches (wins, draws and losses together: byes are none).
    """
    # In plain lists: an event has some standings for each round, and a frame takes longer to group than to make.
    points = [adjustments.get(player, 0) for player in range(players)]
    times = {column: [0] * players for column in COUNTED}
    counts = {outcome: times[column] for column, outcomes in COUNTED.items() for outcome in outcomes}
    for player, earned, outcome in zip(sides["player"], sides["points"], sides["outcome"], strict=True):
        points[player] += earned
        if outcome in counts:
            counts[outcome][player] += 1
    matches = list(map(sum, zip(times["wins"], times["draws"], times["losses"], strict=True)))
    exact = pd.Series(points, dtype=object).infer_objects()
    return pd.DataFrame({"points": exact, **times, "matches": matches}, index=pd.RangeIndex(players))


def match_wins(sides: pd.DataFrame, totals: pd.DataFrame) -> pd.Series:
    """Matches won on the table, byes not among them (rules 1.6.2)."""
    return totals["wins"]


def opponents_points(sides: pd.DataFrame, totals: pd.DataFrame) -> pd.Series:
    """The sum of the opponents' totals as they stand in the standings (rules 1.6.2, netrunner 3.2.1).

    An opponent counts once for each match played; where somebody did not show up, no match was played.
    """
    played = sides[sides["outcome"].isin(PLAYED)]
    theirs = played["opponent"].map(totals["points"])
    return theirs.groupby(played["player"]).sum().reindex(totals.index, fill_value=0)


def margin(sides: pd.DataFrame, totals: pd.DataFrame) -> pd.Series:
    """The sum of the differences in the player's matches (rules 1.6.2)."""
    return sides.groupby("player")["margin"].sum().reindex(totals.index, fill_value=0)


def opponents_without_extremes(sides: pd.DataFrame, totals: pd.DataFrame) -> pd.Series:
    """The sum of the opponents' totals without the highest and the lowest one (netrunner 3.2.2).

    Fewer than three opponents leave nothing.
    """
    played = sides[sides["outcome"].isin(PLAYED)]
    theirs: dict[int, list[int | Fraction]] = {}
    for player, opponent in zip(played["player"], played["opponent"], strict=True):
        theirs.setdefault(player, []).append(totals["points"][opponent])
    middle = {player: sum(sorted(each)[1:-1]) for player, each in theirs.items()}
    return pd.Series([middle.get(player, 0) for player in totals.index], index=totals.index, dtype=object)


def among_the_tied(sides: pd.DataFrame, totals: pd.DataFrame) -> pd.Series:
    """Wins less losses in the matches of those who are still tied (netrunner 3.2.3, duplicate 5.2)."""
    decided = sides[sides["outcome"].isin(DECIDED)]
    tied = decided["player"].map(totals["tied"]) == decided["opponent"].map(totals["tied"])
    score = decided.loc[tied, "outcome"].map({Outcome.WIN: 1, Outcome.LOSS: -1}).astype("int64")
    return score.groupby(decided.loc[tied, "player"]).sum().reindex(totals.index, fill_value=0)


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
    tie_breaks: Mapping[str, TieBreak],
    order: Sequence[str],
    figures: Mapping[str, DerivedColumn],
) -> pd.DataFrame:
    """Return the tally with one column for each of ``tie_breaks`` and ``figures``, and ``rank``.

    Indexed by player number. It is ranked by ``lead``, which has a figure for each player, more being better, then by
    ``order``, which names columns. A tie-break that is not in ``order`` is worked out after those that are.
    """
    frame = tally(sides, adjustments, len(lead))
    frame["lead"] = list(lead)
    used = [name for name in order if name in tie_breaks]
    keys = ["lead", *(name for name in order if name not in tie_breaks)]
    frame["tied"] = compute_ranks(frame, keys)
    for name in (*used, *(name for name in tie_breaks if name not in used)):
        frame[name] = tie_breaks[name](sides, frame)
        if name in used:
            keys.append(name)
            frame["tied"] = compute_ranks(frame, keys)
    for name, figure in figures.items():
        frame[name] = figure(frame)
    return frame.rename(columns={"tied": "rank"})
