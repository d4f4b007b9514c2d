"""Answers where a player's numbers come from, step by step, and why two do not meet in a round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import SaidError
from turnabout_sheets.core.text import find_nearest, key
from turnabout_sheets.event.model import Event, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.steps import Answer
from turnabout_sheets.explain.awards import explain_rating
from turnabout_sheets.explain.matches import explain_matches
from turnabout_sheets.explain.pairings import explain_pairings
from turnabout_sheets.explain.ranks import explain_rank


class NoAnswerError(SaidError):
    """The question cannot be answered."""

    code = ExitCode.USAGE


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
    return [explain_pairings(results, player, number, other)]


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
    near = find_nearest(name, [each for player in event.players for each in player.names])
    hint = f'Did you mean "{near}"?' if near else "Type it as on the sheet Players, or the Player ID."
    raise NoAnswerError(f'There is no player "{name}" in {event.settings.name}. {hint}')
