"""The settings of a Duplicate Magic event; this loads nothing heavy."""

from __future__ import annotations

from dataclasses import replace

from turnabout_sheets.sheets.cell_kinds import YES_NO, choice, whole
from turnabout_sheets.sheets.settings import (
    EVERY_EVENT,
    PAGES,
    RANKING,
    RECORDS,
    SHARED,
    Setting,
    declare,
    pair_by,
    pick,
)

ROUNDS = replace(
    SHARED["rounds"],
    help="How many rounds are scheduled. Blank: as many as tables, which are half as many as players (18 players: 9), "
    "so that everybody plays once at each. Fewer, where there is no time for all.",
)

DRAWN = "drawn"

DECK_CHOICE = Setting(
    "deck_choice",
    "Deck choice",
    choice(DRAWN, "coin flip"),
    DRAWN,
    "Who plays which stock at a table. drawn: the program draws it, everybody with stock A about as often as with "
    "B; coin flip: the players choose, and you type it.",
)
LEFT_OUT: Setting[int | None] = Setting(
    "left_out",
    "Cards that may be left out",
    whole(0, 999),
    None,
    "How many cards of a stock its player may leave out. Blank: as many as are more than 40.",
)
ANTE_PRIZES = Setting(
    "ante_prizes", "Ante prizes", YES_NO, False, "yes: cards won as ante are prizes, logged on the sheet Ante."
)

SETTINGS = {
    **EVERY_EVENT,
    **declare(ROUNDS),
    **pair_by("movement", "manual"),
    **pick("random_seed", "allow_rematches"),
    **RANKING,
    **declare(DECK_CHOICE, LEFT_OUT, ANTE_PRIZES),
    **PAGES,
    **RECORDS,
}
