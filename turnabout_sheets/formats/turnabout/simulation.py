"""Plays a Turnabout match for a simulated event: who wins, and a plausible count by the losing deck's option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from turnabout_sheets.event.format import Simulation, chance
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.rulings import PRESENT
from turnabout_sheets.formats.turnabout.scoring import deck_option, losing_deck
from turnabout_sheets.formats.turnabout.settings import OWN_OPTIONS

DRAWN_GAMES = 0.02

# The range of counts a winner ends with, by what is counted; a deck that mills or poisons leaves its mark on him.
COUNTS = {"dominaria": (1, 26), "tolaria": (3, 44), "phyrexia": (0, 8), "rath": (-6, 12)}

OPTIONS = ("Dominaria", "Dominaria", "Dominaria", "Tolaria", "Phyrexia")
"""What the simulated players register: the default is the most frequent."""

OWN: Sequence[Mapping[str, Any]] = (
    {"name": "Shandalar", "counts": "hand", "base": 12, "per_unit": "5/2", "rounding": "down"},
    {"name": "Rath", "counts": "life", "base": 20, "per_unit": "-3/2", "allow_negative": "yes"},
)
"""Scoring options of an organizer's own, as rows of their sheet."""

OWN_NAMES = tuple(row["name"] for row in OWN)
STATED_OTHERWISE = 0.2
"""How often another option than that on Players is stated at the table, for a deck with one of the organizer's own."""


def register(random: Random, asked: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return what a player adds on the Players sheet: the deck's scoring option."""
    return {"option": random.choice((*OPTIONS, *OWN_NAMES) if asked.get(OWN_OPTIONS.field) else OPTIONS)}


def own_options(event: Event) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return the rows of the sheet Scoring options, where somebody has one of them."""
    return {"Scoring options": OWN} if any(player["option"] in OWN_NAMES for player in event.players) else {}


def play(random: Random, row: Mapping[str, Any], advantage: float, decks: float) -> Mapping[str, Any]:
    """Return the result fields of a match row, whose a and b are the players.

    ``advantage`` is player A's over player B, ``decks`` that of A's deck over B's; in game 1 the decks are swapped.
    """
    result: dict[str, Any] = {}
    for side in ("a", "b"):
        if row[side]["option"] in OWN_NAMES and random.random() < STATED_OTHERWISE:
            result[f"option_{side}"] = OWN_NAMES[0]
    for game, deck in ((1, -decks), (2, decks)):
        if random.random() < DRAWN_GAMES:
            result[f"winner_{game}"] = "Draw"
            continue
        winner = "A" if random.random() < chance(advantage + deck) else "B"
        loser = losing_deck(game, winner)
        option = deck_option(result.get(f"option_{loser}"), row[loser])
        least, most = COUNTS.get(option, (0, 20))
        result[f"winner_{game}"] = winner
        result[f"count_{game}"] = random.randint(least, most)
    return result


def no_show(random: Random) -> Mapping[str, Any]:
    """Return the fields of a match row where somebody did not show up."""
    return {"ruling": random.choice(tuple(PRESENT)[:2])}


def draw(random: Random) -> Mapping[str, Any]:
    """Return what changes in a row whose match ends in a draw: neither game is won."""
    return {"winner_1": "Draw", "count_1": None, "winner_2": "Draw", "count_2": None}


SIMULATION = Simulation(play, no_show, register, needed=own_options, draw=draw)
