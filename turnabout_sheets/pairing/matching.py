"""The cheapest way to pair players of whom not all can meet: matching in a general graph, by rustworkx."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Pair = tuple[int, int]

MOST_BITS: Final = 124
"""Bits of the largest cost times the number of players: rustworkx reckons with 127, and needs some to add up."""


def can_reckon(players: int, most: int) -> bool:
    """Return whether so many players can be paired where no cost is farther from 0 than `most`."""
    return (most * players).bit_length() <= MOST_BITS


def pair_cheapest(players: int, costs: Iterable[tuple[int, int, int]]) -> tuple[Pair, ...]:
    """Return as many pairs of 0 … players - 1 as can be made, and of all such ways one with the smallest sum of costs.

    `costs` has i, j and what it costs to pair them, for each two who can be paired, once. The pairs are (lower number,
    higher number), ascending. Which of several cheapest ways it is depends on the costs and their order alone.

    Raises `OverflowError` for costs beyond `MOST_BITS`.
    """
    from rustworkx import PyGraph, max_weight_matching  # takes time to load, and few rounds need it

    # The better of two pairs is the heavier one there.
    edges = [(i, j, -cost) for i, j, cost in costs]
    widest = max((abs(weight) for _, _, weight in edges), default=0)
    if not can_reckon(players, widest):
        raise OverflowError(f"costs of {widest.bit_length()} bits are too large to pair {players} players")
    graph: PyGraph[None, int] = PyGraph()
    graph.add_nodes_from([None] * players)
    graph.add_edges_from(edges)
    matched = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in matched))
