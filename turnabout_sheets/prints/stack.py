"""The order in which slips stand on the sheets, so that a stack cut in one go is in order without sorting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Slip = TypeVar("Slip")

GRIDS = {2: (2, 1), 4: (2, 2), 6: (3, 2)}
"""Rows and columns of a sheet by the setting ``Slips per page``."""


def stack_order(n: int, per_page: int) -> list[list[int | None]]:
    """Return, for each sheet, which slip stands at each position; None is a blank slip.

    With ``s`` sheets of ``per_page`` slips, position ``p`` on sheet ``j`` holds slip ``p * s + j``, all counted from
    0. So each pile that the cut makes holds consecutive slips, and the piles laid on each other, the one from position
    0 on top, read 0 to ``n - 1``. The blanks that fill the last pile come at its end.
    """
    sheets = -(-n // per_page)
    slips = [index if index < n else None for index in range(sheets * per_page)]
    return [slips[sheet::sheets] for sheet in range(sheets)]


def stack_slips(slips: Sequence[Slip], blank: Slip, per_page: int) -> tuple[tuple[Slip, ...], ...]:
    """Return sheets of slips in stack order; the last sheets are filled with blank slips."""
    return tuple(
        tuple(blank if at is None else slips[at] for at in sheet) for sheet in stack_order(len(slips), per_page)
    )
