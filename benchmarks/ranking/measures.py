"""What is measured of an event after some of its rounds. Every measure is one number."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.ranking.methods import Pairs, Standing, greedy
from benchmarks.ranking.model import Played


def true_order(strengths: tuple[int, ...]) -> list[int]:
    """Return the players from the strongest to the weakest."""
    return sorted(range(len(strengths)), key=lambda i: (-strengths[i], i))


def rank_correlation(played: Played, rounds: int) -> float:
    """Return Spearman's correlation of the final ranks with the true ones: 1 if everyone stands where they belong."""
    players = len(played.strengths)
    true_rank = {player: rank for rank, player in enumerate(true_order(played.strengths))}
    squares = sum((rank - true_rank[player]) ** 2 for rank, player in enumerate(played.orders[rounds - 1]))
    return 1 - 6 * squares / (players * (players * players - 1))


def strongest_wins(played: Played, rounds: int) -> float:
    """Return 1 if the strongest player is first, else 0."""
    return float(played.orders[rounds - 1][0] == true_order(played.strengths)[0])


def top_quarter_found(played: Played, rounds: int) -> float:
    """Return which part of the strongest quarter is in the first quarter."""
    quarter = len(played.strengths) // 4
    return len({*played.orders[rounds - 1][:quarter]} & {*true_order(played.strengths)[:quarter]}) / quarter


def differences(standing: Standing, pairs: Pairs) -> list[int]:
    """Return how many VP lie between the two players of each pair, from the top pair to the bottom one."""
    return [standing.scores[i] - standing.scores[j] for i, j in pairs]


def _differences_by_round(played: Played, rounds: int) -> list[list[int]]:
    """Return the differences in all rounds but the first, which is drawn."""
    return [differences(each.standing, each.paired.pairs) for each in played.rounds[1:rounds]]


def mean_difference(played: Played, rounds: int) -> float:
    """Return the mean score difference in a match."""
    by_round = _differences_by_round(played, rounds)
    return sum(map(sum, by_round)) / sum(map(len, by_round))


def largest_difference(played: Played, rounds: int) -> float:
    """Return the largest score difference in any match."""
    return float(max(map(max, _differences_by_round(played, rounds))))


def repaired_rounds(played: Played, rounds: int) -> float:
    """Return in how many rounds the first opponents who were free would have left a rematch at the end."""
    return float(sum(each.paired.repaired for each in played.rounds[:rounds]))


def rematches(played: Played, rounds: int) -> float:
    """Return how many matches were rematches."""
    return float(sum(j in each.standing.met[i] for each in played.rounds[:rounds] for i, j in each.paired.pairs))


MEASURES: Mapping[str, Callable[[Played, int], float]] = {
    "correlation": rank_correlation,
    "strongest wins": strongest_wins,
    "top quarter": top_quarter_found,
    "mean difference": mean_difference,
    "largest difference": largest_difference,
    "repaired": repaired_rounds,
    "rematches": rematches,
}


def beside_greedy(played: Played, rounds: int) -> dict[str, float]:
    """Pair each round but the first once more with careful greedy, from the same standing, and compare.

    Returns in which part of the rounds greedy has more squares, and a larger or a smaller largest difference; and the
    squares in a match of both.
    """
    more = larger = smaller = ours = theirs = 0
    for standing, paired in played.rounds[1:rounds]:
        closest, rival = differences(standing, paired.pairs), differences(standing, greedy(standing).pairs)
        squares, rival_squares = (sum(each * each for each in found) for found in (closest, rival))
        more += rival_squares > squares
        larger += max(rival) > max(closest)
        smaller += max(rival) < max(closest)
        ours += squares
        theirs += rival_squares
    matches = (rounds - 1) * len(played.strengths) // 2
    return {
        "greedy has more squares": more / (rounds - 1),
        "greedy has a larger largest": larger / (rounds - 1),
        "greedy has a smaller largest": smaller / (rounds - 1),
        "squares": ours / matches,
        "greedy's squares": theirs / matches,
    }
