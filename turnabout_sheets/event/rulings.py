"""The rulings that can be entered in a match row, and what they mean (rules 1.4.4, 1.4.6 and 1.11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnabout_sheets.core.outcomes import Outcome, Outcomes

PRESENT: Mapping[str, Sequence[str]] = {"A no-show": ("b",), "B no-show": ("a",), "Both no-show": ()}
"""Who is there, and scores as for a bye; the others score a loss (rules 1.4.4, netrunner 5.1, duplicate 4.2)."""

ADVANCES: Mapping[str, str] = {"A advances": "A", "B advances": "B"}
"""Who goes on in an elimination event, whatever the result, which is scored as played (rules 1.11.2, netrunner 6.2)."""

WAITS = "Waits"
"""Next to a bye in a double elimination: the unbeaten player waits for the final, for nothing (rules 1.11.5)."""


def split_ruling(ruling: str | None) -> tuple[str | None, str | None]:
    """Return what a row's ruling says of the match, and who goes on (A or B): that is no ruling about the match."""
    return (None, ADVANCES[ruling]) if ruling is not None and ruling in ADVANCES else (ruling, None)


def decide_unplayed(ruling: str | None, *, bye: bool) -> Outcomes | None:
    """Return how a row ended for A and B that has a bye or a ruling about the match; None where it is to be played.

    A bye is A's (rules 1.4.2); nobody stands for B there, whose outcome then means nothing.
    """
    if ruling == WAITS:
        return Outcome.WAITS, Outcome.WAITS
    if ruling is None:
        return (Outcome.BYE, Outcome.ABSENT) if bye else None
    a, b = (Outcome.BYE if side in PRESENT[ruling] else Outcome.ABSENT for side in ("a", "b"))
    return a, Outcome.ABSENT if bye else b


RULINGS = (*PRESENT, *ADVANCES, WAITS)  # all that a match row offers
TAKES = "takes the place of"  # on the sheet Rulings, with the name of one who has left behind it (rules 1.11.8)
DISQUALIFICATION = "disqualification"  # there, too: takes a player out (rules 1.4.6, netrunner 4.3)


def find_replaced(kind: str | None) -> str:
    """Return whose place is taken by a kind of ruling; empty for any other kind."""
    return kind[len(TAKES) :] if kind is not None and kind.startswith(TAKES) else ""
