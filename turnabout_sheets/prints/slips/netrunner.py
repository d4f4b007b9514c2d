"""What stands on a Netrunner match slip."""

from __future__ import annotations

from typing import NamedTuple

from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event
from turnabout_sheets.formats.netrunner.scoring import GAME_WON, GAMES, MATCH_GMP, are_kept
from turnabout_sheets.formats.netrunner.sheets import DECK_TYPE, MINUTES
from turnabout_sheets.prints.layout import GRIDS, stack_slips
from turnabout_sheets.prints.selection import ALL, Selection
from turnabout_sheets.prints.shared import EventHead, Pair, list_pairs, make_head, name_on_slip
from turnabout_sheets.prints.words import Words
from turnabout_sheets.sheets.settings import Settings


class NetrunnerGame(NamedTuple):
    """A game of a Netrunner match: its number, and what A and B play in it ("Corporation", "Runner")."""

    number: int
    roles: tuple[str, str]


class NetrunnerSlip(NamedTuple):
    """A Netrunner match slip: ``table`` as on a `Slip`, and the names of A and B, empty on a blank slip."""

    table: str
    names: tuple[str, str]


class NetrunnerSlipsPage(NamedTuple):
    """All slips of a Netrunner round, arranged as on a `SlipsPage`; the same ``games`` stand on each.

    ``game_won`` is what a game won adds to the points, ``match_gmp`` what a match has of game or match points (GMP) in
    all, for both players; ``time`` says how long it lasts. ``agenda`` tells whether agenda points are kept.
    """

    event: EventHead
    round: int
    rows: int
    columns: int
    sheets: tuple[tuple[NetrunnerSlip, ...], ...]
    games: tuple[NetrunnerGame, ...]
    game_won: int
    match_gmp: int
    time: str
    agenda: bool


TEMPLATE, VIEW = "slips/netrunner.html.j2", NetrunnerSlipsPage

ROLES = ("netrunner.corporation", "netrunner.runner")
"""The keys of what A and B play in game 1; in game 2 they change (netrunner 5.2)."""

BLANK = NetrunnerSlip("", ("", ""))
"""A slip to be filled in by hand."""


def make_view(
    event: Event, format: Format, round_number: int, w: Words, selection: Selection = ALL
) -> NetrunnerSlipsPage:
    """Return the slips of a round in stack order; the last sheets are filled with blank slips. A bye gets no slip."""
    slips = [_slip(pair) for pair in selection.of(list_pairs(event, round_number))]
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
        agenda=are_kept(event.settings),
    )


def find_time_limit(settings: Settings) -> int:
    """Return how many minutes a match lasts (netrunner 2.6)."""
    return MINUTES[settings[DECK_TYPE]]


def describe_time_limit(settings: Settings, w: Words) -> str:
    """Return how long a match lasts, in words."""
    return w("netrunner.time", n=find_time_limit(settings))


def _slip(pair: Pair) -> NetrunnerSlip:
    assert pair.b is not None, "a bye has no slip"
    return NetrunnerSlip(pair.table_text, (name_on_slip(pair.a), name_on_slip(pair.b)))
