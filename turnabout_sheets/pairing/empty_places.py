"""Which empty places a player takes who comes when all rounds are paired: in each round the first that is free.

That is duplicate 4.8. A player meets nobody twice and comes to no table twice, so places exclude each other.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

Place = Mapping[str, Hashable]
"""What a place uses up, by kind: its opponent, its table. Two places that use up the same exclude each other."""


def choose_places(rounds: Sequence[Sequence[Place]]) -> tuple[int | None, ...]:
    """Return for each round the index of the first place that the rounds before have left open; None for none."""
    used: set[tuple[str, Hashable]] = set()
    choice: list[int | None] = []
    for places in rounds:
        index = next((index for index, place in enumerate(places) if used.isdisjoint(place.items())), None)
        choice.append(index)
        if index is not None:
            used |= set(places[index].items())
    return tuple(choice)
