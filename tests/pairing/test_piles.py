"""Pairing by piles of cards against examples worked by hand.

Numbers without a page are paragraphs of docs/netrunner.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from turnabout_sheets.pairing.piles import Pile, PilePairing, bye_of, pair_by_piles
from turnabout_sheets.pairing.taking_back import TakenBack

Met = list[dict[int, int]]


def meetings(players: int, text: str) -> Met:
    """Who has met whom: "0-4 1-4" in round 1, "0-4@3" in round 3."""
    met: Met = [{} for _ in range(players)]
    for meeting in text.split():
        pair, _, last = meeting.partition("@")
        a, b = map(int, pair.split("-"))
        met[a][b] = met[b][a] = int(last or 1)
    return met


def told(pairing: PilePairing) -> list[str]:
    """What happened, a line for each step, with its paragraph."""
    lines = [] if pairing.bye is None else [f"2.1 bye {pairing.bye}"]
    for pile in pairing.piles:
        lines.append(f"2.2 pile {pile.number}: {' '.join(map(str, pile.cards))}".strip())
        if pile.floated:
            lines.append(f"2.3.1 {pile.floated[0]}-{pile.floated[1]}")
        lines += [" ".join([*moves, "2.3.3", f"{a}-{b}"]) for (a, b), moves in zip(pile.pairs, pile.moves, strict=True)]
        if pile.left:
            lines.append(f"left {' '.join(map(str, pile.left))}")
    for each in pairing.taken_back:
        lines.append(f"2.5.7 {' '.join(map(str, each.left))}")
        lines += [f"taken back {a}-{b}" for a, b in each.pairs]
        lines += [f"instead {a}-{b}" for a, b in each.instead]
    return lines


def read_cases() -> list[Any]:
    """Return the piles, the meetings and the steps of each case in ``piles_by_hand.txt``."""
    _, *cases = (Path(__file__).parent / "piles_by_hand.txt").read_text("utf-8").split("\n== ")
    return [
        pytest.param(cards, met.strip("-"), steps.split("\n"), id=name)
        for name, cards, met, steps in (case.rstrip().split("\n", 3) for case in cases)
    ]


@pytest.mark.parametrize(("cards", "met", "steps"), read_cases())
def test_piles__worked_by_hand__come_out_the_same(cards: str, met: str, steps: list[str]) -> None:
    """Netrunner 2.2, 2.3, 2.3.1, 2.3.2, 2.3.3, 2.4, 2.5, 2.5.1, 2.5.2, 2.5.3, 2.5.4, 2.5.5, 2.5.6 and 2.5.7."""
    number_of = {int(card): number for number, pile in enumerate(reversed(cards.split("/"))) for card in pile.split()}
    numbers = [number_of[player] for player in range(len(number_of))]

    found = pair_by_piles(numbers, [3 * number for number in numbers], meetings(len(numbers), met))

    assert told(found) == [step.partition("#")[0].strip() for step in steps]
    assert found.rematches == 0


def test_cards_of_piles_by_matches_won_stay_in_the_order_of_their_piles() -> None:
    """With pairing numbers by matches won, a lower pile can hold a higher total."""
    found = pair_by_piles([1, 1, 0, 0], [2, 2, 5, 1], meetings(4, "2-3"))

    assert found.piles == (
        Pile(number=1, cards=(0, 1), floated=None, pairs=((0, 1),), moves=((),), left=()),
        Pile(number=0, cards=(2, 3), floated=None, pairs=(), moves=(), left=(2, 3)),
    )
    assert found.taken_back == (TakenBack(piles=(1,), left=(2, 3), pairs=((0, 1),), instead=((0, 2), (1, 3))),)
    assert found.pairs == ((0, 2), (1, 3))


def test_nobody_and_a_single_player() -> None:
    assert pair_by_piles([], [], []) == PilePairing((), (), (), None, 0)
    assert pair_by_piles([0], [0], [{}]) == PilePairing((), (), (), 0, 0)


@pytest.mark.parametrize(
    ("numbers", "totals", "met", "byes", "bye"),
    [
        pytest.param([1, 0, 1], [3, 0, 3], "", [0, 0, 0], 1, id="the lowest pairing number"),
        pytest.param([0, 1, 1], [9, 0, 0], "", [0, 0, 0], 0, id="before the lowest total"),
        pytest.param([1, 1, 1], [4, 3, 4], "", [0, 0, 0], 1, id="in it the lowest total"),
        pytest.param([1, 1, 1], [3, 3, 3], "", [0, 0, 0], 2, id="of equals the last in original order"),
        pytest.param([1, 1, 1], [3, 3, 3], "", [], 2, id="no byes yet"),
        pytest.param([1, 1, 0], [3, 3, 0], "", [0, 0, 1], 1, id="has not already received a bye"),
        pytest.param([1, 1, 0], [3, 3, 0], "", [1, 2, 2], 0, id="everybody has had one: the fewest"),
        pytest.param([1, 1, 0], [3, 3, 0], "0-1", [0, 0, 0], 1, id="would leave two who have met"),
        pytest.param([1, 1, 0], [3, 3, 0], "0-1 0-2", [1, 0, 0], 0, id="a second bye avoids a rematch"),
        pytest.param([1, 1, 0], [3, 3, 0], "0-1 0-2 1-2", [0, 0, 0], 2, id="no bye avoids a rematch"),
        pytest.param([0, 0], [0, 0], "", [0, 0], None, id="an even number"),
    ],
)
def test_bye(numbers: list[int], totals: list[int], met: str, byes: list[int], bye: int | None) -> None:
    """Netrunner 2.1."""
    assert bye_of(numbers, totals, meetings(len(numbers), met), byes=byes) == bye
    found = pair_by_piles(numbers, totals, meetings(len(numbers), met), byes=byes)
    assert found.bye == bye


def test_unavoidable_rematches_are_the_oldest() -> None:
    """Netrunner 2.4."""
    met = meetings(4, "0-1@3 2-3@3 0-2@1 1-3@2 0-3@2 1-2@2")

    found = pair_by_piles([1, 1, 0, 0], [3, 3, 0, 0], met)
    assert found.pairs == ((0, 2), (1, 3))
    assert found.rematches == 2
