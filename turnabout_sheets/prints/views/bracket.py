"""The bracket: matches of elimination events, cut into sheets, sheets into columns by round."""

from __future__ import annotations

from dataclasses import dataclass

from turnabout_sheets.prints.views.head import EventHead


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """One of the two places of a match: a player's ``name``, or else a ``word`` in its stead, such as "bye".

    Both are empty where nobody can tell yet who it will be. ``points`` are those of the match, if there are any;
    ``won`` is True for whoever goes on.
    """

    name: str
    word: str
    points: str
    won: bool


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """A match, played or to come; ``note`` says what there is to say of it ("Table 3", "by decision")."""

    places: tuple[BracketPlace, BracketPlace]
    note: str


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """The matches of a round on one sheet; ``heading`` names the round."""

    heading: str
    slots: tuple[BracketSlot, ...]


@dataclass(frozen=True, slots=True)
class BracketSheet:
    """A sheet of columns ``column_width`` millimetres wide, with names in lines of ``row_height``.

    With ``tree`` the first column is ``height`` millimetres high, and each match stands between the two that lead to
    it; else the matches stand one below the other, ``height`` is that of one. ``champion`` is None where the sheet has
    no place for the champion, and empty while there is none.
    """

    heading: str
    tree: bool
    height: float
    row_height: float
    column_width: float
    columns: tuple[BracketColumn, ...]
    champion: str | None


@dataclass(frozen=True, slots=True)
class BracketPage:
    """The bracket on landscape sheets; ``moment`` is how far the event is, ``row_height`` the least of its sheets."""

    event: EventHead
    moment: str
    row_height: float
    sheets: tuple[BracketSheet, ...]
