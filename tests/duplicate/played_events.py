"""Duplicate Magic events that are played to their end, for tests of what holds for all."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from hypothesis import strategies as st

from tests.dose import dose
from tests.duplicate.running import Event, Row, numbered, paired

SIZES = (2, *range(5, 15))


def play(seed: int, size: int) -> Event:
    """Play an event to its end, with drawn games and no-shows; somebody may come late, and somebody leave."""
    random = Random(seed)
    who: list[Row] = [{"Player": name} for name in numbered(size)]
    if random.random() < 0.5:
        who[random.randrange(size)]["Dropped after"] = random.randint(1, 3)
    if size % 2 and random.random() < 0.5:
        who.append({"Player": "Late", "Joined round": 2})
    event = paired(*who, random_seed=seed)
    event.play(random)
    return event


@lru_cache(64)
def play_any(seed: int) -> Event:
    """Play the event of a seed, once for all tests of a process; there are all sizes."""
    return play(seed, SIZES[seed % len(SIZES)])


events = st.integers(0, dose(len(SIZES) - 1, 10**9)).map(play_any)
