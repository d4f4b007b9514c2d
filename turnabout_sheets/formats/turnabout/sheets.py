"""The settings and sheets of a Turnabout event, each declared once, and the formulas of a round."""

from __future__ import annotations

from collections.abc import Mapping

from turnabout_sheets.core.text import yes_or_no
from turnabout_sheets.event import tie_breaks
from turnabout_sheets.event.format import LiveColumn
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.event.standings import TieBreak
from turnabout_sheets.formats import common, live
from turnabout_sheets.formats.turnabout import scoring
from turnabout_sheets.formats.turnabout.scoring import GAMES, SIDES
from turnabout_sheets.sheets import settings
from turnabout_sheets.sheets.cell_kinds import NUMBER, PLAYER, TEXT, YES_NO, choice, whole
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import column_letters, quote_title

BYE_VP = settings.Setting(
    "bye_vp", "Bye VP", whole(0, 30), 18, "Victory points for a bye, or when the opponent does not show up."
)

SETTINGS = {
    **settings.EVERY_EVENT,
    **settings.USUAL_METHODS,
    **settings.SWISS,
    **settings.declare(BYE_VP),
    **settings.RATING,
    **settings.RANKING,
    **settings.CLOCK,
    **settings.PAGES,
    **settings.RECORDS,
}

PLAYERS = common.make_players(
    Column("Scoring option", "option", TEXT, "What counts when this player's deck loses: Dominaria (the default), "
           "Tolaria, Phyrexia, or one of your own from the sheet Scoring options.", width=16),
    *common.PLAYER_COLUMNS,
)  # fmt: skip

DECKS_IN = {1: "with the decks swapped", 2: "with the own decks"}
COUNTED = ": life, cards left in library, or poison counters, by the losing deck's option"

MATCHES = common.make_round(
    "The first player.",
    "The second player, or BYE.",
    *(Column(f"Option {side}", f"option_{side.lower()}", TEXT, f"What counts when {side}'s deck loses, as stated "
             "at the table. Blank: the Players sheet's.", width=11) for side in SIDES),
    *(column for game, decks in DECKS_IN.items() for column in (
        common.game_winner(game, f"Who won the game {decks}: A, B or Draw (drawn or not finished). Blank: not reported "
                           "yet."),
        Column(f"Game {game} count", f"count_{game}", whole(), f"What the winner counts at the end of game {game}"
               f"{COUNTED if game == 1 else ''}.", required=True, width=9, heading=f"desk.field.count_{game}"),
    )),
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
    TieBreak("match wins", tie_breaks.match_wins, WINS, tie_breaks.explain_wins, "rules 1.6.2",
             in_ties="standings.tie_match_wins"),
    TieBreak("opponents' VP", tie_breaks.opponents_points,
             Column("Opponents' VP", "opponents", NUMBER, help="The sum of the VP of the opponents played.", width=14),
             tie_breaks.explain_opponents, "rules 1.6.2",
             heading="standings.opponents_vp", in_ties="standings.tie_opponents_vp"),
    TieBreak("MP difference", tie_breaks.margin,
             Column("MP difference", "margin", NUMBER, help="Match points won less match points lost, over all "
                    "matches.", width=14), tie_breaks.explain_margin, "rules 1.6.2",
             heading="standings.mp_difference", in_ties="standings.tie_mp_difference", signed=True),
)  # fmt: skip

STANDINGS = common.make_standings(
    Column("VP", "points", NUMBER, help="Victory points: matches, byes and adjustments.", width=8, heading="page.vp"),
    Column("Matches", "matches", NUMBER, help="Matches played, without byes and no-shows.", width=9),
    WINS,
    Column("Draws", "draws", NUMBER, width=7),
    Column("Losses", "losses", NUMBER, help="Lost matches, and rounds the player did not show up for.", width=8),
    common.BYES,
    *(each.column for each in TIE_BREAKS[1:] if each.column),
)

