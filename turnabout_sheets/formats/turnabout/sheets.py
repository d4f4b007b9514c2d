"""The settings and sheets of a Turnabout event, each declared once."""

from __future__ import annotations

from turnabout_sheets.core.text import yes_or_no
from turnabout_sheets.event.standings import TieBreak
from turnabout_sheets.event.status import word_status
from turnabout_sheets.event.tie_breaks import (
    explain_margin,
    explain_opponents,
    explain_wins,
    margin,
    match_wins,
    opponents_points,
)
from turnabout_sheets.formats.common import NAME, NOTE, PLAYER_COLUMNS, RULING
from turnabout_sheets.sheets.cell_kinds import NUMBER, PLAYER, PLAYER_OR_BYE, TEXT, WINNER, YES_NO, choice, whole
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.settings import (
    CLOCK,
    EVERY_EVENT,
    PAGES,
    RANKING,
    RATING,
    RECORDS,
    SWISS,
    USUAL_METHODS,
    Setting,
    declare,
)

BYE_VP = Setting(
    "bye_vp", "Bye VP", whole(0, 30), 18, "Victory points for a bye, or when the opponent does not show up."
)

SETTINGS = {
    **EVERY_EVENT,
    **USUAL_METHODS,
    **SWISS,
    **declare(BYE_VP),
    **RATING,
    **RANKING,
    **CLOCK,
    **PAGES,
    **RECORDS,
}

PLAYERS = Sheet(
    "Players",
    "Everybody who takes part, one row each.",
    (
        NAME,
        Column("Scoring option", "option", TEXT, "What counts when this player's deck loses: Dominaria (the default), "
               "Tolaria, Phyrexia, or one of your own from the sheet Scoring options.", width=16),
        *PLAYER_COLUMNS,
    ),
    required=True,
)  # fmt: skip


def _game(game: int, how: str, counted: str) -> tuple[Column, Column]:
    """Return what is typed of a game."""
    return (
        Column(f"Game {game} winner", f"winner_{game}", WINNER, f"Who won the game {how}: A, B or Draw (drawn or not "
               "finished). Blank: not reported yet.", required=True, width=10, heading=f"desk.field.winner_{game}"),
        Column(f"Game {game} count", f"count_{game}", whole(), f"What the winner counts at the end of game {game}"
               f"{counted}.", required=True, width=9, heading=f"desk.field.count_{game}"),
    )  # fmt: skip


MATCHES = Sheet(
    "Round N",
    "The pairings of a round, and its results as they are reported.",
    (
        Column("Table", "table", whole(1), "The number of the table.", width=7),
        Column("Player A", "a", PLAYER, "The first player.", required=True, filled=True, width=24),
        Column("Player B", "b", PLAYER_OR_BYE, "The second player, or BYE.", required=True, filled=True, width=24),
        *(Column(f"Option {side}", f"option_{side.lower()}", TEXT, f"What counts when {side}'s deck loses, as stated "
                 "at the table. Blank: the Players sheet's.", width=11) for side in "AB"),
        *_game(1, "with the decks swapped", ": life, cards left in library, or poison counters, by the losing deck's "
               "option"),
        *_game(2, "with the own decks", ""),
        RULING,
        NOTE,
    ),
)  # fmt: skip

SCORING_OPTIONS = Sheet(
    "Scoring options",
    "Further scoring options that you allow. The three standard ones need no row.",
    (
        Column("Option", "name", TEXT, "The option's name.", required=True, filled=True, width=16),
        Column("Counts", "counts", TEXT, "What the winner counts, as a word for the slips: life, library, poison …",
               required=True, filled=True, width=16),
        Column("Base", "base", whole(), "Match points for a count of 0.", required=True, filled=True, width=8),
        Column("Per unit", "per_unit", NUMBER, "Match points for each unit counted: a number or a fraction such as "
               "1/2; may be negative.", required=True, filled=True, width=9),
        Column("Rounding", "rounding", choice("up", "down"), "Which way half points go. Blank: up.", width=10),
        Column("Allow negative", "allow_negative", YES_NO, "Whether the count can be below 0. Blank: no.", width=14),
    ),
    seldom=True,
)  # fmt: skip

DECKS = Sheet(
    "Decks",
    "The players' deck lists, one row a card. With it the program checks size and banned cards. "
    "Silver- and gold-bordered and counterfeit cards are for the judge's eyes.",
    (
        Column("Player", "player", PLAYER, "Whose deck.", required=True, filled=True, width=28),
        Column("Count", "count", whole(1), "How many copies.", required=True, filled=True, width=8),
        Column("Card", "card", TEXT, "The card's English name.", required=True, filled=True, width=34),
    ),
    seldom=True,
)

BANNED_CARDS = Sheet(
    "Banned cards",
    "Cards that you ban besides the ante cards and those that fetch cards from outside the game.",
    (
        Column("Card", "card", TEXT, "The card's English name.", required=True, filled=True, width=34),
        Column("Reason", "reason", TEXT, "Why; it is repeated to the player.", width=40),
    ),
    seldom=True,
)

