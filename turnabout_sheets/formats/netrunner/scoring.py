"""From reported matches and forfeits to points, game or match points (GMP) and sides (netrunner 2.7, 4.2 and 6.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from turnabout_sheets.core.frames import make_frame, pd
from turnabout_sheets.core.outcomes import WINNERS, Outcome, compare
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.event.progress import is_reported
from turnabout_sheets.event.rulings import PRESENT, RULINGS, decide_unplayed
from turnabout_sheets.event.standings import make_sides
from turnabout_sheets.formats.netrunner.settings import PAIRING_NUMBER

GAME_FORFEIT = "game forfeit"
MATCH_FORFEIT = "match forfeit"


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game that a player has forfeited: the match, the game, the player's side, A or B.

    ``row`` is where it stands on the sheet Rulings. The game is None where that names none, and it could be either.
    """

    match: Match
    game: int | None
    side: str
    row: int


def forfeits(event: Event) -> Iterator[Forfeit]:
    """Yield the forfeited games of matches that are there, those last whose game is not named on the sheet Rulings.

    They follow from what was typed, so that they are the same before and after `settle`.
    """
    table = event.tables.get("Rulings")
    taken: set[tuple[int, int | None, str]] = set()
    for row in sorted(table.rows if table else (), key=lambda row: (row["kind"], row["game"]) == (GAME_FORFEIT, None)):
        if row["kind"] not in (GAME_FORFEIT, MATCH_FORFEIT) or None in (row["round"], row["player"]):
            continue
        for match in event.rounds.get(row["round"], ()):
            if match.ruling is not None or match.b == BYE or row["player"] not in (match.a, match.b):
                continue
            side = "A" if match.a == row["player"] else "B"
            free = [game for game in GAMES if (match.index, game, side) not in taken]
            one = row["game"] or (_which_game(event, match, side, free) if free else GAMES[0])
            for game in GAMES if row["kind"] == MATCH_FORFEIT else (one,):
                taken.add((match.index, game, side))
                yield Forfeit(match, game, side, row.number)


def _which_game(event: Event, match: Match, side: str, games: Sequence[int]) -> int | None:
    """Return the game that is meant where the ruling does not say: one without a result, else one that was lost.

    Of two that the player has not lost, neither is more likely: None.
    """
    winners = {game: typed_winner(event, match, game) for game in games}
    open_games = [game for game in games if winners[game] is None]
    lost = [game for game in games if winners[game] not in (side, "Draw")]
    return next(iter((*open_games, *lost)), None)


def typed_winner(event: Event, match: Match, game: int) -> str | None:
    """Return who won a game by what was typed into its row: A, B or Draw; None where nothing of the kind was."""
    row = next(each for each in event.tables[match.sheet].rows if each.number == match.row)
    names = {event.players[number].name: field.upper() for field, number in match.seats()}
    meant = {key(word): side for word, side in ({word: word for word in WINNERS} | names).items()}
    return meant.get(key(row.values.get(f"winner_{game}") or ""))


def settle_forfeits(event: Event) -> Event:
    """Return the event with forfeited games as lost with 0 agenda points (netrunner 6.1).

    A game that both have forfeited is tied.
    """
    losers: dict[tuple[int, int], set[str]] = {}
    for forfeit in forfeits(event):
        if forfeit.game is not None:
            losers.setdefault((forfeit.match.index, forfeit.game), set()).add(forfeit.side)
    settled = {match.index: dict(match.fields) for match in event.rows}
    for (index, game), lost in losers.items():
        others = [side for side in SIDES if side not in lost]
        settled[index][f"winner_{game}"] = others[0] if others else "Draw"
        settled[index] |= {f"agenda_{game}_{side.lower()}": 0 if side in lost else None for side in SIDES}
    return replace(event, rows=tuple(replace(match, fields=settled[match.index]) for match in event.rows))


ENTRY_FIELDS = (
    *(field for game in (1, 2) for field in (f"winner_{game}", f"agenda_{game}_a", f"agenda_{game}_b")),
    "ruling",
)
RESULT_FIELDS = ("winner_1", "winner_2")
GAMES = (1, 2)
SIDES = ("A", "B")

NEEDLESS = {f"agenda_{game}_{side.lower()}": (f"winner_{game}", side) for game in GAMES for side in SIDES}
"""A game won is ten points, whatever was scored in it (netrunner 5.3)."""

GAME_WON = 10
"""Points for winning a game (netrunner 5.3)."""

AGENDA_POINTS_TO_WIN = 7
"""Who scores as many wins the game (the rules of Netrunner)."""

MATCH_GMP = 3
"""GMP of a match, both players together (netrunner 2.7.1), and of a bye (netrunner 5.1)."""

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Game:
    """A game: who won, A or B, or Draw where it was tied or not finished; and the agenda points of both."""

    winner: str
    agenda_a: int
    agenda_b: int

    @property
    def points(self) -> tuple[int, int]:
        """What the game adds to the points that decide the match: 10 for winning, else the agenda points scored.

        That is netrunner 5.3.
        """
        return (
            GAME_WON if self.winner == "A" else self.agenda_a,
            GAME_WON if self.winner == "B" else self.agenda_b,
        )

    @property
    def gmp(self) -> tuple[Fraction, Fraction]:
        """The GMP of the game: one for the winner, half for each where it was not finished (netrunner 2.7)."""
        return share(*(1 if self.winner == side else 0 for side in SIDES))


