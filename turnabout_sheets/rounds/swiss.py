"""Pairs a round by closest score (rules 1.5): who is there, in standing order, who has met whom, who is kept apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from turnabout_sheets.core.problems import Problem, error
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.rulings import PRESENT
from turnabout_sheets.pairing.first_round import FIRST_ROUNDS
from turnabout_sheets.pairing.methods import session_start
from turnabout_sheets.pairing.swiss import Pairing, closest_pairing
from turnabout_sheets.rounds.new_round import NewRound, draw_lots, first_round_order, make_round, seat


class Field(NamedTuple):
    """Those whom a round pairs, best first, and what counts of them as it begins, by their place in that order."""

    order: Sequence[Player]
    scores: Sequence[int]
    met: Sequence[Mapping[int, int]]
    byes: Sequence[int]
    apart: Sequence[Collection[int]]
    closest: Pairing  # of places in the order


def pair(results: Results, number: int) -> tuple[NewRound | None, list[Problem]]:
    """Pair a round; None with an error if every pairing has a rematch and none are allowed (rules 1.5.1 to 1.5.8)."""
    event = results.event
    playing = event.playing(number)
    field = make_field(results, number, tuple(player.number for player in playing if number not in player.byes))
    order, pairing = field.order, field.closest
    if pairing.rematches and not event.settings.allow_rematches:
        return None, [no_pairing_error(event, number, pairing.rematches)]
    # From the highest sum of scores down, then by the better-standing player (rules 1.5.8).
    pairs = sorted(pairing.pairs, key=lambda pair: (-sum(field.scores[i] for i in pair), pair))
    byes = [player for player in playing if number in player.byes]
    if pairing.bye is not None:
        byes.insert(0, order[pairing.bye])
    rows, problems = seat(event, number, [(order[a], order[b]) for a, b in pairs], byes)
    return make_round(results.format, number, rows), problems


@lru_cache(maxsize=4)  # a round that is paired is explained at once
def make_field(results: Results, number: int, players: tuple[int, ...]) -> Field:
    """Return what counts of the players of a round as it begins, and its closest pairing."""
    event, points = results.event, results.after[number - 1]["points"]
    order = standing_order(results, number, [event.players[player] for player in players])
    scores, met = [points[player.number] for player in order], meetings(event, order, number)
    byes, apart = count_free_wins(event, order, number), keep_apart(event, order, number)
    if number == 1:
        closest = FIRST_ROUNDS[event.settings.first_round].pair(len(order), apart)
    else:
        closest = closest_pairing(scores, met, byes=byes, apart=apart)
    return Field(order, scores, met, byes, apart, closest)


def find_field(results: Results, number: int, rows: Sequence[Match]) -> Field:
    """Return the field of a round from its rows: all who stand in them and have not asked for a bye."""
    there = {player for match in rows if match.b != BYE for player in match.pair}
    byes = [match.pair[0] for match in rows if match.b == BYE and match.ruling is None]
    there.update(player for player in byes if number not in results.event.players[player].byes)
    # In the order of the sheet Players, which is that of the seeds where First round is "listed".
    return make_field(results, number, tuple(sorted(there)))


def standing_order(results: Results, number: int, players: Sequence[Player]) -> list[Player]:
    """Return players best first as a round begins: by standing, then by the draw (rules 1.5.3 and 1.5.4)."""
    if number == 1:
        return first_round_order(results.event, players)
    drawn = draw_lots(results.event, players)
    rank = results.after[number - 1]["rank"]
    return sorted(players, key=lambda player: (rank[player.number], drawn[player.number]))


def _in_session(event: Event, number: int) -> list[Match]:
    start = session_start(number, event.settings.rounds_per_session)
    return [match for match in event.rows if start <= match.round < number]


def meetings(event: Event, order: Sequence[Player], number: int) -> list[dict[int, int]]:
    """Return whom each has met in the session before a round, also as a no-show, and in which round last, by place."""
    position = {player.number: place for place, player in enumerate(order)}
    met: list[dict[int, int]] = [{} for _ in order]
    for match in _in_session(event, number):
        if match.a in position and match.b in position:
            a, b = (position[player] for player in match.pair)
            met[a][b] = met[b][a] = match.round
    return met


def count_byes(event: Event, order: Sequence[Player], number: int) -> list[int]:
    """Count the byes in the session before a round (rules 1.4.1). Who sat a round out had none (rules 1.4.5)."""
    had = Counter(match.a for match in _in_session(event, number) if match.b == BYE and match.ruling is None)
    return [had[player.number] for player in order]


def count_free_wins(event: Event, order: Sequence[Player], number: int) -> list[int]:
    """Count the byes in the session before a round, and the wins over somebody who did not show up (rules 1.4.1)."""
    won: Counter[int] = Counter()
    for match in _in_session(event, number):
        won.update(player for side, player in match.seats() if side in PRESENT.get(match.ruling or "", ()))
    return [had + won[player.number] for had, player in zip(count_byes(event, order, number), order, strict=True)]


def keep_apart(event: Event, order: Sequence[Player], number: int) -> list[set[int]]:
    """Return whom each is not to meet in the first rounds for being of the same group (rules 1.5.6); empty for none."""
    groups: dict[str, set[int]] = {}
    for place, player in enumerate(order):
        if player.group:
            groups.setdefault(key(player.group), set()).add(place)
    if number > event.settings.keep_apart or not groups:
        return []
    return [groups[key(player.group)] - {place} if player.group else set() for place, player in enumerate(order)]


def no_pairing_error(event: Event, number: int, fewest: int) -> Problem:
    """Return the error that a round has no pairing with fewer rematches than these (rules 1.5.5)."""
    again = f"at least {fewest} pair{'s' if fewest > 1 else ''} would meet again"
    return error(
        event.setting_place("allow_rematches"),
        f"Round {number} cannot be paired without a rematch: {again}.",
        "Set Allow rematches to yes to pair it with the fewest, or set Rounds to the rounds played to end here.",
    )
