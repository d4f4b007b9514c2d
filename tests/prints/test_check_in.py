"""The check-in list: who is on it, in which order, with which option, and when a run prints it."""

from __future__ import annotations

import pytest

from tests.prints.events import ENGLISH, plain_names
from tests.prints.played import played
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.pages.check_in import FEWEST_EMPTY, CheckInLine, make_view


def lines(found: Results) -> list[CheckInLine]:
    return [line for sheet in make_view(found, ENGLISH).sheets for line in sheet]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("players", [1, 2, 15, 16, 17, 60, 64, 500])
def test_sheets_are_filled_up_with_empty_lines_and_a_few_at_least(players: int, paper: str) -> None:
    view = make_view(played(plain_names(players), 0, paper=paper), ENGLISH)
    assert len({len(sheet) for sheet in view.sheets}) == 1
    assert [line.name for line in lines(played(plain_names(players), 0)) if line.name] == plain_names(players)
    assert sum(map(len, view.sheets)) >= players + FEWEST_EMPTY
    assert len(view.sheets) == -(-(players + FEWEST_EMPTY) // int((view.event.paper.height - 50) / 8.2))
