"""Pairs a round by closest score (rules 1.5): who is there, in standing order, who has met whom, who is kept apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.rulings import PRESENT
from turnabout_sheets.pairing.first_round import FIRST_ROUNDS
from turnabout_sheets.pairing.seating import sort_by_score
from turnabout_sheets.pairing.sessions import session_start
from turnabout_sheets.pairing.swiss.closest import NoLegalPairingError, Pairing, closest_pairing
from turnabout_sheets.rounds.new_round import NewRound, draw_lots, first_round_order, make_round, seat


def pair(results: Results, number: int) -> tuple[NewRound | None, list[Problem]]:
    """Pair a round (rules 1.5.1 to 1.5.8).

    Returns None with an error where every pairing has a rematch and none are allowed.
    """
    event = results.event
    playing = event.playing(number)
    order = standing_order(results, number, [player for player in playing if number not in player.byes])
    try:
        pairing = closest(results, number, order, allow_rematches=event.settings.allow_rematches)
    except NoLegalPairingError as none:
        return None, [no_pairing_error(event, number, none.fewest_rematches)]
    pairs = sort_by_score(pairing.pairs, scores(results, number, order))
    without_opponent = [order[pairing.bye]] if pairing.bye is not None else []
    asked = [player for player in playing if number in player.byes]
    couples = [(order[a], order[b]) for a, b in pairs]
    rows, problems = seat(event, number, couples, [*without_opponent, *asked])
    if not pairing.proven:
        problems.append(
            warning(
                Place(f"Round {number}"),
                "The pairing is the best that was found; whether a closer one exists was too much to work out.",
                "It can be used, or change it by hand in the round's sheet.",
            )
        )
    return make_round(results.format, number, rows), problems


def closest(results: Results, number: int, order: Sequence[Player], *, allow_rematches: bool) -> Pairing:
    """Return the closest pairing of players for a round, by their position in standing order; raises NoLegalPairing."""
    event = results.event
    apart = keep_apart(event, order, number)
    if number == 1:
        return FIRST_ROUNDS[event.settings.first_round].pair(len(order), apart)
    return closest_pairing(
        scores(results, number, order),
        meetings(event, order, number),
        byes=count_free_wins(event, order, number),
        apart=apart,
        allow_rematches=allow_rematches,
    )


def standing_order(results: Results, number: int, players: Sequence[Player]) -> list[Player]:
    """Return players best first, as a round begins (rules 1.5.3): by standing, then by the draw.

    In round 1 it is by the setting First round (rules 1.5.4).
    """
    if number == 1:
        return first_round_order(results.event, players)
    drawn = draw_lots(results.event, players)
    rank = results.after[number - 1]["rank"]
    return sorted(players, key=lambda player: (rank[player.number], drawn[player.number]))


def scores(results: Results, number: int, order: Sequence[Player]) -> list[int]:
    """Return the points of players as a round begins."""
    points = results.after[number - 1]["points"]
    return [points[player.number] for player in order]


def _in_session(event: Event, number: int) -> list[Match]:
    session = range(session_start(number, event.settings.rounds_per_session), number)
    return [match for match in event.rows if match.round in session]


def meetings(event: Event, order: Sequence[Player], number: int) -> list[dict[int, int]]:
    """Return whom each has met in the session before a round, and in which round last, by position in ``order``.

    A no-show counts as a meeting (rules 1.4.4).
    """
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
        there = PRESENT.get(match.ruling, ()) if match.ruling is not None else ()
        won.update(player for side, player in match.seats() if side in there)
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
