"""Writes an event as NRTM JSON for sites that collect Netrunner results (publishing 5.1 to 5.5), as Cobra does."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnabout_sheets.core.days import EXAMPLE
from turnabout_sheets.core.file_names import as_utf8
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.problems import error
from turnabout_sheets.event.format import Exported
from turnabout_sheets.event.model import BYE, Match
from turnabout_sheets.event.rulings import decide_unplayed
from turnabout_sheets.formats.netrunner.checks import is_agreed_draw
from turnabout_sheets.formats.netrunner.scoring import GAMES, Game, list_games
from turnabout_sheets.formats.netrunner.settings import are_kept

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results

Json = dict[str, Any]

GAME_WON, GAME_DRAWN, GAME_LOST = 3, 1, 0
"""What a game is worth there, whatever the match is worth here."""

ROUND_WON: Final = GAME_WON * len(GAMES)
"""What a bye is worth: both games (netrunner 5.1)."""

DECIMALS: Final = 3

REMARK: Final = (
    "In this file matchPoints are game points, 3 for a game won and 1 each for a drawn one, and not GMP; the ranks are "
    "those of Standings."
)


class _Side(NamedTuple):
    """A player in a round, None for nobody, with the points of both games and of the round, as far as there are any."""

    player: int | None
    runner: int | None = None
    corp: int | None = None
    total: int | None = None


class _Row(NamedTuple):
    """A match, or a bye, whose second side is nobody."""

    table: int | None
    sides: tuple[_Side, _Side]
    is_agreed: bool = False


def make_nrtm(results: Results) -> Exported:
    """Return the file of an event, the same bytes for the same event, and what is to be said of it.

    Its players are those who were paired, their ids the ranks in it. Without a day, which every reader wants, there is
    none.
    """
    event = results.event
    if event.settings.day is None:
        found = f'"{event.settings.date}"' if event.settings.date else "blank"
        message = f"Date is {found}; sites that collect results expect a day such as {EXAMPLE}."
        return Exported(problems=[error(event.setting_place("date"), message, "Fill in the day of the event.")])
    paired = set(event.paired)
    ids = {player: rank for rank, player in enumerate((each for each in results.order if each in paired), 1)}
    scored = results.scored_by_index.keys()
    rounds = [list(_list_rows(matches, scored)) for _, matches in sorted(event.rounds.items())]
    whole = {
        "name": event.settings.name,
        "date": event.settings.day.isoformat(),
        "cutToTop": 0,
        "preliminaryRounds": len(rounds),
        "players": list(_describe_players(results, ids, [row for rows in rounds for row in rows])),
        "eliminationPlayers": [],
        "rounds": [list(_describe_round(rows, ids, keeps=are_kept(event.settings))) for rows in rounds],
        "uploadedFrom": "turnabout",
        "links": [],
    }
    return Exported(as_utf8(json.dumps(whole, ensure_ascii=False) + "\n"), [REMARK])


def _list_rows(matches: Iterable[Match], scored: Collection[int]) -> Iterator[_Row]:
    """Yield the rows of a round; points are blank where a match is not reported, or its round not begun.

    Who is there when the opponent is not has a bye; who is not there, or waits for a final, has no row.
    """
    for match in matches:
        counts = match.index in scored
        unplayed = decide_unplayed(match.ruling, bye=match.b == BYE)
        if unplayed is None:
            games = list_games(match) if counts else []
            yield _Row(match.table, _play(match, games), counts and is_agreed_draw(match))
            continue
        for player, outcome in zip(match.pair, unplayed, strict=True):
            if outcome == Outcome.BYE:
                won, lost = (ROUND_WON, GAME_LOST) if counts else (None, None)
                yield _Row(match.table, (_Side(player, total=won), _Side(None, total=lost)))


def _play(match: Match, games: Sequence[Game]) -> tuple[_Side, _Side]:
    """Return the sides of a match: first who is the Runner in game 1, which is B here (netrunner 5.2)."""
    a, b = match.pair
    if not games:
        return _Side(b), _Side(a)
    (corp_a, runner_b), (runner_a, corp_b) = map(_score, games)
    return _Side(b, runner_b, corp_b, runner_b + corp_b), _Side(a, runner_a, corp_a, runner_a + corp_a)


def _score(game: Game) -> tuple[int, int]:
    """Return the points of A and B from a game."""
    ends = {"A": (GAME_WON, GAME_LOST), "B": (GAME_LOST, GAME_WON)}
    return ends.get(game.winner, (GAME_DRAWN, GAME_DRAWN))


def _describe_round(rows: Sequence[_Row], ids: Mapping[int, int], *, keeps: bool) -> Iterator[Json]:
    """Yield the matches of a round; what has no table comes behind those that have, as a bye does in Cobra.

    Only where the event ``keeps`` agenda points an agreed draw can be told from two games without an end.
    """
    last = max((row.table for row in rows if row.table is not None), default=0)
    for row in sorted(rows, key=lambda row: (row.table is None, row.table or 0)):
        last += row.table is None
        one, other = (_describe_side(side, ids) for side in row.sides)
        yield {
            "table": last if row.table is None else row.table,
            "player1": one,
            "player2": other,
            "intentionalDraw": keeps and row.is_agreed,
            "twoForOne": False,
            "eliminationGame": False,
        }


def _describe_side(side: _Side, ids: Mapping[int, int]) -> Json:
    who = None if side.player is None else ids[side.player]
    return {"id": who, "runnerScore": side.runner, "corpScore": side.corp, "combinedScore": side.total}


def _describe_players(results: Results, ids: Mapping[int, int], rows: Iterable[_Row]) -> Iterator[Json]:
    """Yield the players by rank, with their points and the strength of their schedule, which Cobra computes so.

    It is what the opponents have a round, byes among their rounds, on average; extended, the opponents' average of it.
    """
    points: defaultdict[int, list[int]] = defaultdict(list)
    met: defaultdict[int, list[int]] = defaultdict(list)
    for row in rows:
        for me, opponent in (row.sides, row.sides[::-1]):
            if me.player is not None and me.total is not None:
                points[me.player].append(me.total)
                if opponent.player is not None:
                    met[me.player].append(opponent.player)
    strength = {who: _average([_average(points[each]) for each in met[who]]) for who in ids}
    for who, rank in ids.items():
        player = results.event.players[who]
        yield {
            "id": rank,
            "name": player.shown,
            "rank": rank,
            "corpIdentity": player["corp_identity"],
            "runnerIdentity": player["runner_identity"],
            "matchPoints": sum(points[who]),
            "strengthOfSchedule": _round(strength[who]),
            "extendedStrengthOfSchedule": _round(_average([strength[each] for each in met[who]])),
        }


def _average(numbers: Sequence[int | Fraction]) -> Fraction:
    return Fraction(sum(numbers), len(numbers)) if numbers else Fraction(0)


def _round(number: Fraction) -> float:
    return float(round(number, DECIMALS))
