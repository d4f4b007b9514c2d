"""Game and match points of all results that there are (netrunner 2.7 and 2.7.1)."""

from __future__ import annotations

from itertools import product

from turnabout_sheets.formats.netrunner import scoring


def in_halves(one: tuple[str, int, int], two: tuple[str, int, int]) -> tuple[int, int]:
    """Return twice the GMP of a match, worked out from the protocol's words once more."""
    halves, points = [0, 0], [0, 0]
    for winner, *agenda in (one, two):
        for player, name in enumerate("AB"):
            points[player] += 10 if winner == name else agenda[player]
            halves[player] += {name: 2, "Draw": 1}.get(winner, 0)
    for player in (0, 1):
        halves[player] += 1 + (points[player] > points[1 - player]) - (points[player] < points[1 - player])
    return halves[0], halves[1]


def test_every_match_gives_three_gmp() -> None:
    """Three by netrunner 2.7.1, for all results and many agenda points; to turn the players round turns the GMP."""
    agenda = (0, 1, 3, 6, 7)
    games = list(product(("A", "B", "Draw"), agenda, agenda))
    turned = {"A": "B", "B": "A", "Draw": "Draw"}
    seen = 0
    for one, two in product(games, repeat=2):
        gmp = scoring.match_gmp([scoring.Game(*one), scoring.Game(*two)])
        assert sum(gmp) == 3
        assert tuple(2 * each for each in gmp) == in_halves(one, two)
        if one <= two:
            other = [scoring.Game(turned[winner], b, a) for winner, a, b in (one, two)]
            assert scoring.match_gmp(other) == gmp[::-1]
        seen += 1
    assert seen == (3 * len(agenda) ** 2) ** 2
