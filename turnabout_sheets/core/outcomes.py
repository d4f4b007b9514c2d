"""How a match ends for one of its players: the facts; each sheet, page and list words them for itself."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """How a match ended for a player.

    ``BYE`` is that of a player without an opponent, also when the opponent did not show up; ``ABSENT`` that of the one
    who did not. ``WAITS``: in an elimination event, the unbeaten player is spared the round before the final.
    The values are those that an archive stores.
    """

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    BYE = "bye"
    ABSENT = "absent"
    WAITS = "waits"


Outcomes = tuple[Outcome, Outcome]
"""Those of player A and player B in the same match."""

PLAYED = (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)
"""Of a match that was really played."""

DECIDED = (Outcome.WIN, Outcome.LOSS)
"""Of a match that was played and has a winner."""

LOST = (Outcome.LOSS, Outcome.ABSENT)
"""Not to be there is a loss (rules 1.4.4)."""

A_WINS: Outcomes = (Outcome.WIN, Outcome.LOSS)
B_WINS: Outcomes = (Outcome.LOSS, Outcome.WIN)
DRAWN: Outcomes = (Outcome.DRAW, Outcome.DRAW)

BY_WINNER = {"A": A_WINS, "B": B_WINS, "Draw": DRAWN}
"""By who won, as it is typed."""

WINNERS = tuple(BY_WINNER)


def compare(a: int, b: int) -> Outcomes:
    """Return how a match ended that player A finished with ``a`` points and player B with ``b``."""
    return DRAWN if a == b else A_WINS if a > b else B_WINS


def find_winner(outcomes: tuple[Outcome | None, Outcome | None], *, bye_wins: bool) -> str | None:
    """Return who won a match as it is typed: A, B or Draw; None where nobody did, or where that is not known."""
    outcome_a, outcome_b = outcomes
    won = (Outcome.WIN, Outcome.BYE) if bye_wins else (Outcome.WIN,)
    if outcome_a in won:
        return "A"
    if outcome_b in won:
        return "B"
    return "Draw" if outcome_a == Outcome.DRAW else None
