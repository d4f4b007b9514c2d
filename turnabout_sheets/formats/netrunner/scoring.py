"""Netrunner's points: games, agenda points, forfeits, and game or match points (GMP; netrunner 2.7 and 6.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from turnabout_sheets.core.frames import exact, pd
from turnabout_sheets.core.outcomes import compare
from turnabout_sheets.event.format import Scored
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.steps import Step, Value
from turnabout_sheets.formats.common import list_rows
from turnabout_sheets.sheets.cell_kinds import choice
from turnabout_sheets.sheets.settings import Setting, Settings

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

FORFEITS = "forfeits"  # the field of a match, as it counts, that no column fills
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


def list_games(match: Match, *, missing: tuple[int, int] = (0, 0), kept: bool = True) -> list[Game]:
    """Return the games of a match; agenda points of A and B that are ``missing``, or not ``kept``, count as so many."""
    games = []
    for game in GAMES:
        typed = (match[AGENDA[game, side]] if kept else None for side in SIDES)
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
    """A game of a match that a player has forfeited."""

    game: int | None  # None where the ruling names none, and it could be either
    side: str
    winner: str | None  # by what is typed in the row of the match
    row: int  # of the sheet Rulings


def find_forfeits(event: Event) -> Mapping[int, Sequence[Forfeit]]:
    """Return the forfeits of matches that are there, by index; whose game is not named on the sheet Rulings, last."""
    found = defaultdict[int, list[Forfeit]](list)
    for row in sorted(list_rows(event, "Rulings"), key=lambda row: (row["kind"], row["game"]) == (GAME_FORFEIT, None)):
        if row["kind"] not in (GAME_FORFEIT, MATCH_FORFEIT) or None in (row["round"], row["player"]):
            continue
        for match in event.rounds.get(row["round"], ()):
            if match.ruling is not None or match.b == BYE or row["player"] not in (match.a, match.b):
                continue
            side, winners = "A" if match.a == row["player"] else "B", [match[field] for field in RESULT_FIELDS]
            taken = [each.game for each in found[match.index] if each.side == side]
            one = row["game"] or _find_meant(side, {game: winners[game - 1] for game in GAMES if game not in taken})
            for game in GAMES if row["kind"] == MATCH_FORFEIT else (one,):
                found[match.index].append(Forfeit(game, side, winners[game - 1] if game else None, row.number))
    return found


def _find_meant(side: str, winners: Mapping[int, str | None]) -> int | None:
    """Return the game that is meant where the ruling does not say: one without a result, else one that was lost.

    Of two that the player has not lost, neither is more likely: None.
    """
    lost = [game for game, winner in winners.items() if winner not in (None, side, "Draw")]
    return next(iter((*(game for game, winner in winners.items() if winner is None), *lost)), None if winners else 1)


def list_forfeits(match: Match) -> Sequence[Forfeit]:
    """Return the forfeits of a match, in an event as it counts."""
    forfeits: Sequence[Forfeit] = match.fields.get(FORFEITS, ())
    return forfeits


def count_forfeits(match: Match, forfeits: Sequence[Forfeit]) -> Match:
    """Return a match with forfeited games as lost with 0 agenda points; one that both forfeited is tied (6.1)."""
    fields: dict[str, Any] = {**match.fields, FORFEITS: forfeits}
    for game in GAMES:
        if lost := [each.side for each in forfeits if each.game == game]:
            fields[f"winner_{game}"] = next((side for side in SIDES if side not in lost), "Draw")
            fields |= {AGENDA[game, side]: 0 if side in lost else None for side in SIDES}
    return replace(match, fields=fields) if forfeits else match


def list_missing(match: Match) -> list[str]:
    """Return the fields of agenda points that are missing and can decide a match, if it is played (netrunner 6.5).

    None are missing of an agreed draw (netrunner 6.6).
    """
    if not match.is_match or any(match[field] is None for field in RESULT_FIELDS) or is_agreed_draw(match):
        return []
    most = MOST_LOST
    ends = (match_points(list_games(match, missing=points)) for points in ((0, most), (most, 0)))
    if len({compare(a, b) for a, b in ends}) == 1:
        return []
    return [field for (n, side), field in AGENDA.items() if match[field] is None and match[f"winner_{n}"] != side]


def is_agreed_draw(match: Match) -> bool:
    """Return whether a match is an agreed draw: both games drawn, and no agenda points (netrunner 6.6)."""
    drawn = all(match[field] == "Draw" for field in RESULT_FIELDS)
    return drawn and all(match[field] is None for field in FIELDS)


def list_typed(match: Match) -> list[str]:
    """Return the fields of the agenda points that are typed, but for games that are forfeit."""
    forfeited = [each.game for each in list_forfeits(match)]
    return [field for (game, _), field in AGENDA.items() if match[field] is not None and game not in forfeited]


def settle(event: Event) -> Event:
    """Return the event as it counts: forfeits as lost games, and matches incomplete whose agenda points are missing.

    None are missing where they are not kept, or in a round without any but those of forfeits (netrunner 6.1 to 6.7).
    """
    forfeits = find_forfeits(event)
    rows = [count_forfeits(match, forfeits.get(match.index, ())) for match in event.rows]
    typed = {match.round for match in rows if list_typed(match)} if are_kept(event.settings) else set()
    lacks = (match.round in typed and bool(list_missing(match)) for match in rows)
    pairs = zip(rows, lacks, strict=True)
    return replace(event, rows=tuple(replace(match, incomplete=incomplete) for match, incomplete in pairs))


@dataclass(frozen=True, slots=True)
class ScoredMatch(Scored):
    """A match that was played: its games, and the points of A and of B by which it is won."""

    games: tuple[Game, ...] = ()
    totals: tuple[int, int] = (0, 0)

    def explain(self, results: Results, me: int) -> Iterator[Step]:
        """Yield the steps to the GMP of a side (netrunner 2.7)."""
        event, match, gmp = results.event, self.match, results.format.points_name
        names = [event.players[number].shown for number in match.pair]
        for game, played in zip(GAMES, self.games, strict=True):
            for forfeit in list_forfeits(match):
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


def score_match(event: Event, match: Match) -> ScoredMatch:
    """Score a match that was played (netrunner 2.7, 5.3 and 6.7)."""
    games = list_games(match, kept=are_kept(event.settings))
    a, b = match_points(games)
    return ScoredMatch(match, compare(a, b), match_gmp(games), a - b, tuple(games), (a, b))


def explain_pairing_number(results: Results, player: int) -> Sequence[Step]:
    """Return the step to the pairing number of a player (netrunner 2.7.3)."""
    standings, rule = results.standings, "netrunner 2.7.3"
    if results.event.settings[PAIRING_NUMBER] == "wins":
        terms = (int(standings["wins"][player]), int(standings["byes"][player]))
        return (Step("pairing_number_wins", {}, rule=rule, terms=terms),)
    return (Step("pairing_number", {"gmp": exact(standings["points"][player])}, rule=rule),)
