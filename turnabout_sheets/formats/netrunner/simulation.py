"""Plays a Netrunner match for a simulated event: who wins each game, and the agenda points of the loser."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from turnabout_sheets.event.format import Simulation, chance
from turnabout_sheets.event.rulings import PRESENT
from turnabout_sheets.formats.netrunner.scoring import AGENDA_POINTS_TO_WIN, GAMES, SIDES

UNFINISHED_GAMES = 0.04


def play(random: Random, row: Mapping[str, Any], advantage: float, decks: float) -> Mapping[str, Any]:
    """Return the result fields of a match row; ``advantage`` and ``decks`` are player A's over player B's."""
    result: dict[str, Any] = {}
    for game in GAMES:
        finished = random.random() >= UNFINISHED_GAMES
        winner = "A" if random.random() < chance(advantage + decks) else "B"
        result[f"winner_{game}"] = winner if finished else "Draw"
        for side in SIDES:
            if not finished or side != winner:
                result[f"agenda_{game}_{side.lower()}"] = random.randrange(AGENDA_POINTS_TO_WIN)
    return result


def no_show(random: Random) -> Mapping[str, Any]:
    """Return the fields of a match row where somebody did not show up."""
    return {"ruling": random.choice(tuple(PRESENT)[:2])}


def draw(random: Random) -> Mapping[str, Any]:
    """Return what changes in a row whose match ends in a draw: no game is finished, and both have the same points."""
    result: dict[str, Any] = {}
    for game in GAMES:
        result[f"winner_{game}"] = "Draw"
        result |= dict.fromkeys((f"agenda_{game}_a", f"agenda_{game}_b"), random.randrange(AGENDA_POINTS_TO_WIN))
    return result


SIMULATION = Simulation(play, no_show, draw=draw)
