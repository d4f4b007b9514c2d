"""The columns and sheets of the organizer that formats have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from turnabout_sheets.event.rulings import ADVANCES, DISQUALIFICATION, PRESENT, RULINGS, TAKES, WAITS
from turnabout_sheets.sheets.cell_kinds import (
    FILLED,
    MARK,
    MOST_ROUNDS,
    PLAYER,
    RATING,
    REMARK,
    TEXT,
    WHOLES,
    YES_NO,
    CellKind,
    choice,
    whole,
)
from turnabout_sheets.sheets.declarations import Column, Sheet

NAME = Column(
    "Player",
    "name",
    TEXT,
    "The player's name, as it shall stand on the pages; every name once.",
    required=True,
    filled=True,
    width=28,
)

PLAYER_COLUMNS = (
    Column("Rating", "rating", RATING, "For the first round by rating. Blank: unrated.", width=10,
           remedy="Clear the cell if the player is unrated."),
    Column("Joined round", "joined", whole(1), "The first round that a late player plays. Blank: 1.", width=12,
           remedy="Type the number of the first round that the player plays; clear the cell for round 1."),
    Column("Dropped after", "dropped_after", whole(0), "The last round that the player played; 0: never started. "
           "Blank: still there.", width=13,
           remedy="Type the number of the last round that the player played, 0 if none; clear the cell if the player "
           "is still there."),
    Column("Fixed table", "fixed_table", whole(1), "A table that the player stays at.", width=11,
           remedy="Type the number of the table; clear the cell if any will do."),
    Column("Byes", "byes", WHOLES, "Rounds in which the player has asked for a bye, such as 1, 4.", width=9,
           remedy="Type the numbers of the rounds in which the player has asked for a bye, with commas between them."),
    Column("Away", "away", WHOLES, "Rounds in which the player is not there, such as 3, 4; they score nothing.",
           width=9,
           remedy="Type the numbers of the rounds in which the player is not there, with commas between them; who does "
           "not come back has the last round played in Dropped after instead."),
    Column("Group", "group", TEXT, "Club, family or travel party: its members do not meet in the first rounds if that "
           "can be avoided (setting Keep groups apart).", width=16),
    Column("Player ID", "player_id", TEXT, "A number or code that stays the same over the years.", width=12),
    Column("Let in", "let_in", WHOLES, "Rounds that were paired already when the player was let in, such as 1; "
           "the desk fills it in.", width=8,
           remedy="Type the numbers of the rounds that were paired already when the player came, with commas between "
           "them."),
    Column("Publish", "publish", YES_NO, "no: the name stays off published pages; those for the hall have it. "
           "Blank: yes.", width=9,
           remedy="Type no if the name shall stay off published pages; clear the cell if it may stand there."),
    Column("Here", "here", MARK, "x, yes, TRUE or 1: is in the hall. If anybody is marked before round 1, only those "
           "who are marked are in it. Blank everywhere: all are.", width=7),
    Column("Paid", "paid", FILLED, "Whatever stands here is counted as paid; nothing else comes of it.", width=7),
)  # fmt: skip
"""What may stand on the sheet Players after the name and the format's own columns; a format leaves out some."""


PLAYER_FIELDS = frozenset(column.field for column in (NAME, *PLAYER_COLUMNS))
"""What the sheet Players has in all formats, by field."""


def player_columns(*without: str) -> tuple[Column, ...]:
    """Return `PLAYER_COLUMNS` but for those of some fields."""
    return tuple(column for column in PLAYER_COLUMNS if column.field not in without)


RULING = Column(
    "Ruling",
    "ruling",
    choice(*RULINGS),
    "Only where somebody did not show up; in elimination events also who goes on, with the reason in Note.",
    width=13,
    heading="desk.field.ruling",
)
"""The ruling in a match row."""

_RULING_WITHOUT_BRACKET: Final = replace(RULING, kind=choice(*PRESENT, seldom=(*ADVANCES, WAITS)))


def offer_rulings(sheet: Sheet, *, by_bracket: bool) -> Sheet:
    """Return a sheet of matches that offers the rulings of an event: who goes on, only where somebody goes out."""
    if by_bracket or RULING not in sheet.columns:
        return sheet
    return replace(sheet, columns=tuple(_RULING_WITHOUT_BRACKET if each == RULING else each for each in sheet.columns))


NOTE = Column("Note", "note", REMARK, "For yourself; not read.", width=18)

WHO = Column("Player", "player", PLAYER, "Who.", required=True, filled=True, width=28)
IN_ROUND = Column("Round", "round", whole(1, MOST_ROUNDS), "In which round.", required=True, filled=True, width=8)
WHY = Column("Reason", "reason", TEXT, "Why; for the record.", width=40)

MOST_ADJUSTED = 10_000
"""How many points at most one row of the sheet Adjustments gives or takes, in every format (rules 1.4.8)."""


def make_adjustments(purpose: str, points: str, kind: Callable[[int, int], CellKind]) -> Sheet:
    """Return the sheet Adjustments of a format: what it is for, what its points are, and their kind within bounds."""
    return Sheet(
        "Adjustments",
        purpose,
        (
            WHO,
            Column("Round", "round", whole(1), "From which round's standings on. Blank: from the start.", width=8),
            Column("Points", "points", kind(-MOST_ADJUSTED, MOST_ADJUSTED), points, required=True, filled=True, width=8,
                   remedy="Type how many points the row gives, or with a minus before it how many it takes."),
            WHY,
        ),
        seldom=True,
    )  # fmt: skip


ADJUSTMENTS = make_adjustments(
    "Points given or taken by the head judge; they count in the standings.", "How many points; may be negative.", whole
)

RULINGS_SHEET = Sheet(
    "Rulings",
    "The head judge's rulings about players.",
    (
        WHO,
        IN_ROUND,
        Column("Kind", "kind", choice("warning", DISQUALIFICATION, before_name=TAKES), "A warning is for the "
               "record. Who is disqualified is not paired any more, and ranks last. takes the place of NAME: plays on "
               "for one who has left an elimination event.", required=True, filled=True, width=18),
        WHY,
    ),
    seldom=True,
)  # fmt: skip
