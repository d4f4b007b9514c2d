"""Pairs a round of an elimination event, single or double (our ruling; rules.md, 1.5).

The table of a match of the upper bracket is its slot: the winners at tables 1 and 2 meet at table 1 of the next round,
those at tables 3 and 4 at table 2, and so on. So the bracket stands in the rounds' sheets, and follows what is changed
there. A bye has a slot, too. In a double elimination the tables of those beaten once come after the slots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from turnabout_sheets.knockout import Knockout
from turnabout_sheets.model import BYE, Event, Player
from turnabout_sheets.pairing.elimination import first_bracket, lower_bracket, next_bracket, rounds_of_single
from turnabout_sheets.problems import Problem
from turnabout_sheets.results import Results
from turnabout_sheets.rulings import WAITS
from turnabout_sheets.schedule.rows import NewRound, first_order, new_round, row

Slot = tuple[Player | None, Player | None]


def pair(results: Results, number: int) -> tuple[NewRound | None, list[Problem]]:
    """Pair a round; it always can be."""
    event, format, state = results.event, results.format, results.knockout
    assert state is not None, "an elimination event"
    slots = upper_slots(event, state, number)
    rows = [row(event, format, table, a, b) for table, (a, b) in enumerate(slots, 1) if a is not None]
    if state.losses > 1 and number > 1:
        there = {player.number for slot in slots for player in slot if player is not None}
        left = (player for player in state.survivors(event, number) if player.number not in there)
        lower = [player for player in left if player.plays_in(number)]
        rows += _lower_rows(results, number, first_order(event, lower), len(slots))
    return new_round(format, number, rows), []


def slot_count(event: Event, number: int) -> int:
    """Return how many slots the upper bracket has in a round: half as many as before; 0 once it is played out."""
    seated = {player for match in event.rounds.get(1, ()) for player in (match.a, match.b)} - {BYE, None}
    players = seated | {player.number for player in event.starters}
    return (1 << rounds_of_single(len(players))) >> number


def is_upper(event: Event, state: Knockout, match: Any) -> bool:
    """Say whether a match belongs to the upper bracket: its players had not lost before."""
    unbeaten = all(not state.lost_before(player, match.round) for player in (match.a, match.b) if player != BYE)
    return unbeaten and slot_count(event, match.round) > 0


def upper_slots(event: Event, state: Knockout, number: int) -> Sequence[Slot]:
    """Return who is in which slot of the upper bracket in a round: both players, one with a bye, or nobody."""
    if number == 1:
        seeds = first_order(event, event.starters)
        return [_slot([seeds[seed] for seed in seeded if seed is not None], 1) for seeded in first_bracket(len(seeds))]
    before = slot_count(event, number - 1)
    if before < 2:
        return []
    matches = {match.table: match for match in event.rounds[number - 1] if is_upper(event, state, match)}
    winners = [state.winner(matches[table]) if table in matches else None for table in range(1, before + 1)]
    return [
        _slot([event.players[winner] for winner in meeting if winner is not None], number)
        for meeting in next_bracket(winners)
    ]


def _slot(players: Sequence[Player], number: int) -> Slot:
    """Return the slot of a round for those of its players who are there."""
    a, b, *_ = (*(player for player in players if player.plays_in(number)), None, None)
    return a, b


def _lower_rows(results: Results, number: int, players: Sequence[Player], slots: int) -> list[dict[str, Any]]:
    """Return the rows of a double elimination outside the upper bracket, the tables after those of its ``slots``.

    Here are those beaten once; and when the upper bracket is played out, the one who won it, who waits until a single
    other is left, and then meets that one in the final.
    """
    event, format, state = results.event, results.format, results.knockout
    assert state is not None, "an elimination event"
    unbeaten = [player for player in players if not state.lost_before(player.number, number)]
    beaten = [player for player in players if state.lost_before(player.number, number)]
    if unbeaten and len(beaten) == 1:
        return [row(event, format, 1, unbeaten[0], beaten[0])]
    position = {player.number: place for place, player in enumerate(beaten)}
    met: list[dict[int, int]] = [{} for _ in beaten]
    byes: Counter[int] = Counter()
    for match in event.rows:
        if match.b == BYE:
            byes[match.a] += match.ruling is None
        elif match.a in position and match.b in position:
            met[position[match.a]][position[match.b]] = met[position[match.b]][position[match.a]] = match.round
    pairing = lower_bracket(range(len(beaten)), met, [byes[player.number] for player in beaten])
    rows = [row(event, format, table, beaten[a], beaten[b]) for table, (a, b) in enumerate(pairing.pairs, slots + 1)]
    if pairing.bye is not None:
        rows.append(row(event, format, None, beaten[pairing.bye], None))
    return rows + [row(event, format, None, player, None, ruling=WAITS) for player in unbeaten]
