"""Explains an event's award: position, multiplier, match wins, the bonus for all rounds; or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from turnabout_sheets.event.model import Player
from turnabout_sheets.event.rating import (
    FEWEST_RATED_PLAYERS,
    Award,
    compute_awards,
    first_place_multiplier,
    position_modifier,
)
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.steps import Answer, Group, Step, Value

AWARD = "Award"
POSITION = "Position"
MULTIPLIER = "Multiplier"
MATCH_WINS = "Match wins"


def explain_rating(results: Results, player: Player, number: int | None = None) -> Answer:
    """Return the steps to a player's award (rules 1.7); it is of the whole event, whatever round is named."""
    question = Step("ask_rating", {"player": player.shown}, rule="rules 1.7")
    award = compute_awards(results).get(player.number)
    if award is None:
        return Answer(question, [Group(Step("title_no_award", {}), [_explain_none(results, player)])])
    question = question._replace(comes_to=award.award, of=AWARD)
    positions = results.positions
    position, players = positions[player.number], len(positions)
    first, less = first_place_multiplier(players), position_modifier(position)
    return Answer(
        question,
        [
            Group(
                Step("title_multiplier", {}, comes_to=award.multiplier, of=MULTIPLIER),
                [
                    explain_position(position, players),
                    Step("first_place", {"players": players}, rule="rules 1.7.3", comes_to=first),
                    Step("less_for_position", {"position": position}, rule="rules 1.7.3", comes_to=less),
                    Step("sum", {}, (), "rules 1.7.3", award.multiplier, MULTIPLIER, (first, less)),
                ],
            ),
            Group(
                Step("title_wins", {}, comes_to=award.match_wins, of=MATCH_WINS),
                _explain_wins(results, player, award),
            ),
            Group(Step("title_award", {}, comes_to=award.award, of=AWARD), explain_award(award)),
        ],
    )


def _explain_none(results: Results, player: Player) -> Step:
    """Say why a player has no award (rules 1.7.5 to 1.7.8)."""
    if not results.format.rated:
        return Step("not_rated", {"format": results.format.name})
    if not results.finished:
        return Step("not_finished", {"rounds": results.scheduled}, rule="rules 1.7.7")
    players = len(results.positions)
    if players < FEWEST_RATED_PLAYERS:
        return Step("too_small", {"players": players, "fewest": FEWEST_RATED_PLAYERS}, rule="rules 1.7.6")
    if results.is_disqualified(player):
        return Step("no_award_disqualified", {"player": player.shown}, rule="rules 1.7.8")
    return Step("never_paired", {"player": player.shown}, rule="rules 1.7.5")


def _explain_wins(results: Results, player: Player, award: Award) -> Sequence[Step]:
    wins, draws, byes = (int(results.standings[each][player.number]) for each in ("wins", "draws", "byes"))
    place = (results.event.setting_place("bye_counts_as_win"),)
    counted = byes if results.event.settings.bye_counts_as_win else 0
    steps = [
        Step("rated_wins", {"wins": wins}, rule="rules 1.7.2", comes_to=wins),
        Step("rated_draws", {"draws": draws}, rule="rules 1.7.2", comes_to=Fraction(draws, 2)),
        Step("rated_byes", {"byes": byes}, place, "rules 1.7.2", counted),
    ]
    terms = (wins, Fraction(draws, 2), counted)
    return [*steps, Step("sum", {}, (), "rules 1.7.2", award.match_wins, MATCH_WINS, terms)]


def explain_position(position: int, players: int) -> Step:
    """Return the step that says who of how many somebody was (rules 1.7.5)."""
    return Step("position", {"players": players}, rule="rules 1.7.5", comes_to=position, of=POSITION)


def explain_award(award: Award) -> Sequence[Step]:
    """Return the steps from multiplier and match wins to an award: the bonus for all rounds, and the product."""
    wins, bonus = award.match_wins, int(award.played_all)
    played = Step("played_all" if bonus else "missed_rounds", {}, rule="rules 1.7.2", comes_to=bonus)
    values: dict[str, Value] = {"wins": wins, "bonus": bonus, "multiplier": award.multiplier}
    return [played, Step("award", values, rule="rules 1.7.1", comes_to=award.award, of=AWARD)]