WINS = Column("Wins", "wins", NUMBER, width=7)

TIE_BREAKS = (
    TieBreak(
        "match wins", match_wins, WINS, explain_wins, "rules 1.6.2",
        in_ties="standings.tie_match_wins",
    ),
    TieBreak(
        "opponents' VP", opponents_points,
        Column("Opponents' VP", "opponents", NUMBER, help="The sum of the VP of the opponents played.", width=14),
        explain_opponents, "rules 1.6.2",
        heading="standings.opponents_vp",
        in_ties="standings.tie_opponents_vp",
    ),
    TieBreak(
        "MP difference", margin,
        Column("MP difference", "margin", NUMBER, help="Match points won less match points lost, over all matches.",
               width=14),
        explain_margin, "rules 1.6.2",
        heading="standings.mp_difference",
        in_ties="standings.tie_mp_difference",
        signed=True,
    ),
)  # fmt: skip

STANDINGS = Sheet(
    "Standings",
    "The standings after the last round that has results.",
    (
        Column("Rank", "rank", NUMBER, help="By VP, then the tie-breaks. Players equal in all of them share a rank.",
               width=7),
        Column("Player", "player", width=28),
        Column("VP", "points", NUMBER, help="Victory points: matches, byes and adjustments.", width=8,
               heading="page.vp"),
        Column("Matches", "matches", NUMBER, help="Matches played, without byes and no-shows.", width=9),
        WINS,
        Column("Draws", "draws", NUMBER, width=7),
        Column("Losses", "losses", NUMBER, help="Lost matches, and rounds the player did not show up for.", width=8),
        Column("Byes", "byes", NUMBER, help="Byes, and rounds in which the opponent did not show up.", width=7,
               heading="standings.byes"),
        *(each.column for each in TIE_BREAKS[1:] if each.column),
        Column("Status", "status", help="Provisional: a result is missing. Joined, dropped: when.", width=17,
               word=word_status),
    ),
)  # fmt: skip

SCORED_MATCHES = Sheet(
    "Matches",
    "Every reported match with its points.",
    (
        Column("Round", "round", NUMBER, width=7),
        Column("Table", "table", NUMBER, width=7),
        Column("Player A", "player_a", width=24),
        Column("Player B", "player_b", help="BYE for a bye.", width=24),
        Column("MP A", "mp_a", NUMBER, help="Match points of player A from both games.", width=7),
        Column("MP B", "mp_b", NUMBER, width=7),
        Column("Difference", "difference", NUMBER, help="MP A less MP B.", width=10),
        Column("VP A", "vp_a", NUMBER, help="Player A's share of the 30 victory points.", width=7),
        Column("VP B", "vp_b", NUMBER, width=7),
        Column("Winner", "winner", help="A name, or Draw.", width=24),
        *(column for game in (1, 2) for column in (
            Column(f"Game {game} winner", f"winner_{game}", help="A name, or Draw.", width=24),
            Column(f"Game {game} count", f"count_{game}", NUMBER, help="What the winner counted.", width=9),
            Column(f"Game {game} option", f"option_{game}", help="By which option: that of the deck that lost.",
                   width=12),
            Column(f"Game {game} MP", f"mp_{game}", NUMBER, help="Match points of the winner.", width=9),
        )),
    ),
)  # fmt: skip

RATINGS = Sheet(
    "Ratings",
    "The event's awards: match wins times a multiplier by field and position.",
    (
        Column("Player", "player", width=28),
        Column("Position", "position", NUMBER, help="Tied players share the best position of the tie.", width=9),
        Column("Match wins", "match_wins", NUMBER, help="Wins and half the draws; byes by the setting.", width=11),
        Column("Played all rounds", "played_all", help="yes counts as one more match win.", width=17,
               word=yes_or_no),
        Column("Multiplier", "multiplier", NUMBER, width=10,
               help="First-place multiplier for this field, minus the part for the position."),
        Column("Award", "award", NUMBER, help="(Match wins + 1 for all rounds played) × multiplier.", width=8),
    ),
)  # fmt: skip

SCALES = Sheet(
    "Scales",
    "What is worth how much: victory points by the difference, match points by scoring option.",
    (
        Column("MP difference", "from", NUMBER, help="From this difference on.", width=13),
        Column("to", "to", NUMBER, width=6),
        Column("VP winner", "winner", NUMBER, width=10),
        Column("VP loser", "loser", NUMBER, width=9),
        Column("Option", "option", width=16),
        Column("Counts", "counts", help="What the winner counts when a deck with this option loses.", width=16),
        Column("Base", "base", NUMBER, help="Match points for a count of 0.", width=8),
        Column("Per unit", "per_unit", NUMBER, help="Match points for each unit counted.", width=9),
        Column("Rounding", "rounding", width=10),
        Column("Allow negative", "allow_negative", width=14, word=yes_or_no),
    ),
)
