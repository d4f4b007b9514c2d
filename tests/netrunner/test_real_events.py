"""Nine real Netrunner events, played under other rules, scored under the protocol, against a small calculation here.

The events stay outside the repository. They record who won each game, but no agenda points: they are left blank, so
that every round is scored without (netrunner 6.5). Where an event records the match only, these are our readings:

- 6-0: both games won (often by agreement, which is for the director to judge);
- 4-1: one game won, the other tied;
- 3-3: a game each, or, where the players agreed on a draw, two games not played: 1 1/2 GMP for each either way.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.dose import dose
from tests.event.worked_events import sheet_rows
from tests.netrunner.workbooks import Game, match, netrunner, read, round_sheet
from tests.reading.grids import Cells, players
from tests.real_data import each_file
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.netrunner import NETRUNNER
from turnabout_sheets.formats.netrunner.checks import agreed_draws
from turnabout_sheets.sheets.grid import Grid

pytestmark = [pytest.mark.slow, pytest.mark.soak]

Real = dict[str, Any]

WINNERS = {(6, 0): ("A", "A"), (0, 6): ("B", "B"), (3, 3): ("A", "B"), (4, 1): ("A", "Draw"), (1, 4): ("B", "Draw")}
"""Who won the two games, by the points of a match whose games are not recorded."""

GMP = {(6, 0): (6, 0), (0, 6): (0, 6), (3, 3): (3, 3), (4, 1): (5, 1), (1, 4): (1, 5)}
"""Twice the GMP of both players by the points of a match, without agenda points (netrunner 2.7)."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests once for every event in the folder of test data."""
    if "file" in metafunc.fixturenames:
        metafunc.parametrize("file", **each_file(*dose(("netrunner/*-1?-*.json",), ("netrunner/*.json",))))


def load(file: Path) -> Real:
    event: Real = json.loads(file.read_text(encoding="utf-8"))
    return event


def winner(a: int, b: int) -> str:
    return "A" if a > b else "B" if a < b else "Draw"


def games(played: Real) -> tuple[Game, Game]:
    """Return the games of a match as they are typed; player 1 is A, the Corporation in game 1."""
    if played["intentional_draw"]:
        return ("Draw", "", ""), ("Draw", "", "")
    scores = [
        (played["p1_corp_score"], played["p2_runner_score"]),
        (played["p1_runner_score"], played["p2_corp_score"]),
    ]
    points = (played["p1_points"], played["p2_points"])
    won = [winner(*score) for score in scores] if any(map(any, scores)) else WINNERS[points]
    return (won[0], "", ""), (won[1], "", "")


def there(event: Real) -> dict[int, list[int]]:
    """Return the rounds in which each player was there."""
    found: dict[int, list[int]] = {player["id"]: [] for player in event["players"]}
    for number, played in enumerate(event["rounds"], 1):
        for player in (each[side] for each in played for side in ("p1", "p2") if each[side] is not None):
            found[player].append(number)
    return found


def grids(event: Real) -> list[Grid]:
    """Return the workbook of a real event."""
    who: list[Cells] = []
    last_round = len(event["rounds"])
    for player, rounds in there(event).items():
        first, last = rounds[0], rounds[-1]
        away = ", ".join(str(number) for number in range(first, last) if number not in rounds)
        dropped = last if last < last_round else ""
        who.append({"Player": f"P{player}", "Joined round": first, "Dropped after": dropped, "Away": away})
    sheets = [
        round_sheet(
            number,
            *(
                match(f"P{each['p1']}", "BYE")
                if each["p2"] is None
                else match(f"P{each['p1']}", f"P{each['p2']}", *games(each))
                for each in played
            ),
        )
        for number, played in enumerate(event["rounds"], 1)
    ]
    return [netrunner(name=event["name"], rounds=last_round), players(*who), *sheets]


def scored(event: Real) -> Results:
    found, problems = read(*grids(event))
    assert found is not None
    assert not [problem for problem in problems if problem.severity is Severity.ERROR]
    return compute(found, NETRUNNER)


def matches(event: Real) -> Iterator[tuple[str, str, tuple[int, int]]]:
    """Yield the matches: both names, and twice the GMP of both."""
    for each in (each for played in event["rounds"] for each in played if each["p2"] is not None):
        yield f"P{each['p1']}", f"P{each['p2']}", GMP[each["p1_points"], each["p2_points"]]


def by_hand(event: Real) -> dict[str, tuple[int, ...]]:
    """Return rank, and twice GMP, opponents' GMP and middle opponents' GMP of each player, by plain counting."""
    total: Counter[str] = Counter()
    met: dict[str, list[str]] = {f"P{player['id']}": [] for player in event["players"]}
    wins: Counter[tuple[str, str]] = Counter()
    for a, b, (gmp_a, gmp_b) in matches(event):
        total[a] += gmp_a
        total[b] += gmp_b
        met[a].append(b)
        met[b].append(a)
        wins[a, b] += (gmp_a > gmp_b) - (gmp_a < gmp_b)
        wins[b, a] -= (gmp_a > gmp_b) - (gmp_a < gmp_b)
    for each in (each for played in event["rounds"] for each in played if each["p2"] is None):
        total[f"P{each['p1']}"] += 6
    figures = {}
    for name, opponents in met.items():
        theirs = sorted(total[opponent] for opponent in opponents)
        figures[name] = (total[name], sum(theirs), sum(theirs[1:-1]))
    order = {}
    for name, mine in figures.items():
        tied = [other for other in figures if figures[other] == mine]
        order[name] = (*mine, sum(wins[name, other] for other in tied))
    return {name: (1 + sum(other > mine for other in order.values()), *mine[:3]) for name, mine in order.items()}


def test_totals_tie_breaks_and_ranks(file: Path) -> None:
    event = load(file)
    found = scored(event)
    assert found.finished
    rows = sheet_rows(found, "Standings", "rank", "points", "opponents", "middle")
    expected = by_hand(event)
    assert rows == {name: (rank, *(Fraction(each, 2) for each in rest)) for name, (rank, *rest) in expected.items()}
    ranks = [row[0] for row in rows.values()]
    assert ranks == sorted(ranks)


def test_what_the_checks_say(file: Path) -> None:
    """Once, which rounds are scored without agenda points; and by a note the agreed draws of each; else nothing."""
    # Netrunner 6.5 and 6.6.
    event = load(file)
    agreed = [sum(each["intentional_draw"] for each in played if each["p2"] is not None) for played in event["rounds"]]
    found, (once,) = read(*grids(event))
    assert found is not None
    assert len([*agreed_draws(found)]) == sum(each > 0 for each in agreed)
    assert once.message.endswith(": a match of a game each is tied there.")


def test_where_they_are_not_kept_nothing_is_said(file: Path) -> None:
    """Netrunner 6.7."""
    event = load(file)
    who, *sheets = grids(event)[1:]
    settings = netrunner(name=event["name"], rounds=len(event["rounds"]), agenda_points="not kept")
    found, problems = read(settings, who, *sheets)
    assert (found is not None, problems) == (True, [])
    assert found is not None
    assert sheet_rows(compute(found, NETRUNNER), "Standings", "rank", "points") == sheet_rows(
        scored(event), "Standings", "rank", "points"
    )
