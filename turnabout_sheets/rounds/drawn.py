"""Draws an event anew from its random seed, and says how far its rounds are as they were drawn (rules 1.5.12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.draw import digest_seed, find_seed, is_drawn
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.event.results import Results
from turnabout_sheets.rounds import elimination, movement, round_robin
from turnabout_sheets.rounds.new_round import Couple, first_round_order
from turnabout_sheets.sheets.settings import Settings


def _draw_round_robin(results: Results, number: int) -> Sequence[Couple]:
    seeds = first_round_order(results.event, results.event.starters)
    return round_robin.couples(seeds, number) if len(seeds) > 1 else ()


def _draw_bracket(results: Results, number: int) -> Sequence[Couple]:
    """Return the matches of round 1; later ones follow from the results."""
    assert results.elimination is not None, "an elimination event"
    slots = elimination.upper_slots(results.event, results.elimination, 1) if number == 1 else ()
    return [(a, b) for a, b in slots if a is not None and b is not None]


DRAW: Mapping[str, Callable[[Results, int], Sequence[Couple]]] = {
    "round robin": _draw_round_robin,
    "single elimination": _draw_bracket,
    "double elimination": _draw_bracket,
    "movement": movement.couples,
}
"""By the setting Pairing: who meets whom in a round by the draw alone, whoever is away."""


def audit_draw(results: Results) -> str:
    """Say whether the rounds are what the random seed gives for those who were there then; one round is paired."""
    event, then = results.event, replace(results, event=restore_starters(results.event))
    by_bracket, draw = event.settings.method.by_bracket, DRAW[event.settings.method.name]
    total, moved = 0, {}
    for number in (1,) if by_bracket else event.rounds:
        couples = [(frozenset((a.number, b.number)), (a, b)) for a, b in draw(then, number)]
        drawn = {pair for pair, _ in couples}
        both_there = {
            pair
            for pair, couple in couples
            if all(event.players[player.number].plays_in(number) and number not in player.byes for player in couple)
        }
        met = {frozenset(match.pair) for match in event.as_paired(number) if match.b != BYE}
        total += max(len(met), len(both_there))
        moved[number] = max(len(met - drawn), len(both_there - met))
    told = describe_draw(event.settings, total, moved)
    return f"{told} Later rounds follow from the results." if by_bracket else told


def restore_starters(event: Event) -> Event:
    """Return the event with those as starters who have a place in its sheets, though by now they never started."""
    rounds = [
        table for table in event.tables.values() if {"a", "b"} <= {column.field for column in table.sheet.columns}
    ]
    seated = {row[side] for table in rounds for row in table.rows for side in ("a", "b")}
    players = [
        replace(player, dropped_after=None) if player.dropped_after == 0 and player.number in seated else player
        for player in event.players
    ]
    return replace(event, players=tuple(players))


def describe_draw(settings: Settings, total: int, moved: Mapping[int, int]) -> str:
    """Say of the draw whether it is what the random seed gives: of ``total`` pairs so many are ``moved``, by round.

    Where half of them or more are as drawn, the seed is the right one, and the others were moved by hand: another seed
    would hardly leave so many.
    """
    if not is_drawn(settings):
        return f"Nothing is drawn by chance: First round is {settings.first_round}."
    draw = "The draw of round 1" if set(moved) == {1} else "The draw"
    seed = f'the random seed "{find_seed(settings)}", whose SHA-256 is {digest_seed(settings)}'
    if 2 * sum(moved.values()) > total:
        return f"{draw} does not agree with {seed}; compare that with the digest on the posted pairings."
    by_hand = [f"{count} pair{'s' * (count > 1)} of round {number}" for number, count in moved.items() if count]
    if not by_hand:
        return f"{draw} agrees with {seed}."
    were = "was" if sum(moved.values()) == 1 else "were"
    return f"{draw} agrees with {seed}, but for {join_words(by_hand, 'and')}, which {were} moved by hand."
