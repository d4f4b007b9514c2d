"""Answers why a round is as it is."""

from __future__ import annotations

from collections.abc import Iterator

from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.model import BYE, BYE_NAME, Event, Match
from turnabout_sheets.event.results import Results
from turnabout_sheets.rounds.next_rounds import find_swiss

BY_SCORE = ("swiss", "manual")
"""The methods whose pairings can be held against the closest one."""

NOT_PAIRED = "No round is paired yet; run first, and then ask."


class NoAnswerError(Exception):
    """The question cannot be answered; the text says why."""


def explain_round(results: Results, number: int | None) -> Iterator[str]:
    """Yield the lines that explain a round, the last one where ``number`` is None, as it was paired (rules 1.4.15).

    Raises `NoAnswerError`.
    """
    event = results.event
    _can_be_compared(results)
    last = event.last_round
    number = last if number is None else number
    if not last:
        raise NoAnswerError(NOT_PAIRED)
    if number > last:
        raise NoAnswerError(f"Round {number} is not paired yet; the last that is paired is round {last}.")
    if number - 1 not in results.after:
        raise NoAnswerError(
            f"Round {number} cannot be explained before round {number - 1} has results; type them in, and ask again."
        )
    words, whole = find_swiss(results).explained(results, number, event.as_paired(number))
    if late := [player.name for player in event.let_into(number)]:
        were = "was" if len(late) == 1 else "were"
        yield f"Round {number} as it was paired, without {join_words(late, 'and')}, who {were} let in later:"
    yield from whole
    rows = event.rounds[number]
    for match in sorted(rows, key=lambda match: (match.b == BYE, match.table is None, match.table or 0)):
        if why := words.get(match.pair) or _describe_let_in(event, match):
            table = f"table {match.table}" if match.table is not None else "no table"
            names = " - ".join(BYE_NAME if player == BYE else event.players[player].name for player in match.pair)
            yield f"  {table}: {names}: {why}"


def _describe_let_in(event: Event, match: Match) -> str:
    """Return who of a row was let in later, and in whose place; nothing where nobody was."""
    late = [event.players[player].name for _, player in match.seats() if match.round in event.players[player].let_in]
    if not late:
        return ""
    were = "was" if len(late) == 1 else "were"
    place = "" if match.b == BYE or len(late) > 1 else ", in the place of the bye"
    return f"{join_words(late, 'and')} {were} let in later{place}"


def _can_be_compared(results: Results) -> None:
    method = results.event.settings.method
    if method.name not in BY_SCORE:
        raise NoAnswerError(f"Pairing is {method.name}: {method.help}. Points have no part in who meets whom.")
