"""Pairs the rounds of a Duplicate Magic event (duplicate 1.1 to 1.5): who goes where, and has which stock there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.event.model import BYE, Event, Player
from turnabout_sheets.event.progress import count_places
from turnabout_sheets.event.results import Results
from turnabout_sheets.pairing.howell import MOST_TABLES, NoMovementError, Seat, make_movement
from turnabout_sheets.rounds.new_round import NewRound, draw_lots, make_round, make_row

FOUR_AGAIN = ((Seat(0, 1), Seat(2, 3)), (Seat(3, 2), Seat(1, 0)))
"""Two rounds of four, where rematches are allowed: each meets one opponent at both tables, stocks changed (1.3)."""

Chairs = Sequence[Player | None]
"""Who sits in each chair of the movement; None in an odd field's empty one."""


def pair(results: Results, number: int) -> tuple[NewRound | None, list[Problem]]:
    """Pair a round of the movement for those known at the start (duplicate 1.1, 1.2, 1.5 and 4.5).

    Opponents of an empty chair or an absent player sit out. Returns None with an error where there is no movement, and
    where earlier rounds are not of this movement.
    """
    event = results.event
    seated = draw_chairs(event)
    try:
        games = _movement(event, seated, results.scheduled)
    except NoMovementError:
        return None, [_no_movement(event, count_places(event))]
    for played in range(1, number):
        numbers = [None if player is None else player.number for player in seated]
        known = {frozenset((numbers[game.a], numbers[game.b])) for game in games[played - 1]}
        met = {frozenset(match.pair) for match in event.rounds.get(played, ())}
        if any(pair <= set(numbers) and pair not in known for pair in met):
            problem = error(
                Place(event.rounds[played][0].sheet),
                f"Round {played} is not as the movement has it for the players and the draw as they are now, so round "
                f"{number} cannot be added to it.",
                "Restore what has changed (who was there from the start, Random seed, or without one Name and Date), "
                "or type the missing rounds by hand; to re-pair all rounds, delete all their sheets.",
            )
            return None, [problem]
    rows = [
        each
        for table, game in zip(results.format.number_tables(event, len(seated) // 2), games[number - 1], strict=True)
        for each in _rows(results, number, table, seated[game.a], seated[game.b])
    ]
    # A stable sort: those who sit out stand last, in the order of the tables that they would have gone to.
    rows.sort(key=lambda each: each["b"] == BYE)
    return make_round(results.format, number, rows), []


def draw_chairs(event: Event) -> Chairs:
    """Return who has which chair, by the draw, late players last; an odd one is empty (duplicate 1.2, 1.4, 4.5)."""

    def drawn(players: Sequence[Player]) -> list[Player]:
        order = draw_lots(event, players)
        return sorted(players, key=lambda player: order[player.number])

    late = sorted(drawn(event.latecomers), key=lambda player: player.joined)
    seated = [*drawn(event.starters), *late][: count_places(event)]
    return [*seated, None] if len(seated) % 2 else seated


def _movement(event: Event, seated: Chairs, rounds: int) -> tuple[tuple[Seat, ...], ...]:
    if len(seated) == 4 and None not in seated and event.settings.allow_rematches:
        return FOUR_AGAIN
    tables = len(seated) // 2
    empty = seated.index(None) if None in seated else None
    late = [(chair, player.joined) for chair, player in enumerate(seated) if player is not None and player.joined > 1]
    return make_movement(tables, min(rounds, tables), empty, late)


def _rows(results: Results, number: int, table: int, a: Player | None, b: Player | None) -> list[dict[str, Any]]:
    """Return the rows of a game: one, or a sit-out with table and stock for the player who is there (duplicate 4.3)."""
    event, format = results.event, results.format
    chairs = format.chairs
    there = [(player, chair) for player, chair in ((a, "A"), (b, "B")) if player and player.plays_in(number)]
    if len(there) == 2:
        (one, first), (other, second) = there
        return [make_row(table, one, other, **chairs(event, (first, second)))]
    return [make_row(table, player, None, **chairs(event, (chair,))) for player, chair in there]


def _no_movement(event: Event, players: int) -> Problem:
    place = Place(event.tables["Players"].title)
    if players > 2 * MOST_TABLES:
        return error(
            place,
            f"{players} players are too many for one movement; expected {2 * MOST_TABLES} or fewer.",
            "Split the field into two events, each with tables of its own; the workbook of the second is made by: "
            'turnabout new "The other half.xlsx" --format "Duplicate Magic"',
        )
    cure = (
        "set Allow rematches to yes on the Event sheet: then each plays at both tables against the same opponent, with "
        "the other stock"
        if players == 4
        else "let the organizer play, too, and set Allow rematches to yes on the Event sheet"
    )
    typed = "type the rounds" if players == 4 else "type three rounds at three tables, where one sits out in each"
    return error(
        place,
        f"{players} players cannot all play once at each of two tables, every time against somebody else: there is no "
        "such movement. Expected two players, or five and more.",
        f"Find more players, or {cure}; or set Pairing to manual, and {typed}.",
    )
