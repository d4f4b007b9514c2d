"""Explains what each round is worth to a player: from the cells to the points, or why there are none."""

from __future__ import annotations

from collections.abc import Iterator

from turnabout_sheets.core.frames import exact
from turnabout_sheets.core.problems import Place
from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.event.results import Results, adjustments_as_of
from turnabout_sheets.event.rulings import DISQUALIFICATION
from turnabout_sheets.event.steps import Answer, Group, Step, Value


def explain_matches(results: Results, player: Player, number: int | None) -> Answer:
    """Return what a round is worth to a player, or each, and the total, where ``number`` is None."""
    last = max(results.played, results.event.last_round)
    numbers = range(1, last + 1) if number is None else (number,)
    groups = [explain_round(results, player, each) for each in numbers]
    question = Step("ask_matches", {"player": player.shown})
    if number is not None:
        return Answer(question, groups)
    rounds = [group.title.comes_to or 0 for group in groups[: results.played]]
    adjustment = adjustments_as_of(results.event, results.played).get(player.number, 0)  # rules 1.4.8
    total = exact(results.standings["points"][player.number])
    terms = (*rounds, adjustment) if adjustment else tuple(rounds)
    return Answer(question._replace(comes_to=total, of=results.format.points_name, terms=terms), groups)


def explain_round(results: Results, player: Player, number: int) -> Group:
    """Return the steps to what a round is worth to a player."""
    rows = results.event.rounds.get(number, ())
    match = next((match for match in rows if player.number in (match.a, match.b)), None)
    steps = list(_explain_row(results, match, player) if match else _explain_absence(results, player, number))
    side = results.side_of.get((number, player.number))
    return Group(_title(results, match, player, number)._replace(comes_to=side.points if side else 0), steps)


def _title(results: Results, match: Match | None, player: Player, number: int) -> Step:
    points = results.format.points_name
    if match is None or match.b == BYE:
        return Step("title_round", {"round": number}, of=points)
    opponent = next(other for _, other in match.seats() if other != player.number)
    values: dict[str, Value] = {"round": number, "opponent": results.event.players[opponent].shown}
    if match.table is None:
        return Step("title_match", values, of=points)
    return Step("title_table", {**values, "table": match.table}, of=points)


def _explain_row(results: Results, match: Match, player: Player) -> Iterator[Step]:
    event, points = results.event, results.format.points_name
    side = next(side for side, seated in match.seats() if seated == player.number)
    if (match.round, player.number) not in results.side_of:
        places = tuple(event.place(match, field) for field in results.format.result_fields)
        # A bye of a round that has not begun needs no result of its own.
        waiting = Step("not_begun", {}) if match.b == BYE else Step("not_reported", {}, places)
        yield waiting._replace(rule="rules 1.4.10", comes_to=0, of=points)
        return
    yield from results.format.explain(results, results.scored_by_index[match.index], "ab".index(side))
    if match.advances is not None:
        a, b = (event.players[each].shown for each in match.pair)
        goes_on = a if match.advances == "A" else b
        yield Step("goes_on", {"player": goes_on}, (event.place(match, "ruling"),), "rules 1.11.2")
    for found in results.elimination.contradictions if results.elimination is not None else ():
        if found.row is not None and found.match == match:
            place = event.place(found.row, "a" if found.row.a == found.player else "b")
            yield Step("published", {"player": event.players[found.player].shown}, (place,), "rules 1.11.7")


def _explain_absence(results: Results, player: Player, number: int) -> Iterator[Step]:
    """Yield why a player has no row in a round."""
    event = results.event
    values: dict[str, Value] = {"player": player.shown}
    nothing = Step("no_match", values, comes_to=0, of=results.format.points_name)
    out = results.elimination.out_in(player.number) if results.elimination is not None else None
    if out is not None and out < number:
        yield nothing._replace(word="out", values={**values, "round": out}, rule="rules 1.11")
    else:
        yield explain_absence(event, player, number, nothing)


_ABSENCES = {
    "joined": ("not_joined", "paired.not_joined", "rules 1.4.7"),
    "disqualified": ("disqualified", "paired.disqualified", "rules 1.4.6"),
    "dropped_after": ("dropped", "paired.dropped", "rules 1.4.7"),
    "away": ("away", "paired.away", "rules 1.4.5"),
}
"""Why a player has no points, why no opponent, and the rule, by the field that says that the player is absent."""


def explain_absence(event: Event, player: Player, number: int, otherwise: Step, *, paired: bool = False) -> Step:
    """Return the step ``otherwise`` with why a player is not there in a round, as it is where the player is.

    It says why there are no points, or, if ``paired``, no opponent.
    """
    absence = player.find_absence(number)
    if absence is None:
        return otherwise
    *words, rule = _ABSENCES[absence.field]
    table = event.tables.get("Rulings")
    places: tuple[Place, ...] = tuple(
        table.place(row.number, "kind")
        for row in (table.rows if table and absence.field == "disqualified" else ())
        if table is not None and (row["player"], row["kind"]) == (player.number, DISQUALIFICATION)
    )
    if absence.field != "disqualified":
        places = (event.player_place(player, absence.field),)
    values = {**otherwise.values, "round": absence.round}
    return otherwise._replace(word=words[paired], values=values, places=places, rule=rule)
