"""How often the moves of a pile run out, and how many pairs are then taken back:  python -m benchmarks.piles

Simulated Netrunner events of as many rounds as the protocol has for their players (netrunner 1.2). Original order is
the order of strength but for some noise; the stronger player tends to win a game. A round counts as one in which
the moves ran out, however many of its piles they ran out in.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from turnabout_sheets.formats.netrunner.scoring import MATCH_GMP, Game, match_gmp, pairing_number
from turnabout_sheets.pairing.piles import pair_by_piles, rounds_needed

PLAYERS = (12, 20, 24, 32, 64, 100)
DRAWN = 0.05
"""How often a game is not finished in time."""


@dataclass
class Counts:
    """What was seen in the events of one size."""

    rounds: int = 0
    ran_out: int = 0
    ran_out_last: int = 0
    taken_back: Counter[int] = field(default_factory=Counter)
    """Rounds in which the moves ran out, by how many pairs were taken back."""


def play_game(random: Random, stronger_by: float) -> Game:
    """Return a game between two players; agenda points are those of who did not win."""
    if random.random() < DRAWN:
        return Game("Draw", random.randint(0, 6), random.randint(0, 6))
    winner = "A" if random.gauss(stronger_by, 1) > 0 else "B"
    return Game(winner, random.randint(0, 6), random.randint(0, 6))


def play_event(random: Random, players: int, counts: Counts) -> None:
    """Play an event and count what its rounds were like."""
    strength = [-2 * place / players + random.gauss(0, 0.5) for place in range(players)]
    totals = [Fraction(0)] * players
    met: list[dict[int, int]] = [{} for _ in range(players)]
    byes = [0] * players
    last = rounds_needed(players)
    for number in range(1, last + 1):
        found = pair_by_piles([pairing_number(total) for total in totals], totals, met, byes=byes)
        counts.rounds += 1
        if any(pile.left for pile in found.piles):
            counts.ran_out += 1
            counts.ran_out_last += number == last
            counts.taken_back[sum(len(each.pairs) for each in found.taken_back)] += 1
        for a, b in found.pairs:
            gmp = match_gmp([play_game(random, strength[a] - strength[b]) for _ in range(2)])
            totals[a], totals[b] = totals[a] + gmp[0], totals[b] + gmp[1]
            met[a][b] = met[b][a] = number
        if found.bye is not None:
            totals[found.bye] += MATCH_GMP
            byes[found.bye] += 1


def percent(part: int, of: int) -> str:
    return f"{100 * part / of:.1f}%" if of else "-"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.piles")
    parser.add_argument("--events", type=int, default=2000, help="events of each size")
    parser.add_argument("--players", type=int, nargs="+", default=PLAYERS)
    given = parser.parse_args(arguments)
    for players in given.players:
        random, counts = Random(players), Counts()
        for _ in range(given.events):
            play_event(random, players, counts)
        shares = [percent(counts.taken_back[pairs], counts.ran_out) for pairs in (0, 1, 2)]
        more = percent(sum(rounds for pairs, rounds in counts.taken_back.items() if pairs > 2), counts.ran_out)
        print(
            f"{players} players, {given.events} events: the moves ran out in "
            f"{percent(counts.ran_out, counts.rounds)} of all rounds, in {percent(counts.ran_out_last, given.events)} "
            f"of last rounds; pairs taken back: 0 in {shares[0]}, 1 in {shares[1]}, 2 in {shares[2]}, more in {more}",
            flush=True,
        )


if __name__ == "__main__":
    main()
