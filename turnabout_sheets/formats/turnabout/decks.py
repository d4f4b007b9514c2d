"""Deck lists: size and banned cards (rules 1.9)."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import Event

if TYPE_CHECKING:
    from turnabout_sheets.event.format import Format

FEWEST_CARDS = 60
"""A deck has as many cards at least (rules 1.9.1)."""


def card_key(card: str) -> str:
    """Return what a card's name is compared by: its first face, so that Research/Development is found as typed."""
    return key(re.split(r"\s*/+\s*", card.replace("’", "'"))[0])


@cache
def banned_cards() -> Mapping[str, tuple[str, str]]:
    """Return ban (``banned`` or ``warn``) and reason by `card_key` (rules 1.9.3)."""
    text = files("turnabout_sheets.formats.turnabout").joinpath("banned_cards.csv").read_text("utf-8")
    return {card_key(row["card"]): (row["ban"], row["reason"]) for row in csv.DictReader(text.splitlines())}


def deck_size(event: Event, format: Format) -> Iterator[Problem]:
    """Find decks of fewer than 60 cards, and players without a list where there are lists (rules 1.9.1 and 1.9.4)."""
    table = event.tables.get("Decks")
    if table is None or not table.rows:
        return
    sizes: Counter[int] = Counter()
    first: dict[int, Place] = {}
    unknown: set[int] = set()
    for row in table.rows:
        if row["player"] is not None:
            sizes[row["player"]] += row["count"] or 0
            first.setdefault(row["player"], table.place(row.number, "player"))
            if row["count"] is None:  # reported where it stands
                unknown.add(row["player"])
    for player in event.players:
        if player.number not in sizes and not player.never_started:
            yield warning(
                event.player_place(player),
                f"{player.name} has no list on the sheet {table.title}.",
                "Add the list, or check the deck by hand.",
            )
        elif player.number in sizes and player.number not in unknown and sizes[player.number] < FEWEST_CARDS:
            yield error(
                first[player.number],
                f"The deck of {player.name} has {sizes[player.number]} cards; expected {FEWEST_CARDS} or more.",
                "Correct the list.",
            )


def banned_in_decks(event: Event, format: Format) -> Iterator[Problem]:
    """Find banned cards, and companions, which are legal as cards of the deck only (rules 1.9.3 and 1.9.4)."""
    table = event.tables.get("Decks")
    banned = {**banned_cards(), **_banned_by_organizer(event)}
    for row in table.rows if table else ():
        if table is None or row["card"] is None or card_key(row["card"]) not in banned:
            continue
        ban, reason = banned[card_key(row["card"])]
        place = table.place(row.number, "card")
        if ban == "warn":
            yield warning(place, f"{row['card']}: {reason}.", "Tell the player.")
        else:
            yield error(place, f"{row['card']} is banned: {reason}.", "The player replaces the card.")


def _banned_by_organizer(event: Event) -> Mapping[str, tuple[str, str]]:
    table = event.tables.get("Banned cards")
    own: dict[str, tuple[str, str]] = {}
    for row in table.rows if table else ():
        if row["card"] is not None:
            own[card_key(row["card"])] = ("banned", row["reason"] or "it is on the sheet Banned cards")
    return own
