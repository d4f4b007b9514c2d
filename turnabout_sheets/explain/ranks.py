"""Explains a rank: the total, the figures that break ties, and where the next above and below part ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from turnabout_sheets.core.frames import exact
from turnabout_sheets.event.model import BYE, Player
from turnabout_sheets.event.results import DISQUALIFIED, Results, compute_as_of
from turnabout_sheets.event.steps import Answer, Group, Step, Value
from turnabout_sheets.event.tie_breaks import list_sides
from turnabout_sheets.explain.matches import explain_absence


def _give(found: int | Fraction, title: Step, steps: Sequence[Step]) -> Group:
    """Return steps under a title that names what it is of; both the title and the last step give the figure."""
    figure = exact(found)
    given = [*steps[:-1], *(last._replace(comes_to=figure, of=title.of) for last in steps[-1:])]
    return Group(title._replace(values={"name": title.of}, comes_to=figure), given)


def explain_rank(results: Results, player: Player, number: int | None) -> Answer:
    """Return the steps to a player's rank now, or as it was after a round."""
    if number is not None and number < results.played:
        results = compute_as_of(results, number)
    rank = results.ranks[player.number]
    values: dict[str, Value] = {"player": player.shown, "round": results.played, "all": len(results.event.players)}
    standings, who = results.standings, player.number
    groups = [*_compare_neighbours(results, player), *_explain_depth(results, player), _explain_total(results, player)]
    for name in results.shown_tie_breaks:
        tie_break = results.format.find_tie_break(name)
        word = "title_tie_break" if name in results.tie_breaks else "title_column"
        title = Step(word, {}, rule=tie_break.rule, of=tie_break.named)
        groups.append(_give(standings[name][who], title, tie_break.explain(results, who, name)))
    for column in results.format.derived_columns:
        if column.field in standings:
            title = Step("title_column", {}, of=column.header)
            groups.append(_give(standings[column.field][who], title, column.explain(results, who)))
    return Answer(Step("ask_rank", values, comes_to=rank, of="Rank"), groups)


def _explain_total(results: Results, player: Player) -> Group:
    """Return what the points of the standings are made of: rounds, and adjustments (rules 1.4.8)."""
    points, event, cites = results.format.points_name, results.event, results.format.cites
    total, table = exact(results.standings["points"][player.number]), event.tables.get("Adjustments")
    steps = []
    for side in list_sides(results, player.number):
        step = Step("round_alone", {"round": side.round}, comes_to=exact(side.points), of=points)
        if side.opponent != BYE:
            values = {**step.values, "opponent": event.players[side.opponent].shown}
            step = step._replace(word="round_against", values=values)
        steps.append(step)
    for row in table.rows if table else ():
        if table is not None and row["player"] == player.number and (row["round"] or 0) <= results.played:
            place, rule = table.place(row.number, "points"), cites.get("adjustment", "")
            step = Step("adjusted", {}, (place,), rule, row["points"], points)
            if row["reason"]:
                step = step._replace(word="adjusted_because", values={"reason": row["reason"]})
            steps.append(step)
    terms = tuple(step.comes_to for step in steps if step.comes_to is not None)
    title = Step("title_total", {}, rule=cites.get("points", ""), comes_to=total, of=points)
    return Group(title, [*steps, Step("sum", {}, comes_to=total, of=points, terms=terms)])


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
    """Yield where the next above and the next below part ways with a player (rules 1.6.1 to 1.6.5)."""
    if player.number in results.event.never_came:
        yield Group(Step("never_paired", {"player": player.shown}, rule="rules 1.6.5"), [])
        return
    order = [number for number in results.order if number not in results.event.never_came]
    place = order.index(player.number)
    for word, neighbours in (("title_above", order[:place][-1:]), ("title_below", order[place + 1 :][:1])):
        for other in neighbours:
            values: dict[str, Value] = {
                "other": results.event.players[other].shown,
                "rank": int(results.standings["rank"][other]),
            }
            yield Group(Step(word, values), list(_compare(results, player.number, other)))


def _compare(results: Results, player: int, other: int) -> Iterator[Step]:
    standings, players = results.standings, results.event.players
    for name in results.rank_by:
        mine, theirs = (exact(standings[name][number]) for number in (player, other))
        ahead, behind = (player, other) if mine > theirs else (other, player)
        if name == "lead" and mine == theirs:
            continue
        if name == "lead":
            yield (
                Step("ranks_last", {"player": players[behind].shown}, rule="rules 1.4.6")
                if min(mine, theirs) == DISQUALIFIED
                else Step("came_further", {"player": players[ahead].shown}, rule="rules 1.11.4")
            )
            return
        what, rule = results.format.points_name, results.format.cites.get("points", "")
        if name != "points":
            tie_break = results.format.find_tie_break(name)
            what, rule = tie_break.named, tie_break.rule
        values: dict[str, Value] = {"what": what}
        if mine != theirs:
            figures = {"more": max(mine, theirs), "less": min(mine, theirs)}
            yield Step("has_more", {**values, "player": players[ahead].shown, **figures}, rule=rule)
            return
        yield Step("has_as_much", {**values, "figure": mine}, rule=rule)
    yield Step("shares_rank", {}, rule="rules 1.6.3 and 1.6.4")
