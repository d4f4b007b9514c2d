"""The digest of the random seed on the pages of round 1, and the seed at the end (rules 1.5.12)."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from tests.prints.events import ENGLISH
from tests.support.commands import turnabout
from turnabout_sheets.event.draw import digest_seed, is_drawn
from turnabout_sheets.prints.shared import describe_draw
from turnabout_sheets.sheets.settings import Settings

SEED = "otter lantern Björk 7"


def lines(page: str) -> list[str]:
    return [str(each.text) for each in html.document_fromstring(page).find_class("draw")]


def told(page: str) -> str:
    """Return the digest of the seed that a page shows, without the spaces, as other programs write it."""
    (line,) = set(lines(page))
    return line.rpartition(": ")[2].replace(" ", "")


@pytest.mark.parametrize(
    ("settings", "drawn"),
    [
        ({}, True),
        ({"first_round": "rating"}, True),
        ({"first_round": "listed"}, False),
        ({"pairing": "round robin"}, True),
        ({"pairing": "single elimination", "first_round": "listed"}, False),
        ({"pairing": "manual"}, False),
        ({"pairing": "movement", "first_round": "listed"}, True),
        ({"first_round": "original order"}, False),
    ],
)
def test_the_digest_is_shown_where_lots_decide(settings: dict[str, Any], drawn: bool) -> None:
    """Rules 1.5.12; duplicate 1.8."""
    chosen = Settings(random_seed=SEED, **settings)
    assert is_drawn(chosen) == drawn
    assert (digest_seed(chosen) in describe_draw(chosen, ENGLISH)) == bool(describe_draw(chosen, ENGLISH)) == drawn


@pytest.mark.slow
def test_the_seed_is_told_at_the_end_and_not_before(tmp_path: Path) -> None:
    """Rules 1.5.12."""
    for played in (1, 2):
        workbook, pages = tmp_path / f"{played}.xlsx", tmp_path / f"{played} prints"
        turnabout("simulate", workbook, "--players", 4, "--rounds", 2, "--played", played, "--seed", SEED)
        assert turnabout("print", workbook, "--only", "check-in,report").exit_code == 0
        assert told((pages / "check-in.html").read_text("utf-8")) == sha256(SEED.encode()).hexdigest()
        report = (pages / "report.html").read_text("utf-8")
        assert (SEED in report) == (played == 2)
        assert len(lines(report)) == (played == 2)
