"""Explains the points of a match: games, agenda points, who won it, and the GMP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from turnabout_sheets.core.frames import exact
from turnabout_sheets.core.problems import Place
from turnabout_sheets.event.model import Event, Match
from turnabout_sheets.event.steps import Step, Value
from turnabout_sheets.formats.common import explain_unplayed
from turnabout_sheets.formats.netrunner.scoring import (
    GAME_WON,
    GAMES,
    SIDES,
    Game,
    forfeits,
    list_games,
    match_points,
    share,
)
from turnabout_sheets.formats.netrunner.settings import PAIRING_NUMBER, are_kept

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results

CITES = {
    "points": "netrunner 3.1",
    "adjustment": "rules 1.4.8",
    "bye": "netrunner 5.1",
    "absent": "netrunner 5.1",
}

POINTS = "Points"


def explain(results: Results, match: Match, side: str) -> Sequence[Step]:
    """Return the steps from the cells of a match to the GMP of a side (netrunner 2.7)."""
    return explain_unplayed(results, match, side) or list(_explain_played(results, match, "ab".index(side)))


def _explain_played(results: Results, match: Match, me: int) -> Iterator[Step]:
    event, gmp = results.event, results.format.points_name
    names = [event.players[number].shown for number in match.pair]
    games = dict(zip(GAMES, list_games(match), strict=True))
    lost = [each for each in forfeits(event) if each.match.index == match.index]
    for game, played in games.items():
        for forfeit in lost:
            if forfeit.game == game:
                place = event.tables["Rulings"].place(forfeit.row, "kind")
                values: dict[str, Value] = {"game": game, "player": names[SIDES.index(forfeit.side)]}
                yield Step("forfeit", values, (place,), "netrunner 6.1")
        step = Step("game_tied", {"game": game}, (event.place(match, f"winner_{game}"),), "netrunner 2.7")
        if played.winner in SIDES:
            step = step._replace(word="game_won", values={"game": game, "winner": names[SIDES.index(played.winner)]})
        yield step._replace(comes_to=played.gmp[me], of=gmp)
    for each in (me, 1 - me):
        terms = tuple(game.points[each] for game in games.values())
        counted: dict[str, Value] = {"player": names[each], "won": GAME_WON}
        if are_kept(event.settings):
            places = _agenda_places(event, match, games, each)
            yield Step("agenda_points", counted, places, "netrunner 5.3", sum(terms), POINTS, terms)
        else:
            yield Step("agenda_points_not_kept", counted, (), "netrunner 6.7", sum(terms), POINTS, terms)
    points = match_points([*games.values()])
    shares = share(*points)
    step = Step("match_tied", {}, rule="netrunner 2.7", comes_to=shares[me], of=gmp)
    if points[0] != points[1]:
        step = step._replace(word="match_decided", values={"winner": names[points.index(max(points))]})
    yield step
    terms_gmp = (*(game.gmp[me] for game in games.values()), shares[me])
    yield Step("sum_gmp", {}, (), "netrunner 2.7.1", sum(terms_gmp, Fraction(0)), gmp, terms_gmp)


def _agenda_places(event: Event, match: Match, games: dict[int, Game], who: int) -> tuple[Place, ...]:
    """Return where the agenda points stand that count for a player: of the games not won."""
    side = SIDES[who]
    return tuple(
        event.place(match, f"agenda_{game}_{side.lower()}") for game, played in games.items() if played.winner != side
    )


def explain_pairing_number(results: Results, player: int) -> Sequence[Step]:
    """Return the step to the pairing number of a player (netrunner 2.7.3)."""
    standings, rule = results.standings, "netrunner 2.7.3"
    if results.event.settings[PAIRING_NUMBER] == "wins":
        terms = (int(standings["wins"][player]), int(standings["byes"][player]))
        return (Step("pairing_number_wins", {}, rule=rule, terms=terms),)
    return (Step("pairing_number", {"gmp": exact(standings["points"][player])}, rule=rule),)
