"""What pairing a round exactly costs:  python -m benchmarks.pairing

Fields of simulated events, and histories that are hard to pair. Printed are the median of the processor's seconds and
the sum of squared differences, whose smallness is the aim; the aims are 0.2 s up to 500 players and 1 s up to 2,000.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random

from turnabout_sheets.pairing.swiss import closest_pairing

ROUNDS = (1, 4, 8, 12)

Played = Callable[[Random, float], tuple[int, int]]


def real_points(random: Random, ahead: float) -> tuple[int, int]:
    """Share 30 victory points; the stronger player tends to win, by some of them."""
    won = min(max(round(15 + ahead + random.gauss(0, 5)), 0), 30)
    return won, 30 - won


def draw(random: Random, ahead: float) -> tuple[int, int]:
    """Share them equally."""
    return 15, 15


KINDS: Mapping[str, Played] = {"points as in real events": real_points, "all drawn": draw}

Field = tuple[list[int], list[dict[int, int]]]  # points, best first, and by position whom each player has met


def swiss(players: int, rounds: int, play: Played) -> Field:
    """Play rounds that this program pairs."""
    random = Random(players)
    strength = [random.gauss(0, 4) for _ in range(players)]
    points, met = [0] * players, [dict[int, int]() for _ in range(players)]
    order = random.sample(range(players), players)
    for _ in range(rounds):
        for a, b in pair(seated(order, points, met)):
            i, j = order[a], order[b]
            met[i][j] = met[j][i] = 1
            for player, won in zip((i, j), play(random, strength[i] - strength[j]), strict=True):
                points[player] += won
        order.sort(key=lambda i: -points[i])
    return seated(order, points, met)


def seated(order: list[int], points: list[int], met: list[dict[int, int]]) -> Field:
    """Return players with their history in standing order."""
    seat = {player: k for k, player in enumerate(order)}
    return [points[i] for i in order], [{seat[j]: 1 for j in met[i]} for i in order]


def teams_that_have_met(players: int) -> Field:
    """Return a field in which nobody is left for a player of the other team: rematches are needed."""
    everybody = range(players)
    return [2 * (players - i) for i in everybody], [{j: 1 for j in everybody if (i - j) % 2} for i in everybody]


def pair(field: Field) -> Sequence[tuple[int, int]]:
    return closest_pairing(*field).pairs


def report(name: str, field: Field) -> None:
    """Print what it takes to pair a field."""
    taken = []
    for _ in range(5):
        started = time.process_time()
        pairs = pair(field)
        taken.append(time.process_time() - started)
    squares = sum((field[0][i] - field[0][j]) ** 2 for i, j in pairs)
    rematches = sum(j in field[1][i] for i, j in pairs)
    print(f"{name:<60} {statistics.median(taken):8.4f} s, squares {squares:,}, {rematches} rematches", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pairing")
    parser.add_argument("--sizes", type=int, nargs="+", default=[64, 256, 500, 2000, 20_000])
    sizes = parser.parse_args().sizes
    for kind, play in KINDS.items():
        for players in sizes:
            for rounds in ROUNDS:
                report(f"{players:,} players after {rounds} rounds, {kind}", swiss(players, rounds, play))
    report("210 players, two teams have met", teams_that_have_met(210))


if __name__ == "__main__":
    main()
