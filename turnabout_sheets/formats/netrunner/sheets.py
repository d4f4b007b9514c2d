"""The sheets of a Netrunner event, each declared once."""

from __future__ import annotations

from collections.abc import Sequence

from turnabout_sheets.event.rulings import DISQUALIFICATION, TAKES
from turnabout_sheets.event.standings import DerivedColumn, TieBreak
from turnabout_sheets.event.status import word_status
from turnabout_sheets.event.tie_breaks import (
    among_the_tied,
    explain_middle,
    explain_opponents,
    explain_tied,
    opponents_points,
    opponents_without_extremes,
)
from turnabout_sheets.formats.common import IN_ROUND, NAME, NOTE, RULING, WHO, WHY, make_adjustments, player_columns
from turnabout_sheets.formats.netrunner.checks import WARNING
from turnabout_sheets.formats.netrunner.scoring import (
    GAME_FORFEIT,
    MATCH_FORFEIT,
    compute_pairing_numbers,
    explain_pairing_number,
)
from turnabout_sheets.sheets.cell_kinds import (
    NUMBER,
    PLAYER,
    PLAYER_OR_BYE,
    TEXT,
    WINNER,
    choice,
    number,
    one_of,
    whole,
)
from turnabout_sheets.sheets.declarations import Column, Sheet

ADJUSTMENTS = make_adjustments(
    "GMP given or taken by the director; they count in the standings.",
    "How many GMP; may be negative, and a half.",
    number,
)

PLAYERS = Sheet(
    "Players",
    "Everybody who takes part, one row each.",
    (
        NAME,
        *player_columns("group"),  # the piles keep nobody apart
        Column("Corp identity", "corp_identity", TEXT, "The player's Corporation; for the record.", width=28),
        Column("Runner identity", "runner_identity", TEXT, "The player's Runner; for the record.", width=28),
    ),
    required=True,
)

_PLAYED_BY = {1: {"Corporation": "A", "Runner": "B"}, 2: {"Corporation": "B", "Runner": "A"}}
"""Who has which role in each game (netrunner 5.2)."""

_ROLE_WORDS = {"corp": "Corporation", "corporation": "Corporation", "runner": "Runner"}


def _role_hints(game: int) -> dict[str, str]:
    """Return what there is to know where somebody types a role for the winner of a game (netrunner 6.4)."""
    return {
        word: f"In game {game} the {role} is player {_PLAYED_BY[game][role]}." for word, role in _ROLE_WORDS.items()
    }


def _game(game: int) -> Sequence[Column]:
    """Return what is typed of a game."""
    return (
        Column(f"Game {game} winner", f"winner_{game}", WINNER, f"Who won game {game}: A, B or Draw (tied or not "
               "finished). Blank: not reported yet.", required=True, width=10, hints=_role_hints(game),
               heading=f"desk.field.winner_{game}"),
        *(Column(f"Game {game} agenda {side}", f"agenda_{game}_{side.lower()}", whole(0), f"The agenda points that "
                 f"{side} scored in game {game}; needed where {side} did not win.", required=True, width=9,
                 heading=f"desk.field.agenda_{game}_{side.lower()}") for side in "AB"),
    )  # fmt: skip


MATCHES = Sheet(
    "Round N",
    "The pairings of a round, and its results as they are reported.",
    (
        Column("Table", "table", whole(1), "The number of the table.", width=7),
        Column("Player A", "a", PLAYER, "The Corporation in game 1, the Runner in game 2.", required=True, filled=True,
               width=24),
        Column("Player B", "b", PLAYER_OR_BYE, "The Runner in game 1, the Corporation in game 2; or BYE.",
               required=True, filled=True, width=24),
        *_game(1),
        *_game(2),
        RULING,
        NOTE,
    ),
)  # fmt: skip

RULINGS = Sheet(
    "Rulings",
    "The director's rulings about players.",
    (
        WHO,
        IN_ROUND,
        Column("Kind", "kind", choice(WARNING, GAME_FORFEIT, MATCH_FORFEIT, DISQUALIFICATION, before_name=TAKES),
               "After two warnings a game is forfeit. A forfeited game is lost with 0 agenda points, a forfeited match "
               "in both games. Who is disqualified is not paired any more, and ranks last. takes the place of NAME: "
               "plays on for one who has left an elimination event.", required=True, filled=True, width=18),
        Column("Game", "game", one_of(1, 2), "Which game is forfeit. Blank: one without a result, else one that was "
               "lost. Required where the player lost neither.", width=8),
        WHY,
    ),
)  # fmt: skip

TIE_BREAKS = (
    TieBreak(
        "opponents' GMP", opponents_points,
        Column("Opponents' GMP", "opponents", NUMBER, help="The sum of the GMP of the opponents played.", width=12),
        explain_opponents, "netrunner 3.2.1",
        heading="standings.opponents_gmp",
        in_ties="standings.tie_opponents_gmp",
    ),
    TieBreak(
        "middle opponents' GMP", opponents_without_extremes,
        Column("Middle opponents' GMP", "middle", NUMBER, help="The same without the highest and the lowest.",
               width=12),
        explain_middle, "netrunner 3.2.2",
        heading="standings.middle_opponents_gmp",
        in_ties="standings.tie_middle_opponents_gmp",
    ),
    TieBreak(
        "matches among the tied", among_the_tied,
        Column("Among the tied", "tied", NUMBER, help="Wins less losses in matches of those who are still tied.",
               width=9),
        explain_tied, "netrunner 3.2.3",
        in_ties="standings.tie_among_the_tied",
    ),
)  # fmt: skip

STANDINGS = Sheet(
    "Standings",
    "The standings after the last round that has results.",
    (
        Column("Rank", "rank", NUMBER, help="By GMP, then the tie-breaks. Players equal in all of them share a rank.",
               width=7),
        Column("Player", "player", width=28),
        Column("GMP", "points", NUMBER, help="Game or match points: one for each game and each match won.", width=8,
               heading="page.gmp"),
        DerivedColumn("Pairing number", "pairing_number", NUMBER, help="The pile in which the player is paired next.",
                      width=9, heading="standings.pairing_number",
                      compute=compute_pairing_numbers, explain=explain_pairing_number),
        *(each.column for each in TIE_BREAKS if each.column),
        Column("Byes", "byes", NUMBER, help="Byes, and rounds in which the opponent did not show up.", width=7,
               heading="standings.byes"),
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
        Column("Points A", "points_a", NUMBER, help="10 for a game won, else the agenda points scored.", width=9),
        Column("Points B", "points_b", NUMBER, width=9),
        Column("GMP A", "gmp_a", NUMBER, help="One for each game and the match; half for a tie.", width=7),
        Column("GMP B", "gmp_b", NUMBER, width=7),
        Column("Winner", "winner", help="A name, or Draw.", width=24),
    ),
)  # fmt: skip
