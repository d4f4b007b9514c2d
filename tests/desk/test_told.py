"""What is meant as often as not is told in large print, and never asked: desk 2.25."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.desk.desks import save_like_excel, wait_until, watching
from tests.desk.fake import run_sample
from tests.support.books import edited
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.page import make_view

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("short_pauses", "no_pages")]


def save(desk: Desk, cells: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Save the workbook with other cells, and return what the page tells of it."""
    workbook, number = desk.state.workbook, desk.state.number
    save_like_excel(workbook, edited(workbook.read_bytes(), {sheet: dict(each) for sheet, each in cells.items()}))
    state = wait_until(desk, lambda state: state.number > number and state.outcome and state.outcome.digest)
    page = make_view(state, ())
    assert page.questions == ()
    return [*page.told]


def test_an_old_result_and_another_number_of_rounds_are_told_at_once(tmp_path: Path) -> None:
    workbook = run_sample("in-progress", tmp_path).workbook
    with watching(workbook) as desk:
        wait_until(desk, lambda state: state.outcome)
        assert save(desk, {"Round 3": {"F5": "A", "G5": 11, "H5": "B", "I5": 4}}) == []
        assert save(desk, {"Round 1": {"G2": 1}}) == [
            "A result of an earlier round was changed: Round 1 Table 1, Game 1 count was 43 and is 1. Published "
            "pairings stay. If it was meant for round 3, enter it there and restore the old value here."
        ]
        assert save(desk, {"Event": {"B7": 4}}) == [
            "The number of rounds was changed: Event Rounds was 5 and is 4. If that is a mistake, restore the old "
            "number, and save."
        ]
        assert save(desk, {"Round 3": {"G5": 12}}) == []


def test_what_is_corrected_when_all_is_played_is_meant_for_no_other_round(tmp_path: Path) -> None:
    workbook = run_sample("finished", tmp_path).workbook
    with watching(workbook) as desk:
        wait_until(desk, lambda state: state.outcome)
        assert save(desk, {"Round 1": {"G2": 1}}) == []


def test_a_round_that_is_not_to_be_played_is_told_as_long_as_it_is_so(tmp_path: Path) -> None:
    workbook = run_sample("in-progress", tmp_path).workbook
    blank = {f"{column}{row}": None for row in range(2, 40) for column in "FGHIQ"}
    with watching(workbook) as desk:
        wait_until(desk, lambda state: state.outcome)
        told = [
            "Round 3 is paired but not played, because Rounds is 2 (Event!B7). To play it, enter the number of "
            "rounds there, and save."
        ]
        assert save(desk, {"Round 3": blank, "Event": {"B7": 2}}) == told
        assert save(desk, {"Event": {"B4": "The cellar"}}) == told
