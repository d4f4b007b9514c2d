"""Plays a Turnabout match for a simulated event: who wins, and a plausible count by the losing deck's option."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from turnabout_sheets.event.rulings import PRESENT
from turnabout_sheets.formats.base import Simulation, chance
from turnabout_sheets.formats.turnabout.scoring import deck_option, losing_deck

DRAWN_GAMES = 0.02

# The range of counts a winner ends with, by what is counted; a deck that mills or poisons leaves its mark on him.
COUNTS = {"dominaria": (1, 26), "tolaria": (3, 44), "phyrexia": (0, 8)}

OPTIONS = ("Dominaria", "Dominaria", "Dominaria", "Tolaria", "Phyrexia")
"""What the simulated players register: the default is the most frequent."""


def register(random: Random, asked: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return what a player adds on the Players sheet: the deck's scoring option."""
    return {"option": random.choice(OPTIONS)}


def play(random: Random, row: Mapping[str, Any], advantage: float, decks: float) -> Mapping[str, Any]:
    """Return the result fields of a match row, whose a and b are the players.

    ``advantage`` is player A's over player B, ``decks`` that of A's deck over B's; in game 1 the decks are swapped.
    """
    result: dict[str, Any] = {}
    for game, deck in ((1, -decks), (2, decks)):
        if random.random() < DRAWN_GAMES:
            result[f"winner_{game}"] = "Draw"
            continue
        winner = "A" if random.random() < chance(advantage + deck) else "B"
        option = deck_option(None, row[losing_deck(game, winner)])
        least, most = COUNTS.get(option, (0, 20))
        result[f"winner_{game}"] = winner
        result[f"count_{game}"] = random.randint(least, most)
    return result


def no_show(random: Random) -> Mapping[str, Any]:
    """Return the fields of a match row where somebody did not show up."""
    return {"ruling": random.choice(tuple(PRESENT)[:2])}


SIMULATION = Simulation(play, no_show, register)
