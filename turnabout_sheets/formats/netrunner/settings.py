"""The settings of a Netrunner event; this loads nothing heavy."""

from __future__ import annotations

from turnabout_sheets.sheets.cell_kinds import choice
from turnabout_sheets.sheets.settings import (
    EVERY_EVENT,
    PAGES,
    RANKING,
    RECORDS,
    USUAL_METHODS,
    Setting,
    Settings,
    declare,
    pick,
)

DECK_TYPE = Setting(
    "deck_type",
    "Deck type",
    choice("constructed", "sealed"),
    "constructed",
    "What is played: 60 minutes a match with constructed decks, 90 with sealed ones.",
)
MINUTES = {"constructed": 60, "sealed": 90}
"""How long a match lasts, by the setting Deck type (netrunner 2.6)."""

PAIRING_NUMBER = Setting(
    "pairing_number",
    "Pairing number",
    choice("gmp", "wins"),
    "gmp",
    "What the piles are made by. gmp: the GMP total divided by three; wins: the matches won.",
)

KEPT, NOT_KEPT = "typed", "not kept"
AGENDA_POINTS = Setting(
    "agenda_points",
    "Agenda points",
    choice(KEPT, NOT_KEPT),
    KEPT,
    "Whether agenda points are typed. not kept: a match of a game each is tied. typed: where they are missing and can "
    "decide a match, its result is missing.",
)


def are_kept(settings: Settings) -> bool:
    """Say whether agenda points are typed at all in an event (netrunner 6.7)."""
    return bool(settings[AGENDA_POINTS] == KEPT)


ORIGINAL_ORDER = "original order"
"""From the best player to the worst (netrunner 1.3)."""

CARDS_SORTED_BY = Setting(
    "cards_sorted_by",
    "Player cards sorted by",
    choice("name", ORIGINAL_ORDER),
    "name",
    "The order in which the printed player cards lie. name: to find somebody's; original order: the best player's on "
    "top, to make piles.",
)

SETTINGS = {
    **EVERY_EVENT,
    **USUAL_METHODS,
    **pick("allow_rematches"),
    **RANKING,
    **declare(DECK_TYPE, PAIRING_NUMBER, AGENDA_POINTS, CARDS_SORTED_BY),
    **PAGES,
    **RECORDS,
}
