"""The sheets of a Duplicate Magic event, each declared once."""

from __future__ import annotations

from dataclasses import replace

from turnabout_sheets.event.rulings import PRESENT
from turnabout_sheets.event.standings import TieBreak
from turnabout_sheets.event.status import word_status
from turnabout_sheets.event.tie_breaks import among_the_tied, explain_tied, explain_wins, match_wins
from turnabout_sheets.formats.common import IN_ROUND, NAME, NOTE, RULING, WHO, player_columns
from turnabout_sheets.sheets.cell_kinds import NUMBER, PLAYER, PLAYER_OR_BYE, SHARE, TEXT, WINNER, choice, whole
from turnabout_sheets.sheets.declarations import Column, Sheet

FEWEST_CARDS = 40
"""A stock, and the deck that is made of it, has as many cards at least (duplicate 2.2)."""

STOCKS = ("A", "B")
"""The two stocks of a table; in doubles each is one for each of a team: A and A2, B and B2."""

STOCK = choice(*STOCKS)

PLAYERS = Sheet(
    "Players",
    "Everybody who takes part, one row each; in doubles one row for each team.",
    (
        NAME,
        Column("Partner", "partner", TEXT, "Doubles only: the second player of the team.", width=28),
        *player_columns("rating", "fixed_table", "byes", "group", "let_in"),  # the movement knows no wishes
    ),
    required=True,
)

MATCHES = Sheet(
    "Round N",
    "The games of a round, and their results as they are reported.",
    (
        Column("Table", "table", whole(1), "The number of the table.", required=True, width=7),
        Column("Player A", "a", PLAYER, "The one player, or team.", required=True, filled=True, width=24),
        Column("Player B", "b", PLAYER_OR_BYE, "The other; or BYE: player A sits out.", required=True, filled=True,
               width=24),
        Column("Deck A", "deck_a", STOCK, "The stock that player A has: A or B.", required=True, width=8),
        Column("Deck B", "deck_b", STOCK, "The stock that player B has. Blank: the one that A has not.", width=8),
        Column("Winner", "winner", WINNER, "Who won: player A or B (or the name), or Draw. Blank: not reported yet.",
               required=True, width=10, heading="desk.field.winner"),
        replace(RULING, kind=choice(*PRESENT), help="Only where somebody did not show up."),
        NOTE,
    ),
)  # fmt: skip

TABLES = Sheet(
    "Tables",
    "The decks at each table: two stocks, in doubles four.",
    (
        Column("Table", "table", whole(1), "The number of the table.", required=True, filled=True, width=8),
        Column("Stock A", "stock_a", TEXT, "What stock A is called.", width=22),
        Column("Stock B", "stock_b", TEXT, "What stock B is called.", width=22),
        Column("Theme", "theme", TEXT, "What the table is about; it stands on the slips.", width=26),
        Column("Cards A", "cards_a", whole(FEWEST_CARDS), "How many cards stock A has at the start.", width=8),
        Column("Cards B", "cards_b", whole(FEWEST_CARDS), "How many cards stock B has at the start.", width=8),
        Column("Stock A2", "stock_a2", TEXT, "Doubles only: the stock of the partner of A.", width=22),
        Column("Stock B2", "stock_b2", TEXT, "Doubles only: the stock of the partner of B.", width=22),
        Column("Cards A2", "cards_a2", whole(FEWEST_CARDS), "Doubles only: how many cards it has.", width=9),
        Column("Cards B2", "cards_b2", whole(FEWEST_CARDS), "Doubles only: how many cards it has.", width=9),
    ),
)

ANTE = Sheet(
    "Ante",
    "The cards that were won as ante, where those are prizes: they leave their stock.",
    (
        IN_ROUND,
        Column("Table", "table", whole(1), "At which table.", required=True, filled=True, width=8),
        Column("Winner", "player", WHO.kind, "Who won the card.", required=True, filled=True, width=28),
        Column("Card", "card", TEXT, "Which card.", required=True, width=30),
        Column("Stock", "stock", choice("A", "B", "A2", "B2"), "The stock that it came from. Blank: the opponent's.",
               width=8),
    ),
    seldom=True,
)  # fmt: skip

