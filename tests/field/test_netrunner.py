"""Netrunner events as they were met: cards left in several piles, and forfeits that the results contradict."""

import re
import shutil
from pathlib import Path

import pytest

from tests.dose import take_turns
from tests.support.books import edit
from tests.support.commands import turnabout

pytestmark = pytest.mark.field

FILES = Path(__file__).parent / "files"
TAKEN_BACK = {
    "1114": "ß Ωmega - ı Ha'penny was .* D’Arcy - van der Berg İpek, Émile 252 - ß Ωmega and José 361 - ı Ha'penny",
    "1305": r"no pair had .* 李 B C - Ha'penny Ægir, Ægir 296 - محمد İpek h and Jr. ß - Bye-Bye \+plus",
    "1518": "no pair had .* #1 Jr. - Ng Émile and Ødegaard 182 - Ada 201",
}


@pytest.mark.parametrize(("event", "told"), take_turns(TAKEN_BACK.items(), quick=3), ids=TAKEN_BACK)
def test_two_piles_take_back_as_few_pairs_as_both_need(tmp_path: Path, event: str, told: str) -> None:
    """Netrunner 2.5.7: each pile by itself would take back one pair more."""
    run = turnabout("run", shutil.copy(FILES / f"ntp-taken-back-{event}.xlsx", tmp_path))
    assert len(re.findall(rf"In piles . and . .*; {told}\.", run.output)) == run.output.count("2.5)") == 1


GAMES = {"won": ("A", None, 3), "lost": ("B", 3, None), "drew": ("Draw", 3, 2)}


FORFEITS = [
    ("drew won", "Ben game 1", "D3 Ben drew game 1"),
    ("drew drew", "Ben match", "D3 Ben drew game 1, G3 Ben drew game 2"),
    ("drew lost", "Ben game 1, Di game 1", ""),
    ("lost drew", "Ben game", ""),
    ("drew won", "Ben game", "D2 Ben lost no game"),
    ("lost lost", "Di game, Di match", "D3 Di won game 1, D3 Di won game 1, G3 Di won game 2"),
]


@pytest.mark.parametrize(("ben", "rulings", "said"), take_turns(FORFEITS, quick=3))
def test_a_forfeit_that_the_result_contradicts_is_told(tmp_path: Path, ben: str, rulings: str, said: str) -> None:
    """Netrunner 6.1."""
    workbook = Path(shutil.copy(FILES / "draw-and-forfeit.xlsx", tmp_path))
    games = [cell for game in ben.split() for cell in GAMES[game]]
    lines = [(*ruling.split(), "")[:3] for ruling in rulings.split(", ")]
    rows = [(who, 1, f"{kind} forfeit", int(game) if game else None) for who, kind, game in lines]
    typed = {f"{at}{row}": cell for row, cells in enumerate(rows, 2) for at, cell in zip("ABCD", cells, strict=True)}
    edit(workbook, {"Rulings": typed, "Round 1": {f"{at}3": cell for at, cell in zip("DEFGHI", games, strict=True)}})
    output = turnabout("check", workbook).output
    found = re.findall(r"!(\w+):.* (\w+ (?:won|drew|lost) (?:no game|game .)).*forfeit", output)
    assert ", ".join(map(" ".join, found)) == said
