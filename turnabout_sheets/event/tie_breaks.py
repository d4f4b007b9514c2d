"""The figures that separate players with equal points: how each is worked out, and the steps that explain it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from turnabout_sheets.core.frames import exact, pd
from turnabout_sheets.core.outcomes import DECIDED, PLAYED, Outcome
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.standings import Side, compute_ranks
from turnabout_sheets.event.steps import Step, Value

MOST_NAMED = 10  # who are still tied are named; of more, how many they are


def match_wins(sides: pd.DataFrame, totals: pd.DataFrame) -> pd.Series:
    """Matches won on the table, byes not among them (rules 1.6.2)."""
    return totals["wins"]


def opponents_points(sides: pd.DataFrame, totals: pd.DataFrame) -> pd.Series:
    """The sum of the opponents' totals, once for each match played (rules 1.6.2, netrunner 3.2.1)."""
    points, theirs = totals["points"].tolist(), [0] * len(totals)  # in plain lists, as in the tally
    for player, opponent, outcome in zip(sides["player"], sides["opponent"], sides["outcome"], strict=True):
        if outcome in PLAYED:
            theirs[player] += points[opponent]
    return pd.Series(theirs, totals.index, dtype=object).infer_objects()


def margin(sides: pd.DataFrame, totals: pd.DataFrame) -> pd.Series:
    """The sum of the differences in the player's matches (rules 1.6.2)."""
    return sides.groupby("player")["margin"].sum().reindex(totals.index, fill_value=0)


def opponents_without_extremes(sides: pd.DataFrame, totals: pd.DataFrame) -> pd.Series:
    """The sum of the opponents' totals without the highest and the lowest one (netrunner 3.2.2); of fewer than 3, 0."""
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


def list_sides(results: Results, player: int) -> list[Side]:
    """Return a player's part in each reported round, in order."""
    return [side for (_, number), side in results.side_of.items() if number == player]


def _name(results: Results, player: int) -> str:
    return results.event.players[player].shown


def explain_wins(results: Results, player: int, name: str) -> list[Step]:
    """Explain whom a player has beaten."""
    won = [side.opponent for side in list_sides(results, player) if side.outcome == Outcome.WIN]
    if not won:
        return [Step("no_wins", {})]
    names = ", ".join(_name(results, opponent) for opponent in won)
    return [Step("won_against", {"names": names}, terms=(1,) * len(won))]


def _list_matches(results: Results, player: int, word: str, figure: Callable[[Side], Any], of: str = "") -> list[Step]:
    """Return a step for each match played, with its figure."""
    return [
        Step(
            word, {"round": side.round, "opponent": _name(results, side.opponent)}, comes_to=exact(figure(side)), of=of
        )
        for side in list_sides(results, player)
        if side.outcome in PLAYED
    ]


def _add_up(steps: Sequence[Step]) -> Step:
    return Step("sum", {}, terms=tuple(step.comes_to for step in steps if step.comes_to is not None))


def _list_opponents(results: Results, player: int) -> list[Step]:
    points, unit = results.standings["points"], results.format.points_name
    return _list_matches(results, player, "opponent_total", lambda side: points[side.opponent], unit)


def explain_opponents(results: Results, player: int, name: str) -> list[Step]:
    """Explain the totals of a player's opponents."""
    opponents = _list_opponents(results, player)
    return [*opponents, _add_up(opponents)]


def explain_middle(results: Results, player: int, name: str) -> list[Step]:
    """Explain the totals of a player's opponents without the highest and the lowest one."""
    opponents = _list_opponents(results, player)
    numbers = sorted(step.comes_to for step in opponents if step.comes_to is not None)
    if len(numbers) < 3:
        return [*opponents, Step("too_few", {})]
    left_out = Step("left_out", {"highest": numbers[-1], "lowest": numbers[0]})
    return [*opponents, left_out, Step("sum", {}, terms=tuple(numbers[1:-1]))]


def explain_margin(results: Results, player: int, name: str) -> list[Step]:
    """Explain by how much a player was ahead in each match."""
    steps = _list_matches(results, player, "margin_of", lambda side: side.margin)
    return [*steps, _add_up(steps)]


def explain_tied(results: Results, player: int, name: str) -> list[Step]:
    """Explain the matches of those who are equal in everything that ranks before."""
    used = results.tie_breaks
    before = used[: used.index(name)] if name in used else used
    first = results.rank_by[: len(results.rank_by) - len(used)]
    ranks = list(compute_ranks(results.standings, (*first, *before)))
    tied = [other for other, rank in enumerate(ranks) if rank == ranks[player] and other != player]
    if not tied:
        return [Step("nobody_tied", {})]
    steps = [Step("tied_with", {"names": ", ".join(_name(results, other) for other in tied)})]
    if len(tied) > MOST_NAMED:
        steps = [Step("tied_with_many", {"number": len(tied)})]
    for side in list_sides(results, player):
        if side.outcome in DECIDED and side.opponent in tied:
            values: dict[str, Value] = {"round": side.round, "opponent": _name(results, side.opponent)}
            steps.append(Step("against_tied", values, comes_to=1 if side.outcome == Outcome.WIN else -1))
    return [*steps, _add_up(steps)]
