"""Netrunner events as they were met: cards that are left in several piles, and forfeits that the results contradict."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.books import edit
from tests.support.commands import turnabout

pytestmark = pytest.mark.field

FILES = Path(__file__).parent / "files"

TAKEN_BACK = {
    "1114": "ß Ωmega - ı Ha'penny was taken back, so that all can be paired: now Ha'penny D’Arcy - van der Berg İpek, "
    "Émile 252 - ß Ωmega and José 361 - ı Ha'penny.",
    "1305": "no pair had to be taken back: now 李 B C - Ha'penny Ægir, Ægir 296 - محمد İpek h and Jr. ß - Bye-Bye",
    "1518": "no pair had to be taken back: now #1 Jr. - Ng Émile and Ødegaard 182 - Ada 201.",
}


@pytest.mark.parametrize(("event", "told"), TAKEN_BACK.items(), ids=TAKEN_BACK)
def test_cards_left_in_two_piles_take_back_as_few_pairs_as_both_need(tmp_path: Path, event: str, told: str) -> None:
    """Netrunner 2.5.7: each pile by itself would take back one pair more."""
    workbook = shutil.copy(FILES / f"ntp-taken-back-{event}.xlsx", tmp_path)
    (said,) = [line for line in turnabout("run", workbook).output.splitlines() if "netrunner 2.5" in line]
    assert "In piles " in said
    assert f"; {told}" in said


GAMES = {"won": ("A", None, 3), "lost": ("B", 3, None), "drew": ("Draw", 3, 2)}
DREW_1, DREW_2 = (
    "Warning: Round 1!D3: {} drew game 1 by the result",
    "Warning: Round 1!G3: {} drew game 2 by the result",
)
ASKED = "Error: Rulings!D2: Game is blank, and {} lost no game in round 1"


@pytest.mark.parametrize(
    ("ben", "rulings", "said"),
    [
        ("drew won", ["Ben game 1"], [DREW_1.format("Ben")]),
        ("won drew", ["Di game 2"], [DREW_2.format("Di")]),
        ("drew drew", ["Ben match"], [DREW_1.format("Ben"), DREW_2.format("Ben")]),
        ("drew lost", ["Ben game 1", "Di game 1"], []),
        ("lost drew", ["Ben game"], []),
        ("drew won", ["Ben game"], [ASKED.format("Ben")]),
        ("drew drew", ["Di game"], [ASKED.format("Di")]),
        (
            "drew lost",
            ["Di game", "Di match"],
            [DREW_1.format("Di"), DREW_1.format("Di"), "Warning: Round 1!G3: Di won"],
        ),
    ],
)
def test_a_forfeit_that_the_result_contradicts_is_told(
    tmp_path: Path, ben: str, rulings: list[str], said: list[str]
) -> None:
    """Netrunner 6.1."""
    workbook = Path(shutil.copy(FILES / "draw-and-forfeit.xlsx", tmp_path))
    games = [cell for game in ben.split() for cell in GAMES[game]]
    typed: dict[str, str | int | None] = {"D2": None}
    for row, (who, kind, *game) in enumerate(map(str.split, rulings), 2):
        typed |= {f"A{row}": who, f"B{row}": 1, f"C{row}": f"{kind} forfeit", f"D{row}": int(game[0]) if game else None}
    edit(workbook, {"Rulings": typed, "Round 1": {f"{at}3": cell for at, cell in zip("DEFGHI", games, strict=True)}})
    told = [line.strip() for line in turnabout("check", workbook).output.splitlines() if "forfeit" in line]
    assert [line[: len(start)] for line, start in zip(told, said, strict=True)] == said
