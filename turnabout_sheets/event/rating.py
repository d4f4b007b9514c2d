"""Event ratings: match wins times a multiplier by field and position (rules 1.7)."""

from __future__ import annotations

from fractions import Fraction

FEWEST_RATED_PLAYERS = 4
"""Smaller events are not rated (rules 1.7.6)."""


def first_place_multiplier(players: int) -> int:
    """Return the multiplier for first place: 4-5 players 4, 6-11 5, each doubling one more (rules 1.7.3).

    Raises ValueError for fewer than four players.
    """
    if players < FEWEST_RATED_PLAYERS:
        raise ValueError(f"an event of {players} players is not rated")
    return 4 if players < 6 else 4 + (players // 6).bit_length()


def position_modifier(position: int) -> int:
    """Return what the position takes off: 1st 0, 2nd -1, 3rd-4th -2, each doubling one more (rules 1.7.3)."""
    return -(position - 1).bit_length()


def multiplier(players: int, position: int) -> int:
    """Return what each match win is worth for a position in a field of ``players`` (rules 1.7.3)."""
    return first_place_multiplier(players) + position_modifier(position)


def award(match_wins: Fraction, played_all_rounds: bool, players: int, position: int) -> Fraction:
    """Return an event's award; all scheduled rounds played count as one more match won (rules 1.7.1 and 1.7.2)."""
    return (match_wins + played_all_rounds) * multiplier(players, position)
