"""Every reason that `why` gives for a pair holds, in events with all that can happen (rules 1.5.1 to 1.5.7)."""

from __future__ import annotations

from random import Random

import pytest

from tests.dose import dose
from tests.rounds.closest_on_its_own import LargeOracle
from tests.rounds.reasons import check_event, play


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(dose(3, 200)))
def test_every_reason_holds_against_the_closest_pairing(seed: int) -> None:
    checked = check_event(play(seed), Random(seed))
    assert checked.total() > 10


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, dose(1001, 1200)))
def test_every_reason_holds_in_a_large_field(seed: int) -> None:
    checked = check_event(play(seed, 16, 40), Random(seed), LargeOracle, players=6)
    assert checked.total() > 20
