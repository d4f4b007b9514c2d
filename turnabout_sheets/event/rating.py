"""Event ratings: match wins times a multiplier by field and position (rules 1.7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Set
from fractions import Fraction
from typing import NamedTuple

from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.text import alphabetical_key
from turnabout_sheets.event.results import Results

FEWEST_RATED_PLAYERS = 4  # smaller events are not rated (rules 1.7.6)


def first_place_multiplier(players: int) -> int:
    """Return the multiplier for first place: 4-5 players 4, 6-11 5, each doubling one more (rules 1.7.3)."""
    return 4 if players < 6 else 4 + (players // 6).bit_length()


def position_modifier(position: int) -> int:
    """Return what the position takes off: 1st 0, 2nd -1, 3rd-4th -2, each doubling one more (rules 1.7.3)."""
    return -(position - 1).bit_length()


class Award(NamedTuple):
    """What an event is worth to a player: ``award`` is what the other three come to."""

    match_wins: Fraction
    played_all: bool
    multiplier: int
    award: Fraction


def make_award(wins: int, draws: int, *, played_all: bool, players: int, position: int) -> Award:
    """Return the award of a player who came to a position among ``players`` (rules 1.7.1 to 1.7.3).

    A draw is half a win, and all scheduled rounds played count as one more match won.
    """
    match_wins = Fraction(2 * wins + draws, 2)
    multiplier = first_place_multiplier(players) + position_modifier(position)
    return Award(match_wins, played_all, multiplier, (match_wins + played_all) * multiplier)


def compute_awards(results: Results) -> Mapping[int, Award]:
    """Return the awards of a finished, rated event by player number, by position, then name (rules 1.7.6 to 1.7.8)."""
    positions = results.positions
    rated = results.format.rated and results.finished
    if not rated or len(positions) < FEWEST_RATED_PLAYERS:
        return {}
    players, standings = results.event.players, results.standings
    byes_count = results.event.settings.bye_counts_as_win
    there: defaultdict[int, set[int]] = defaultdict(set)  # rounds, also those with a bye
    for (number, player), side in results.side_of.items():
        if side.outcome != Outcome.ABSENT:
            there[player].add(number)
    return {
        number: make_award(
            int(standings["wins"][number] + (standings["byes"][number] if byes_count else 0)),
            int(standings["draws"][number]),
            played_all=_played_all_rounds(results, number, there[number]),
            players=len(positions),
            position=positions[number],
        )
        for number in sorted(positions, key=lambda number: (positions[number], alphabetical_key(players[number].shown)))
        if not results.is_disqualified(players[number])
    }


def _played_all_rounds(results: Results, player: int, there: Set[int]) -> bool:
    """Return whether a player who was ``there`` played all rounds, or all until they were out (rules 1.7.2, 1.7.4)."""
    last = max(results.scheduled, results.played)
    if results.elimination is not None:
        last = results.played
        found = results.elimination.exits.get(player)
        if found is not None and found.left and results.event.players[player] not in results.still_in:
            return False
        if found is not None:
            last = min(last, found.round)
    return there >= set(range(1, last + 1))
