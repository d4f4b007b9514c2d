"""Explains a rank: the total, the figures that break ties, and where the next above and below part ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from turnabout_sheets.core.frames import exact
from turnabout_sheets.core.outcomes import DECIDED, PLAYED, Outcome
from turnabout_sheets.core.text import header_key
from turnabout_sheets.event.model import Player
from turnabout_sheets.event.results import DISQUALIFIED, compute_as_of
from turnabout_sheets.event.standings import (
    Side,
    TieBreak,
    among_the_tied,
    compute_ranks,
    margin,
    match_wins,
    opponents_points,
    opponents_without_extremes,
)
from turnabout_sheets.event.steps import Answer, Group, Step, Value
from turnabout_sheets.explain.matches import explain_absence

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


def explain_rank(results: Results, player: Player, number: int | None) -> Answer:
    """Return the steps to a player's rank now, or as it was after a round."""
    if number is not None and number < results.played:
        results = compute_as_of(results, number)
    rank = int(results.standings["rank"][player.number])
    values: dict[str, Value] = {"player": player.shown, "round": results.played, "all": len(results.event.players)}
    question = Step("ask_rank", values, comes_to=rank, of=name_column(results, "rank"))
    tie_breaks = [
        *results.tie_breaks,
        *(name for name in results.format.scoring.tie_breaks if name not in results.tie_breaks),
    ]
    groups = [
        *_compare_neighbours(results, player),
        *_explain_depth(results, player),
        _explain_total(results, player),
        *(explain_tie_break(results, player.number, name) for name in tie_breaks),
        *(
            Group(_title_figure(step), [step])
            for step in results.format.scoring.explain_figures(results, player.number)
        ),
    ]
    return Answer(question, groups)


def _title_figure(step: Step) -> Step:
    return Step("title_column", {"name": step.of}, comes_to=step.comes_to, of=step.of)


def _explain_total(results: Results, player: Player) -> Group:
    """Return what the points of the standings are made of: rounds, and adjustments (rules 1.4.8)."""
    points = results.format.points_name
    total = exact(results.standings["points"][player.number])
    steps = [*_list_rounds(results, player), *_list_adjustments(results, player)]
    terms = tuple(step.comes_to for step in steps if step.comes_to is not None)
    title = Step("title_total", {}, rule=results.format.scoring.cites.get("points", ""), comes_to=total, of=points)
    return Group(title, [*steps, Step("sum", {}, comes_to=total, of=points, terms=terms)])


def _list_rounds(results: Results, player: Player) -> Iterator[Step]:
    players = results.event.players
    for side in list_sides(results, player.number):
        step = Step("round_alone", {"round": side.round}, comes_to=exact(side.points), of=results.format.points_name)
        if side.opponent >= 0:
            values: dict[str, Value] = {"round": side.round, "opponent": players[side.opponent].shown}
            step = step._replace(word="round_against", values=values)
        yield step


def _list_adjustments(results: Results, player: Player) -> Iterator[Step]:
    table, scoring = results.event.tables.get("Adjustments"), results.format.scoring
    for row in table.rows if table else ():
        if table is not None and row["player"] == player.number and (row["round"] or 0) <= results.played:
            place, rule = table.place(row.number, "points"), scoring.cites.get("adjustment", "")
            step = Step("adjusted", {}, (place,), rule, row["points"], results.format.points_name)
            if row["reason"]:
                step = step._replace(word="adjusted_because", values={"reason": row["reason"]})
            yield step


def _explain_depth(results: Results, player: Player) -> Iterator[Group]:
    """Yield how far a player has come in an elimination event, which is all that ranks there (rules 1.11.4)."""
    state = results.elimination
    if state is None:
        return
    values: dict[str, Value] = {"player": player.shown}
    found = state.exits.get(player.number)
    step = Step("still_in", values, rule="rules 1.11.4")
    if not player.belongs_to(1):
        step = step._replace(word="never_in")
    elif found is not None and found.left and found.since <= results.played:
        step = explain_absence(results.event, player, found.since + 1, step)._replace(rule=step.rule)
    elif found is not None and not found.left:
        step = step._replace(word="out", values={**values, "round": found.round})
    yield Group(Step("title_depth", values, rule="rules 1.11.4"), [step])


def _compare_neighbours(results: Results, player: Player) -> Iterator[Group]:
    """Yield where the next above and the next below part ways with a player (rules 1.6.1 to 1.6.4)."""
    order = results.order
    place = order.index(player.number)
    for word, neighbours in (("title_above", order[:place][-1:]), ("title_below", order[place + 1 :][:1])):
        for other in neighbours:
            rank = int(results.standings["rank"][other])
            title = Step("title_above", {"other": results.event.players[other].shown, "rank": rank})
            if word == "title_below":
                title = title._replace(word="title_below")
            yield Group(title, list(_compare(results, player.number, other)))


def _compare(results: Results, player: int, other: int) -> Iterator[Step]:
    standings, players = results.standings, results.event.players
    for name in results.rank_by:
        mine, theirs = (exact(standings[name][number]) for number in (player, other))
        ahead, behind = (player, other) if mine > theirs else (other, player)
        if name == "lead":
            if mine != theirs:
                yield _compare_lead(players, ahead, behind, min(mine, theirs) == DISQUALIFIED)
                return
            continue
        values: dict[str, Value] = {"what": name_column(results, name)}
        rule = results.format.scoring.cites.get(name, "")
        if mine != theirs:
            figures = {"more": max(mine, theirs), "less": min(mine, theirs)}
            yield Step("has_more", {**values, "player": players[ahead].shown, **figures}, rule=rule)
            return
        yield Step("has_as_much", {**values, "figure": mine}, rule=rule)
    yield Step("shares_rank", {}, rule="rules 1.6.3 and 1.6.4")


def _compare_lead(players: Sequence[Player], ahead: int, behind: int, disqualified: bool) -> Step:
    if disqualified:
        return Step("ranks_last", {"player": players[behind].shown}, rule="rules 1.4.6")
    return Step("came_further", {"player": players[ahead].shown}, rule="rules 1.11.4")
