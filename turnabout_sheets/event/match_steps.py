"""Explains what each round is worth to a player: from the cells to the points, or why there are none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.problems import Place
from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.event.presence import Absence
from turnabout_sheets.event.rulings import DISQUALIFICATION, decide_unplayed
from turnabout_sheets.event.steps import Answer, Group, Step, Value

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results

OTHER_SIDE: Mapping[str, str] = {"a": "b", "b": "a"}


def explain_matches(results: Results, player: Player, number: int | None) -> Answer:
    """Return what a round is worth to a player, or each where ``number`` is None."""
    last = max(results.played, results.event.last_round)
    numbers = range(1, last + 1) if number is None else (number,)
    groups = [explain_round(results, player, each) for each in numbers]
    return Answer(Step("ask_matches", {"player": player.shown}), groups)


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
        places = tuple(event.place(match, field) for field in results.format.entry.result_fields)
        # A bye of a round that has not begun needs no result of its own.
        waiting = Step("not_begun", {}) if match.b == BYE else Step("not_reported", {}, places)
        yield waiting._replace(rule="rules 1.4.10", comes_to=0, of=points)
        return
    yield from (results.format.scoring.explain or explain_by_winner)(results, match, side)
    if match.advances is not None:
        a, b = (event.players[each].shown for each in match.pair)
        goes_on = a if match.advances == "A" else b
        yield Step("goes_on", {"player": goes_on}, (event.place(match, "ruling"),), "rules 1.11.2")


def _explain_absence(results: Results, player: Player, number: int) -> Iterator[Step]:
    """Say why a player has no row in a round."""
    event = results.event
    values: dict[str, Value] = {"player": player.shown}
    nothing = Step("no_match", values, comes_to=0, of=results.format.points_name)
    out = results.elimination.out_in(player.number) if results.elimination is not None else None
    if out is not None and out < number:
        yield nothing._replace(word="out", values={**values, "round": out}, rule="rules 1.11")
    else:
        yield explain_absence(event, player, number, nothing)


_ABSENCES: Mapping[str, tuple[str, str]] = {
    "joined": ("not_joined", "rules 1.4.7"),
    "disqualified": ("disqualified", "rules 1.4.6"),
    "dropped_after": ("dropped", "rules 1.4.7"),
    "away": ("away", "rules 1.4.5"),
}
"""The word and the rule for why somebody is not there, by the field that says so."""


def explain_absence(event: Event, player: Player, number: int, otherwise: Step, prefix: str = "") -> Step:
    """Return the step ``otherwise`` with why a player is not there in a round, as it is where the player is.

    Its word has a ``prefix``.
    """
    absence = player.find_absence(number)
    if absence is None:
        return otherwise
    word, rule = _ABSENCES[absence.field]
    values = {**otherwise.values, "round": absence.round}
    return otherwise._replace(word=prefix + word, values=values, places=_find_places(event, player, absence), rule=rule)


def _find_places(event: Event, player: Player, absence: Absence) -> tuple[Place, ...]:
    """Return where it stands that a player is not there: on the sheet Players, or on Rulings."""
    if absence.field != "disqualified":
        return (event.player_place(player, absence.field),)
    table = event.tables.get("Rulings")
    return tuple(
        table.place(row.number, "kind")
        for row in (table.rows if table else ())
        if table is not None and (row["player"], row["kind"]) == (player.number, DISQUALIFICATION)
    )


def explain_unplayed(results: Results, match: Match, side: str, worth: Sequence[Place] = ()) -> Sequence[Step]:
    """Return the step to the points of a bye or a no-show, none where the match was played.

    ``worth`` is where it stands what a bye is worth.
    """
    outcomes = decide_unplayed(match.ruling, bye=match.b == BYE)
    if outcomes is None:
        return ()
    event, cites = results.event, results.format.scoring.cites
    player = match.pair["ab".index(side)]
    other = match.pair["ba".index(side)]
    points, outcome = results.side_of[match.round, player].points, outcomes["ab".index(side)]
    step = Step("bye", {"player": event.players[player].shown}, (event.place(match, "b"),), cites.get("bye", ""))
    ruled = (event.place(match, "ruling"),)
    if outcome == Outcome.BYE and other == BYE:
        step = step._replace(places=(*step.places, *worth))
    elif outcome == Outcome.BYE:
        step = Step(
            "opponent_absent", {"opponent": event.players[other].shown}, (*ruled, *worth), cites.get("absent", "")
        )
    elif outcome == Outcome.ABSENT:
        step = step._replace(word="absent", places=ruled, rule=cites.get("absent", ""))
    else:
        step = step._replace(word="waits", places=ruled, rule="rules 1.11.5")
    return (step._replace(comes_to=points, of=results.format.points_name),)


def explain_by_winner(results: Results, match: Match, side: str) -> Sequence[Step]:
    """Return the steps to the points of a match in a format that explains none itself: who won."""
    if unplayed := explain_unplayed(results, match, side):
        return unplayed
    event = results.event
    mine = results.side_of[match.round, match.pair["ab".index(side)]]
    player, opponent = event.players[mine.player].shown, event.players[mine.opponent].shown
    places = tuple(event.place(match, field) for field in results.format.entry.result_fields)
    step = Step("match_drawn", {}, places, comes_to=mine.points, of=results.format.points_name)
    if mine.outcome == Outcome.DRAW:
        return (step,)
    winner = player if mine.outcome == Outcome.WIN else opponent
    return (step._replace(word="match_won", values={"winner": winner}),)
