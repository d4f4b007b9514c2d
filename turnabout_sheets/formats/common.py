"""What the organizer's sheets have in common in all formats, each column declared once."""

from __future__ import annotations

from turnabout_sheets.event.rulings import DISQUALIFICATION, RULINGS
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS, NUMBER, PLAYER, REMARK, TEXT, WHOLES, choice, whole
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
    Column("Rating", "rating", NUMBER, "For the first round by rating. Blank: unrated.", width=10),
    Column("Joined round", "joined", whole(1), "The first round that a late player plays. Blank: 1.", width=12),
    Column("Dropped after", "dropped_after", whole(0), "The last round that the player played; 0: never started. "
           "Blank: still there.", width=13),
    Column("Fixed table", "fixed_table", whole(1), "A table that the player stays at.", width=11),
    Column("Byes", "byes", WHOLES, "Rounds in which the player has asked for a bye, such as 1, 4.", width=9),
    Column("Away", "away", WHOLES, "Rounds in which the player is not there, such as 3, 4; they score nothing.",
           width=9),
    Column("Group", "group", TEXT, "Club, family or travel party: its members do not meet in the first rounds if that "
           "can be avoided (setting Keep groups apart).", width=16),
    Column("Player ID", "player_id", TEXT, "A number or code that stays the same over the years.", width=12),
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
    "Only where somebody did not show up; in elimination events also who goes on after a draw.",
    width=13,
)
"""The ruling in a match row."""

NOTE = Column("Note", "note", REMARK, "For yourself; not read.", width=18)

ROUND_AT_A_TIME = (
    "The program draws round 1 and adds the sheet Round 1.",
    "Standings, matches and progress are written, and the next round is drawn when the last result is in.",
)
"""What the first run does, and the next, where rounds are paired one at a time."""

WHO = Column("Player", "player", PLAYER, "Who.", required=True, filled=True, width=28)
IN_ROUND = Column("Round", "round", whole(1, MOST_ROUNDS), "In which round.", required=True, filled=True, width=8)
WHY = Column("Reason", "reason", TEXT, "Why; for the record.", width=40)

ADJUSTMENTS = Sheet(
    "Adjustments",
    "Points given or taken by the head judge; they count in the standings.",
    (
        WHO,
        Column("Round", "round", whole(1), "From which round's standings on. Blank: from the start.", width=8),
        Column(
            "Points",
            "points",
            whole(-10_000, 10_000),
            "How many points; may be negative.",
            required=True,
            filled=True,
            width=8,
        ),
        WHY,
    ),
)

RULINGS_SHEET = Sheet(
    "Rulings",
    "The head judge's rulings about players.",
    (
        WHO,
        IN_ROUND,
        Column("Kind", "kind", choice("warning", DISQUALIFICATION), "A warning is for the record. Who is disqualified "
               "is not paired any more, and ranks last.", required=True, filled=True, width=18),
        WHY,
    ),
)  # fmt: skip
