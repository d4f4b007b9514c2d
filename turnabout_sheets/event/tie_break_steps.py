"""Explains the figures that break ties: the matches and opponents that each is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from turnabout_sheets.core.frames import exact
from turnabout_sheets.core.outcomes import DECIDED, PLAYED, Outcome
from turnabout_sheets.core.text import header_key
from turnabout_sheets.event.sides import Side
from turnabout_sheets.event.standings import (
    TieBreak,
    among_the_tied,
    compute_ranks,
    margin,
    match_wins,
    opponents_points,
    opponents_without_extremes,
)
from turnabout_sheets.event.steps import Group, Step, Value

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results

Number = int | Fraction

MOST_NAMED = 10
"""So many who are still tied are named; of more only the number is told."""


def explain_tie_break(results: Results, player: int, name: str) -> Group:
    """Return the steps to a player's figure in a tie-break; the last one gives it."""
    scoring = results.format.scoring
    figure, header = exact(results.standings[name][player]), name_column(results, name)
    explain = _EXPLAINED.get(scoring.tie_breaks[name])
    rule = scoring.cites.get(name, "")
    title = Step("title_tie_break", {"name": header}, rule=rule, comes_to=figure, of=header)
    if name not in results.tie_breaks:
        title = title._replace(word="title_column")
    steps = explain(results, player, name) if explain else []
    return Group(title, [*steps[:-1], *(last._replace(comes_to=figure, of=header) for last in steps[-1:])])


def name_column(results: Results, name: str) -> str:
    """Return the header of the standings for the points or a tie-break; its own name where there is no such column."""
    standings, *_ = results.format.sheets.output
    if name in ("points", "rank"):
        return standings.column(name).header
    wanted = header_key(name)
    exactly = [column.header for column in standings.columns if header_key(column.header) == wanted]
    ending = [column.header for column in standings.columns if wanted.endswith(header_key(column.header))]
    return next(iter((*exactly, *ending)), name)


def list_sides(results: Results, player: int) -> list[Side]:
    """Return a player's part in each reported round, in order."""
    return [side for (_, number), side in results.side_of.items() if number == player]


def _list_played(results: Results, player: int) -> list[Side]:
    return [side for side in list_sides(results, player) if side.outcome in PLAYED]


def _name(results: Results, player: int) -> str:
    return results.event.players[player].shown


def _explain_wins(results: Results, player: int, name: str) -> list[Step]:
    won = [side.opponent for side in list_sides(results, player) if side.outcome == Outcome.WIN]
    if not won:
        return [Step("no_wins", {})]
    names = ", ".join(_name(results, opponent) for opponent in won)
    return [Step("won_against", {"names": names}, terms=(1,) * len(won))]


def _list_opponents(results: Results, player: int) -> list[Step]:
    points = results.standings["points"]
    return [
        Step(
            "opponent_total",
            {"round": side.round, "opponent": _name(results, side.opponent)},
            comes_to=exact(points[side.opponent]),
            of=results.format.points_name,
        )
        for side in _list_played(results, player)
    ]


def _numbers(steps: Sequence[Step]) -> list[Number]:
    return [step.comes_to for step in steps if step.comes_to is not None]


def _explain_opponents(results: Results, player: int, name: str) -> list[Step]:
    opponents = _list_opponents(results, player)
    return [*opponents, Step("sum", {}, terms=tuple(_numbers(opponents)))]


def _explain_middle(results: Results, player: int, name: str) -> list[Step]:
    opponents = _list_opponents(results, player)
    numbers = sorted(_numbers(opponents))
    if len(numbers) < 3:
        return [*opponents, Step("too_few", {})]
    left_out = Step("left_out", {"highest": numbers[-1], "lowest": numbers[0]})
    return [*opponents, left_out, Step("sum", {}, terms=tuple(numbers[1:-1]))]


def _explain_margin(results: Results, player: int, name: str) -> list[Step]:
    steps = [
        Step(
            "margin_of",
            {"round": side.round, "opponent": _name(results, side.opponent)},
            comes_to=exact(side.margin),
        )
        for side in _list_played(results, player)
    ]
    return [*steps, Step("sum", {}, terms=tuple(_numbers(steps)))]


def _explain_tied(results: Results, player: int, name: str) -> list[Step]:
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
    scores: Mapping[Outcome, int] = {Outcome.WIN: 1, Outcome.LOSS: -1}
    for side in list_sides(results, player):
        if side.outcome in DECIDED and side.opponent in tied:
            values: dict[str, Value] = {"round": side.round, "opponent": _name(results, side.opponent)}
            steps.append(Step("against_tied", values, comes_to=scores[side.outcome]))
    return [*steps, Step("sum", {}, terms=tuple(_numbers(steps)))]


_EXPLAINED: Mapping[TieBreak, Callable[[Results, int, str], list[Step]]] = {
    match_wins: _explain_wins,
    opponents_points: _explain_opponents,
    opponents_without_extremes: _explain_middle,
    margin: _explain_margin,
    among_the_tied: _explain_tied,
}
"""What explains each figure; of one that is not here only the figure is told."""
