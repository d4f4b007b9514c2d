"""Netrunner's points: games, agenda points, forfeits, and game or match points (GMP; netrunner 2.7 and 6.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from turnabout_sheets.core.frames import exact, pd
from turnabout_sheets.core.outcomes import WINNERS, compare
from turnabout_sheets.core.text import key
from turnabout_sheets.event.format import Scored
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.event.steps import Step, Value
from turnabout_sheets.formats.common import list_rows
from turnabout_sheets.sheets.cell_kinds import choice
from turnabout_sheets.sheets.settings import Setting, Settings

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results

GAMES, SIDES = (1, 2), ("A", "B")
GAME_WON = 10  # points for winning a game, whatever was scored in it (netrunner 5.3)
AGENDA_POINTS_TO_WIN = 7  # a game (the rules of Netrunner)
MOST_LOST = AGENDA_POINTS_TO_WIN - 1  # of a player who did not win the game
MATCH_GMP = 3  # of a match, both players together (netrunner 2.7.1), and of a bye (netrunner 5.1)
HALF = Fraction(1, 2)

RESULT_FIELDS = ("winner_1", "winner_2")
AGENDA = {(game, side): f"agenda_{game}_{side.lower()}" for game in GAMES for side in SIDES}
FIELDS = tuple(AGENDA.values())
ENTRY = ("winner_1", *FIELDS[:2], "winner_2", *FIELDS[2:])  # what is typed of a match, in order
NEEDLESS = {field: (f"winner_{game}", side) for (game, side), field in AGENDA.items()}  # netrunner 5.3

KINDS = WARNING, GAME_FORFEIT, MATCH_FORFEIT = "warning", "game forfeit", "match forfeit"  # of the director's rulings

PAIRING_NUMBER = Setting(
    "pairing_number",
    "Pairing number",
    choice("gmp", "wins"),
    "gmp",
    "What the piles are made by. gmp: the GMP total divided by three; wins: the matches won.",
)

KEPT, NOT_KEPT = "typed", "not kept"
AGENDA_POINTS = Setting(
    "agenda_points",
    "Agenda points",
    choice(KEPT, NOT_KEPT),
    KEPT,
    "Whether agenda points are typed. not kept: a match of a game each is tied. typed: where they are missing and can "
    "decide a match, its result is missing.",
)


def are_kept(settings: Settings) -> bool:
    """Return whether agenda points are typed at all in an event (netrunner 6.7)."""
    return bool(settings[AGENDA_POINTS] == KEPT)


@dataclass(frozen=True, slots=True)
class Game:
    """A game: who won, A or B, or Draw where it was tied or not finished; and the agenda points of both."""

    winner: str
    agenda_a: int
    agenda_b: int

    @property
    def points(self) -> tuple[int, int]:
        """What the game adds to the points of a match: 10 for a win, else the agenda points (netrunner 5.3)."""
        a = GAME_WON if self.winner == "A" else self.agenda_a
        return a, GAME_WON if self.winner == "B" else self.agenda_b

    @property
    def gmp(self) -> tuple[Fraction, Fraction]:
        """The GMP of the game: one for the winner, half for each where it was not finished (netrunner 2.7)."""
        return share(*(1 if self.winner == side else 0 for side in SIDES))


def share(a: int, b: int) -> tuple[Fraction, Fraction]:
    """Return the GMP of a game or match for A and B: one to who has more, or half to each (netrunner 2.7)."""
    a_share = HALF if a == b else Fraction(a > b)
    return a_share, 1 - a_share


def list_games(match: Match, *, missing: tuple[int, int] = (0, 0)) -> list[Game]:
    """Return the games of a match; agenda points of A and B that are ``missing`` count as so many."""
    games = []
    for game in GAMES:
        typed = (match[AGENDA[game, side]] for side in SIDES)
        a, b = (least if points is None else points for points, least in zip(typed, missing, strict=True))
        games.append(Game(match[f"winner_{game}"], a, b))
    return games


def match_points(games: Sequence[Game]) -> tuple[int, int]:
    """Return the points of both players in a match, by which it is won (netrunner 5.3)."""
    a, b = zip(*(game.points for game in games), strict=True)
    return sum(a), sum(b)


def match_gmp(games: Sequence[Game]) -> tuple[Fraction, Fraction]:
    """Return the GMP of both players from a match, three in all: its games and the match (netrunner 2.7 and 2.7.1)."""
    each = [*(game.gmp for game in games), share(*match_points(games))]
    a, b = zip(*each, strict=True)
    return sum(a, Fraction(0)), sum(b, Fraction(0))


def compute_pairing_numbers(event: Event, sides: pd.DataFrame, standings: pd.DataFrame) -> pd.Series | None:
    """Return the pairing numbers: a third of the GMP, rounded, a half upwards; or the matches won (netrunner 2.7.3).

    A bye counts as a match won there. In a round robin there are none (netrunner 0.2).
    """
    if event.settings.pairing not in ("swiss", "manual"):
        return None
    if event.settings[PAIRING_NUMBER] == "wins":
        return standings["wins"] + standings["byes"]
    return standings["points"].map(lambda total: int((Fraction(total) / MATCH_GMP + HALF) // 1)).astype("int64")


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game that a player has forfeited."""

    match: Match
    game: int | None  # None where the ruling names none, and it could be either
    side: str
    row: int  # of the sheet Rulings


