"""How a match ends for one of its players: the facts; each sheet, page and list words them for itself."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """How a match ended for a player; the values are those that an archive stores."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    BYE = "bye"  # without an opponent, also when the opponent did not show up
    ABSENT = "absent"
    WAITS = "waits"  # in an elimination event, the unbeaten player is spared the round before the final


Outcomes = tuple[Outcome, Outcome]
"""Those of player A and player B in the same match."""

PLAYED = (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)
DECIDED = (Outcome.WIN, Outcome.LOSS)
LOST = (Outcome.LOSS, Outcome.ABSENT)  # not to be there is a loss (rules 1.4.4)

A_WINS: Outcomes = (Outcome.WIN, Outcome.LOSS)
B_WINS: Outcomes = (Outcome.LOSS, Outcome.WIN)
DRAWN: Outcomes = (Outcome.DRAW, Outcome.DRAW)

BY_WINNER = {"A": A_WINS, "B": B_WINS, "Draw": DRAWN}
WINNERS = tuple(BY_WINNER)


def compare(a: int, b: int) -> Outcomes:
    """Return how a match ended that player A finished with ``a`` points and player B with ``b``."""
    return DRAWN if a == b else A_WINS if a > b else B_WINS
