"""The settings and sheets of a Netrunner event, each declared once, and the formulas of a round."""

from __future__ import annotations

from collections.abc import Mapping

from turnabout_sheets.event import tie_breaks
from turnabout_sheets.event.format import LiveColumn
from turnabout_sheets.event.rulings import DISQUALIFICATION, TAKES
from turnabout_sheets.event.standings import DerivedColumn, TieBreak
from turnabout_sheets.formats import common, live
from turnabout_sheets.formats.netrunner import scoring
from turnabout_sheets.formats.netrunner.scoring import FIELDS, GAMES, SIDES
from turnabout_sheets.sheets import settings
from turnabout_sheets.sheets.cell_kinds import NUMBER, TEXT, choice, number, one_of, whole
from turnabout_sheets.sheets.declarations import Column, Sheet

DECK_TYPE = settings.Setting(
    "deck_type",
    "Deck type",
    choice("constructed", "sealed"),
    "constructed",
    "What is played: 60 minutes a match with constructed decks, 90 with sealed ones.",
)
MINUTES = {"constructed": 60, "sealed": 90}  # of a match, by the setting Deck type (netrunner 2.6)

ORIGINAL_ORDER = "original order"  # from the best player to the worst (netrunner 1.3)
CARDS_SORTED_BY = settings.Setting(
    "cards_sorted_by",
    "Player cards sorted by",
    choice("name", ORIGINAL_ORDER),
    "name",
    "The order in which the printed player cards lie. name: to find somebody's; original order: the best player's on "
    "top, to make piles.",
)

SETTINGS = {
    **settings.EVERY_EVENT,
    **settings.USUAL_METHODS,
    **settings.pick("allow_rematches"),
    **settings.RANKING,
    **settings.declare(scoring.PAIRING_NUMBER, scoring.AGENDA_POINTS, DECK_TYPE, CARDS_SORTED_BY),
    **settings.PAGES,
    **settings.RECORDS,
}

ADJUSTMENTS = common.make_adjustments(
    "GMP given or taken by the director; they count in the standings.",
    "How many GMP; may be negative, and a half.",
    number,
)

PLAYERS = common.make_players(
    *common.player_columns("group"),  # the piles keep nobody apart
    Column("Corp identity", "corp_identity", TEXT, "The player's Corporation; for the record.", width=28),
    Column("Runner identity", "runner_identity", TEXT, "The player's Runner; for the record.", width=28),
)

ROLES = {"corp": ("Corporation", "AB"), "corporation": ("Corporation", "AB"), "runner": ("Runner", "BA")}
"""What a player may be called by the role, and who has it in game 1 and in game 2 (netrunner 5.2 and 6.4)."""

MATCHES = common.make_round(
    "The Corporation in game 1, the Runner in game 2.",
    "The Runner in game 1, the Corporation in game 2; or BYE.",
    *(column for game in GAMES for column in (
        common.game_winner(
            game, f"Who won game {game}: A, B or Draw (tied or not finished). Blank: not reported yet.",
            {word: f"In game {game} the {role} is player {who[game - 1]}." for word, (role, who) in ROLES.items()},
        ),
        *(Column(f"Game {game} agenda {side}", f"agenda_{game}_{side.lower()}", whole(0), f"The agenda points that "
                 f"{side} scored in game {game}; needed where {side} did not win.", required=True, width=9,
                 heading=f"desk.field.agenda_{game}_{side.lower()}") for side in SIDES),
    )),
)  # fmt: skip

RULINGS = Sheet(
    "Rulings",
    "The director's rulings about players.",
    (
        common.WHO,
        common.IN_ROUND,
        Column("Kind", "kind", choice(*scoring.KINDS, DISQUALIFICATION, before_name=TAKES),
               "After two warnings a game is forfeit. A forfeited game is lost with 0 agenda points, a forfeited match "
               "in both games. Who is disqualified is not paired any more, and ranks last. takes the place of NAME: "
               "plays on for one who has left an elimination event.", required=True, filled=True, width=18),
        Column("Game", "game", one_of(1, 2), "Which game is forfeit. Blank: one without a result, else one that was "
               "lost. Required where the player lost neither.", width=8),
        common.WHY,
    ),
)  # fmt: skip

TIE_BREAKS = (
    TieBreak("opponents' GMP", tie_breaks.opponents_points,
             Column("Opponents' GMP", "opponents", NUMBER, help="The sum of the GMP of the opponents played.",
                    width=12), tie_breaks.explain_opponents, "netrunner 3.2.1",
             heading="standings.opponents_gmp", in_ties="standings.tie_opponents_gmp"),
    TieBreak("middle opponents' GMP", tie_breaks.opponents_without_extremes,
             Column("Middle opponents' GMP", "middle", NUMBER, help="The same without the highest and the lowest.",
                    width=12), tie_breaks.explain_middle, "netrunner 3.2.2",
             heading="standings.middle_opponents_gmp", in_ties="standings.tie_middle_opponents_gmp"),
    TieBreak("matches among the tied", tie_breaks.among_the_tied,
             Column("Among the tied", "tied", NUMBER, help="Wins less losses in matches of those who are still tied.",
                    width=9), tie_breaks.explain_tied, "netrunner 3.2.3", in_ties="standings.tie_among_the_tied"),
)  # fmt: skip

STANDINGS = common.make_standings(
    Column("GMP", "points", NUMBER, help="Game or match points: one for each game and each match won.", width=8,
           heading="page.gmp"),
    DerivedColumn("Pairing number", "pairing_number", NUMBER, help="The pile in which the player is paired next.",
                  width=9, heading="standings.pairing_number",
                  compute=scoring.compute_pairing_numbers, explain=scoring.explain_pairing_number),
    *(each.column for each in TIE_BREAKS if each.column),
    common.BYES,
)  # fmt: skip

