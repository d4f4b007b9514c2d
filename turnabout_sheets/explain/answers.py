"""Answers where a player's numbers come from, step by step, and why two do not meet in a round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from turnabout_sheets.core.text import find_meant, join_words, key
from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.steps import Answer, Group, Step, Value
from turnabout_sheets.explain import pairings
from turnabout_sheets.explain.alternatives import explain_cost
from turnabout_sheets.explain.awards import explain_rating
from turnabout_sheets.explain.matches import explain_matches
from turnabout_sheets.explain.pairings import explain_pairings
from turnabout_sheets.explain.ranks import explain_rank
from turnabout_sheets.pairing.methods import session_start
from turnabout_sheets.rounds.notes import examine_as_paired
from turnabout_sheets.rounds.piles import pile_up_rows


def explain_against(results: Results, player: Player, other: Player, number: int | None = None) -> Answer:
    """Return why two do not meet in a round, or in each that is paired, as each was paired (rules 1.4.15)."""
    rounds = [number] if number is not None else list(results.event.rounds)
    values: dict[str, Value] = {"player": player.shown, "other": other.shown}
    return Answer(Step("paired.ask_against", values), [_explain(results, player, other, each) for each in rounds])


def _explain(results: Results, player: Player, other: Player, number: int) -> Group:
    event, both = results.event, {player.number, other.number}
    together = next((match for match in event.rounds.get(number, ()) if {*match.pair} == both), None)
    if together is not None:
        return Group(
            pairings.title_match(event, player, together), [*pairings.explain_match(results, player, together)]
        )
    title = Step("paired.not_with", {"round": number, "other": other.shown})
    return Group(title, [*_explain_apart(results, player, other, number)])


def _explain_apart(results: Results, player: Player, other: Player, number: int) -> Iterator[Step]:
    event = results.event
    rows = {each: match for match in event.as_paired(number) for each in match.pair} if number in event.rounds else {}
    absent = [each for each in (player, other) if not _is_paired(event, rows.get(each.number), each)]
    for each in absent:
        yield Step("paired.not_paired", {"player": each.shown})
        yield pairings.explain_unpaired(results, each, number)
    if absent:
        return
    if event.settings.method.name != "swiss":
        yield from _explain_schedule(results, player, other, rows[player.number])
    elif number - 1 not in results.after:
        yield Step("paired.not_known", {"round": number - 1})
    elif results.format.swiss == "piles":
        yield from _explain_cards(results, player, other, number)
    elif number == 1:
        yield from _explain_first_round(results, player, other)
    else:
        yield from _weigh(results, player, other, number)


def _is_paired(event: Event, match: Match | None, player: Player) -> bool:
    """Whether the pairing could have given a player another opponent, or the bye."""
    if match is None or match.b != BYE:
        return match is not None
    return match.round not in player.byes and (match.ruling is None or event.settings.method.by_bracket)


def _explain_schedule(results: Results, player: Player, other: Player, match: Match) -> Iterator[Step]:
    """Yield what pairs a round, and when the two meet; nothing is weighed where a schedule says it."""
    yield from pairings.BY_METHOD[results.event.settings.method.name](results, player, match)
    both = {player.number, other.number}
    yield from (Step("paired.meet_in", {"round": each.round}) for each in results.event.rows if {*each.pair} == both)
    yield Step("paired.not_weighed", {})


def _explain_first_round(results: Results, player: Player, other: Player) -> Iterator[Step]:
    """Yield where the two stand in the order of round 1 (rules 1.5.4)."""
    event, note = results.event, results.once(examine_as_paired, 1)
    first = [pairings.explain_first_round(results, each) for each in (player, other)]
    yield first[0]
    yield Step("paired.place_of", {**first[1].values, "player": other.shown}, rule="rules 1.5.4")
    yield from pairings.explain_group(event, player, other, 1)
    if frozenset((player.number, other.number)) in note.own:
        yield Step("paired.with_own", {}, rule="rules 1.5.4")


def _weigh(results: Results, player: Player, other: Player, number: int) -> Iterator[Step]:
    """Yield how far the two were apart, what all pairs cost, and what they would cost with the two."""
    event, note = results.event, results.once(examine_as_paired, number)
    yield pairings.measure(results, number, player, other)
    yield from _find_meeting(results, player, other, number)
    yield from pairings.explain_group(event, player, other, number)
    yield from pairings.add_up(note)
    if note.differs and frozenset((player.number, other.number)) in note.own:
        yield Step("paired.with_own", {}, rule="rules 1.5.2")
    else:
        yield from explain_cost(results, number, player.number, other.number, add_up=True)


def _find_meeting(results: Results, player: Player, other: Player, number: int) -> Iterator[Step]:
    """Yield when two had met last before a round (rules 1.5.1)."""
    event, both = results.event, {player.number, other.number}
    met = max((match.round for match in event.rows if match.round < number and {*match.pair} == both), default=None)
    if met is not None:
        here = met >= session_start(number, event.settings.rounds_per_session)
        yield Step("paired.had_met_here" if here else "paired.had_met_before", {"round": met}, rule="rules 1.5.1")


# --- by piles of cards (netrunner 2.1 to 2.5) ---


def _explain_cards(results: Results, player: Player, other: Player, number: int) -> Iterator[Step]:
    """Yield how each of the two came to their pair; cards are laid out, and no pair is weighed against another."""
    event, rows = results.event, results.event.as_paired(number)
    round = pile_up_rows(results, number, rows)
    cards = [round.order.index(each) for each in (player, other)]
    if (met := round.met[cards[0]].get(cards[1])) is not None:
        yield Step("paired.had_met_here", {"round": met}, rule="netrunner 2.4")
    for each in (player, other):
        match = next(match for match in rows if each.number in match.pair)
        opponents = [event.players[number].shown for number in match.pair if number not in (each.number, BYE)]
        if opponents:
            yield Step("paired.plays", {"player": each.shown, "opponent": opponents[0]})
        else:
            yield Step("paired.has_bye", {"player": each.shown})
        yield from pairings.explain_piles(round, each, match)
    yield Step("paired.by_cards", {}, rule="netrunner 2.2 to 2.5")


class NoAnswerError(Exception):
    """The question cannot be answered; the text says why, and what to do."""


SECTIONS: Mapping[str, Callable[[Results, Player, int | None], Answer]] = {
    "rank": explain_rank,
    "matches": explain_matches,
    "pairing": explain_pairings,
    "rating": explain_rating,
}
"""What can be asked about a player, in the order of the answers; a round may be named, or None is the event.

