"""What is fuzzed can read what it begins with, and this with some bytes changed."""

from __future__ import annotations

from random import Random

import pytest

from tests.dose import dose
from tools.fuzz_targets import TARGETS


@pytest.mark.soak
@pytest.mark.parametrize("name", TARGETS)
def test_every_target_reads_its_seeds_and_changed_ones(name: str) -> None:
    target, random = TARGETS[name], Random(1)
    seeds = list(target.seeds())
    assert seeds
    for seed in random.sample(seeds, min(2, len(seeds))):
        target.read(seed)
    for _ in range(dose(1, 300)):
        changed = bytearray(random.choice(seeds))
        for _ in range(random.randint(1, 6)):
            changed[random.randrange(len(changed))] = random.randrange(256)
        target.read(bytes(changed))