SCORED_MATCHES = common.make_matches(
    Column("MP A", "mp_a", NUMBER, help="Match points of player A from both games.", width=7),
    Column("MP B", "mp_b", NUMBER, width=7),
    Column("Difference", "difference", NUMBER, help="MP A less MP B.", width=10),
    Column("VP A", "vp_a", NUMBER, help="Player A's share of the 30 victory points.", width=7),
    Column("VP B", "vp_b", NUMBER, width=7),
    more=[column for game in GAMES for column in (
        Column(f"Game {game} winner", f"winner_{game}", help="A name, or Draw.", width=24),
        Column(f"Game {game} count", f"count_{game}", NUMBER, help="What the winner counted.", width=9),
        Column(f"Game {game} option", f"option_{game}", help="By which option: that of the deck that lost.", width=12),
        Column(f"Game {game} MP", f"mp_{game}", NUMBER, help="Match points of the winner.", width=9),
    )],
)  # fmt: skip

RATINGS = Sheet(
    "Ratings",
    "The event's awards: match wins times a multiplier by field and position.",
    (
        Column("Player", "player", width=28),
        Column("Position", "position", NUMBER, help="Tied players share the best position of the tie.", width=9),
        Column("Match wins", "match_wins", NUMBER, help="Wins and half the draws; byes by the setting.", width=11),
        Column("Played all rounds", "played_all", help="yes counts as one more match win.", width=17, word=yes_or_no),
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

# --- formulas ---

LIVE_COLUMNS = (
    *(LiveColumn(f"Counts {game}", f"What the winner of game {game} counts.", width=10) for game in GAMES),
    *(LiveColumn(f"MP {side}", f"Match points of player {side}.", completes=side == "A") for side in SIDES),
    *(LiveColumn(f"VP {side}", f"Victory points of player {side}.") for side in SIDES),
    LiveColumn("Check", "What is missing or impossible in this row.", width=32, warns=True, in_words=True),
    *(live.step(f"{what} {side}") for what in ("Row", "Registered") for side in SIDES),
    *(live.step(f"{what} {game}") for what in ("Won", "Lost", "Points", "Number") for game in GAMES),
)


def write_formulas(cells: live.Cells) -> Mapping[str, str]:
    """Return the formulas of a row by header: its points (rules 1.2 and 1.3), step by step, and what is wrong.

    They look up options on the sheets Players and Scales, so that they follow what is corrected there.
    """
    names, default, formulas = cells["players.name"], live.quoted(scoring.DEFAULT_OPTION), dict[str, str]()
    for side in SIDES:
        name, row = live.clean(cells[side.lower()]), cells[f"Row {side}"]
        found = f"SUMPRODUCT(({live.clean(names)}={name})*(ROW({names})-ROW({names.partition(':')[0]})+1))"
        formulas[f"Row {side}"] = f'IF(OR({name}="",{name}="{BYE_NAME}"),0,{found})'
        option = live.clean(f"INDEX({cells['players.option']},{row})") if "players.option" in cells else '""'
        formulas[f"Registered {side}"] = f'IF({row}=0,"",IF({option}="",{default},{option}))'
    for game in GAMES:
        winner, won, lost = f"winner_{game}", cells[f"Won {game}"], cells[f"Lost {game}"]
        sides = [(live.has_won(cells, winner, side), f'"{side}"') for side in SIDES]
        ends = [(f'{live.clean(cells[winner])}=""', '""'), *sides, (live.is_drawn(cells, winner), '"Draw"')]
        formulas[f"Won {game}"] = live.first_true(ends, '"?"')
        options = []
        for side in SIDES:
            owner = scoring.losing_deck(game, side)
            stated, registered = live.clean(cells[f"option_{owner}"]), cells[f"Registered {owner.upper()}"]
            options.append((f'{won}="{side}"', f'IF({stated}="",{registered},{stated})'))
        formulas[f"Lost {game}"] = f'IFERROR(MATCH({live.first_true(options)},{_scale("option")},0),"")'
        formulas[f"Counts {game}"] = f'IFERROR(INDEX({_scale("counts")},{lost}),"")'
        formulas[f"Number {game}"] = live.to_number(cells[f"count_{game}"])
        base, per_unit, rounding = (f"INDEX({_scale(field)},{lost})" for field in ("base", "per_unit", "rounding"))
        # Rounding to nine places first undoes what a fraction such as 1/3 loses in a spreadsheet's arithmetic.
        count = cells[f"Number {game}"]
        exact = f"ROUND({base}+{per_unit}*{count},9)"
        whole = f'IF({rounding}="down",ROUNDDOWN({exact},0),ROUNDUP({exact},0))'
        points = f"MAX({scoring.MATCH_POINTS_LEAST},MIN({scoring.MATCH_POINTS_MOST},{whole}))"
        formulas[f"Points {game}"] = f'IF({won}="Draw",0,IF(AND({lost}<>"",ISNUMBER({count})),{points},""))'
    unknown = ",".join(f'{cells[f"Points {game}"]}=""' for game in GAMES)
    for me, other in (SIDES, SIDES[::-1]):
        total = "+".join(f'IF({cells[f"Won {game}"]}="{me}",{cells[f"Points {game}"]},0)' for game in GAMES)
        formulas[f"MP {me}"] = f'IF(OR({unknown},{live.is_bye(cells)},{live.is_no_show(cells)}),"",{total})'
        mine, theirs, steps = cells[f"MP {me}"], cells[f"MP {other}"], len(scoring.VP_STEPS)
        share = f"LOOKUP(ABS({mine}-{theirs}),{_scale('from', steps)},{_scale('winner', steps)})"
        formulas[f"VP {me}"] = f'IF({mine}="","",IF({mine}>={theirs},{share},{scoring.VICTORY_POINTS}-{share}))'
    return formulas | {"Check": _check(cells)}


def _scale(field: str, rows: int = 60) -> str:
    """Return the range of a column of the sheet Scales; rows are enough for all options."""
    letter = column_letters([column.field for column in SCALES.columns].index(field))
    return f"{quote_title(SCALES.name)}!${letter}$2:${letter}${1 + rows}"


def _check(cells: live.Cells) -> str:
    """Return the formula of what is missing or impossible in the row."""
    tests = [(f"{cells[f'Row {side}']}=0", f"{side} is not on Players") for side in SIDES]
    for game in GAMES:
        won, lost, count = cells[f"Won {game}"], cells[f"Lost {game}"], cells[f"count_{game}"]
        number, negative = cells[f"Number {game}"], f"INDEX({_scale('allow_negative')},{lost})"
        tests += [
            (f'{won}=""', f"Game {game}: who won?"),
            (f'{won}="?"', f"Game {game}: winner is neither player"),
            (f'AND({won}="Draw",{count}<>"")', f"Game {game}: a draw has no count"),
            (f'AND({won}<>"Draw",{count}="")', f"Game {game}: count is missing"),
            (f'AND({won}<>"Draw",N({number})<>INT(N({number})))', f"Game {game}: count is not a whole number"),
            (f'AND({won}<>"Draw",NOT(ISNUMBER({number})))', f"Game {game}: count is not a number"),
            (f'AND({won}<>"Draw",{lost}="")', f"Game {game}: scoring option is not known"),
            (f'AND(N({number})<0,IFERROR({negative},"")="no")', f"Game {game}: count is below 0"),
            (
                f'AND({cells[f"Counts {game}"]}="poison",N({number})>={scoring.LETHAL_POISON})',
                f"Game {game}: ten or more poison?",
            ),
        ]
    options = []
    for side in SIDES:
        stated, registered = live.clean(cells[f"option_{side.lower()}"]), cells[f"Registered {side}"]
        words = f'"Option {side}: on Players it is "&{registered}'
        options.append((f'AND({stated}<>"",{stated}<>{registered})', words))
    return live.check_row(cells, ("winner_1", "count_1", "winner_2", "count_2"), tests, live.first_true(options))
