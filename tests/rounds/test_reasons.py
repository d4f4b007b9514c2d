"""Every reason that `why` gives for a pair holds, in events with all that can happen (rules 1.5.1 to 1.5.7)."""

from __future__ import annotations

from random import Random

import pytest

from tests.dose import dose
from tests.rounds.reasons import check_event, play


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(dose(12, 200)))
def test_every_reason_holds_against_the_closest_pairing(seed: int) -> None:
    checked = check_event(play(seed), Random(seed))
    assert checked > 10
