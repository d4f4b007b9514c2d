"""Figures on sheets, pages and cards, in all formats, as an organizer reads them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from lxml import html

from tests.support.books import SAMPLES, cells, edit, records
from tests.support.commands import turnabout

pytestmark = pytest.mark.field


def sample(folder: Path, name: str) -> Path:
    return Path(shutil.copy(SAMPLES / f"{name}.xlsx", folder))


def set_up(workbook: Path, **settings: object) -> None:
    rows = {row[0]: number for number, row in enumerate(cells(workbook, "Event"), 1)}
    edit(workbook, {"Event": {f"B{rows[name]}": value for name, value in settings.items()}})


@pytest.mark.parametrize(
    ("name", "column", "ruling", "result"),
    [("finished", "Matches", "Q2", "FGHI"), ("duplicate", "Played", "I2", "F")],
)
def test_a_no_show_is_no_match_played(tmp_path: Path, name: str, column: str, ruling: str, result: str) -> None:
    """Rules 1.4.4: of the two at table 1 of round 1 nobody has played, whoever was there."""
    workbook = sample(tmp_path, name)
    _, *pair = cells(workbook, "Round 1")[1][:3]
    assert turnabout("run", workbook).exit_code == 0
    before = {row["Player"]: row[column] for row in records(workbook, "Standings")}
    edit(workbook, {"Round 1": {ruling: "A no-show", **{f"{letter}2": None for letter in result}}})
    assert turnabout("run", workbook).exit_code == 0
    after = {row["Player"]: row[column] for row in records(workbook, "Standings")}
    assert after == {player: played - (player in pair) for player, played in before.items()}


COLUMNS = {"Opponents' VP", "MP difference", "Opponents' GMP", "Middle opponents' GMP", "Among the tied"}
HEADINGS = {"Opp. VP", "MP diff.", "Opp. GMP", "Mid. GMP"}


@pytest.mark.parametrize(
    ("name", "kept", "columns", "headings", "explained"),
    [
        ("finished", "MP difference", {"MP difference"}, {"MP diff."}, ["MP difference"]),
        ("finished", "match wins", set(), set(), ["Wins"]),
        ("netrunner", "middle opponents' GMP", {"Middle opponents' GMP"}, {"Mid. GMP"}, ["Middle opponents’ GMP"]),
        ("duplicate", "matches among the tied", set(), set(), ["Matches among the tied"]),
        ("cup", "MP difference", {"MP difference"}, {"MP diff."}, ["MP difference"]),
    ],
)
def test_a_tie_break_that_is_left_out_shows_no_figures(
    tmp_path: Path, name: str, kept: str, columns: set[str], headings: set[str], explained: list[str]
) -> None:
    """Rules 1.6.2; an elimination event, too, shows those that the setting names, which do not rank there."""
    workbook = sample(tmp_path, name)
    set_up(workbook, **{"Tie-breaks": kept})
    for _ in range(2):  # the second run finds its own sheet
        assert turnabout("run", workbook).exit_code == 0
        standings = cells(workbook, "Standings")
        assert COLUMNS & {*standings[0]} == columns
    pages = [html.document_fromstring(page.read_text("utf-8")) for page in tmp_path.rglob("standings-*.html")]
    assert HEADINGS & {cell.text_content().strip() for page in pages for cell in page.iter("th", "td")} == headings
    why = turnabout("why", workbook, standings[1][1], "--rank").output
    paragraphs = r"^(?:Tie-break: )?(.+?)(?: \(does not rank\))?  \[(?:rules 1.6.2|netrunner 3.2.\d|duplicate 5.2)\]"
    assert re.findall(paragraphs, why, re.MULTILINE) == explained


@pytest.mark.parametrize(
    ("settings", "minutes"),
    [({}, (40, 40, 50)), ({"Minutes": 25, "Seconds": 0}, (100, 100, 50)), ({"Match minutes": 45}, (40, 40, 45))],
)
def test_the_clock_cards_add_up_what_a_round_takes(
    tmp_path: Path, settings: dict[str, object], minutes: tuple[int, ...]
) -> None:
    """Rules 1.8.2: 10 minutes for each player and game, and before the games 5 and 3."""
    workbook = sample(tmp_path, "in-progress")
    set_up(workbook, **settings)
    assert turnabout("print", workbook, "--only", "clock").exit_code == 0
    said = next(tmp_path.rglob("clock.html")).read_text("utf-8")
    told = [f"A round takes about {play + 8} min: {play} min of play and 8 min of preparation." for play in minutes]
    assert re.findall(r"A round takes .*? preparation\.", said) == told
