"""The settings and sheets of a Duplicate Magic event, each declared once, and the formulas of a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from turnabout_sheets.event import tie_breaks
from turnabout_sheets.event.format import LiveColumn
from turnabout_sheets.event.rulings import PRESENT
from turnabout_sheets.event.standings import TieBreak
from turnabout_sheets.formats import common, live
from turnabout_sheets.sheets import settings
from turnabout_sheets.sheets.cell_kinds import NUMBER, PLAYER, SHARE, TEXT, WINNER, YES_NO, choice, whole
from turnabout_sheets.sheets.declarations import Column, Sheet

ROUNDS = replace(
    settings.SHARED["rounds"],
    help="How many rounds are scheduled. Blank: as many as tables, which are half as many as players (18 players: 9), "
    "so that everybody plays once at each. Fewer, where there is no time for all.",
)

DRAWN = "drawn"
DECK_CHOICE = settings.Setting(
    "deck_choice",
    "Deck choice",
    choice(DRAWN, "coin flip"),
    DRAWN,
    "Who plays which stock at a table. drawn: the program draws it, everybody with stock A about as often as with "
    "B; coin flip: the players choose, and you type it.",
)
LEFT_OUT: settings.Setting[int | None] = settings.Setting(
    "left_out",
    "Cards that may be left out",
    whole(0, 999),
    None,
    "How many cards of a stock its player may leave out. Blank: as many as are more than 40.",
)
ANTE_PRIZES = settings.Setting(
    "ante_prizes", "Ante prizes", YES_NO, False, "yes: cards won as ante are prizes, logged on the sheet Ante."
)

SETTINGS = {
    **settings.EVERY_EVENT,
    **settings.declare(ROUNDS),
    **settings.pair_by("movement", "manual"),
    **settings.pick("random_seed", "allow_rematches"),
    **settings.RANKING,
    **settings.declare(DECK_CHOICE, LEFT_OUT, ANTE_PRIZES),
    **settings.PAGES,
    **settings.RECORDS,
}

FEWEST_CARDS = 40  # of a stock, and of the deck that is made of it (duplicate 2.2)
STOCKS = ("A", "B")  # of a table; in doubles each is one for each of a team: A and A2, B and B2
OTHER = {"A": "B", "B": "A"}  # the stock of the opponent
STOCK = choice(*STOCKS)

PLAYERS = common.make_players(
    Column("Partner", "partner", TEXT, "Doubles only: the second player of the team.", width=28),
    *common.player_columns("rating", "fixed_table", "byes", "group", "let_in"),  # the movement knows no wishes
    purpose="Everybody who takes part, one row each; in doubles one row for each team.",
)

MATCHES = common.make_round(
    "The one player, or team.",
    "The other; or BYE: player A sits out.",
    Column("Deck A", "deck_a", STOCK, "The stock that player A has: A or B.", required=True, width=8),
    Column("Deck B", "deck_b", STOCK, "The stock that player B has. Blank: the one that A has not.", width=8),
    Column("Winner", "winner", WINNER, "Who won: player A or B (or the name), or Draw. Blank: not reported yet.",
           required=True, width=10, heading="desk.field.winner"),
    table=replace(common.TABLE, required=True),
    ruling=replace(common.RULING, kind=choice(*PRESENT), help="Only where somebody did not show up."),
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
        common.IN_ROUND,
        Column("Table", "table", whole(1), "At which table.", required=True, filled=True, width=8),
        Column("Winner", "player", PLAYER, "Who won the card.", required=True, filled=True, width=28),
        Column("Card", "card", TEXT, "Which card.", required=True, width=30),
        Column("Stock", "stock", choice("A", "B", "A2", "B2"), "The stock that it came from. Blank: the opponent's.",
               width=8),
    ),
    seldom=True,
)  # fmt: skip

WINS = Column("Wins", "wins", NUMBER, width=7, heading="standings.wins")

TIE_BREAKS = (
    TieBreak("wins", tie_breaks.match_wins, WINS, tie_breaks.explain_wins, "duplicate 5.2",
             in_ties="standings.tie_wins"),
    TieBreak("matches among the tied", tie_breaks.among_the_tied, None, tie_breaks.explain_tied, "duplicate 5.2",
             in_ties="standings.tie_among_the_tied"),
)  # fmt: skip

STANDINGS = common.make_standings(
    Column("Points", "points", NUMBER, help="For games won, credited for sit-outs, and adjustments.", width=10,
           heading="page.points"),
    Column("Played", "matches", NUMBER, help="Games played.", width=8, heading="standings.played"),
    WINS,
    Column("Draws", "draws", NUMBER, help="A drawn game counts as played at its table, and pays nobody.", width=8),
    Column("Sit-outs", "byes", NUMBER, help="Rounds without an opponent.", width=9, heading="standings.sit_outs"),
    Column("Credited", "credited", NUMBER, help="What is in the points for the sit-outs: for each, the average of "
           "the player's own games.", width=10),
    by="points",
    width=32,
)  # fmt: skip

_ROUND, _TABLE, _PLAYER_A, _PLAYER_B, _WINNER = common.list_match_columns(32, "a sit-out")

SCORED_MATCHES = Sheet(
    "Matches",
    "Every reported game with its points.",
    (
        _ROUND,
        _TABLE,
        _PLAYER_A,
        Column("Deck A", "deck_a", WINNER, help="The stock that player A had.", width=8),
        _PLAYER_B,
        Column("Deck B", "deck_b", WINNER, width=8),
        _WINNER,
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

# --- formulas: what a win is worth is known when all rounds at the table are in, so that no formula can tell it ---

LIVE_COLUMNS = (
    LiveColumn("Result", "Who won, and with which stock.", width=40, completes=True, in_words=True),
    LiveColumn("Check", "What is missing or impossible in this row.", width=34, warns=True, in_words=True),
)


def write_formulas(cells: live.Cells) -> Mapping[str, str]:
    """Return the formulas of a row by header: who won with which stock, as both have letters, and what is wrong."""
    winner, drawn = cells["winner"], live.is_drawn(cells, "winner")
    ends = [(f'OR({winner}="",{live.is_bye(cells)},{live.is_no_show(cells)})', '""'), (drawn, '"Draw"')]
    decks = {side: live.clean(cells[f"deck_{side.lower()}"]) for side in STOCKS}
    for side, mine in decks.items():
        theirs = decks[OTHER[side]]
        stock = f'IF({mine}<>"",{mine},IF({theirs}="A","B",IF({theirs}="B","A","?")))'
        ends.append((live.has_won(cells, "winner", side), f'{cells[side.lower()]}&" with stock "&{stock}'))
    a, b = decks.values()
    no_stock = ",".join(f'AND({deck}<>"",{deck}<>"A",{deck}<>"B")' for deck in (a, b))
    tests = (
        (f"NOT({live.is_known(cells, 'winner')})", "Winner is neither player"),
        (f"OR({no_stock})", "Deck A and Deck B: only A or B"),
        (f'AND({a}<>"",{a}={b})', "Both cannot have the same stock"),
        (f'AND(NOT({drawn}),{a}="",{b}="")', "Who had which stock?"),
    )
    return {"Result": live.first_true(ends), "Check": live.check_row(cells, ("winner",), tests, bye="A sit-out")}
