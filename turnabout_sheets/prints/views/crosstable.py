"""The crosstable."""

from __future__ import annotations

from dataclasses import dataclass

from turnabout_sheets.prints.views.head import EventHead


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """A player of the crosstable: rank, name and points, and what happened in the rounds of the sheet."""

    rank: str
    player: str
    points: str
    rounds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrosstableSheet:
    """Some players in rank order, and some rounds: their ``heads``; ``part`` names the rounds where not all stand here.

    ``round_width`` is that of a round's column in millimetres.
    """

    part: str
    heads: tuple[str, ...]
    round_width: float
    rows: tuple[CrosstableRow, ...]


@dataclass(frozen=True, slots=True)
class CrosstablePage:
    """The rounds of every player; with ``landscape`` the sheets lie on their side.

    ``explained`` says how a round is read, ``points_name`` what the points are called. ``provisional`` is True while
    results can still change. Lines are ``row_height`` millimetres high, the type ``type_size``, names ``name_width``.
    """

    event: EventHead
    provisional: bool
    explained: str
    points_name: str
    landscape: bool
    row_height: float
    type_size: float
    name_width: float
    points_width: float
    sheets: tuple[CrosstableSheet, ...]
