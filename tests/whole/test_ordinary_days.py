"""Whole days with everything that is ordinary at a desk: nobody is ever asked, and what was published stays.

A question that stops a round with 24 people waiting must be right. What deserves one is in
`tests.whole.test_accidents`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dose import dose
from tests.office import office
from tests.support.ordinary_day import Day

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [12, 15])
def test_a_short_day_needs_no_question(seed: int, tmp_path: Path) -> None:
    Day(tmp_path, seed, short=True).play()


@pytest.mark.soak
@pytest.mark.parametrize("seed", dose([2, 25], range(500)))  # Turnabout and Netrunner
def test_an_ordinary_day_needs_no_question(seed: int, tmp_path: Path) -> None:
    Day(tmp_path, seed, short=dose(True, False)).play()


@pytest.mark.nightly
@pytest.mark.office
@pytest.mark.parametrize("seed", [2, 12])
def test_a_day_that_libreoffice_saves_needs_no_question(seed: int, tmp_path: Path) -> None:
    saved: list[Path] = []

    def save_with_libreoffice(workbook: Path) -> None:
        held = day.lock.read_bytes() if day.open else b""
        day.lock.unlink(missing_ok=True)  # it has its own
        hand = office()
        hand.open(workbook)
        hand.type("Event", {"B4": "The cellar"})
        hand.save()
        hand.close()
        if held:
            day.lock.write_bytes(held)
        saved.append(workbook)

    day = Day(tmp_path, seed, short=True, resave=save_with_libreoffice)
    day.play()
    assert saved
