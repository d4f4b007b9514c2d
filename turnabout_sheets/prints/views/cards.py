"""Player cards."""

from __future__ import annotations

from dataclasses import dataclass

from turnabout_sheets.prints.views.head import EventHead


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLine:
    """A round on a player's card: the ``opponent`` by name, or else a ``word`` in its stead, such as "bye".

    ``note`` says why no match was played, ``adjusted`` what the director has added ("adj. −1"). Everything that is not
    known yet is empty, ``pairing_number`` also where there is none.
    """

    round: str
    opponent: str = ""
    word: str = ""
    note: str = ""
    earned: str = ""
    adjusted: str = ""
    total: str = ""
    pairing_number: str = ""


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player's card; ``name`` is empty on a blank one, ``status`` says who has dropped.

    ``part`` is empty, but where a player's lines take more than one card ("card 1 of 2").
    """

    name: str
    status: str
    part: str
    lines: tuple[CardLine, ...]


@dataclass(frozen=True, slots=True)
class CardsPage:
    """Player cards in stack order, on landscape ``sheets`` of ``rows`` × ``columns``, row by row.

    A card is ``width`` × ``height`` millimetres, ``gap`` from the next, its lines ``row_height`` high.
    ``points_name`` is what the points are called (GMP); with ``numbered``, players have pairing numbers.
    """

    event: EventHead
    points_name: str
    numbered: bool
    rows: int
    columns: int
    width: float
    height: float
    gap: float
    row_height: float
    sheets: tuple[tuple[PlayerCard, ...], ...]