def forfeits(event: Event) -> Iterator[Forfeit]:
    """Yield the forfeited games of matches that are there, those last whose game is not named on the sheet Rulings.

    They follow from what was typed, so that they are the same before and after `settle`.
    """
    taken: set[tuple[int, int | None, str]] = set()
    rows = list_rows(event, "Rulings")
    for row in sorted(rows, key=lambda row: (row["kind"], row["game"]) == (GAME_FORFEIT, None)):
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
    losers = defaultdict[tuple[int, int], set[str]](set)
    for forfeit in forfeits(event):
        if forfeit.game is not None:
            losers[forfeit.match.index, forfeit.game].add(forfeit.side)
    rows = list(event.rows)
    for (index, game), lost in losers.items():
        others = [side for side in SIDES if side not in lost]
        settled: dict[str, Any] = {f"winner_{game}": others[0] if others else "Draw"}
        settled |= {AGENDA[game, side]: 0 if side in lost else None for side in SIDES}
        rows[index] = replace(rows[index], fields={**rows[index].fields, **settled})
    return replace(event, rows=tuple(rows))


@dataclass(frozen=True, slots=True)
class ScoredMatch(Scored):
    """A match that was played: its games, and the points of A and of B by which it is won."""

    games: tuple[Game, ...] = ()
    totals: tuple[int, int] = (0, 0)

    def explain(self, results: Results, me: int) -> Iterator[Step]:
        """Yield the steps to the GMP of a side (netrunner 2.7)."""
        event, match, gmp = results.event, self.match, results.format.points_name
        names = [event.players[number].shown for number in match.pair]
        lost = [each for each in forfeits(event) if each.match.index == match.index]
        for game, played in zip(GAMES, self.games, strict=True):
            for forfeit in lost:
                if forfeit.game == game:
                    place = event.tables["Rulings"].place(forfeit.row, "kind")
                    values: dict[str, Value] = {"game": game, "player": names[SIDES.index(forfeit.side)]}
                    yield Step("forfeit", values, (place,), "netrunner 6.1")
            step = Step("game_tied", {"game": game}, (event.place(match, f"winner_{game}"),), "netrunner 2.7")
            if played.winner in SIDES:
                values = {"game": game, "winner": names[SIDES.index(played.winner)]}
                step = step._replace(word="game_won", values=values)
            yield step._replace(comes_to=played.gmp[me], of=gmp)
        for each in (me, 1 - me):
            terms = tuple(game.points[each] for game in self.games)
            values = {"player": names[each], "won": GAME_WON}
            step = Step("agenda_points_not_kept", values, (), "netrunner 6.7", self.totals[each], "Points", terms)
            if are_kept(event.settings):
                lacking = (game for game in GAMES if self.games[game - 1].winner != SIDES[each])
                places = tuple(event.place(match, AGENDA[game, SIDES[each]]) for game in lacking)
                step = step._replace(word="agenda_points", places=places, rule="netrunner 5.3")
            yield step
        shares = share(*self.totals)
        step = Step("match_tied", {}, (), "netrunner 2.7", shares[me], gmp)
        if self.totals[0] != self.totals[1]:
            winner = names[self.totals.index(max(self.totals))]
            step = step._replace(word="match_decided", values={"winner": winner})
        yield step
        gained = (*(game.gmp[me] for game in self.games), shares[me])
        yield Step("sum_gmp", {}, (), "netrunner 2.7.1", self.points[me], gmp, gained)


def score_match(match: Match) -> ScoredMatch:
    """Score a match that was played (netrunner 2.7 and 5.3)."""
    games = list_games(match)
    a, b = match_points(games)
    return ScoredMatch(match, compare(a, b), match_gmp(games), a - b, tuple(games), (a, b))


def explain_pairing_number(results: Results, player: int) -> Sequence[Step]:
    """Return the step to the pairing number of a player (netrunner 2.7.3)."""
    standings, rule = results.standings, "netrunner 2.7.3"
    if results.event.settings[PAIRING_NUMBER] == "wins":
        terms = (int(standings["wins"][player]), int(standings["byes"][player]))
        return (Step("pairing_number_wins", {}, rule=rule, terms=terms),)
    return (Step("pairing_number", {"gmp": exact(standings["points"][player])}, rule=rule),)
