"""From reported matches to match points, victory points and sides (rules 1.2 to 1.4), and what the archive keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from turnabout_sheets.core.frames import make_frame, pd
from turnabout_sheets.core.outcomes import Outcome, compare
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.event.progress import is_reported
from turnabout_sheets.event.rulings import PRESENT, RULINGS, decide_unplayed
from turnabout_sheets.event.standings import make_sides
from turnabout_sheets.formats.turnabout.scales import (
    DEFAULT_OPTION,
    STANDARD_OPTIONS,
    VICTORY_POINTS,
    ScoringOption,
    victory_points,
)
from turnabout_sheets.formats.turnabout.settings import BYE_VP

ENTRY_FIELDS = ("winner_1", "count_1", "winner_2", "count_2", "ruling")
RESULT_FIELDS = ("winner_1", "winner_2")

GAMES = (1, 2)
"""The games of a match: the first with the opponent's deck, the second with the own one (rules 1.1.2)."""

NEEDLESS = {f"count_{game}": (f"winner_{game}", "Draw") for game in GAMES}
"""Nobody counts anything at the end of a drawn game (rules 1.2.6)."""


def scoring_options(event: Event) -> dict[str, ScoringOption]:
    """Return the options in force by `key` of their name: the standard ones, and those of the Scoring options sheet.

    There a standard option's name replaces it (rules 1.2.4).
    """
    options = {key(name): option for name, option in STANDARD_OPTIONS.items()}
    table = event.tables.get("Scoring options")
    for row in table.rows if table else ():
        if row["name"] is None or row["base"] is None or row["per_unit"] is None:
            continue
        options[key(row["name"])] = ScoringOption(
            row["name"],
            row["counts"] or "count",
            row["base"],
            row["per_unit"],
            row["rounding"] != "down",
            bool(row["allow_negative"]),
        )
    return options


def choices(event: Event) -> Mapping[str, Sequence[str]]:
    """Return the words that a round offers: the scoring options in force, and the rulings that may be needed."""
    names = [option.name for option in scoring_options(event).values()]
    rulings = RULINGS if event.settings.method.by_bracket else tuple(PRESENT)
    return {"option_a": names, "option_b": names, "ruling": rulings}


def deck_option(stated: str | None, player: Player | None) -> str:
    """Return the option of a deck as `key`: as stated at the table, else on the Players sheet, else the default.

    That is rules 1.2.5.
    """
    return key(stated or (player["option"] if player else None) or DEFAULT_OPTION)


def losing_deck(game: int, winner: str) -> str:
    """Return whose registered deck lost a game, ``a`` or ``b`` (rules 1.1.2 and 1.2.1).

    In game 1 each plays the opponent's deck, so the winner's own deck lost; in game 2 the loser's did.
    """
    return winner.lower() if game == 1 else {"A": "b", "B": "a"}[winner]


def losing_option(event: Event, match: Match, game: int, winner: str) -> str:
    """Return the option of the deck that lost a game, as `key`."""
    side = losing_deck(game, winner)
    number = match.a if side == "a" else match.b
    player = None if number is None or number == BYE else event.players[number]
    return deck_option(match["option_a" if side == "a" else "option_b"], player)


@dataclass(frozen=True, slots=True)
class GameScore:
    """How a game ended: who won (A, B or Draw, None where nothing is reported), and what that was worth.

    ``count``: what the winner counted; ``option``: the name of the losing deck's. Both are None where nobody won.
    """

    winner: str | None
    count: int | None = None
    option: str | None = None
    points: int = 0


def score_game(event: Event, game: int) -> list[GameScore]:
    """Return how a game of each of ``event.rows`` ended.

    Unreported and drawn games give nobody any match points (rules 1.2.6).
    """
    options = scoring_options(event)

    @cache
    def win(winner: str, losing: str, count: int) -> GameScore:
        option = options[losing]
        return GameScore(winner, count, option.name, option.match_points(count))

    scored = []
    for match in event.rows:
        winner, count = match[f"winner_{game}"], match[f"count_{game}"]
        if winner in ("A", "B"):
            scored.append(win(winner, losing_option(event, match, game, winner), count))
        else:
            scored.append(GameScore(winner))
    return scored


def score(event: Event) -> pd.DataFrame:
    """Score the reported matches.

    Indexed as in ``event.rows`` (rows without a result are left out), with the columns round, table, a, b, mp_a,
    mp_b, vp_a, vp_b (int) and outcome_a, outcome_b (see `event.standings`). The event has no errors.
    """
    whole = ("round", "a", "b", "mp_a", "mp_b", "vp_a", "vp_b")
    columns = ("round", "table", "a", "b", "mp_a", "mp_b", "vp_a", "vp_b", "outcome_a", "outcome_b")
    rows, index = [], []
    for match, *games in zip(event.rows, *(score_game(event, game) for game in GAMES), strict=True):
        if is_reported(match, RESULT_FIELDS):
            mp_a, mp_b = (sum(game.points for game in games if game.winner == side) for side in ("A", "B"))
            verdict = _verdict(match, mp_a, mp_b, event.settings[BYE_VP])
            rows.append((match.round, match.table, *match.pair, mp_a, mp_b, *verdict))
            index.append(match.index)
    return make_frame(rows, columns, whole=whole, index=index)


def _verdict(match: Match, mp_a: int, mp_b: int, bye_vp: int) -> tuple[int, int, Outcome, Outcome]:
    """Return the VP and the outcome of both sides (rules 1.3.1 and 1.3.2), also of byes and no-shows (rules 1.4.2)."""
    if unplayed := decide_unplayed(match.ruling, bye=match.b == BYE):
        vp_a, vp_b = (bye_vp if outcome == Outcome.BYE else 0 for outcome in unplayed)
        return vp_a, vp_b, *unplayed
    vp_a = victory_points(mp_a, mp_b)
    return vp_a, VICTORY_POINTS - vp_a, *compare(mp_a, mp_b)


def sides(event: Event, scored: pd.DataFrame) -> pd.DataFrame:
    """Return the sides of scored matches; see `event.standings` for the columns. A bye has one side."""
    ahead = scored["mp_a"] - scored["mp_b"]
    return make_sides(scored.assign(margin_a=ahead, margin_b=-ahead), points="vp", margin="margin")
