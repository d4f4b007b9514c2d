"""What pairing a round exactly costs, beside other libraries:  python -m benchmarks.pairing

Fields of simulated events, and histories that are hard to pair. Each field has a process of its own for each library,
which builds the field, pairs it a few times and reports the median of the processor's seconds and the peak memory,
building included. Ratios are to our own figure for the same field in the same run. Libraries that are not installed are
left out: to compare them, run this with the Python of an environment that has them.

The matching libraries are given the graph that their users give them: everyone beside everyone they have not met, and
those of a group at a price. The others know no groups, and are given fields without.

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
from math import inf
from random import Random
from typing import NamedTuple

from benchmarks.run import MEGABYTE, environment
from turnabout_sheets.pairing.swiss.closest import closest_pairing

REPEATS = 5
SECONDS_FOR_REPEATS = 3.0
"""No further repeat begins after this time."""
MOST_SECONDS = 15
"""A library that takes longer on one field, building included, is stopped."""
OUR_MOST_SECONDS = 300
OURS = "turnabout"

SIZES = (64, 256, 500, 1000, 2000, 4096, 20_000)
ROUNDS = (1, 4, 8, 12)
MOST_IN_TWO_CLUBS = 2000
"""Larger clubs take much memory only to say whom each is to be kept apart from."""

Pairs = list[tuple[int, int]]


class Field(NamedTuple):
    """Points, best first, and by position whom each player has met and is to be kept apart from; empty for nobody."""

    scores: list[int]
    met: list[dict[int, int]]
    apart: list[set[int]]


def pair(field: Field) -> Pairs:
    return list(closest_pairing(field.scores, field.met, apart=field.apart, allow_rematches=True).pairs)


def real_points(random: Random, ahead: float) -> tuple[int, int]:
    """Up to 30 victory points; the stronger player tends to win, by some of them."""
    won = min(max(round(15 + ahead + random.gauss(0, 5)), 0), 30)
    return won, 30 - won


def win_or_loss(random: Random, ahead: float) -> tuple[int, int]:
    won = ahead + random.gauss(0, 5) > 0
    return int(won), int(not won)


def draw(random: Random, ahead: float) -> tuple[int, int]:
    return 1, 1


def clubs_of_ten(random: Random, players: int) -> list[int]:
    return random.sample([number // 10 for number in range(players)], players)


def two_clubs(random: Random, players: int) -> list[int]:
    """Two of different size: some have to meet within the larger one."""
    return [int(random.random() < 0.3) for _ in range(players)]


Played = Callable[[Random, float], tuple[int, int]]
Clubs = Callable[[Random, int], list[int]]


def swiss(players: int, rounds: int, play: Played, share_out: Clubs | None = None) -> Field:
    """Every round is paired by this program."""
    random = Random(players)
    strength = [random.gauss(0, 4) for _ in range(players)]
    club = share_out(random, players) if share_out else []
    points = [0] * players
    met: list[dict[int, int]] = [{} for _ in range(players)]
    order = random.sample(range(players), players)
    for _ in range(rounds):
        for a, b in pair(seated(order, points, met, club)):
            i, j = order[a], order[b]
            won, lost = play(random, strength[i] - strength[j])
            points[i] += won
            points[j] += lost
            met[i][j] = met[j][i] = 1
        order.sort(key=lambda i: -points[i])
    return seated(order, points, met, club)


def seated(order: list[int], points: list[int], met: list[dict[int, int]], club: list[int]) -> Field:
    """Return players with their history by standing."""
    seat = {player: k for k, player in enumerate(order)}
    members: dict[int, set[int]] = {}
    for player, number in enumerate(club):
        members.setdefault(number, set()).add(seat[player])
    return Field(
        [points[i] for i in order],
        [{seat[j]: last for j, last in met[i].items()} for i in order],
        [members[club[i]] - {seat[i]} for i in order] if club else [],
    )


def met_by(scores: list[int], have_met: Callable[[int, int], bool]) -> Field:
    players = range(len(scores))
    return Field(scores, [{j: 1 for j in players if i != j and have_met(i, j)} for i in players], [])


def round_robin(players: int, rounds: int) -> Field:
    """Some rounds of a round robin in a random order of players, whose points are spread."""
    random = Random(players + rounds)
    seats = random.sample(range(players), players)
    met: list[dict[int, int]] = [{} for _ in range(players)]
    for _ in range(rounds):
        for i, j in zip(seats[: players // 2], reversed(seats), strict=False):
            met[i][j] = met[j][i] = 1
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return Field(sorted((random.randint(0, 15 * rounds) for _ in range(players)), reverse=True), met, [])


REAL = "points as in real events"
KINDS: Mapping[str, tuple[Played, Clubs | None]] = {
    REAL: (real_points, None),
    "win or loss": (win_or_loss, None),
    "all drawn": (draw, None),
    "two clubs": (real_points, two_clubs),
    "clubs of ten": (real_points, clubs_of_ten),
}
SWISS: Mapping[str, Callable[[], Field]] = {
    f"{players:,} players after {rounds} round{'s' if rounds > 1 else ''}, {kind}": partial(
        swiss, players, rounds, play, clubs
    )
    for kind, (play, clubs) in KINDS.items()
    for players in SIZES
    for rounds in ROUNDS
    if clubs is not two_clubs or players <= MOST_IN_TWO_CLUBS
}
HARD: Mapping[str, Callable[[], Field]] = {
    "60 players after 40 rounds of a round robin": lambda: round_robin(60, 40),
    "200 players after 60 rounds of a round robin": lambda: round_robin(200, 60),
    "210 players, the last ten have all met": lambda: met_by(list(range(420, 0, -2)), lambda i, j: min(i, j) >= 200),
    "210 players, two teams have met, impossible": lambda: met_by(
        list(range(420, 0, -2)), lambda i, j: (i - j) % 2 == 1
    ),
}
FIELDS = {**SWISS, **HARD}


class Aim(NamedTuple):
    """What our own figures are to be: seconds, bytes, for fields of a kind (None: all) up to a number of players."""

    players: int
    seconds: float
    memory: float = inf
    kind: str | None = None


AIMS = (Aim(500, 0.2), Aim(2000, 1.0), Aim(20_000, 1.5, 100 * MEGABYTE, REAL))
AIMS_TOLD = (
    "up to 500 players 0.2 s, up to 2,000 1 s, 20,000 with points as in real events 1.5 s and 100 MB, all proven"
)


def missed_aims(name: str, ours: Result) -> list[str]:
    """Return what is to be better about a field, in words."""
    aim = next((aim for aim in AIMS if ours.players <= aim.players and name.endswith(aim.kind or "")), None)
    missed = [] if ours.proven else ["not proven"]
    if aim and ours.seconds > aim.seconds:
        missed.append(f"more than {aim.seconds} s")
    if aim and ours.memory > aim.memory:
        missed.append(f"more than {aim.memory / MEGABYTE:.0f} MB")
    return missed


def fresh(field: Field) -> Iterable[tuple[int, int, int]]:
    """Yield all pairs who have not met, with a weight that is larger for closer scores, and largest for two groups."""
    most = (field.scores[0] - field.scores[-1]) ** 2 + 1
    apart = most * len(field.scores) if field.apart else 0
    for i, j in combinations(range(len(field.scores)), 2):
        if j not in field.met[i]:
            together = apart and j in field.apart[i]
            yield i, j, most - (field.scores[i] - field.scores[j]) ** 2 + (0 if together else apart)


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
    groups: bool = False
    """Whether it can keep groups apart."""


RIVALS = {
    "networkx": Rival(networkx, 256, groups=True),
    "rustworkx": Rival(rustworkx, 1000, groups=True),
    "swisspair": Rival(swisspair, 20_000),
    "py4swiss": Rival(py4swiss, 1000, other_rules=True),
}


@dataclass(frozen=True, slots=True)
class Result:
    """What one library did with one field."""

    players: int
    seconds: float
    """Of the processor."""
    memory: int
    """Peak bytes of the process; 0 where the system does not tell."""
    paired: int
    rematches: int
    together: int
    """Pairs of one group."""
    cost: int
    """Sum of squared score differences."""
    proven: bool
    grouped: bool
    """Whether there were groups to be kept apart."""


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
        started = time.process_time()
        pairs = pairing(field)
        times.append(time.process_time() - started)
    return Result(
        players=len(field.scores),
        seconds=max(statistics.median(times), time.get_clock_info("process_time").resolution),  # 16 ms on Windows
        memory=peak_memory(),
        paired=2 * len(pairs),
        rematches=sum(j in field.met[i] for i, j in pairs),
        together=sum(j in field.apart[i] for i, j in pairs) if field.apart else 0,
        cost=sum((field.scores[i] - field.scores[j]) ** 2 for i, j in pairs),
        proven=library != OURS
        or closest_pairing(field.scores, field.met, apart=field.apart, allow_rematches=True).proven,
        grouped=bool(field.apart),
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
        return f"no result: {(error.stderr.strip() or f'code {error.returncode}').splitlines()[-1].rpartition('.')[2]}"
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
    if theirs.together > ours.together:
        return f"{told}, {theirs.together - ours.together} more pairs of one group"
    if other_rules:
        return f"{told}, other rules: squares {theirs.cost:,} beside {ours.cost:,}"
    if theirs.cost == ours.cost:
        return f"{told}, as close"
    return f"{told}, squares {theirs.cost:,} against {ours.cost:,}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pairing")
    parser.add_argument("--field", action="append", metavar="PART", help="those with this in their name; default: all")
    parser.add_argument("--alone", action="store_true", help="without other libraries")
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
    chosen = [name for name in FIELDS if not given.field or any(part in name for part in given.field)]
    if not chosen:
        parser.error(f"no field has this in its name: {', '.join(given.field)}")
    missed: dict[str, str] = {}
    for name in chosen:
        ours = measure(name, OURS, OUR_MOST_SECONDS)
        if isinstance(ours, str):
            print(f"{name:<54} {ours}", flush=True)
            missed[name] = ours
            continue
        proven = "proven" if ours.proven else "NOT PROVEN"
        memory = ours.memory / MEGABYTE
        told = f"{ours.seconds:9.4f} s {'':13} {memory:5.0f} MB, {proven}, squares {ours.cost:,}"
        print(f"{name:<54} {told}, {ours.rematches} rematches, {ours.together} of one group", flush=True)
        for library, rival in RIVALS.items() if not given.alone else ():
            if find_spec(library) and ours.players <= rival.most_players and (rival.groups or not ours.grouped):
                theirs = beside(measure(name, library, MOST_SECONDS), ours, other_rules=rival.other_rules)
                print(f"    {library:<50} {theirs}", flush=True)
        if too_much := missed_aims(name, ours):
            missed[name] = ", ".join(too_much)
    print(f"Aims: {AIMS_TOLD}. Missed in {len(missed)} of {len(chosen)}:")
    for name, what in missed.items():
        print(f"    {name:<50} {what}")


if __name__ == "__main__":
    main()
