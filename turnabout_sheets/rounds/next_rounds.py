"""Pairs rounds: which are due, by which method, and why they are as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from turnabout_sheets.core.problems import Message, Problem, warning
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.reading.round_checks import find_limit
from turnabout_sheets.rounds import elimination, movement, notes, piles, round_robin, swiss
from turnabout_sheets.rounds.new_round import NewRound, append_round, make_round

Pair = Callable[[Results, int], tuple[NewRound | None, list[Problem]]]
"""From the results so far and the number of a round, the round, or None with the reason."""


BY_METHOD: Mapping[str, Pair] = {
    "swiss": swiss.pair,
    "round robin": round_robin.pair,
    "single elimination": elimination.pair,
    "double elimination": elimination.pair,
    "movement": movement.pair,
}
"""By the setting Pairing; with any other the organizer types the rounds."""


def due_rounds(results: Results) -> range:
    """Return the rounds to be paired now: all that are left, or the next one once all others are reported.

    To a round of a bracket one may come alone: with a bye (rules 1.11.6).
    """
    event, method = results.event, results.event.settings.method
    following = event.last_round + 1
    scheduled = range(following, results.scheduled + 1)
    there = results.still_in if method.by_bracket else event.playing(following)
    fewest = 1 if method.by_bracket and results.played else 2
    if method.name not in BY_METHOD or len(there) < fewest or results.decided:
        return range(0)
    if method.at_once:
        return scheduled
    return scheduled[:1] if results.complete and not results.undecided else range(0)


def pair(results: Results, number: int) -> tuple[NewRound | None, list[Problem]]:
    """Pair a round by the event's method; None with an error where it cannot be paired (rules 1.5.9 and 1.5.13)."""
    limit = find_limit(results.event) if number == 1 or results.event.settings.method.at_once else None
    if limit is not None:
        return None, [limit]
    by_piles = results.event.settings.pairing == "swiss" and results.format.swiss == "piles"
    pair_round = piles.pair if by_piles else BY_METHOD[results.event.settings.pairing]
    new, problems = pair_round(results, number)
    let_in = [player for player in results.event.playing(number) if number in player.let_in]  # rules 1.4.15
    problems += [
        warning(
            results.event.player_place(player, "let_in"),
            f"{player.name} was let into round {number} later, but has a place in it from the start now that it is "
            "re-paired.",
            f"Take {number} out of the cell.",
        )
        for player in let_in
    ]
    return new, problems


def make_blank_round(results: Results) -> list[NewRound]:
    """Return the blank sheet of the next round, where the organizer types it and has none yet (rules 1.5.14)."""
    event, number = results.event, results.event.last_round + 1
    there = {round_number(title) for title in event.tables}
    is_typed = event.settings.pairing not in BY_METHOD and "Results" not in event.tables
    is_due = results.complete and number <= results.scheduled and len(event.playing(number)) > 1
    return [make_round(results.format, number, ())] if is_typed and is_due and number not in there else []


def pass_over_byes(results: Results) -> tuple[list[NewRound], Results]:
    """Return the rounds of a bracket that are due and have byes only, and the results with them (rules 1.4.13)."""
    passed: list[NewRound] = []
    while results.elimination is not None and (due := due_rounds(results)):
        rows = elimination.make_rows(results, due[0])
        if not rows or any(row["b"] != BYE for row in rows):
            break
        passed.append(make_round(results.format, due[0], rows))
        results = compute(append_round(results.event, passed[-1]), results.format)
    return passed, results


def describe_changes(results: Results) -> tuple[Message, ...]:
    """Return what it costs that the running round is not as the program would pair it now, in words; empty if it is."""
    event = results.event
    number = event.last_round
    if event.settings.pairing != "swiss" or not number or number - 1 > results.played or results.finished:
        return ()
    write_changes = piles.write_changes if results.format.swiss == "piles" else notes.write_changes
    return tuple(write_changes(results, number, event.as_paired(number)))


def add_notes(results: Results, new: NewRound) -> NewRound:
    """Return a Swiss round with what there is to say of it; others need no words."""
    if results.event.settings.pairing != "swiss":
        return new
    rows = append_round(results.event, new).rounds[new.number]
    write_notes = piles.write_notes if results.format.swiss == "piles" else notes.write_notes
    of_pair, summary = write_notes(results, new.number, rows)
    return replace(new, notes=tuple(of_pair.get((row["a"], row["b"]), "") for row in new.rows), summary=summary)
