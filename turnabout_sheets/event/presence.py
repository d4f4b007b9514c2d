"""Who is there in a round, who has left, and who is disqualified, as of a round (rules 1.4.5 to 1.4.7).

Whatever depends on it asks here: pairing, standings, statuses, awards, explanations, the archive. Who is out of an
elimination event, which depends on results, too, is `event.elimination`.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from typing import NamedTuple, Self


class Absence(NamedTuple):
    """Why somebody is not there in a round: the ``field`` of the player that says so, and the ``round`` in it."""

    field: str
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    """When somebody comes and goes: ``dropped_after`` is the last round played, ``disqualified`` in which that was."""

    joined: int = 1
    dropped_after: int | None = None
    disqualified: int | None = None
    away: tuple[int, ...] = ()

    @property
    def last_round(self) -> int | None:
        """The last round before the player has left for good, as far as that is known (rules 1.4.6 and 1.4.7)."""
        return min((last for last in (self.disqualified, self.dropped_after) if last is not None), default=None)

    def belongs_to(self, round_number: int) -> bool:
        """Say whether the player takes part when a round is played: has joined, and has not gone before.

        That is rules 1.4.6 and 1.4.7.
        """
        return self.joined <= round_number and not self.has_left(round_number)

    def has_left(self, round_number: int) -> bool:
        """Say whether the player, who has joined by then, has gone for good when a round is played."""
        last = self.last_round
        return last is not None and max(last, self.joined - 1) < round_number

    def plays_in(self, round_number: int) -> bool:
        """Say whether the player is there in a round: takes part, and is not away (rules 1.4.5)."""
        return self.belongs_to(round_number) and round_number not in self.away

    def find_absence(self, round_number: int) -> Absence | None:
        """Return why the player is not there in a round; None where the player is (rules 1.4.5 to 1.4.7)."""
        if round_number < self.joined:
            return Absence("joined", self.joined)
        if self.has_left(round_number) and self.last_round is not None:
            return Absence("disqualified" if self.last_round == self.disqualified else "dropped_after", self.last_round)
        return Absence("away", round_number) if round_number in self.away else None

    def is_disqualified(self, after_round: int, *, is_over: bool) -> bool:
        """Say whether the player is disqualified as of a round (rules 1.4.6).

        A disqualification for a later round waits for it; where the event ``is_over`` without, it counts at the end.
        """
        return self.disqualified is not None and (is_over or self.disqualified <= after_round)

    @property
    def never_started(self) -> bool:
        """Whether the player has gone before the first round (rules 1.4.7)."""
        return self.dropped_after == 0

    def as_of(self, after_round: int) -> Self:
        """Return what was known of the player as of a round: a disqualification that is for a later one was not."""
        known = self.is_disqualified(after_round, is_over=False)
        return self if known or self.disqualified is None else replace(self, disqualified=None)

    def leaves_in(self, missed: Container[int]) -> int | None:
        """Return the first of the rounds that the player, who left behind them, does not play; None: stays to the end.

        Who did not come to the last rounds before leaving, which were ``missed``, had left by then (rules 1.11.4).
        """
        first = None if self.last_round is None else self.last_round + 1
        while first is not None and first - 1 in missed:
            first -= 1
        return first
