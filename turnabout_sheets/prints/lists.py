"""The posted lists: pairings and standings, cut into sheets and columns here so that no browser has to decide it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from numbers import Rational
from typing import Any, TypeVar

import pandas as pd

from turnabout_sheets.core.numbers import format_number
from turnabout_sheets.event.model import Event, Player
from turnabout_sheets.event.status import Status, StatusKind
from turnabout_sheets.prints.fit import ems
from turnabout_sheets.prints.head import make_head
from turnabout_sheets.prints.pairs import pairs_of_round
from turnabout_sheets.prints.views import (
    PairingLine,
    PairingsByPlayerPage,
    PairingsByTablePage,
    Paper,
    StandingsColumn,
    StandingsPage,
    TableLine,
)
from turnabout_sheets.prints.words import Words

Line = TypeVar("Line")

FURNITURE = 50
"""Millimetres of a sheet's height that its margins, its head and the heads of its columns take, with some to spare."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a list stands on its sheets: columns on a sheet, and the height of a line in millimetres."""

    columns: int
    row_height: float

    def sheets(self, lines: Sequence[Line], paper: Paper) -> tuple[tuple[tuple[Line, ...], ...], ...]:
        """Cut ``lines`` into full sheets of columns; the columns of the last sheet are about equally long."""
        full = int((paper.height - FURNITURE) / self.row_height) * self.columns
        sheets = batch(lines, full)
        return tuple(batch(sheet, ceil(len(sheet) / self.columns)) for sheet in sheets)


def lay_out(
    lines: Sequence[Line], layouts: Sequence[Layout], paper: Paper
) -> tuple[Layout, tuple[tuple[tuple[Line, ...], ...], ...]]:
    """Return the first of ``layouts``, which go from the largest print to the smallest, that needs the fewest sheets.

    With it come the lines as they stand there: sheets of columns of lines.
    """
    choices = [(layout, layout.sheets(lines, paper)) for layout in layouts]
    return min(choices, key=lambda choice: len(choice[1]))


def batch(lines: Sequence[Line], size: int) -> tuple[tuple[Line, ...], ...]:
    """Cut ``lines`` into batches of ``size``; nothing at all is one empty batch, so that there is always a sheet."""
    return tuple(tuple(lines[start : start + size]) for start in range(0, len(lines), max(1, size))) or ((),)


BY_PLAYER = (Layout(columns=1, row_height=14), Layout(columns=1, row_height=11), Layout(columns=2, row_height=13.5))
BY_PARTNER = (Layout(columns=1, row_height=14), Layout(columns=1, row_height=12))
BY_TABLE = (Layout(columns=1, row_height=12), Layout(columns=1, row_height=9.6), Layout(columns=1, row_height=7.6))
STANDINGS = (Layout(columns=1, row_height=10), Layout(columns=1, row_height=8.7), Layout(columns=1, row_height=7.6))


