"""Writes an event as NRTM JSON for sites that collect Netrunner results (publishing 5.1 to 5.5), as Cobra does."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Any, Final

from turnabout_sheets.core.days import EXAMPLE
from turnabout_sheets.core.file_names import as_utf8
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.problems import error
from turnabout_sheets.event.format import Exported
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.rulings import decide_unplayed
from turnabout_sheets.formats.netrunner.scoring import GAMES, are_kept, is_agreed_draw, list_games

Json = dict[str, Any]

GAME_WON, GAME_DRAWN, GAME_LOST = 3, 1, 0  # there, whatever the match is worth here
ENDS: Final = {"A": (GAME_WON, GAME_LOST), "B": (GAME_LOST, GAME_WON), "Draw": (GAME_DRAWN, GAME_DRAWN)}
ROUND_WON: Final = GAME_WON * len(GAMES)  # what a bye is worth: both games (netrunner 5.1)
DECIMALS: Final = 3

REMARK: Final = (
    "In this file matchPoints are game points, 3 for a game won and 1 each for a drawn one, and not GMP; the ranks are "
    "those of Standings."
)


def make_nrtm(results: Results) -> Exported:
    """Return the file of an event, the same bytes for the same event, and what there is to say of it.

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
    rounds = [list(_list_matches(results, number, ids)) for number in sorted(event.rounds)]
    whole = {
        "name": event.settings.name,
        "date": event.settings.day.isoformat(),
        "cutToTop": 0,
        "preliminaryRounds": len(rounds),
        "players": list(_list_players(results, ids, [match for matches in rounds for match in matches])),
        "eliminationPlayers": [],
        "rounds": rounds,
        "uploadedFrom": "turnabout",
        "links": [],
    }
    return Exported(as_utf8(json.dumps(whole, ensure_ascii=False) + "\n"), [REMARK])


def _list_matches(results: Results, number: int, ids: Mapping[int, int]) -> Iterator[Json]:
    """Yield the matches of a round; points are blank where a match is not reported, or its round not begun.

    A player whose opponent is absent has a bye; one who is absent, or waits for a final, has no match. What has no
    table comes behind those that have, as a bye does in Cobra. Only where agenda points are kept an agreed draw can be
    told from two games without an end. First is the Runner in game 1, which is B here (netrunner 5.2).
    """
    rows = []
    for match in results.event.rounds[number]:
        counts, unplayed = match.index in results.scored_by_index, decide_unplayed(match.ruling, bye=match.b == BYE)
        if unplayed is None:
            a, b = (ids[player] for player in match.pair)
            ends = [ENDS[game.winner] if counts else (None, None) for game in list_games(match)]
            (corp_a, runner_b), (runner_a, corp_b) = ends
            agreed = counts and are_kept(results.event.settings) and is_agreed_draw(match)
            rows.append((match.table, _side(b, runner_b, corp_b), _side(a, runner_a, corp_a), agreed))
            continue
        for player, outcome in zip(match.pair, unplayed, strict=True):
            if outcome == Outcome.BYE:
                won, lost = (ROUND_WON, GAME_LOST) if counts else (None, None)
                rows.append((match.table, _side(ids[player], total=won), _side(None, total=lost), False))
    free = count(1 + max((table for table, *_ in rows if table is not None), default=0))
    for table, one, other, agreed in sorted(rows, key=lambda row: (row[0] is None, row[0] or 0)):
        match_here = {"table": next(free) if table is None else table, "player1": one, "player2": other}
        yield {**match_here, "intentionalDraw": agreed, "twoForOne": False, "eliminationGame": False}


def _side(id: int | None, runner: int | None = None, corp: int | None = None, total: int | None = None) -> Json:
    """Return a player in a match, by id, None for nobody, with points as far as there are any."""
    if runner is not None and corp is not None:
        total = runner + corp
    return {"id": id, "runnerScore": runner, "corpScore": corp, "combinedScore": total}


def _list_players(results: Results, ids: Mapping[int, int], matches: Sequence[Json]) -> Iterator[Json]:
    """Yield the players by rank, with their points and the strength of their schedule, which Cobra computes so.

    It is what the opponents have a round, byes among their rounds, on average; extended, the opponents' average of it.
    """
    points, met = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for match in matches:
        for me, other in (("player1", "player2"), ("player2", "player1")):
            player, opponent, total = match[me]["id"], match[other]["id"], match[me]["combinedScore"]
            if player is not None and total is not None:
                points[player].append(total)
                met[player] += [] if opponent is None else [opponent]
    strength = {rank: _average([_average(points[each]) for each in met[rank]]) for rank in ids.values()}
    for number, rank in ids.items():
        player = results.event.players[number]
        yield {
            "id": rank,
            "name": player.shown,
            "rank": rank,
            "corpIdentity": player["corp_identity"],
            "runnerIdentity": player["runner_identity"],
            "matchPoints": sum(points[rank]),
            "strengthOfSchedule": float(round(strength[rank], DECIMALS)),
            "extendedStrengthOfSchedule": float(round(_average([strength[each] for each in met[rank]]), DECIMALS)),
        }


def _average(numbers: Sequence[int | Fraction]) -> Fraction:
    return Fraction(sum(numbers), len(numbers)) if numbers else Fraction(0)
