"""What pairing a round exactly costs, beside other libraries:  python -m benchmarks.pairing

Fields of simulated Turnabout events (up to 30 victory points a match), and histories that are hard to pair. Each field
has a process of its own for each library, which builds the field, pairs it a few times and reports the median and the
peak memory, building included. Ratios are to our own figure for the same field in the same run. Libraries that are not
installed are left out: to compare them, run this with the Python of an environment that has them.

The matching libraries are given the graph that their users give them: everyone beside everyone they have not met.

py4swiss pairs by rules of its own, FIDE's Dutch system: top half against bottom half of those with equal scores. It has
the same players, standing order, scores and forbidden rematches, and no colours to mind. Its time and memory compare;
its squares are shown, but are not what it seeks to make small.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from random import Random
from typing import NamedTuple

from benchmarks.run import MEGABYTE, environment
from turnabout_sheets.pairing.swiss.closest import closest_pairing

REPEATS = 5
SECONDS_FOR_REPEATS = 3.0
"""No further repeat begins after this time."""
MOST_SECONDS = 15
"""A library that takes longer on one field, building included, is stopped."""
OURS = "turnabout"

Pairs = list[tuple[int, int]]


class Field(NamedTuple):
    """Points, best first, and whom each player has met, both by position."""

    scores: list[int]
    met: list[dict[int, int]]


def pair(field: Field) -> Pairs:
    return list(closest_pairing(field.scores, field.met, allow_rematches=True).pairs)


def swiss(players: int, rounds: int) -> Field:
    """Every round is paired by this program; the stronger player tends to win, by some victory points."""
    random = Random(players)
    strength = [random.gauss(0, 4) for _ in range(players)]
    points = [0] * players
    met: list[dict[int, int]] = [{} for _ in range(players)]
    order = list(range(players))
    for _ in range(rounds):
        for a, b in pair(seated(order, points, met)):
            i, j = order[a], order[b]
            won = min(max(round(15 + strength[i] - strength[j] + random.gauss(0, 5)), 0), 30)
            points[i] += won
            points[j] += 30 - won
            met[i][j] = met[j][i] = 1
        order.sort(key=lambda i: -points[i])
    return seated(order, points, met)


def seated(order: list[int], points: list[int], met: list[dict[int, int]]) -> Field:
    """Return players with their history by standing."""
    seat = {player: k for k, player in enumerate(order)}
    return Field([points[i] for i in order], [{seat[j]: last for j, last in met[i].items()} for i in order])


def drawn(players: int, rounds: int) -> Field:
    """Every match of every round was a draw: everyone is tied."""
    field = Field([0] * players, [{} for _ in range(players)])
    for _ in range(rounds):
        for i, j in pair(field):
            field.met[i][j] = field.met[j][i] = 1
    return field


def met_by(scores: list[int], have_met: Callable[[int, int], bool]) -> Field:
    players = range(len(scores))
    return Field(scores, [{j: 1 for j in players if i != j and have_met(i, j)} for i in players])


def round_robin(players: int, rounds: int) -> Field:
    """Some rounds of a round robin in a random order of players, whose points are spread."""
    random = Random(players + rounds)
    seats = random.sample(range(players), players)
    met: list[dict[int, int]] = [{} for _ in range(players)]
    for _ in range(rounds):
        for i, j in zip(seats[: players // 2], reversed(seats), strict=False):
            met[i][j] = met[j][i] = 1
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return Field(sorted((random.randint(0, 15 * rounds) for _ in range(players)), reverse=True), met)


SWISS: Mapping[str, Callable[[], Field]] = {
    f"{players:,} players after {rounds} rounds": partial(swiss, players, rounds)
    for players in (64, 256, 1024, 4096, 20_000)
    for rounds in (3, 8)
}
HARD: Mapping[str, Callable[[], Field]] = {
    "200, all drawn for 12 rounds": lambda: drawn(200, 12),
    "2,000, all drawn for 8 rounds": lambda: drawn(2000, 8),
    "210, the last ten have all met": lambda: met_by(list(range(420, 0, -2)), lambda i, j: min(i, j) >= 200),
    "210, two teams, impossible": lambda: met_by(list(range(420, 0, -2)), lambda i, j: (i - j) % 2 == 1),
    "36 after 30 of a round robin": lambda: round_robin(36, 30),
    "200 after 60 of a round robin": lambda: round_robin(200, 60),
}
FIELDS = {**SWISS, **HARD}


def fresh(field: Field) -> Iterable[tuple[int, int, int]]:
    """Yield all pairs who have not met, with a weight that is larger for closer scores."""
    most = (field.scores[0] - field.scores[-1]) ** 2 + 1
    for i, j in combinations(range(len(field.scores)), 2):
        if j not in field.met[i]:
            yield i, j, most - (field.scores[i] - field.scores[j]) ** 2


def networkx(field: Field) -> Pairs:
    nx = import_module("networkx")
    graph = nx.Graph()
    graph.add_weighted_edges_from(fresh(field))
    return list(nx.max_weight_matching(graph, maxcardinality=True))


def rustworkx(field: Field) -> Pairs:
    rx = import_module("rustworkx")
    graph = rx.PyGraph()
    graph.add_nodes_from(range(len(field.scores)))
    graph.add_edges_from(list(fresh(field)))
    return list(rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))


def swisspair(field: Field) -> Pairs:
    swiss_pair = import_module("swisspair")
    players = [
        swiss_pair.Player(str(i), score, i + 1, cannot_be_paired_against_ids={str(j) for j in field.met[i]})
        for i, score in enumerate(field.scores)
    ]
    return [(int(match.p1.id), int(match.p2.id)) for match in swiss_pair.create_matches(players) if match.p2]


def py4swiss(field: Field) -> Pairs:
    """Pair by FIDE's Dutch system.

    It counts points by wins and draws, so the scores go in as accelerations, which it adds to the points for pairing.
    Meetings go in as forbidden pairs: a history of games would bring rules about colours with it, which we lack. These
    are the contents of a TRF file before round 1; the text form ends at 9,999 players and 99.9 points.
    """
    trf, sections, codes = (import_module(f"py4swiss.trf{part}") for part in ("", ".sections", ".codes"))
    numbers = range(1, len(field.scores) + 1)
    players = [
        sections.PlayerSection(code=codes.PlayerCode.PLAYER, starting_number=number, points_times_ten=0, rank=number)
        for number in numbers
    ]
    rules = sections.XSection(
        number_of_rounds=len(players),
        accelerations={number: [10 * score] for number, score in zip(numbers, field.scores, strict=True)},
        forbidden_pairs={(i + 1, j + 1) for i, opponents in enumerate(field.met) for j in opponents if i < j},
    )
    tournament = trf.ParsedTrf(player_sections=players, x_section=rules)
    pairings = import_module("py4swiss.engines").DutchEngine.generate_pairings(tournament)
    return [(pairing.white - 1, pairing.black - 1) for pairing in pairings if pairing.black]


@dataclass(frozen=True, slots=True)
class Rival:
    """A library to compare with, up to the number of players that it is reasonable to wait for."""

    pair: Callable[[Field], Pairs]
    most_players: int
    other_rules: bool = False
    """Whether it does not look for the closest pairing."""


RIVALS = {
    "networkx": Rival(networkx, 256),
    "rustworkx": Rival(rustworkx, 1024),
    "swisspair": Rival(swisspair, 20_000),
    "py4swiss": Rival(py4swiss, 1024, other_rules=True),
}


@dataclass(frozen=True, slots=True)
class Result:
    """What one library did with one field."""

    players: int
    seconds: float
    memory: int
    """Peak bytes of the process; 0 where the system does not tell."""
    paired: int
    rematches: int
    cost: int
    """Sum of squared score differences."""
    proven: bool


def peak_memory() -> int:
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def work(name: str, library: str) -> Result:
    """Build a field and pair it some times, in a process of its own."""
    field = FIELDS[name]()
    pairing = pair if library == OURS else RIVALS[library].pair
    times: list[float] = []
    while len(times) < REPEATS and sum(times) < SECONDS_FOR_REPEATS:
        started = time.perf_counter()
        pairs = pairing(field)
        times.append(time.perf_counter() - started)
    return Result(
        players=len(field.scores),
        seconds=statistics.median(times),
        memory=peak_memory(),
        paired=2 * len(pairs),
        rematches=sum(j in field.met[i] for i, j in pairs),
        cost=sum((field.scores[i] - field.scores[j]) ** 2 for i, j in pairs),
        proven=library != OURS or closest_pairing(field.scores, field.met, allow_rematches=True).proven,
    )


def measure(name: str, library: str, most_seconds: float | None = None) -> Result | str:
    """Let another process do the work; return its result, or what went wrong."""
    command = [sys.executable, "-m", "benchmarks.pairing", "--work", name, library]
    try:
        done = subprocess.run(
            command, check=True, capture_output=True, text=True, timeout=most_seconds, env=environment()
        )
    except subprocess.TimeoutExpired:
        return f"stopped after {most_seconds} s"
    except subprocess.CalledProcessError as error:
        return f"no result: {error.stderr.strip().splitlines()[-1].rpartition('.')[2]}"
    return Result(**json.loads(done.stdout))


def beside(theirs: Result | str, ours: Result, *, other_rules: bool) -> str:
    """Return how another library did beside us."""
    if isinstance(theirs, str):
        return theirs
    told = f"{theirs.seconds:9.3f} s = {theirs.seconds / ours.seconds:9,.2f} x, {theirs.memory / MEGABYTE:5.0f} MB"
    if theirs.paired < theirs.players:
        return f"{told}, leaves {theirs.players - theirs.paired} unpaired"
    if theirs.rematches > ours.rematches:
        return f"{told}, {theirs.rematches - ours.rematches} more rematches"
    if other_rules:
        return f"{told}, other rules: squares {theirs.cost:,} beside {ours.cost:,}"
    if theirs.cost == ours.cost:
        return f"{told}, as close"
    return f"{told}, squares {theirs.cost:,} against {ours.cost:,}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pairing")
    parser.add_argument("--field", action="append", choices=FIELDS, metavar="NAME", help="one of them; default: all")
    parser.add_argument("--work", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.work:
        print(json.dumps(asdict(work(*given.work))))
        return
    print(f"Python {platform.python_version()} on {platform.system()}, {os.cpu_count()} processors")
    for library in RIVALS:
        if find_spec(library) is None:
            print(f"{library} is not installed, and left out")
        elif RIVALS[library].other_rules:
            print(f"{library} pairs by other rules: its time and memory compare, its squares are only shown")
    for name in given.field or FIELDS:
        ours = measure(name, OURS)
        if isinstance(ours, str):
            raise SystemExit(f"{name}: {ours}")
        proven = "proven" if ours.proven else "NOT PROVEN"
        memory = ours.memory / MEGABYTE
        told = f"{ours.seconds:9.4f} s {'':13} {memory:5.0f} MB, {proven}, squares {ours.cost:,}"
        print(f"{name:<32} {told}, {ours.rematches} rematches", flush=True)
        for library, rival in RIVALS.items():
            if find_spec(library) is not None and ours.players <= rival.most_players:
                theirs = beside(measure(name, library, MOST_SECONDS), ours, other_rules=rival.other_rules)
                print(f"    {library:<28} {theirs}", flush=True)


if __name__ == "__main__":
    main()
