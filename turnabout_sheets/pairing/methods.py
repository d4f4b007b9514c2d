"""How an event is paired: each method, declared once (rules 1.5.9); and sessions, in which nobody meets twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from turnabout_sheets.pairing.elimination import rounds_of_double, rounds_of_single


def session_start(round_number: int, lengths: int | tuple[int, ...] | None) -> int:
    """Return the first round of the session that the round belongs to.

    `lengths` is the setting `Rounds per session`: None for one session, a number for sessions of that many rounds, or
    the lengths of the sessions one by one, of which the last repeats. Rounds count from 1.
    """
    if lengths is None:
        lengths = round_number
    if isinstance(lengths, int):
        lengths = (lengths,)
    start = 1
    for length in lengths[:-1]:
        if round_number < start + length:
            return start
        start += length
    return round_number - (round_number - start) % lengths[-1]


class Method(NamedTuple):
    """A way to pair an event.

    ``rounds`` tells from the number of players how many rounds make an event. ``losses`` is the number of lost matches
    that puts a player out (None: nobody is ever out). ``at_once``: all rounds are paired before the first.
    ``keeps_places``: who is known to come late has a place in them from the start. ``each_table_once``: nobody is to
    come to a table twice.
    """

    name: str
    help: str
    rounds: Callable[[int], int]
    losses: int | None = None
    at_once: bool = False
    keeps_places: bool = False
    each_table_once: bool = False

    @property
    def by_bracket(self) -> bool:
        """Whether the winners go on and the others are out."""
        return self.losses is not None


def everybody_once(players: int) -> int:
    """Return in how many rounds everybody meets everybody: one less than the players, if even (rules 1.10.1)."""
    return max(1, players - 1 + players % 2)


def once_at_each_table(players: int) -> int:
    """Return in how many rounds everybody plays once at each table: as many as tables (duplicate 1.1)."""
    return max(1, (players + 1) // 2)


METHODS: Mapping[str, Method] = {
    method.name: method
    for method in (
        Method("swiss", "each round, players with similar points meet", rounds_of_single),
        Method("round robin", "everybody meets everybody; all rounds are paired at once", everybody_once, at_once=True),
        Method("single elimination", "one loss and you are out", rounds_of_single, losses=1),
        Method("double elimination", "two losses and you are out", rounds_of_double, losses=2),
        Method(
            "movement",
            "everybody plays once at each table, every time against somebody else; all rounds are paired at once",
            once_at_each_table,
            at_once=True,
            keeps_places=True,
            each_table_once=True,
        ),
        Method("manual", "you type the rounds", rounds_of_single),
    )
}
"""All of them by name; the first is the default."""
