"""Pairs rounds: which are due, by which method, and why they are as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from turnabout_sheets.model import BYE
from turnabout_sheets.problems import Problem
from turnabout_sheets.results import Results
from turnabout_sheets.schedule import elimination, round_robin, swiss
from turnabout_sheets.schedule.notes import changes_in_words, explain, pair_in_words, round_in_words
from turnabout_sheets.schedule.rows import NewRound, with_round

__all__ = ["NewRound", "changes", "due", "pair", "with_notes", "with_round"]

Pair = Callable[[Results, int], tuple[NewRound | None, list[Problem]]]
"""From the results so far and the number of a round, the round, or None with the reason."""

BY_METHOD: Mapping[str, Pair] = {
    "swiss": swiss.pair,
    "round robin": round_robin.pair,
    "single elimination": elimination.pair,
    "double elimination": elimination.pair,
}
"""By the setting Pairing; with any other the organizer types the rounds."""


def due(results: Results) -> range:
    """Return the rounds to be paired now: all that are left by a method that pairs at once, else the next one.

    It is the next one's turn when every round that is paired is reported, and more are scheduled.
    """
    event, method = results.event, results.event.settings.method
    following = event.last_round + 1
    scheduled = range(following, results.scheduled + 1)
    there = results.still_in if method.by_bracket else event.playing(following)
    if method.name not in BY_METHOD or len(there) < 2 or results.decided:
        return range(0)
    if method.at_once:
        return scheduled
    return scheduled[:1] if results.complete and not results.undecided else range(0)


def pair(results: Results, number: int) -> tuple[NewRound | None, list[Problem]]:
    """Pair a round by the event's method (Turnabout, scoring rule 3, seed 000; rules.md 1.4 and 1.5).

    Returns None with an error where it cannot be paired.
    """
    return BY_METHOD[results.event.settings.pairing](results, number)


def changes(results: Results) -> tuple[str, ...]:
    """Return what it costs that the running round is not as the program would pair it now, in words; empty if it is."""
    event = results.event
    number = event.last_round
    if event.settings.pairing != "swiss" or not number or number - 1 not in results.after:
        return ()
    note = explain(results, number, event.rounds[number])
    # A first round may be drawn in any way, but members of a group who meet in it cost something.
    silent = number == 1 and note.grouped <= note.own_grouped
    return () if silent else tuple(changes_in_words(note, event))


def with_notes(results: Results, new: NewRound) -> NewRound:
    """Return a round of closest-score pairing with what there is to say of it; others need no words."""
    if results.event.settings.pairing != "swiss":
        return new
    event, unit = results.event, results.format.points_name
    note = explain(results, new.number, with_round(event, new).rounds[new.number])
    of_pair = {(pair.a, pair.b): pair_in_words(pair, event, unit) for pair in note.pairs}
    return replace(
        new,
        notes=tuple("" if row["b"] == BYE else of_pair[row["a"], row["b"]] for row in new.rows),
        summary=tuple(round_in_words(note, event, unit)),
    )
