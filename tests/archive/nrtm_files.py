"""Events in NRTM JSON, made from a few words: in the layouts of Cobra, of AesopsTables, and of the phone app."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from turnabout_sheets.archive.lists.nrtm import read_nrtm
from turnabout_sheets.archive.records import EventRecord

Json = dict[str, Any]
Rounds = Sequence[Any]
"""Lists of matches, or what stands in the place of one."""

ANN, BO, CY, DEE = 11, 12, 13, 14
NAMES = {ANN: "Ann", BO: "Bo", CY: "Cy", DEE: "Dee"}


def event(rounds: Rounds = (), *, points: Sequence[Any] = (9, 6, 6, 3), **fields: Any) -> Json:
    """Return an event of the four, who finish in their order with these points, as Cobra writes it."""
    players = [
        {"id": who, "name": name, "rank": rank, "matchPoints": own, "strengthOfSchedule": "1.5", "corpIdentity": None}
        for rank, ((who, name), own) in enumerate(zip(NAMES.items(), points, strict=True), 1)
    ]
    whole = {
        "name": "Harbour Cup",
        "date": "2025-09-06",
        "cutToTop": 0,
        "preliminaryRounds": len(rounds),
        "players": players,
        "eliminationPlayers": [],
        "rounds": rounds,
        "uploadedFrom": "Cobra",
    }
    return whole | fields


def two_sided(
    table: int, a: int | None, b: int | None, games: Sequence[Any], total: Sequence[Any] = (), **more: Any
) -> Json:
    """Return a match of Cobra: ``games`` are the scores of A as runner and B as corporation, then the other way."""
    one, other = games[:2], games[2:]
    sides = [
        {"id": a, "runnerScore": one[0], "corpScore": other[1]},
        {"id": b, "runnerScore": other[0], "corpScore": one[1]},
    ]
    for side, points in zip(sides, total, strict=False):
        side["combinedScore"] = points
    flags = {"intentionalDraw": False, "twoForOne": False, "eliminationGame": False}
    return {"table": table, "player1": sides[0], "player2": sides[1]} | flags | more


A_BOTH, SPLIT, NOTHING, ZEROS = (3, 0, 0, 3), (3, 0, 3, 0), (None,) * 4, (0,) * 4


def bye(who: int, *, first: bool = True, points: Any = 6) -> Json:
    """Return a bye, with the player first or second."""
    if first:
        return two_sided(9, who, None, NOTHING, (points, 0))
    return two_sided(9, None, who, NOTHING, (0, points))


def cut_game(table: int, winner: int | None, loser: int | None, *, played: bool = True) -> Json:
    """Return a game of Cobra's cut."""
    sides = [
        {"id": who, "role": role, "winner": won if played else None}
        for who, role, won in ((loser, "corp", False), (winner, "runner", True))
    ]
    return {"table": table, "player1": sides[0], "player2": sides[1], "eliminationGame": True}


def as_bytes(whole: object) -> bytes:
    return json.dumps(whole).encode()


def read(whole: object) -> EventRecord:
    """Return the record of an event in which nothing is wrong."""
    found = read_nrtm(as_bytes(whole), "cup.json")
    assert [str(problem) for problem in found.problems] == []
    (record,) = found.records
    return record


def remarks(whole: object) -> list[str]:
    """Return what is told of an event besides its size."""
    return list(read_nrtm(as_bytes(whole), "cup.json").remarks)[1:]


def results(record: EventRecord) -> list[tuple[Any, ...]]:
    """Return each match: round, table, both names, points, and how it ended for the first."""
    return [
        (
            each.round,
            each.table,
            record.entries[each.a].name,
            None if each.b is None else record.entries[each.b].name,
            each.points_a,
            each.points_b,
            each.outcome_a and each.outcome_a.value,
        )
        for each in record.meetings
    ]