SCORED_MATCHES = common.make_matches(
    Column("Points A", "points_a", NUMBER, help="10 for a game won, else the agenda points scored.", width=9),
    Column("Points B", "points_b", NUMBER, width=9),
    Column("GMP A", "gmp_a", NUMBER, help="One for each game and the match; half for a tie.", width=7),
    Column("GMP B", "gmp_b", NUMBER, width=7),
)

# --- formulas: they follow what is typed in the row; a forfeit on the sheet Rulings counts from the next run on ---

LIVE_COLUMNS = (
    *(LiveColumn(f"Points {side}", f"Points of player {side}.") for side in SIDES),
    *(LiveColumn(f"GMP {side}", f"GMP of player {side}.", completes=side == "A") for side in SIDES),
    LiveColumn("Check", "What is missing or impossible in this row.", width=36, warns=True, in_words=True),
    *(live.step(f"Agenda {game} {side}") for game in GAMES for side in SIDES),
    *map(live.step, ("Sum A", "Sum B", "Agenda kept", "Agenda open", "Agenda lacking")),
)


def write_formulas(cells: live.Cells) -> Mapping[str, str]:
    """Return the formulas of a row by header: points and GMP (netrunner 2.7 and 5.3), step by step, and what is wrong.

    Whether agenda points are kept, can decide the match, or keep it from counting, is 1 or 0 (netrunner 6.5 to 6.7).
    """
    won = {(game, side): live.has_won(cells, f"winner_{game}", side) for game in GAMES for side in SIDES}
    drawn = {game: live.is_drawn(cells, f"winner_{game}") for game in GAMES}
    agenda = {(game, side): cells[f"agenda_{game}_{side.lower()}"] for game in GAMES for side in SIDES}
    bye, no_show = live.is_bye(cells), live.is_no_show(cells)
    known = ",".join((f"NOT({bye})", f"NOT({no_show})", *(live.is_known(cells, f"winner_{game}") for game in GAMES)))
    typed, in_round = (f"COUNTA({','.join(cells[prefix + field] for field in FIELDS)})" for prefix in ("", "round."))
    formulas = {f"Agenda {game} {side}": live.to_number(cell) for (game, side), cell in agenda.items()}
    formulas["Agenda kept"] = "1"
    if "event.setting" in cells:
        setting, value = (live.clean(cells[f"event.{field}"]) for field in ("setting", "value"))
        not_kept = f"({setting}={live.quoted(scoring.AGENDA_POINTS.name)})*({value}={live.quoted(scoring.NOT_KEPT)})"
        formulas["Agenda kept"] = f"IF(SUMPRODUCT({not_kept})>0,0,1)"
    missing = {}
    for me, other in (SIDES, SIDES[::-1]):
        sums = (f"IF({won[game, me]},{scoring.GAME_WON},N({cells[f'Agenda {game} {me}']}))" for game in GAMES)
        formulas[f"Sum {me}"] = "+".join(sums)
        formulas[f"Points {me}"] = f'IF(AND({known},{cells["Agenda lacking"]}=0),{cells[f"Sum {me}"]},"")'
        may_have = (f'IF(AND({agenda[game, me]}="",NOT({won[game, me]})),{scoring.MOST_LOST},0)' for game in GAMES)
        missing[me] = "+".join(may_have)
        mine, theirs = cells[f"Points {me}"], cells[f"Points {other}"]
        games = "+".join(f"IF({drawn[game]},0.5,IF({won[game, me]},1,0))" for game in GAMES)
        played = f'IF({mine}="","",{games}+IF({mine}={theirs},0.5,IF({mine}>{theirs},1,0)))'
        unplayed = f'IF({live.clean(cells["ruling"])}="{other} no-show",{scoring.MATCH_GMP},0)'
        formulas[f"GMP {me}"] = f"IF(AND({no_show},NOT({bye})),{unplayed},{played})"
    ahead = f"{cells['Sum A']}-{cells['Sum B']}"
    decided = f"SIGN({ahead}-({missing['B']}))=SIGN({ahead}+{missing['A']})"
    agreed = f"AND({','.join(drawn.values())},{typed}=0)"
    formulas["Agenda open"] = f"IF(AND({cells['Agenda kept']}=1,{known}),IF(OR({decided},{agreed}),0,1),0)"
    formulas["Agenda lacking"] = f"IF(AND({cells['Agenda open']}=1,{in_round}>0),1,0)"

    tests = []
    for game in GAMES:
        tests.append((f'{cells[f"winner_{game}"]}=""', f"Game {game}: who won?"))
        tests.append((f"NOT({live.is_known(cells, f'winner_{game}')})", f"Game {game}: winner is neither player"))
    tests.append((f"AND({cells['Agenda kept']}=0,{typed}>0)", "Agenda points are not kept"))
    for (game, side), cell in agenda.items():
        whose, points = f"Game {game}: agenda points of {side}", cells[f"Agenda {game} {side}"]
        lost, enough = f"NOT({won[game, side]})", scoring.AGENDA_POINTS_TO_WIN
        is_whole = f"AND(ISNUMBER({points}),N({points})>=0,N({points})=INT(N({points})))"
        tests += [
            (f'AND({cell}="",{lost},{cells["Agenda open"]}=1)', f"{whose}?"),
            (f'AND({cell}<>"",NOT({is_whole}))', f"{whose}: expected 0, 1, 2 …"),
            (f"AND({lost},N({points})>={enough})", f"{whose}: {enough} would have won"),
        ]
    return formulas | {"Check": live.check_row(cells, scoring.ENTRY, tests)}
