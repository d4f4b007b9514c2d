"""An event of nine players and four rounds that was worked out by hand, with the paragraphs beside it.

Numbers without a page are paragraphs of docs/netrunner.md.

Original order (1.3), as listed: Ada, Ben, Cy, Dee, Eve, Flo, Gus, Hal, Ivy. Rounds (1.2): log2 of 9 is 3.2, so 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

from tests.netrunner.workbooks import Game, match, netrunner, results, round_sheet
from tests.reading.grids import players
from turnabout_sheets.event.model import BYE
from turnabout_sheets.rounds.next_rounds import add_notes, pair
from turnabout_sheets.sheets.grid import Grid

NINE = ("Ada", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ivy")

Games = tuple[Game, Game]

A_BOTH: Games = (("A", "", 3), ("A", "", 3))  # 20 to 6: 1 + 1 + 1 GMP to none
B_BOTH: Games = (("B", 3, ""), ("B", 3, ""))
A_MORE: Games = (("A", "", 2), ("B", 5, ""))  # 10 + 5 to 2 + 10: a game each, the match to A: 2 GMP to 1
B_MORE: Games = (("A", "", 5), ("B", 2, ""))  # 10 + 2 to 5 + 10
EQUAL: Games = (("A", "", 4), ("B", 4, ""))  # 14 to 14: a game each, and half the match: 1 1/2 GMP each


@dataclass(frozen=True)
class Round:
    """Pairs in the order in which they are made, with what the notes say and how they end; the bye; GMP after it."""

    pairs: tuple[tuple[str, str, str, Games], ...]
    bye: str
    gmp: str
    numbers: str


ROUNDS = (
    # 1.4 All have number 0 and no GMP: one pile (2.2). 2.1 Nine is odd; all are tied, and Ivy is last in the order.
    # 2.3.2 Ada, Ben, Cy, Dee above Eve, Flo, Gus, Hal. 2.3.3 The tops meet, four times.
    Round(
        (
            ("Ada", "Eve", "pile 0", EQUAL),
            ("Ben", "Flo", "pile 0", EQUAL),
            ("Cy", "Gus", "pile 0", A_BOTH),
            ("Dee", "Hal", "pile 0", A_BOTH),
        ),
        "Ivy",
        "Ada 1½ Ben 1½ Cy 3 Dee 3 Eve 1½ Flo 1½ Gus 0 Hal 0 Ivy 3",
        # 2.7.3 1½ / 3 is ½, rounded up to 1.
        "1 1 1 1 1 1 0 0 1",
    ),
    # 2.1 Gus and Hal have number 0 and no GMP; Hal is the lower in original order. 2.2 Pile 1: Cy, Dee, Ivy (3), Ada,
    # Ben, Eve, Flo (1½). Pile 0: Gus. 2.3.1 Pile 1 has seven: its bottom, Flo, meets the top of pile 0, Gus.
    # 2.3.2 Cy, Dee, Ivy above Ada, Ben, Eve. 2.3.3 The tops meet, three times.
    Round(
        (
            ("Flo", "Gus", "2.3.1: Flo is the bottom of pile 1, which is odd", A_BOTH),
            ("Cy", "Ada", "pile 1", B_BOTH),
            ("Dee", "Ben", "pile 1", B_BOTH),
            ("Ivy", "Eve", "pile 1", B_BOTH),
        ),
        "Hal",
        "Ada 4½ Ben 4½ Cy 3 Dee 3 Eve 4½ Flo 4½ Gus 0 Hal 3 Ivy 3",
        # 2.7.3 4½ / 3 is 1½, rounded up to 2.
        "2 2 1 1 2 2 0 1 1",
    ),
    # 2.1 Gus alone has number 0. 2.2 Pile 2: Ada, Ben, Eve, Flo. Pile 1: Cy, Dee, Hal, Ivy.
    # 2.3.2 Ada, Ben above Eve, Flo. 2.4 Ada and Eve met in round 1. 2.5.1 Ben and Ada change places: Ben meets Eve.
    # 2.3.3 Ada and Flo are left. In pile 1 Cy, Dee are above Hal, Ivy.
    Round(
        (
            ("Ben", "Eve", "pile 2: 2.5.1, then paired", A_MORE),
            ("Ada", "Flo", "pile 2", A_BOTH),
            ("Cy", "Hal", "pile 1", A_MORE),
            ("Dee", "Ivy", "pile 1", EQUAL),
        ),
        "Gus",
        "Ada 7½ Ben 6½ Cy 5 Dee 4½ Eve 5½ Flo 4½ Gus 3 Hal 4 Ivy 4½",
        # 2.7.3 7½ / 3 is 2½, rounded up to 3; 4 / 3 is 1; 5 / 3 and 5½ / 3 are 2.
        "3 2 2 2 2 2 1 1 2",
    ),
    # 2.1 Gus and Hal have number 1, but have had their byes. With number 2 Dee, Flo and Ivy have 4½; Ivy has had a bye,
    # and Flo is below Dee in original order. 2.2 Pile 3: Ada. Pile 2: Ben, Eve, Cy, Dee, Ivy. Pile 1: Hal, Gus.
    # 2.3.1 Pile 3 has one: Ada meets the top of pile 2, Ben. 2.3.2 Eve, Cy above Dee, Ivy; Hal above Gus.
    Round(
        (
            ("Ada", "Ben", "2.3.1: Ada is the bottom of pile 3, which is odd", B_MORE),
            ("Eve", "Dee", "pile 2", B_BOTH),
            ("Cy", "Ivy", "pile 2", EQUAL),
            ("Hal", "Gus", "pile 1", A_BOTH),
        ),
        "Flo",
        "Ada 8½ Ben 8½ Cy 6½ Dee 7½ Eve 5½ Flo 7½ Gus 3 Hal 7 Ivy 6",
        "3 3 2 3 2 3 1 2 2",
    ),
)


def sheet(number: int) -> Grid:
    played = ROUNDS[number - 1]
    return round_sheet(number, *(match(a, b, *games) for a, b, _, games in played.pairs), match(played.bye, "BYE"))


def event(rounds: int) -> list[Grid]:
    return [netrunner(), players(*NINE), *(sheet(number) for number in range(1, rounds + 1))]


def figures(text: str) -> list[Fraction]:
    return [Fraction(each[:-1] or 0) + Fraction(1, 2) if each[-1] == "½" else Fraction(each) for each in text.split()]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_pairs_and_bye(number: int) -> None:
    """Netrunner 1.2, 1.3, 1.4, 2.1, 2.2, 2.3, 2.3.1, 2.3.2, 2.3.3, 2.4, 2.5 and 2.5.1."""
    found = results(*event(number - 1))
    assert found.scheduled == 4
    new, problems = pair(found, number)
    assert problems == []
    assert new is not None
    new = add_notes(found, new)
    expected = [(table, a, b, why) for table, (a, b, why, _) in enumerate(ROUNDS[number - 1].pairs, 1)]
    assert [
        (row["table"], NINE[row["a"]], "BYE" if row["b"] == BYE else NINE[row["b"]], note)
        for row, note in zip(new.rows, new.notes, strict=True)
    ] == [*expected, (None, ROUNDS[number - 1].bye, "BYE", "")]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_gmp_and_pairing_numbers(number: int) -> None:
    """Netrunner 2.7, 2.7.1, 2.7.2 and 2.7.3."""
    after = results(*event(number)).standings
    words = ROUNDS[number - 1].gmp.split()
    assert words[::2] == list(NINE)
    assert list(after["points"]) == figures(" ".join(words[1::2]))
    assert list(after["pairing_number"]) == [int(each) for each in ROUNDS[number - 1].numbers.split()]


def test_final_order() -> None:
    """3.1 By GMP: Ada and Ben have 8½, Dee and Flo 7½. 3.2.1 The opponents of the tied, by their GMP at the end:

    Ada: Eve 5½, Cy 6½, Flo 7½, Ben 8½: 28. Ben: Flo 7½, Dee 7½, Eve 5½, Ada 8½: 29, so Ben is first.
    Dee: Hal 7, Ben 8½, Ivy 6, Eve 5½: 27. Flo: Ben 8½, Gus 3, Ada 8½, and a bye, which adds nobody: 20; Dee is third.
    3.2.2 would leave out the highest and the lowest: Ada 14, Ben 15, Dee 13, Flo 8½.
    """
    # Netrunner 3.1, 3.2, 3.2.1 and 3.2.2.
    final = results(*event(4))
    assert final.finished
    ranked = sorted(range(9), key=lambda player: final.standings["rank"][player])
    assert [NINE[player] for player in ranked] == ["Ben", "Ada", "Dee", "Flo", "Hal", "Cy", "Ivy", "Eve", "Gus"]
    assert sorted(final.standings["rank"]) == list(range(1, 10))
    four = [NINE.index(name) for name in ("Ada", "Ben", "Dee", "Flo")]
    assert list(final.standings["opponents' GMP"][four]) == [28, 29, 27, 20]
    assert list(final.standings["middle opponents' GMP"][four]) == [14, 15, 13, Fraction(17, 2)]
