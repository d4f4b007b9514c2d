"""``turnabout why`` of many who are still tied."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest

from tests.netrunner import workbooks as netrunner
from tests.reading.grids import players
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.steps import Answer
from turnabout_sheets.explain.answers import explain, find_player
from turnabout_sheets.prints.steps import describe_answers


def about(results: Results, name: str, asked: Collection[str] = ()) -> Sequence[Answer]:
    return explain(results, find_player(results.event, name), asked)


@pytest.mark.parametrize(
    ("pairs", "said"),
    [(11, "Still tied with A2, A3, A4, A5, A6, A7, A8, A9, A10, A11"), (12, "Still tied with 11 others")],
)
def test_of_many_who_are_still_tied_the_number_is_told(pairs: int, said: str) -> None:
    """All A have won, so that nothing parts them but matches among themselves, of which there are none."""
    both = [(f"A{number}", f"B{number}") for number in range(1, pairs + 1)]
    won = ("A", "", 0)
    first = netrunner.round_sheet(1, *(netrunner.match(a, b, won, won) for a, b in both))
    found = netrunner.results(netrunner.netrunner(rounds=4), players(*(name for pair in both for name in pair)), first)
    lines = [*describe_answers(about(found, "A1", ["rank"]))]
    assert [line.strip() for line in lines if "Still tied" in line] == [said]
