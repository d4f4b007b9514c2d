"""Sessions: spans of rounds in which nobody meets the same opponent twice (rules 1.5.1)."""

from __future__ import annotations


def session_start(round_number: int, lengths: int | tuple[int, ...] | None) -> int:
    """Return the first round of the session that the round belongs to.

    `lengths` is the setting `Rounds per session`: None for one session, a number for sessions of that many rounds, or
    the lengths of the sessions one by one, of which the last repeats. Rounds count from 1.

    Raises `ValueError` for a round or a length below 1, and for an empty list of lengths.
    """
    if lengths is None:
        lengths = round_number
    if isinstance(lengths, int):
        lengths = (lengths,)
    if round_number < 1 or not lengths or min(lengths) < 1:
        raise ValueError("rounds and the lengths of sessions count from 1")
    start = 1
    for length in lengths[:-1]:
        if round_number < start + length:
            return start
        start += length
    return round_number - (round_number - start) % lengths[-1]
