"""Plays a Duplicate game for a simulated event, and sets up its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from turnabout_sheets.event.format import Simulation, chance
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.progress import count_places
from turnabout_sheets.event.rulings import PRESENT
from turnabout_sheets.formats.duplicate.settings import ANTE_PRIZES, DOUBLES
from turnabout_sheets.formats.duplicate.sheets import ANTE, FEWEST_CARDS, STOCKS
from turnabout_sheets.formats.duplicate.stocks import OTHER, SEATS, is_doubles
from turnabout_sheets.pairing.methods import once_at_each_table

DRAWN_GAMES = 0.04

ANTES = 0.2
"""In how many of the games that are won the card won as ante is logged, where those are prizes."""
ANTE_CARDS = ("Plains", "Island", "Swamp", "Mountain", "Forest")

MOST_IMBALANCE = 0.7
"""How far the stocks of a table may be apart, as an advantage in strength."""

THEMES = (
    ("Fire and water", "Embers", "Tides"),
    ("Predators and prey", "Wolves", "Deer"),
    ("Siege", "Catapults", "Walls"),
    ("Day and night", "Clerics", "Vampires"),
    ("Big and small", "Giants", "Goblins"),
    ("The library", "Scholars", "Bookworms"),
    ("Forest and swamp", "Elves", "Zombies"),
    ("Artifacts", "Golems", "Rust"),
    ("The sky", "Dragons", "Falcons"),
    ("Under the ground", "Dwarves", "Kobolds"),
    ("The sea", "Merfolk", "Pirates"),
    ("The court", "Knights", "Assassins"),
)
"""Themes with the names of their two stocks, for as many tables; then they begin anew, numbered."""


def register(random: Random, asked: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return what a player adds on the Players sheet: the partner, where teams of two are asked for."""
    return {"partner": name} if asked.get(DOUBLES.field) else {}


def tables(random: Random, event: Event) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return the rows of the sheet Tables."""
    rows = []
    for index in range(once_at_each_table(count_places(event))):
        again, place = divmod(index, len(THEMES))
        theme, *names = (f"{word} {again + 1}" if again else word for word in THEMES[place])
        row: dict[str, Any] = {"table": index + 1, "theme": theme}
        for side, name in zip(STOCKS, names, strict=True):
            for seat in SEATS if is_doubles(event) else SEATS[:1]:
                row[f"stock_{side.lower()}{seat}"] = f"{name} {seat}".rstrip()
                row[f"cards_{side.lower()}{seat}"] = FEWEST_CARDS + random.randrange(13)
        rows.append(row)
    return {"Tables": rows}


def log_antes(random: Random, event: Event) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return the rows of the sheet Ante, where ante cards are prizes: some winners have won one."""
    if not event.settings[ANTE_PRIZES]:
        return {}
    won = [(match, match.pair[match["winner"] == "B"]) for match in event.rows if match["winner"] in ("A", "B")]
    return {
        ANTE.name: [
            {
                "round": match.round,
                "table": match.table,
                "player": event.players[player].name,
                "card": random.choice(ANTE_CARDS),
            }
            for match, player in won
            if random.random() < ANTES
        ]
    }


def finish(random: Random, event: Event) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return the rows of the sheets Tables and Ante."""
    return {**tables(random, event), **log_antes(random, event)}


def imbalance(table: int) -> float:
    """Return the advantage of stock A at a table: the same for everybody who plays there."""
    return Random(table).uniform(-MOST_IMBALANCE, MOST_IMBALANCE)


def play(random: Random, row: Mapping[str, Any], advantage: float, decks: float) -> Mapping[str, Any]:
    """Return the result fields of a match row: ``advantage`` is player A's; nobody has a deck of their own."""
    stock = row.get("deck_a") or random.choice(STOCKS)
    better = imbalance(row["table"]) if stock == "A" else -imbalance(row["table"])
    winner = "A" if random.random() < chance(advantage + better) else "B"
    return {
        "deck_a": stock,
        "deck_b": OTHER[stock],
        "winner": winner if random.random() >= DRAWN_GAMES else "Draw",
    }


def no_show(random: Random) -> Mapping[str, Any]:
    """Return the fields of a match row where somebody did not show up."""
    return {"ruling": random.choice(tuple(PRESENT)[:2])}


def draw(random: Random) -> Mapping[str, Any]:
    """Return what changes in a row whose game ends in a draw."""
    return {"winner": "Draw"}


SIMULATION = Simulation(play, no_show, register, finish, draw=draw)