def share(a: int, b: int) -> tuple[Fraction, Fraction]:
    """Return the GMP of a game or match for A and B: one to who has more, half to each where both have as much.

    That is netrunner 2.7.
    """
    if a == b:
        return HALF, HALF
    return (Fraction(1), Fraction(0)) if a > b else (Fraction(0), Fraction(1))


def list_games(match: Match, *, missing: tuple[int, int] = (0, 0)) -> list[Game]:
    """Return the games of a match; agenda points of A and B that are ``missing`` count as so many."""
    return [
        Game(
            match[f"winner_{game}"],
            *(
                points if match[field] is None else match[field]
                for field, points in zip((f"agenda_{game}_a", f"agenda_{game}_b"), missing, strict=True)
            ),
        )
        for game in GAMES
    ]


def match_points(games: Sequence[Game]) -> tuple[int, int]:
    """Return the points of both players in a match, by which it is won (netrunner 5.3)."""
    a, b = zip(*(game.points for game in games), strict=True)
    return sum(a), sum(b)


def match_gmp(games: Sequence[Game]) -> tuple[Fraction, Fraction]:
    """Return the GMP of both players from a match, three in all: its games and the match (netrunner 2.7 and 2.7.1)."""
    each = [*(game.gmp for game in games), share(*match_points(games))]
    a, b = zip(*each, strict=True)
    return sum(a, Fraction(0)), sum(b, Fraction(0))


def pairing_number(total: Fraction) -> int:
    """Return the pairing number of a GMP total: a third of it, rounded, a half upwards (netrunner 2.7.3)."""
    return int((total / MATCH_GMP + HALF) // 1)


def compute_pairing_numbers(event: Event, sides: pd.DataFrame, standings: pd.DataFrame) -> pd.Series | None:
    """Return the pairing numbers, by the setting: from the GMP, or the matches won (netrunner 2.7.3).

    A bye counts as a match won there. In a round robin there are none (netrunner 0.2). Whoever types the pairings by
    hand needs them, too.
    """
    if event.settings.pairing not in ("swiss", "manual"):
        return None
    if event.settings[PAIRING_NUMBER] == "wins":
        return standings["wins"] + standings["byes"]
    return standings["points"].map(lambda total: pairing_number(Fraction(total))).astype("int64")


def choices(event: Event) -> Mapping[str, Sequence[str]]:
    """Return the words that a round offers: the rulings that may be needed."""
    return {"ruling": RULINGS if event.settings.method.by_bracket else tuple(PRESENT)}


def score(event: Event) -> pd.DataFrame:
    """Score the reported matches.

    Indexed as in ``event.rows`` (rows without a result are left out), with the columns round, table, a, b, points_a,
    points_b (int, None where no match was played), gmp_a, gmp_b (Fraction) and outcome_a, outcome_b (see
    `event.standings`). The event has no errors.
    """
    columns = (
        "round", "table", "a", "b", "points_a", "points_b", "gmp_a", "gmp_b", "outcome_a", "outcome_b",
    )  # fmt: skip
    rows, index = [], []
    for match in event.rows:
        if verdict := _verdict(match):
            rows.append((match.round, match.table, *match.pair, *verdict))
            index.append(match.index)
    return make_frame(rows, columns, whole=("round", "a", "b"), index=index)


Verdict = tuple[int | None, int | None, Fraction, Fraction, Outcome, Outcome]


def _verdict(match: Match) -> Verdict | None:
    """Return points, GMP and outcomes of a row; None where it is not reported (netrunner 6.5).

    A bye is three GMP and no match; who is there when the opponent is not scores the same (netrunner 5.1).
    """
    nothing, all_of_it = Fraction(0), Fraction(MATCH_GMP)
    if unplayed := decide_unplayed(match.ruling, bye=match.b == BYE):
        gmp_a, gmp_b = (all_of_it if outcome == Outcome.BYE else nothing for outcome in unplayed)
        return None, None, gmp_a, gmp_b, *unplayed
    if not is_reported(match, RESULT_FIELDS):
        return None
    games = list_games(match)
    points_a, points_b = match_points(games)
    return points_a, points_b, *match_gmp(games), *compare(points_a, points_b)


def sides(event: Event, scored: pd.DataFrame) -> pd.DataFrame:
    """Return the sides of scored matches; see `event.standings` for the columns. A bye has one side."""
    points_a, points_b = (scored[f"points_{side}"].fillna(0) for side in ("a", "b"))
    margins = scored.assign(margin_a=points_a - points_b, margin_b=points_b - points_a)
    return make_sides(margins, points="gmp", margin="margin")
