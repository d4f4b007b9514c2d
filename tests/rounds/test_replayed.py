"""Replaying an event round by round: as the program paired it, and changed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dose import dose
from tests.event.worked_events import drawn
from tests.reading.grids import event_sheet, players, round_sheet
from tests.rounds.noted_rounds import SIX, computed
from tests.support.commands import turnabout
from turnabout_sheets.event.results import Results
from turnabout_sheets.jobs.check import check
from turnabout_sheets.rounds.new_round import first_round_order
from turnabout_sheets.rounds.notes import RoundNote, examine_round


def replay(found: Results) -> Iterator[RoundNote]:
    """Yield each paired round beside the program's own pairing of the same players, from the results before it."""
    event = found.event
    for number in event.rounds:
        if number - 1 <= found.played:
            yield examine_round(found, number, event.as_paired(number))


@pytest.mark.soak
@pytest.mark.parametrize("seed", dose([1], [1, 2, 3]))
def test_a_simulated_event_is_paired_by_the_rules(tmp_path: Path, seed: int) -> None:
    """No round differs from what the program pairs from what was before it."""
    workbook = tmp_path / "event.xlsx"
    plan = ["--players", 25, "--rounds", 5, "--seed", seed]
    assert turnabout("simulate", workbook, *plan).exit_code == 0
    found = check(workbook).results
    assert found is not None
    assert [note.differs for note in replay(found)] == [False] * 5


PRISM = (((0, 3), (1, 4), (2, 5)), ((0, 4), (1, 5), (2, 3)), ((0, 5), (1, 2), (3, 4)))
"""Three rounds by place in the order of the draw, after which two pairings are left, both with squares 1 + 4 + 4."""
LEFT = (((0, 2), (1, 3), (4, 5)), ((0, 1), (2, 4), (3, 5)))
"""The first has the smaller sum of lots."""


@pytest.mark.parametrize("last", LEFT)
def test_of_equal_pairings_none_is_called_wrong(last: tuple[tuple[int, int], ...]) -> None:
    """Rounds that were paired before lots settled what is equal are as good as those paired now."""
    event = computed(event_sheet(rounds=4), players(*SIX)).event
    order = [player.name for player in first_round_order(event, event.players)]  # they are drawn, as all ties are
    rounds = [
        round_sheet(number, *(drawn(order[i], order[j]) for i, j in pairs))
        for number, pairs in enumerate((*PRISM, last), 1)
    ]
    _, second, third, fourth = replay(computed(event_sheet(rounds=4), players(*SIX), *rounds))
    assert (bool(fourth.changed), fourth.differs) == (last != LEFT[0], False)
    assert second.differs
    assert third.differs  # they are farther apart in places