The rank comes first, and in it the tie-break that decided: that is what most players ask about.
"""

OF_A_ROUND = ("matches", "pairing")
"""What is answered where a round is named and nothing else."""


def explain(
    results: Results, player: Player, asked: Collection[str] = (), number: int | None = None
) -> Sequence[Answer]:
    """Return the answers about a player: to what is ``asked`` of `SECTIONS`, else to all of it.

    With the ``number`` of a round, only to what it is asked of. Raises `NoAnswerError`.
    """
    _require_paired(results, number)
    chosen = asked or (SECTIONS if number is None else OF_A_ROUND)
    return [answer(results, player, number) for section, answer in SECTIONS.items() if section in chosen]


def explain_pair(results: Results, player: Player, other: Player, number: int | None = None) -> Sequence[Answer]:
    """Return the answer why two do not meet in a round, or in any. Raises `NoAnswerError`."""
    if player == other:
        raise NoAnswerError(f"--against names {player.shown}, too: name another player.")
    _require_paired(results, number)
    return [explain_against(results, player, other, number)]


def _require_paired(results: Results, number: int | None) -> None:
    last = max(results.played, results.event.last_round)
    if number is not None and number > last:
        there = f"the last that is paired is round {last}" if last else "none is; run first, and then ask"
        raise NoAnswerError(f"Round {number} is not paired yet: {there}.")


def find_player(event: Event, name: str) -> Player:
    """Return who is meant by a name, that of a partner in a team, or a Player ID. Raises `NoAnswerError`."""
    ids = {key(player.player_id): player for player in event.players if player.player_id}
    names = {key(each): player for player in event.players for each in player.names}
    if found := names.get(key(name)) or ids.get(key(name)):
        return found
    meant = find_meant(name, [each for player in event.players for each in player.names])
    offered = join_words([f'"{each}"' for each in meant]) if meant else ""
    hint = f"Did you mean {offered}?" if meant else "Type it as on the sheet Players, or the Player ID."
    raise NoAnswerError(f'There is no player "{name}" in {event.settings.name}. {hint}')
