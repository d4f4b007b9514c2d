"""Duplicate Magic: movement sheets, table cards, balance of the tables."""

from __future__ import annotations

from dataclasses import dataclass

from turnabout_sheets.prints.views.head import EventHead


@dataclass(frozen=True, slots=True)
class MovementLine:
    """Where a player is in a round: ``table``, own ``stock`` with its name, and ``opponent``; or else a ``word``.

    The word is "sits out", or a dash where the player has no part in the round. What is not known is empty.
    """

    round: str
    table: str = ""
    stock: str = ""
    stock_name: str = ""
    opponent: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class MovementSheet:
    """A player's or team's way through the event, in columns of lines; ``name`` is empty on a blank sheet.

    ``part`` is empty, but where the lines take more than one sheet ("sheet 1 of 2").
    """

    name: str
    part: str
    columns: tuple[tuple[MovementLine, ...], ...]


@dataclass(frozen=True, slots=True)
class MovementPage:
    """Movement sheets in stack order, on ``sheets`` of ``rows`` × ``columns``, row by row.

    Their lines are ``row_height`` millimetres high, and have a stock with ``stocks``.
    """

    event: EventHead
    rows: int
    columns: int
    row_height: float
    stocks: bool
    sheets: tuple[tuple[MovementSheet, ...], ...]


@dataclass(frozen=True, slots=True)
class CardStock:
    """A stock on a table card: what it is called ("Stock A"), its name and size ("44 cards"), which may be empty."""

    label: str
    name: str
    cards: str


@dataclass(frozen=True, slots=True)
class TableCardLine:
    """A round at a table: who plays, or a ``word`` where nobody does. All but ``round`` is empty on a blank card."""

    round: str
    a: str = ""
    b: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card of a table: its number, empty on a blank one, theme, stocks of both sides, and rounds.

    ``part`` as on a `MovementSheet`.
    """

    table: str
    theme: str
    part: str
    stocks: tuple[tuple[CardStock, ...], tuple[CardStock, ...]]
    lines: tuple[TableCardLine, ...]


@dataclass(frozen=True, slots=True)
class TableCardsPage:
    """Table cards in stack order, arranged as on a `MovementPage`; ``heads`` say who stands in the two columns."""

    event: EventHead
    rows: int
    columns: int
    row_height: float
    heads: tuple[str, str]
    sheets: tuple[tuple[TableCard, ...], ...]


@dataclass(frozen=True, slots=True)
class BalanceLine:
    """What happened at a table; ``stocks`` names both, ``wins_a`` and ``wins_b`` are numbers, the rest are texts."""

    table: str
    theme: str
    stocks: str
    wins_a: int
    wins_b: int
    draws: str
    paid: str
    most: str
    balance: str
    to_come: str


@dataclass(frozen=True, slots=True)
class BalancePage:
    """How well the tables were balanced: ``summary`` in sentences, then ``sheets`` of lines.

    A line is ``row_height`` millimetres high, a win a bar of ``win_width``. ``provisional`` is True while games are to
    come.
    """

    event: EventHead
    provisional: bool
    summary: tuple[str, ...]
    row_height: float
    win_width: float
    sheets: tuple[tuple[BalanceLine, ...], ...]
