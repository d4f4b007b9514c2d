"""Netrunner events as they were met: cards that are left in several piles, and forfeits that the results contradict."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.support.commands import turnabout

pytestmark = pytest.mark.field

FILES = Path(__file__).parent / "files"


@pytest.mark.parametrize(
    ("event", "taken", "instead"),
    [
        (
            "1114",
            "ß Ωmega - ı Ha'penny was taken back",
            "Ha'penny D’Arcy - van der Berg İpek, Émile 252 - ß Ωmega and José 361 - ı Ha'penny",
        ),
        (
            "1305",
            "no pair had to be taken back",
            "李 B C - Ha'penny Ægir, Ægir 296 - محمد İpek h and Jr. ß - Bye-Bye +plus",
        ),
        ("1518", "no pair had to be taken back", "#1 Jr. - Ng Émile and Ødegaard 182 - Ada 201"),
    ],
)
def test_cards_left_in_two_piles_take_back_as_few_pairs_as_both_together_need(
    tmp_path: Path, event: str, taken: str, instead: str
) -> None:
    """Netrunner 2.5.7: each pile by itself would take back one pair more."""
    workbook = Path(shutil.copy(FILES / f"ntp-taken-back-{event}.xlsx", tmp_path))
    (said,) = [line for line in turnabout("run", workbook).output.splitlines() if "netrunner 2.5" in line]
    assert "In piles " in said
    assert f"; {taken}" in said
    assert f": now {instead}." in said


WON, LOST, DRAW = ("A", "", 3), ("B", 3, ""), ("Draw", 3, 2)
"""Games of Ben, who is player A: the winner, and the agenda points of A and B."""


@pytest.mark.parametrize(
    ("games", "rulings", "said"),
    [
        ((DRAW, WON), [("Ben", "game forfeit", 1)], ["Warning: Round 1!D2: Ben drew game 1 by the result, but has"]),
        ((WON, DRAW), [("Di", "game forfeit", 2)], ["Warning: Round 1!G2: Di drew game 2 by the result, but has"]),
        (
            (DRAW, DRAW),
            [("Ben", "match forfeit", "")],
            [f"Warning: Round 1!{cell}2: Ben drew game {game} by the result" for cell, game in (("D", 1), ("G", 2))],
        ),
        ((DRAW, LOST), [("Ben", "game forfeit", 1), ("Di", "game forfeit", 1)], []),
        ((LOST, DRAW), [("Ben", "game forfeit", "")], []),
        (
            (DRAW, WON),
            [("Ben", "game forfeit", "")],
            ["Error: Rulings!D2: Game is blank, and Ben lost no game in round 1"],
        ),
        (
            (DRAW, DRAW),
            [("Di", "game forfeit", "")],
            ["Error: Rulings!D2: Game is blank, and Di lost no game in round 1"],
        ),
        (
            (WON, WON),
            [("Ben", "game forfeit", ""), ("Ben", "match forfeit", "")],
            [
                f"Warning: Round 1!{cell}2: Ben won game {game} by the result"
                for cell, game in zip("DDG", (1, 1, 2), strict=True)
            ],
        ),
    ],
)
def test_a_forfeit_that_the_result_contradicts_is_told(
    tmp_path: Path, games: Sequence[tuple[object, ...]], rulings: Sequence[tuple[object, ...]], said: list[str]
) -> None:
    """Netrunner 6.1."""
    book = Workbook()
    games_of = [f"Game {game} {what}" for game in (1, 2) for what in ("winner", "agenda A", "agenda B")]
    sheets: dict[str, list[tuple[object, ...]]] = {
        "Event": [("Setting", "Value"), ("Format", "Netrunner"), ("Name", "Forfeits"), ("Rounds", 1)],
        "Players": [("Player",), ("Ben",), ("Di",)],
        "Rulings": [("Player", "Round", "Kind", "Game"), *((who, 1, kind, game) for who, kind, game in rulings)],
        "Round 1": [("Table", "Player A", "Player B", *games_of), (1, "Ben", "Di", *games[0], *games[1])],
    }
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append([None if value == "" else value for value in row])
    del book["Sheet"]
    book.save(tmp_path / "Forfeits.xlsx")
    lines = [line.strip() for line in turnabout("check", tmp_path / "Forfeits.xlsx").output.splitlines()]
    told = [line for line in lines if line.startswith(("Warning", "Error"))]
    assert [line[: len(start)] for line, start in zip(told, said, strict=True)] == said
