"""Posted pages: lists cut into sheets, sheets into columns."""

from __future__ import annotations

from dataclasses import dataclass

from turnabout_sheets.prints.views.head import EventHead


@dataclass(frozen=True, slots=True)
class PairingLine:
    """A line of the pairings by player. With a bye, ``bye`` is True and ``table`` and ``opponent`` are empty.

    ``stock`` is the player's own at a table that has stocks, empty where there is none or nobody knows it yet.
    """

    player: str
    table: str
    opponent: str
    bye: bool
    stock: str


@dataclass(frozen=True, slots=True)
class PairingsByPlayerPage:
    """Each player, in alphabetical order: ``sheets`` of columns of lines.

    ``columns`` (1 or 2) is the number of columns on a sheet, ``row_height`` the height of a line in millimetres;
    ``time`` says how long a match lasts, empty where the format has nothing to say of it; ``bye`` is its word for a
    bye. With ``stocks``, somebody has one.
    """

    event: EventHead
    round: int
    time: str
    bye: str
    stocks: bool
    columns: int
    row_height: float
    sheets: tuple[tuple[tuple[PairingLine, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of the pairings by table. With a bye, ``bye`` is True and ``table`` and ``b`` are empty.

    ``stock_a`` and ``stock_b`` are those of the players, as in `PairingLine`.
    """

    table: str
    a: str
    b: str
    bye: bool
    stock_a: str
    stock_b: str


@dataclass(frozen=True, slots=True)
class PairingsByTablePage:
    """Each match in the order of tables, byes last: ``sheets`` of lines, ``row_height`` millimetres high.

    ``time``, ``bye`` and ``stocks`` as in `PairingsByPlayerPage`.
    """

    event: EventHead
    round: int
    time: str
    bye: str
    stocks: bool
    row_height: float
    sheets: tuple[tuple[TableLine, ...], ...]


@dataclass(frozen=True, slots=True)
class StandingsColumn:
    """A column of the standings: its heading, and its ``role``: rank, name, points, number, signed or text.

    ``width`` is in millimetres; 0 is the usual one of its role.
    """

    heading: str
    role: str
    width: float = 0


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings: ``sheets`` of rows, each with a text for each of ``columns``.

    ``provisional`` is True while results of the round are missing; ``row_height`` is in millimetres.
    """

    event: EventHead
    after_round: int
    provisional: bool
    columns: tuple[StandingsColumn, ...]
    row_height: float
    sheets: tuple[tuple[tuple[str, ...], ...], ...]