WINS = Column("Wins", "wins", NUMBER, width=7, heading="standings.wins")

TIE_BREAKS = (
    TieBreak(
        "wins", match_wins, WINS, explain_wins, "duplicate 5.2",
        in_ties="standings.tie_wins",
    ),
    TieBreak(
        "matches among the tied", among_the_tied, None, explain_tied, "duplicate 5.2",
        in_ties="standings.tie_among_the_tied",
    ),
)  # fmt: skip

STANDINGS = Sheet(
    "Standings",
    "The standings after the last round that has results.",
    (
        Column("Rank", "rank", NUMBER, help="By points, then the tie-breaks. Players equal in all of them share a "
               "rank.", width=7),
        Column("Player", "player", width=32),
        Column("Points", "points", NUMBER, help="For games won, credited for sit-outs, and adjustments.", width=10,
               heading="page.points"),
        Column("Played", "matches", NUMBER, help="Games played.", width=8, heading="standings.played"),
        WINS,
        Column("Draws", "draws", NUMBER, help="A drawn game counts as played at its table, and pays nobody.", width=8),
        Column("Sit-outs", "byes", NUMBER, help="Rounds without an opponent.", width=9,
               heading="standings.sit_outs"),
        Column("Credited", "credited", NUMBER, help="What is in the points for the sit-outs: for each, the average of "
               "the player's own games.", width=10),
        Column("Status", "status", help="Provisional: a result is missing. Joined, dropped: when.", width=17,
               word=word_status),
    ),
)  # fmt: skip

SCORED_MATCHES = Sheet(
    "Matches",
    "Every reported game with its points.",
    (
        Column("Round", "round", NUMBER, width=7),
        Column("Table", "table", NUMBER, width=7),
        Column("Player A", "player_a", width=32),
        Column("Deck A", "deck_a", WINNER, help="The stock that player A had.", width=8),
        Column("Player B", "player_b", help="BYE for a sit-out.", width=32),
        Column("Deck B", "deck_b", WINNER, width=8),
        Column("Winner", "winner", help="A name, or Draw.", width=32),
        Column("Points A", "points_a", NUMBER, help="The games at the table, less one for each other winner with the "
               "same stock.", width=9),
        Column("Points B", "points_b", NUMBER, width=9),
    ),
)  # fmt: skip

TABLE_RESULTS = Sheet(
    "Table results",
    "What happened at each table, and how well its two stocks were balanced.",
    (
        Column("Table", "table", NUMBER, width=7),
        Column("Games", "games", NUMBER, help="Games played, drawn ones among them.", width=8),
        Column("Wins A", "wins_a", NUMBER, help="Games won with stock A.", width=8),
        Column("Wins B", "wins_b", NUMBER, help="Games won with stock B.", width=8),
        Column("Draws", "draws", NUMBER, width=8),
        Column("Points A", "points_a", NUMBER, help="What all winners with stock A have together.", width=9),
        Column("Points B", "points_b", NUMBER, width=9),
        Column("Total", "total", NUMBER, help="The points that the table has paid.", width=8),
        Column("Most", "most", NUMBER, help="The points that it would have paid with the wins shared evenly.", width=8),
        Column("Balance", "balance", SHARE, help="Total as a share of Most: 100 % is as balanced as can be.", width=9),
        Column("To come", "to_come", NUMBER, help="Games that are not reported yet; till then all is provisional.",
               width=9),
        Column("Theme", "theme", width=26),
        Column("Stock A", "stock_a", width=24),
        Column("Stock B", "stock_b", width=24),
    ),
)  # fmt: skip
