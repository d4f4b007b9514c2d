"""Answers questions about pairings: why a round is as it is, and where an event's rounds differ from the program's."""

from __future__ import annotations

from collections.abc import Iterator

from turnabout_sheets.model import BYE
from turnabout_sheets.results import Results
from turnabout_sheets.schedule.audit import audit_in_words
from turnabout_sheets.schedule.notes import explain, pair_in_words, round_in_words

BY_SCORE = ("swiss", "manual")
"""The methods whose pairings can be held against the closest one."""


class NoAnswerError(Exception):
    """The question cannot be answered; the text says why."""


def explained(results: Results, number: int | None) -> Iterator[str]:
    """Yield the lines that explain a round, the last one where ``number`` is None. Raises `NoAnswerError`."""
    event = results.event
    _can_be_compared(results)
    number = event.last_round if number is None else number
    if number not in event.rounds or number - 1 not in results.after:
        paired = [each for each in event.rounds if each - 1 in results.after]
        known = f"rounds 1 to {max(paired)}" if paired else "none"
        raise NoAnswerError(f"Round {number} is not paired yet; there {'are' if paired else 'is'} {known}.")
    rows = event.rounds[number]
    note = explain(results, number, rows)
    unit = results.format.points_name
    words = {(pair.a, pair.b): pair_in_words(pair, event, unit) for pair in note.pairs}
    yield from round_in_words(note, event, unit)
    for match in sorted(rows, key=lambda match: (match.b == BYE, match.table is None, match.table or 0)):
        if match.b != BYE:
            table = f"table {match.table}" if match.table is not None else "no table"
            names = f"{event.players[match.a].name} - {event.players[match.b].name}"
            yield f"  {table}: {names}: {words[match.a, match.b]}"


def audited(results: Results) -> Iterator[str]:
    """Yield a line for each round of the event, and one for all of them. Raises `NoAnswerError`."""
    _can_be_compared(results)
    if not results.event.rounds:
        raise NoAnswerError("No round is paired yet.")
    yield from audit_in_words(results)


def _can_be_compared(results: Results) -> None:
    method = results.event.settings.method
    if method.name not in BY_SCORE:
        raise NoAnswerError(f"Pairing is {method.name}: {method.help}. Points have no part in who meets whom.")
