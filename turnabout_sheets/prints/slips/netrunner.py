"""What stands on a Netrunner match slip."""

from __future__ import annotations

from turnabout_sheets.event.model import Event
from turnabout_sheets.formats.base import Format
from turnabout_sheets.formats.netrunner.scoring import GAME_WON, GAMES, MATCH_GMP
from turnabout_sheets.formats.netrunner.settings import DECK_TYPE
from turnabout_sheets.formats.netrunner.sheets import MINUTES
from turnabout_sheets.prints.head import make_head
from turnabout_sheets.prints.pairs import Pair, pairs_of_round
from turnabout_sheets.prints.selection import ALL, Selection
from turnabout_sheets.prints.stack import GRIDS, stack_slips
from turnabout_sheets.prints.views import NetrunnerGame, NetrunnerSlip, NetrunnerSlipsPage
from turnabout_sheets.prints.words import Words
from turnabout_sheets.sheets.settings import Settings

TEMPLATE = "slips/netrunner.html.j2"

ROLES = ("netrunner.corporation", "netrunner.runner")
"""The keys of what A and B play in game 1; in game 2 they change (netrunner 5.2)."""

BLANK = NetrunnerSlip("", ("", ""))
"""A slip to be filled in by hand."""


def slips_page(
    event: Event, format: Format, round_number: int, w: Words, selection: Selection = ALL
) -> NetrunnerSlipsPage:
    """Return the slips of a round in stack order; the last sheets are filled with blank slips. A bye gets no slip."""
    slips = [_slip(pair) for pair in selection.of(pairs_of_round(event, round_number))]
    first, second = map(w, ROLES)
    rows, columns = GRIDS[event.settings.slips_per_page]
    return NetrunnerSlipsPage(
        event=make_head(event.settings),
        round=round_number,
        rows=rows,
        columns=columns,
        sheets=stack_slips(slips or [BLANK] * selection.blank, BLANK, rows * columns),
        games=tuple(NetrunnerGame(game, (first, second) if game == 1 else (second, first)) for game in GAMES),
        game_won=GAME_WON,
        match_gmp=MATCH_GMP,
        time=describe_time_limit(event.settings, w),
    )


def describe_time_limit(settings: Settings, w: Words) -> str:
    """Return how long a match lasts (netrunner 2.6)."""
    return w("netrunner.time", n=MINUTES[settings[DECK_TYPE]])


def _slip(pair: Pair) -> NetrunnerSlip:
    assert pair.b is not None, "a bye has no slip"
    return NetrunnerSlip(pair.table_text, (pair.a.name, pair.b.name))
