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


def sample(folder: Path, name: str, **settings: str | int) -> Path:
    """Return a copy of a sample event with other settings; spaces and hyphens of their names are underscores."""
    workbook = Path(shutil.copy(SAMPLES / f"{name}.xlsx", folder))
    at = {re.sub("[ -]", "_", str(row[0])): f"B{number}" for number, row in enumerate(cells(workbook, "Event"), 1)}
    edit(workbook, {"Event": {at[setting]: value for setting, value in settings.items()}})
    return workbook


@pytest.mark.parametrize(
    ("name", "column", "cleared"), [("finished", "Matches", "FGHIQ"), ("duplicate", "Played", "FI")]
)
def test_a_no_show_is_no_match_played(tmp_path: Path, name: str, column: str, cleared: str) -> None:
    """Rules 1.4.4: of the two at table 1 of round 1 nobody has played, whoever was there."""
    workbook = sample(tmp_path, name)
    pair = cells(workbook, "Round 1")[1][1:3]
    played = []
    for typed in ({}, {f"{letter}2": None for letter in cleared} | {f"{cleared[-1]}2": "A no-show"}):
        edit(workbook, {"Round 1": typed})
        assert turnabout("run", workbook).exit_code == 0
        played.append({row["Player"]: row[column] for row in records(workbook, "Standings")})
    assert played[1] == {player: matches - (player in pair) for player, matches in played[0].items()}


COLUMNS = {"Opponents' VP", "MP difference", "Opponents' GMP", "Middle opponents' GMP", "Among the tied"}
HEADINGS = {"Opp. VP", "MP diff.", "Opp. GMP", "Mid. GMP"}
PARAGRAPH = r"(?m)^(?:Tie-break: )?(.+?)(?: \(does not rank\))?  \[(?:rules 1.6.2|netrunner 3.2.\d|duplicate 5.2)\]"


@pytest.mark.parametrize(
    ("name", "kept", "column", "heading", "explained"),
    [
        ("finished", "MP difference", "MP difference", "MP diff.", "MP difference"),
        ("finished", "match wins", None, None, "Wins"),
        ("netrunner", "middle opponents' GMP", "Middle opponents' GMP", "Mid. GMP", "Middle opponents’ GMP"),
        ("duplicate", "matches among the tied", None, None, "Matches among the tied"),
        ("cup", "MP difference", "MP difference", "MP diff.", "MP difference"),  # none ranks there
    ],
)
def test_a_tie_break_that_is_left_out_shows_no_figures(
    tmp_path: Path, name: str, kept: str, column: str | None, heading: str | None, explained: str
) -> None:
    """Rules 1.6.2."""
    workbook = sample(tmp_path, name, Tie_breaks=kept)
    for _ in range(2):  # the second run finds its own sheet
        assert turnabout("run", workbook).exit_code == 0
        header, first = cells(workbook, "Standings")[:2]
        assert COLUMNS & {*header} == {column} - {None}
    pages = [html.document_fromstring(page.read_text("utf-8")) for page in tmp_path.rglob("standings-*.html")]
    assert HEADINGS & {cell.text_content().strip() for page in pages for cell in page.iter("th")} == {heading} - {None}
    assert re.findall(PARAGRAPH, turnabout("why", workbook, first[1], "--rank").output) == [explained]


@pytest.mark.parametrize(("minutes", "split"), [(10, 50), (25, 45)])
def test_the_clock_cards_add_up_what_a_round_takes(tmp_path: Path, minutes: int, split: int) -> None:
    """Rules 1.8.2: the minutes of each player and game, and 5 and 3 before the games."""
    workbook = sample(tmp_path, "in-progress", Minutes=minutes, Match_minutes=split)
    assert turnabout("print", workbook, "--only", "clock").exit_code == 0
    told = re.findall(r"takes about .* preparation", next(tmp_path.rglob("clock.html")).read_text("utf-8"))
    play = (4 * minutes, 4 * minutes, split)
    assert told == [f"takes about {each + 8} min: {each} min of play and 8 min of preparation" for each in play]
