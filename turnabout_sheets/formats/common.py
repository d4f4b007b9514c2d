"""The columns, sheets and checks that formats have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.rulings import ADVANCES, DISQUALIFICATION, PRESENT, RULINGS, TAKES, WAITS
from turnabout_sheets.event.status import word_status
from turnabout_sheets.sheets import cell_kinds as kinds
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.table import Row

NAME = Column(
    "Player",
    "name",
    kinds.TEXT,
    "The player's name, as it shall stand on the pages; every name once.",
    required=True,
    filled=True,
    width=28,
)

MARKS = (
    Column("Here", "here", kinds.MARK, "x, yes, TRUE or 1: is in the hall. If anybody is marked before round 1, only "
           "those who are marked are in it. Blank everywhere: all are.", width=7),
    Column("Paid", "paid", kinds.FILLED, "Whatever stands here is counted as paid; nothing else comes of it.", width=7),
)  # fmt: skip
"""What is filled in all morning, right beside the names."""

PLAYER_COLUMNS = (
    Column("Rating", "rating", kinds.RATING, "For the first round by rating. Blank: unrated.", width=10,
           remedy="Clear the cell if the player is unrated."),
    Column("Joined round", "joined", kinds.whole(1), "The first round that a late player plays. Blank: 1.", width=12,
           remedy="Type the number of the first round that the player plays; clear the cell for round 1."),
    Column("Dropped after", "dropped_after", kinds.whole(0), "The last round that the player played; 0: never started. "
           "Blank: still there.", width=13,
           remedy="Type the number of the last round that the player played, 0 if none; clear the cell if the player "
           "is still there."),
    Column("Fixed table", "fixed_table", kinds.whole(1), "A table that the player stays at.", width=11,
           remedy="Type the number of the table; clear the cell if any will do."),
    Column("Byes", "byes", kinds.WHOLES, "Rounds in which the player has asked for a bye, such as 1, 4.", width=9,
           remedy="Type the numbers of the rounds in which the player has asked for a bye, with commas between them."),
    Column("Away", "away", kinds.WHOLES, "Rounds in which the player is not there, such as 3, 4; they score nothing.",
           width=9,
           remedy="Type the numbers of the rounds in which the player is not there, with commas between them; who does "
           "not come back has the last round played in Dropped after instead."),
    Column("Group", "group", kinds.TEXT, "Club, family or travel party: its members do not meet in the first rounds if "
           "that can be avoided (setting Keep groups apart).", width=16),
    Column("Player ID", "player_id", kinds.TEXT, "A number or code that stays the same over the years.", width=12),
    Column("Let in", "let_in", kinds.WHOLES, "Rounds that were paired already when the player was let in, such as 1; "
           "the desk fills it in.", width=8,
           remedy="Type the numbers of the rounds that were paired already when the player came, with commas between "
           "them."),
    Column("Publish", "publish", kinds.YES_NO, "no: the name stays off published pages; those for the hall have it. "
           "Blank: yes.", width=9,
           remedy="Type no if the name shall stay off published pages; clear the cell if it may stand there."),
)  # fmt: skip

PLAYER_FIELDS = frozenset(column.field for column in (NAME, *MARKS, *PLAYER_COLUMNS))  # of all formats


def player_columns(*without: str) -> tuple[Column, ...]:
    """Return what may stand on the sheet Players behind the marks, but for some fields."""
    return tuple(column for column in PLAYER_COLUMNS if column.field not in without)


def make_players(*columns: Column, purpose: str = "Everybody who takes part, one row each.") -> Sheet:
    """Return the sheet Players: the name, who is here and has paid, and what else there is to say of a player."""
    return Sheet("Players", purpose, (NAME, *MARKS, *columns), required=True)


TABLE = Column("Table", "table", kinds.whole(1), "The number of the table.", width=7)
RULING = Column(
    "Ruling",
    "ruling",
    kinds.choice(*RULINGS),
    "Only where somebody did not show up; in elimination events also who goes on, with the reason in Note.",
    width=13,
    heading="desk.field.ruling",
)
NOTE = Column("Note", "note", kinds.REMARK, "For yourself; not read.", width=18)

_RULING_WITHOUT_BRACKET: Final = replace(RULING, kind=kinds.choice(*PRESENT, seldom=(*ADVANCES, WAITS)))


def offer_rulings(sheet: Sheet, *, by_bracket: bool) -> Sheet:
    """Return a sheet of matches that offers the rulings of an event: who goes on, only where somebody goes out."""
    if by_bracket or RULING not in sheet.columns:
        return sheet
    return replace(sheet, columns=tuple(_RULING_WITHOUT_BRACKET if each == RULING else each for each in sheet.columns))


def make_round(a: str, b: str, *results: Column, table: Column = TABLE, ruling: Column = RULING) -> Sheet:
    """Return the sheet of a round: what there is to say of player A and B, and how a result is typed."""
    players = (
        Column("Player A", "a", kinds.PLAYER, a, required=True, filled=True, width=24),
        Column("Player B", "b", kinds.PLAYER_OR_BYE, b, required=True, filled=True, width=24),
    )
    purpose = "The pairings of a round, and its results as they are reported."
    return Sheet("Round N", purpose, (table, *players, *results, ruling, NOTE))


def game_winner(game: int, help: str, hints: Mapping[str, str] | None = None) -> Column:
    """Return the column of who won a game, of two; ``hints`` are for words that cannot be read."""
    field = f"winner_{game}"
    heading = f"desk.field.{field}"
    return Column(f"Game {game} winner", field, kinds.WINNER, help, True, width=10, hints=hints, heading=heading)


def make_standings(points: Column, *columns: Column, by: str = "", width: int = 28) -> Sheet:
    """Return the sheet Standings, with the points and what comes behind; ``by`` are the points in a sentence."""
    ranking = f"By {by or points.header}, then the tie-breaks. Players equal in all of them share a rank."
    rank, player = Column("Rank", "rank", kinds.NUMBER, ranking, width=7), Column("Player", "player", width=width)
    said = "Provisional: a result is missing. Joined, dropped: when."
    status = Column("Status", "status", help=said, width=17, word=word_status)
    purpose = "The standings after the last round that has results."
    return Sheet("Standings", purpose, (rank, player, points, *columns, status))


_WITHOUT_OPPONENT = "Byes, and rounds in which the opponent did not show up."
BYES = Column("Byes", "byes", kinds.NUMBER, _WITHOUT_OPPONENT, width=7, heading="standings.byes")


def list_match_columns(width: int = 24, bye: str = "a bye") -> Sequence[Column]:
    """Return what the sheet Matches has of every match: round, table, both players, and who won."""
    return (
        Column("Round", "round", kinds.NUMBER, width=7),
        Column("Table", "table", kinds.NUMBER, width=7),
        Column("Player A", "player_a", width=width),
        Column("Player B", "player_b", help=f"BYE for {bye}.", width=width),
        Column("Winner", "winner", help="A name, or Draw.", width=width),
    )


def make_matches(*points: Column, more: Sequence[Column] = ()) -> Sheet:
    """Return the sheet Matches: who played, what it was worth, who won, and whatever stands behind."""
    *match, winner = list_match_columns()
    return Sheet("Matches", "Every reported match with its points.", (*match, *points, winner, *more))


WHO = Column("Player", "player", kinds.PLAYER, "Who.", required=True, filled=True, width=28)
IN_ROUND = Column(
    "Round", "round", kinds.whole(1, kinds.MOST_ROUNDS), "In which round.", required=True, filled=True, width=8
)
WHY = Column("Reason", "reason", kinds.TEXT, "Why; for the record.", width=40)

MOST_ADJUSTED = 10_000  # points that one row of the sheet Adjustments gives or takes at most (rules 1.4.8)


def make_adjustments(purpose: str, points: str, kind: Callable[[int, int], kinds.CellKind]) -> Sheet:
    """Return the sheet Adjustments of a format: what it is for, what its points are, and their kind within bounds."""
    return Sheet(
        "Adjustments",
        purpose,
        (
            WHO,
            Column("Round", "round", kinds.whole(1), "From which round's standings on. Blank: from the start.",
                   width=8),
            Column("Points", "points", kind(-MOST_ADJUSTED, MOST_ADJUSTED), points, required=True, filled=True, width=8,
                   remedy="Type how many points the row gives, or with a minus before it how many it takes."),
            WHY,
        ),
        seldom=True,
    )  # fmt: skip


_GIVEN = "Points given or taken by the head judge; they count in the standings."
ADJUSTMENTS = make_adjustments(_GIVEN, "How many points; may be negative.", kinds.whole)

RULINGS_SHEET = Sheet(
    "Rulings",
    "The head judge's rulings about players.",
    (
        WHO,
        IN_ROUND,
        Column("Kind", "kind", kinds.choice("warning", DISQUALIFICATION, before_name=TAKES), "A warning is for the "
               "record. Who is disqualified is not paired any more, and ranks last. takes the place of NAME: plays on "
               "for one who has left an elimination event.", required=True, filled=True, width=18),
        WHY,
    ),
    seldom=True,
)  # fmt: skip


def list_rows(event: Event, sheet: str) -> Sequence[Row]:
    """Return the rows of a sheet; none where the workbook does not have it."""
    table = event.tables.get(sheet)
    return table.rows if table else ()


def find_doubles(event: Event, sheet: str, field: str) -> Iterator[Problem]:
    """Find rows of a sheet with a value that an earlier row has already."""
    first: dict[str, Place] = {}
    for row in list_rows(event, sheet):
        place, value = event.tables[sheet].place(row.number, field), row[field]
        if value is not None and (there := first.setdefault(key(str(value)), place)) is not place:
            message = f"{event.tables[sheet].sheet.column(field).header} {value} is in {there.cell} already."
            yield error(place, message, "Delete or correct one of the two rows.")