def alphabetical_key(name: str) -> tuple[str, str]:
    """Return what names are sorted by, the same on every machine: without regard to case and accents, then as typed."""
    letters = (letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    return "".join(letters).casefold(), name


def pairings_by_player(
    event: Event, round_number: int, w: Words, time: str = "", bye: str = "page.bye"
) -> PairingsByPlayerPage:
    """Return the pairings in the order of names, each pair twice, byes in their place; partners stand each for itself.

    Small events in one column in large print, larger ones in two columns. ``time`` says how long a match lasts,
    ``bye`` is the key of the word for a bye.
    """
    lines = [
        PairingLine(name, "", "", bye=True, stock="")
        if opponent is None
        else PairingLine(name, pair.table_text, opponent.shown, bye=False, stock=pair.stock(side))
        for pair in pairs_of_round(event, round_number)
        for side, player, opponent in (("a", pair.a, pair.b), ("b", pair.b, pair.a))
        if player is not None
        for name in _each(player, w)
    ]
    lines.sort(key=lambda line: alphabetical_key(line.player))
    head = make_head(event.settings)
    teams = any(player.teammates for player in event.players)
    layout, sheets = lay_out(lines, BY_PARTNER if teams else BY_PLAYER, head.paper)
    return PairingsByPlayerPage(
        event=head,
        round=round_number,
        time=time,
        bye=w(bye),
        stocks=any(line.stock for line in lines),
        columns=layout.columns,
        row_height=layout.row_height,
        sheets=sheets,
    )


def _each(player: Player, w: Words) -> tuple[str, ...]:
    """Return what somebody looks for who is the player, or of the team."""
    team = (player.name, *player.teammates)
    if len(team) == 1:
        return team
    return tuple(
        w("lists.with_partner", name=name, partner=" & ".join(other for other in team if other != name))
        for name in team
    )


def pairings_by_table(
    event: Event, round_number: int, w: Words, time: str = "", bye: str = "page.bye"
) -> PairingsByTablePage:
    """Return the pairings in the order of tables, byes last; ``time`` and ``bye`` as in `pairings_by_player`."""
    lines = [
        TableLine(
            table="" if pair.b is None else pair.table_text,
            a=pair.a.shown,
            b="" if pair.b is None else pair.b.shown,
            bye=pair.b is None,
            stock_a=pair.stock("a"),
            stock_b=pair.stock("b"),
        )
        for pair in pairs_of_round(event, round_number)
    ]
    head = make_head(event.settings)
    layout, sheets = lay_out(lines, BY_TABLE, head.paper)
    return PairingsByTablePage(
        event=head,
        round=round_number,
        time=time,
        bye=w(bye),
        stocks=any(line.stock_a for line in lines),
        row_height=layout.row_height,
        sheets=tuple(column for (column,) in sheets),
    )


@dataclass(frozen=True, slots=True)
class _Shown:
    """A column of the page: the key of its heading, its role, and the columns of the sheet that it is made of.

    It is there with its sources and with ``beside``. ``width`` is in millimetres; 0 is that of its role.
    """

    heading: str
    role: str
    sources: tuple[str, ...]
    beside: tuple[str, ...] = ()
    width: float = 0


_SHOWN = (
    _Shown("standings.rank", "rank", ("Rank",)),
    _Shown("page.player", "name", ("Player",)),
    _Shown("page.vp", "points", ("VP",)),
    _Shown("page.points", "points", ("Points",)),
    _Shown("page.gmp", "points", ("GMP",)),
    _Shown("standings.played", "number", ("Played",), width=15),
    _Shown("standings.wins", "number", ("Wins",), beside=("Played",), width=13),
    _Shown("standings.sit_outs", "number", ("Sit-outs",), width=17),
    _Shown("standings.pairing_number", "number", ("Pairing number",)),
    _Shown("standings.wins_draws_losses", "number", ("Wins", "Draws", "Losses")),
    _Shown("standings.opponents_vp", "number", ("Opponents' VP",)),
    _Shown("standings.mp_difference", "signed", ("MP difference",)),
    _Shown("standings.opponents_gmp", "number", ("Opponents' GMP",)),
    _Shown("standings.middle_opponents_gmp", "number", ("Middle opponents' GMP",)),
    _Shown("standings.status", "text", ("Status",)),
)
"""The columns of the posted standings in their order; those whose sources the standings do not have are left out."""

_STATUSES = {
    StatusKind.DISQUALIFIED: "status.disqualified",
    StatusKind.DROPPED: "status.dropped_after",
    StatusKind.PROVISIONAL: "status.provisional",
    StatusKind.JOINED: "status.joined",
    StatusKind.OUT: "status.out_in",
}
"""The keys of a player's statuses."""

POINTS_WIDTH, POINTS_SHARE = 16, 0.56
"""The usual width of points in millimetres, and their type size as a share of the height of a line."""


def standings(event: Event, frame: pd.DataFrame, after_round: int, w: Words, *, provisional: bool) -> StandingsPage:
    """Return the standings as they are posted; ``frame`` has the values of the Standings sheet by header, by rank."""
    shown = [column for column in _SHOWN if {*column.sources, *column.beside} <= set(frame.columns)]
    rows = [
        tuple("–".join(_text(row[source], column.role, w) for source in column.sources) for column in shown)
        for row in frame.to_dict("records")
    ]
    head = make_head(event.settings)
    layout, sheets = lay_out(rows, STANDINGS, head.paper)
    return StandingsPage(
        event=head,
        after_round=after_round,
        provisional=provisional,
        columns=tuple(
            StandingsColumn(
                w(column.heading),
                column.role,
                _points_width([row[index] for row in rows], layout) if column.role == "points" else column.width,
            )
            for index, column in enumerate(shown)
        ),
        row_height=layout.row_height,
        sheets=tuple(column for (column,) in sheets),
    )


def _points_width(texts: Sequence[str], layout: Layout) -> float:
    """Return how wide a column of points is, 0 if as usual: fractions need more room ("112 13/23")."""
    needed = ceil(max(map(ems, texts), default=0) * layout.row_height * POINTS_SHARE) + 1
    return needed if needed > POINTS_WIDTH else 0


def column_heading(header: str, w: Words) -> str:
    """Return what pages call the column of the Standings sheet with this header."""
    return w(next(column.heading for column in _SHOWN if column.sources == (header,)))


def translate_status(status: Status | None, w: Words) -> str:
    """Return a player's status in the page's words; what an archive has in others stays as it is."""
    if status is None:
        return ""
    return status.words or w(_STATUSES[status.kind], n=status.round)


def _text(value: Any, role: str, w: Words) -> str:
    """Return a cell as it is printed."""
    if pd.isna(value):
        return ""
    if isinstance(value, Status):
        return translate_status(value, w)
    return format_number(value, signed=role == "signed") if isinstance(value, Rational) else str(value)
