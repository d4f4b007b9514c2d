"""What `turnabout why` says is where the numbers come from: added up, it gives every one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dose import dose
from tests.explain.added_up import add_up
from tests.rules.any_event import Event

pytestmark = [pytest.mark.slow, pytest.mark.soak]

METHODS = ("single elimination", "double elimination", "round robin")


@pytest.mark.parametrize("seed", range(dose(1, 500)))
@pytest.mark.parametrize(("format", "least"), [("Turnabout", 20), ("Netrunner", 10), ("Duplicate Magic", 4)])
def test_steps__of_any_event__give_every_number(format: str, least: int, seed: int, tmp_path: Path) -> None:
    results = Event(tmp_path, format, seed, "--odd").compute().results
    assert results is not None
    assert add_up(results) > least


@pytest.mark.parametrize("seed", range(dose(3, 500)))
def test_steps__of_brackets_and_round_robins__give_every_number(seed: int, tmp_path: Path) -> None:
    event = Event(tmp_path, "Turnabout", seed, "--odd", "--pairing", METHODS[seed % 3])
    results = event.compute().results
    assert results is not None
    assert add_up(results) > 10
