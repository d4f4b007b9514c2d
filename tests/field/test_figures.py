"""Figures on sheets, pages and cards, in all formats, as an organizer reads them."""

import re
import shutil
from pathlib import Path

import pytest
from lxml import html

from tests.dose import take_turns
from tests.support.books import SAMPLES, cells, edit, records
from tests.support.commands import turnabout

pytestmark = pytest.mark.field


def sample(folder: Path, name: str, **settings: str | int) -> Path:
    workbook = Path(shutil.copy(SAMPLES / f"{name}.xlsx", folder))
    at = {row[0]: f"B{number}" for number, row in enumerate(cells(workbook, "Event"), 1)}
    edit(workbook, {"Event": {at[setting]: value for setting, value in settings.items()}})
    return workbook


@pytest.mark.slow
@pytest.mark.usefixtures("no_pages")
@pytest.mark.parametrize(("name", "column", "typed"), [("finished", "Matches", "FGHIQ"), ("duplicate", "Played", "FI")])
def test_a_no_show_is_no_match_played(tmp_path: Path, name: str, column: str, typed: str) -> None:
    """Rules 1.4.4: of the two at table 1 of round 1 neither has played."""
    workbook, played = sample(tmp_path, name), []
    for cleared in ("", typed):
        edit(workbook, {"Round 1": {f"{at}2": "A no-show" if at == typed[-1] else None for at in cleared}})
        assert turnabout("run", workbook).exit_code == 0
        played.append({row["Player"]: row[column] for row in records(workbook, "Standings")})
    pair = cells(workbook, "Round 1")[1][1:3]
    assert played[1] == {player: matches - (player in pair) for player, matches in played[0].items()}


FIGURES = {"Opponents' VP", "MP difference", "Opponents' GMP", "Middle opponents' GMP", "Among the tied"}
FIGURES |= {"Opp. VP", "MP diff.", "Opp. GMP", "Mid. GMP"}
EXPLAINED = r"(?m)^(?:Tie-break: )?(.+?)(?: \(does not rank\))?  \[(?:rules 1.6.2|netrunner 3.2.\d|duplicate 5.2)\]"


KEPT: list[tuple[str, str, set[str], str]] = [
    ("netrunner", "middle opponents' GMP", {"Middle opponents' GMP", "Mid. GMP"}, "Middle opponents' GMP"),
    ("finished", "match wins", set(), "Wins"),
    ("finished", "MP difference", {"MP difference", "MP diff."}, "MP difference"),
    ("cup", "MP difference", {"MP difference", "MP diff."}, "MP difference"),
    ("duplicate", "matches among the tied", set(), "matches among the tied"),
]


@pytest.mark.parametrize(("name", "kept", "shown", "explained"), take_turns(KEPT, day=2, quick=3))
def test_a_tie_break_left_out_is_not_shown(
    tmp_path: Path, name: str, kept: str, shown: set[str], explained: str
) -> None:
    """Rules 1.6.2: on the sheet, which the second run finds again, on the page, and by ``why``."""
    workbook = sample(tmp_path, name, **{"Tie-breaks": kept})
    assert {turnabout("run", workbook).exit_code for _ in range(2)} == {0}
    page = html.document_fromstring(next(tmp_path.rglob("standings-*.html")).read_text("utf-8"))
    (header, first, *_) = cells(workbook, "Standings")
    assert FIGURES & {*header, *(cell.text_content().strip() for cell in page.iter("th"))} == shown
    assert re.findall(EXPLAINED, turnabout("why", workbook, first[1], "--rank").output) == [explained]


@pytest.mark.parametrize(("minutes", "split"), take_turns([(10, 50), (25, 45)], quick=2))
def test_the_clock_cards_add_up_what_a_round_takes(tmp_path: Path, minutes: int, split: int) -> None:
    """Rules 1.8.2: the minutes of each player and game, and 5 and 3 before the games."""
    workbook = sample(tmp_path, "in-progress", **{"Minutes": minutes, "Match minutes": split})
    assert turnabout("print", workbook, "--only", "clock").exit_code == 0
    told = re.findall(
        r"about (\d+) min: (\d+) min of play and 8 min", next(tmp_path.rglob("clock.html")).read_text("utf-8")
    )
    assert told == [(str(play + 8), str(play)) for play in (4 * minutes, 4 * minutes, split)]
