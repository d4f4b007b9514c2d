"""What holds for every event under the protocol, whoever plays and whatever the results."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import whole_events
from tests.netrunner.played_events import Played, events
from turnabout_sheets.event.model import BYE, BYE_NAME

pytestmark = pytest.mark.slow

few = whole_events(8)


@few
@given(events)
def test_three_gmp_a_match_and_a_bye(played: Played) -> None:
    """As netrunner 2.7.1 says, with forfeits applied; a no-show's three are the opponent's, or nobody's."""
    found = played.results()
    assert found.finished
    for match in found.matches.to_dict("records"):
        whole = 0 if match["outcome_a"] == match["outcome_b"] == "absent" else 3
        assert match["gmp_a"] + (0 if match["b"] == BYE else match["gmp_b"]) == whole
    totals = {name: points for name, (_, points, *_) in played.figures().items()}
    assert sum(totals.values()) == 3 * sum(
        (match["outcome_a"], match["outcome_b"]) != ("absent", "absent") for match in found.matches.to_dict("records")
    )


@few
@given(events)
def test_everybody_plays_or_has_the_bye_once_a_round(played: Played) -> None:
    found = played.results()
    for number, rows in found.event.rounds.items():
        there = sorted(player for match in rows for player in (match.a, match.b) if player != BYE)
        assert there == [player.number for player in found.event.playing(number)]
        assert sum(match.b == BYE for match in rows) == len(there) % 2


@few
@given(events, st.randoms(use_true_random=False))
def test_neither_the_order_of_rows_nor_the_sheets_matter(played: Played, random: Random) -> None:
    mixed = [random.sample(rows, len(rows)) for rows in played.rounds]
    numbered = [[row if row["Player B"] != BYE_NAME else {**row, "Table": ""} for row in rows] for rows in mixed]
    other = replace(played, players=random.sample(played.players, len(played.players)), rounds=numbered)
    assert other.figures() == played.figures()
    assert replace(other, flat=True).figures() == played.figures()


@few
@given(events)
def test_the_disqualified_are_last(played: Played) -> None:
    order = [row[-1] == "Disqualified" for row in played.figures().values()]
    assert order == sorted(order)
