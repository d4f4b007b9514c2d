"""Pairing by piles of cards against examples worked by hand, cards on a table, and every possible pairing.

Numbers without a page are paragraphs of docs/netrunner.md.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, count, pairwise
from random import Random
from time import process_time

import networkx as nx
import pytest

from tests.dose import dose
from tests.pairing.histories import HISTORIES, Meetings, all_pairings
from tests.pairing.histories import field as history_of
from turnabout_sheets.pairing.piles import Pile, PilePairing, bye_of, pair_by_piles, rounds_needed
from turnabout_sheets.pairing.swiss.closest import NoLegalPairingError
from turnabout_sheets.pairing.taking_back import TakenBack, pair_nearest_to_split

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


# Worked by hand: the piles from the highest down, with the players in them; who has met whom; and what happens, with
# the cards as they lie after each step behind it ("first half | second half"). The lowest pile is number 0, the GMP
# totals are three times the pairing numbers.
WORKED = {
    "a plain round": (
        "0 1 2 3 4 5 6 7",
        "",
        """
        2.2 pile 0: 0 1 2 3 4 5 6 7    # 2.3.2: 0 1 2 3 | 4 5 6 7
        2.3.3 0-4                      # 1 2 3 | 5 6 7
        2.3.3 1-5                      # 2 3 | 6 7
        2.3.3 2-6                      # 3 | 7
        2.3.3 3-7
        """,
    ),
    "from the highest pile down": (
        "0 3 / 1 2 4 5",
        "",
        """
        2.2 pile 1: 0 3                # 2.3: the highest number first; 2.3.2: 0 | 3
        2.3.3 0-3
        2.2 pile 0: 1 2 4 5            # 2.3.2: 1 2 | 4 5
        2.3.3 1-4
        2.3.3 2-5
        """,
    ),
    "the bye is gone before the piles are made": (
        "0 1 / 2 3 4",
        "",
        """
        2.1 bye 4                      # the lowest number and total; of 2, 3, 4 the last in original order
        2.2 pile 1: 0 1
        2.3.3 0-1
        2.2 pile 0: 2 3
        2.3.3 2-3
        """,
    ),
    "an odd pile makes the next even": (
        "0 1 2 / 3 4 5 / 6 7",
        "",
        """
        2.2 pile 2: 0 1 2
        2.3.1 2-3                      # the bottom of pile 2 and the top of pile 1; 2.3.2: 0 | 1
        2.3.3 0-1
        2.2 pile 1: 4 5                # even without 3
        2.3.3 4-5
        2.2 pile 0: 6 7
        2.3.3 6-7
        """,
    ),
    "an odd pile makes the next odd": (
        "0 1 2 / 3 4 / 5 6 7",
        "",
        """
        2.2 pile 2: 0 1 2
        2.3.1 2-3
        2.3.3 0-1
        2.2 pile 1: 4                  # odd without 3
        2.3.1 4-5
        2.2 pile 0: 6 7
        2.3.3 6-7
        """,
    ),
    "an odd pile takes the only card of the next": (
        "0 / 1 / 2 3",
        "",
        """
        2.2 pile 2: 0
        2.3.1 0-1
        2.2 pile 1:                    # 1 is set aside
        2.2 pile 0: 2 3
        2.3.3 2-3
        """,
    ),
    "the bottom player has met the top of the next pile": (
        "0 1 2 / 3 4 5",
        "2-3",
        """
        2.2 pile 1: 0 1 2
        2.3.1 2-4                      # 2.4: 2 has met 3, so he takes the next (ruling)
        2.3.3 0-1
        2.2 pile 0: 3 5
        2.3.3 3-5
        """,
    ),
    "2.3.1 comes before the split, whatever 2.5 does later": (
        "0 1 2 3 4 / 5",
        "0-2",
        """
        2.2 pile 1: 0 1 2 3 4
        2.3.1 4-5                      # 2.3.2: 0 1 | 2 3; 0-2 have met
        2.5.1 2.3.3 1-2                # 2.5.1: 1 0 | 2 3
        2.3.3 0-3
        2.2 pile 0:                    # 5 is set aside
        """,
    ),
    "2.5.1 is enough": (
        "0 1 2 3 4 5 6 7",
        "0-4",
        """
        2.2 pile 0: 0 1 2 3 4 5 6 7    # 2.3.2: 0 1 2 3 | 4 5 6 7; 2.4: 0-4 have met
        2.5.1 2.3.3 1-4                # 2.5.1: 1 0 2 3 | 4 5 6 7
        2.3.3 0-5                      # 0 2 3 | 5 6 7
        2.3.3 2-6
        2.3.3 3-7
        """,
    ),
    "2.5.2 is needed, and the moves begin again": (
        "0 1 2 3 4 5 6 7",
        "0-4 1-4",
        """
        2.2 pile 0: 0 1 2 3 4 5 6 7    # 2.3.2: 0 1 2 3 | 4 5 6 7; 0-4 have met
        2.5.1 2.5.2 2.3.3 1-5          # 2.5.1: 1 0 2 3 | 4 5 6 7; 1-4 have met; 2.5.2: 1 0 2 3 | 5 4 6 7
        2.5.1 2.3.3 2-4                # 0 2 3 | 4 6 7; 0-4 have met; 2.5.1: 2 0 3 | 4 6 7
        2.3.3 0-6                      # 0 3 | 6 7
        2.3.3 3-7
        """,
    ),
    "2.5.3 is needed": (
        "0 1 2 3 4 5 6 7",
        "0-4 1-4 1-5",
        """
        2.2 pile 0: 0 1 2 3 4 5 6 7    # after 2.5.2: 1 0 2 3 | 5 4 6 7, as above; 1-5 have met
        2.5.1 2.5.2 2.5.3 2.3.3 0-5    # 2.5.3: 0 2 1 3 | 5 4 6 7
        2.3.3 2-4                      # 2 1 3 | 4 6 7
        2.3.3 1-6                      # 1 3 | 6 7
        2.3.3 3-7
        """,
    ),
    "2.5.4 and 2.5.5 are needed": (
        "0 1 2 3 4 5 6 7",
        "0-4 1-4 1-5 0-5",
        """
        2.2 pile 0: 0 1 2 3 4 5 6 7    # after 2.5.3: 0 2 1 3 | 5 4 6 7, as above; 0-5 have met
        2.5.1 2.5.2 2.5.3 2.5.4 2.5.5 2.3.3 2-4  # 2.5.4: 0 2 1 3 | 4 6 5 7; 0-4 have met; 2.5.5: 2 1 3 0 | 4 6 5 7
        2.3.3 1-6                      # 1 3 0 | 6 5 7: 6 before 5 by 2.5.4
        2.3.3 3-5                      # 3 0 | 5 7: 3 before 0 by 2.5.5
        2.3.3 0-7
        """,
    ),
    "2.5.6 is needed": (
        "0 1 2 3 4 5 6 7 8 9",
        "0-5 1-5 1-6 0-6 2-5",
        """
        2.2 pile 0: 0 1 2 3 4 5 6 7 8 9                # 2.3.2: 0 1 2 3 4 | 5 6 7 8 9; 0-5 have met
        2.5.1 2.5.2 2.5.3 2.5.4 2.5.5 2.5.6 2.3.3 2-7  # 2.5.5: 2 1 3 0 4 | 5 7 6 8 9; 2.5.6: 2 1 3 0 4 | 7 6 8 5 9
        2.5.1 2.3.3 3-6                                # 1 3 0 4 | 6 8 5 9; 1-6 have met; 2.5.1: 3 1 0 4 | 6 8 5 9
        2.3.3 1-8                                      # 1 0 4 | 8 5 9
        2.5.1 2.3.3 4-5                                # 0 4 | 5 9; 0-5 have met; 2.5.1: 4 0 | 5 9
        2.3.3 0-9
        """,
    ),
    "2.5.7, etcetera": (
        "0 1 2 3 4 5 6 7 8 9",
        "0-5 1-5 1-6 0-6 2-5 2-7",
        """
        2.2 pile 0: 0 1 2 3 4 5 6 7 8 9                      # after 2.5.6: 2 1 3 0 4 | 7 6 8 5 9, as above
        2.5.1 2.5.2 2.5.3 2.5.4 2.5.5 2.5.6 2.5.7 2.3.3 1-7  # 2.5.7, below four: 1 3 0 4 2 | 7 6 8 5 9
        2.3.3 3-6                                            # 3 0 4 2 | 6 8 5 9
        2.3.3 0-8
        2.3.3 4-5
        2.3.3 2-9
        """,
    ),
    "moves run out, and no pair has to be taken back": (
        "0 1 2 3",
        "0-2 1-2 1-3",
        """
        2.2 pile 0: 0 1 2 3            # 0 1 | 2 3; 2.5.1: 1 0 | 2 3; 2.5.2: 1 0 | 3 2; too short for 2.5.3
        left 0 1 2 3
        2.5.7 0 1 2 3
        instead 0-1
        instead 2-3
        """,
    ),
    "moves run out at the last cards: a pair is taken back": (
        "0 1 2 3",
        "1-3",
        """
        2.2 pile 0: 0 1 2 3            # 0 1 | 2 3
        2.3.3 0-2                      # 1 | 3 have met, and are too short for any move
        left 1 3
        2.5.7 1 3
        taken back 0-2
        instead 0-1                    # (1 - 2)² + (1 - 2)²; 0-3 1-2 is the same, and 1 the upper of 1 and 3
        instead 2-3
        """,
    ),
    "moves run out below a float that stays": (
        "0 1 2 3 4 / 5 6 7",
        "1-3",
        """
        2.2 pile 1: 0 1 2 3 4
        2.3.1 4-5
        2.3.3 0-2
        left 1 3
        2.2 pile 0: 6 7
        2.3.3 6-7
        2.5.7 1 3
        taken back 0-2
        instead 0-1
        instead 2-3
        """,
    ),
    "the bottom player has met the whole next pile": (
        "0 1 2 / 3 / 4 5",
        "2-3",
        """
        2.2 pile 2: 0 1 2
        2.3.1 2-4                      # 2 has met 3, and takes the highest of pile 0 (ruling)
        2.3.3 0-1
        2.2 pile 1: 3
        2.3.1 3-5                      # 4 is set aside
        2.2 pile 0:
        """,
    ),
    "the only player of a pile has met the whole next pile": (
        "0 / 1 2 / 3",
        "0-1 0-2",
        """
        2.2 pile 2: 0
        2.3.1 0-3
        2.2 pile 1: 1 2
        2.3.3 1-2
        2.2 pile 0:
        """,
    ),
    "no legal pairing of a pile: its float is taken back": (
        "0 1 2 / 3 4 5",
        "0-1",
        """
        2.2 pile 1: 0 1 2
        2.3.1 2-3
        left 0 1                       # 0 | 1 have met
        2.2 pile 0: 4 5
        2.3.3 4-5
        2.5.7 0 1
        taken back 2-3                 # free are 0 1 2 3; 4-5 stands
        instead 0-2
        instead 1-3
        """,
    ),
    "no legal pairing of the last pile: a pair of the pile above is taken back": (
        "0 1 / 2 3 / 4 5",
        "4-5",
        """
        2.2 pile 2: 0 1
        2.3.3 0-1
        2.2 pile 1: 2 3
        2.3.3 2-3
        2.2 pile 0: 4 5
        left 4 5
        2.5.7 4 5
        taken back 2-3
        instead 2-4
        instead 3-5
        """,
    ),
    "no legal pairing of the last pile: the float into it is taken back": (
        "0 1 2 / 3 4 5",
        "4-5",
        """
        2.2 pile 1: 0 1 2
        2.3.1 2-3
        2.3.3 0-1
        2.2 pile 0: 4 5                # 3 is set aside with 2
        left 4 5
        2.5.7 4 5
        taken back 2-3                 # with a card of the last pile; 0-1 stands
        instead 2-4
        instead 3-5
        """,
    ),
    "a float into a pile above stays": (
        "0 / 1 2 3 / 4 5",
        "4-5",
        """
        2.2 pile 2: 0
        2.3.1 0-1
        2.2 pile 1: 2 3                # 1 is set aside with 0
        2.3.3 2-3
        2.2 pile 0: 4 5
        left 4 5
        2.5.7 4 5
        taken back 2-3
        instead 2-4
        instead 3-5
        """,
    ),
    "a pile that had been emptied has no pair to take back": (
        "0 / 1 / 2 3",
        "2-3",
        """
        2.2 pile 2: 0
        2.3.1 0-1
        2.2 pile 1:
        2.2 pile 0: 2 3
        left 2 3
        2.5.7 2 3
        taken back 0-1                 # a pair of pile 2
        instead 0-2
        instead 1-3
        """,
    ),
    "a pair made for cards that were left is taken back": (
        "0 1 2 3 / 4 5",
        "1-3 4-5",
        """
        2.2 pile 1: 0 1 2 3
        2.3.3 0-2
        left 1 3
        2.2 pile 0: 4 5
        left 4 5
        2.5.7 1 3
        taken back 0-2
        instead 0-1
        instead 2-3
        2.5.7 4 5
        taken back 2-3                 # the last that was made in pile 1
        instead 2-4
        instead 3-5
        """,
    ),
    "a pair made across two piles is taken back": (
        "0 1 / 2 3 / 4 5",
        "0-1 4-5",
        """
        2.2 pile 2: 0 1
        left 0 1
        2.2 pile 1: 2 3
        2.3.3 2-3
        2.2 pile 0: 4 5
        left 4 5
        2.5.7 0 1
        taken back 2-3                 # pile 2 has no pair; that of the next pile below
        instead 0-2
        instead 1-3
        2.5.7 4 5                      # pile 1 has no pair any more
        taken back 1-3                 # the last that was made for pile 2
        instead 1-4
        instead 3-5
        """,
    ),
}


@pytest.mark.parametrize(("cards", "met", "steps"), WORKED.values(), ids=WORKED)
def test_worked_by_hand(cards: str, met: str, steps: str) -> None:
    """Netrunner 2.2, 2.3, 2.3.1, 2.3.2, 2.3.3, 2.4, 2.5, 2.5.1, 2.5.2, 2.5.3, 2.5.4, 2.5.5, 2.5.6 and 2.5.7."""
    number_of = {int(card): number for number, pile in enumerate(reversed(cards.split("/"))) for card in pile.split()}
    numbers = [number_of[player] for player in range(len(number_of))]

    found = pair_by_piles(numbers, [3 * number for number in numbers], meetings(len(numbers), met))

    assert told(found) == [step.partition("#")[0].strip() for step in steps.strip().splitlines()]
    assert found.rematches == 0


def test_piles_are_laid_out_by_total_and_then_by_original_order() -> None:
    """Netrunner 2.2."""
    totals: list[int | Fraction] = [
        Fraction(7, 2),
        4,
        Fraction(9, 2),
        4,
        1,
        0,
    ]  # 2.7.3: 7/6, 4/3, 3/2 and 4/3; 1/3 and 0

    found = pair_by_piles([1, 1, 2, 1, 0, 0], totals, meetings(6, ""))

    assert [pile.cards for pile in found.piles] == [(2,), (3, 0), (4, 5)]
    assert found.pairs == ((2, 1), (3, 0), (4, 5))


def test_cards_of_piles_by_matches_won_stay_in_the_order_of_their_piles() -> None:
    """With pairing numbers by matches won, a lower pile can hold a higher total."""
    found = pair_by_piles([1, 1, 0, 0], [2, 2, 5, 1], meetings(4, "2-3"))

    assert found.piles == (
        Pile(number=1, cards=(0, 1), floated=None, pairs=((0, 1),), moves=((),), left=()),
        Pile(number=0, cards=(2, 3), floated=None, pairs=(), moves=(), left=(2, 3)),
    )
    assert found.taken_back == (TakenBack(pile=1, left=(2, 3), pairs=((0, 1),), instead=((0, 2), (1, 3))),)
    assert found.pairs == ((0, 2), (1, 3))


def test_as_little_as_possible_is_undone() -> None:
    """Twelve players, everything drawn: in round 3 the moves run out when the cards have given four pairs.

    Players are numbered from 1 here. Those left can be paired as they are, though not first half against second half.
    """
    # Netrunner 2.5.7.
    met: Met = [{} for _ in range(12)]
    rounds = []
    for number in (1, 2, 3):
        found = pair_by_piles([0] * 12, [0] * 12, met)
        rounds.append([(a + 1, b + 1) for a, b in found.pairs])
        for a, b in found.pairs:
            met[a][b] = met[b][a] = number

    assert rounds == [
        [(1, 7), (2, 8), (3, 9), (4, 10), (5, 11), (6, 12)],
        [(2, 7), (1, 8), (4, 9), (3, 10), (6, 11), (5, 12)],
        [(3, 7), (2, 9), (4, 8), (1, 10), (5, 6), (11, 12)],
    ]
    assert [pile.left for pile in found.piles] == [(4, 5, 10, 11)]
    assert found.taken_back == (TakenBack(pile=0, left=(4, 5, 10, 11), pairs=(), instead=((4, 5), (10, 11))),)


@pytest.mark.parametrize(
    ("players", "number"),
    # the protocol's own table (netrunner 1.2)
    [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (17, 5), (32, 5), (33, 6), (64, 6), (65, 7), (128, 7)],
)
def test_rounds(players: int, number: int) -> None:
    assert rounds_needed(players) == number


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
    found = pair_by_piles(numbers, totals, meetings(len(numbers), met), byes=byes, allow_rematches=True)
    assert found.bye == bye


def test_unavoidable_rematches_are_the_oldest_and_only_made_if_allowed() -> None:
    """Netrunner 2.4."""
    met = meetings(4, "0-1@3 2-3@3 0-2@1 1-3@2 0-3@2 1-2@2")

    with pytest.raises(NoLegalPairingError) as none:
        pair_by_piles([1, 1, 0, 0], [3, 3, 0, 0], met)
    assert none.value.fewest_rematches == 2

    found = pair_by_piles([1, 1, 0, 0], [3, 3, 0, 0], met, allow_rematches=True)
    assert found.pairs == ((0, 2), (1, 3))
    assert found.rematches == 2


@pytest.mark.parametrize(
    ("numbers", "totals", "met", "byes"),
    [
        ([0], [0, 0], [{}, {}], []),
        ([0, 0], [0], [{}, {}], []),
        ([0, 0], [0, 0], [{}], []),
        ([0, 0], [0, 0], [{}, {}], [0]),
        ([0, 0], [0, 0], [{1: 1}, {}], []),
        ([0, 0], [0, 0], [{1: 1}, {0: 2}], []),
        ([0, 0], [0, 0], [{1: 0}, {0: 0}], []),
        ([0, 0], [0, 0], [{0: 1}, {}], []),
        ([0, 0], [0, 0], [{2: 1}, {}], []),
    ],
)
def test_wrong_arguments_are_refused(numbers: list[int], totals: list[int], met: Met, byes: list[int]) -> None:
    with pytest.raises(ValueError, match=r"tell of the same players|do not agree"):
        pair_by_piles(numbers, totals, met, byes=byes)


# Cards on a table: the protocol once more, written from its text with cards that are taken in the hand.


@dataclass(eq=False)
class Card:
    name: int
    total: int | Fraction
    number: int
    opponents: set[int] = field(default_factory=set)


@dataclass
class Dealt:
    """A pile after the cards: the pairs in the order in which they were set aside, and who is left."""

    pairs: list[tuple[int, int]] = field(default_factory=list)
    left: list[int] = field(default_factory=list)


def may_meet(a: Card, b: Card) -> bool:
    return b.name not in a.opponents


def switch_top_two(pile: deque[Card]) -> None:
    top, second = pile.popleft(), pile.popleft()
    pile.appendleft(top)
    pile.appendleft(second)


def move_top_below(pile: deque[Card], cards: int) -> None:
    top = pile.popleft()
    above = [pile.popleft() for _ in range(cards)]
    pile.appendleft(top)
    for card in reversed(above):
        pile.appendleft(card)


def subroutines(first: deque[Card], second: deque[Card]) -> Iterator[None]:
    """2.5.1, 2.5.2, 2.5.3, etcetera, a step each."""
    if len(first) >= 2:
        switch_top_two(first)
        yield
    if len(second) >= 2:
        switch_top_two(second)
        yield
    for cards in count(2):
        if len(first) <= cards and len(second) <= cards:
            return
        for pile in (first, second):
            if len(pile) > cards:
                move_top_below(pile, cards)
                yield


def lay_out_on_the_table(cards: list[Card]) -> dict[int, deque[Card]]:
    """2.2: piles by number, the highest first, for cards in original order."""
    piles: dict[int, deque[Card]] = {}
    for card in sorted(cards, key=lambda card: card.number, reverse=True):
        piles.setdefault(card.number, deque()).append(card)
    # stable, so 1.3 breaks ties
    return {number: deque(sorted(pile, key=lambda card: card.total, reverse=True)) for number, pile in piles.items()}


def pair_on_the_table(piles: dict[int, deque[Card]]) -> list[Dealt]:
    """2.3 to 2.5."""
    dealt = []
    for number, pile in piles.items():
        here = Dealt()
        dealt.append(here)
        lonely = []
        if len(pile) % 2 == 1:
            bottom = pile.pop()
            for lower in (lower for other, lower in piles.items() if other < number):
                for other in lower:
                    if may_meet(bottom, other):
                        break
                else:
                    continue
                lower.remove(other)
                here.pairs.append((bottom.name, other.name))
                break
            else:
                lonely.append(bottom)
        laid = list(pile)
        first, second = deque[Card](), pile
        while len(first) < len(second):
            first.append(second.popleft())
        while first:
            moves = subroutines(first, second)
            try:
                while not may_meet(first[0], second[0]):
                    next(moves)
            except StopIteration:
                break
            here.pairs.append((first.popleft().name, second.popleft().name))
        here.left = [card.name for card in laid if card in first or card in second] + [card.name for card in lonely]
    return dealt


def around(place: int, places: int) -> list[int]:
    """2.5.7: a pile, the next below, the one above, and so on; the highest is 0."""
    found = [place]
    for distance in range(1, places):
        found += [other for other in (place + distance, place - distance) if 0 <= other < places]
    return found


def free_on_the_table(
    place: int, laid: Sequence[Sequence[int]], dealt: list[Dealt], met: Meetings
) -> tuple[list[int], list[tuple[int, int]]]:
    """2.5.7: who is free once enough pairs have been taken back for a pile, and these pairs; both are taken away.

    Of each pile, the pairs that it has made come first, then those in which others have taken one of its cards.
    """
    free: list[int] = []
    taken: list[tuple[int, int]] = []

    def enough() -> bool:
        while len(free) % 2:
            more = next(pile for pile in dealt if len(pile.left) % 2)
            free.extend(more.left)
            more.left = []
        return legal(free, met)

    for other in around(place, len(dealt)):
        free += dealt[other].left
        dealt[other].left = []
        held = [(pile, pair) for pile in dealt[:other] for pair in pile.pairs if pair[1] in laid[other]]
        for pile, pair in reversed(held + [(dealt[other], pair) for pair in dealt[other].pairs]):
            if enough():
                break
            pile.pairs.remove(pair)
            taken.append(pair)
            free += pair
        if enough():
            break
    return free, taken


def nearest_by_looking(cards: Sequence[int], met: Meetings) -> tuple[tuple[int, int], ...]:
    """2.5.7: of all pairings of cards in pile order, the one nearest to first half against second half."""
    half = len(cards) // 2

    def rank(places: Sequence[tuple[int, int]]) -> tuple[object, ...]:
        pairs = [(cards[i], cards[j]) for i, j in places]
        return (
            sum(b in met[a] for a, b in pairs),
            sum(met[a].get(b, 0) for a, b in pairs),
            sum((j - i - half) ** 2 for i, j in places),
            [(abs(j - i - half), j) for i, j in places],
        )

    best = min(all_pairings(tuple(range(len(cards)))), key=rank)
    return tuple((cards[i], cards[j]) for i, j in best)


MOST_LOOKED_AT = 10
"""Free cards up to which all of their pairings are looked at."""


def agrees_with_the_table(
    numbers: Sequence[int], totals: Sequence[int | Fraction], met: Meetings, found: PilePairing
) -> list[int]:
    """Assert that the cards on a table end as found; return how many pairs were taken back each time."""
    piles = lay_out_on_the_table(
        [
            Card(player, totals[player], numbers[player], set(met[player]))
            for player in range(len(numbers))
            if player != found.bye
        ]
    )
    laid = [[card.name for card in pile] for pile in piles.values()]
    order = [card for pile in laid for card in pile]
    dealt = pair_on_the_table(piles)
    assert [pile.made for pile in found.piles] == [tuple(pile.pairs) for pile in dealt]
    assert [pile.left for pile in found.piles] == [tuple(pile.left) for pile in dealt]
    told = iter(found.taken_back)
    taken_back = []
    for place, pile in enumerate(dealt):
        if not pile.left:
            continue
        each = next(told)
        assert (each.pile, each.left) == (place, tuple(pile.left))
        free, taken = free_on_the_table(place, laid, dealt, met)
        instead = tuple(pair for pair in found.pairs if set(pair) <= set(free))
        if len(free) <= MOST_LOOKED_AT:
            instead = nearest_by_looking(sorted(free, key=order.index), met)
            assert each.pairs == tuple(pair for pair in taken if pair not in instead)
            assert set(each.instead) == set(instead) - set(taken)
        elif 2 * len(instead) < len(free):  # some of them are free once more
            return taken_back
        pile.pairs += instead
        taken_back.append(len(taken))
    assert next(told, None) is None
    in_order = [pair for pile in dealt for pair in pile.pairs]
    assert found.pairs == tuple(sorted(in_order, key=lambda pair: -numbers[pair[0]]))
    return taken_back


# Fields


@dataclass
class Tournament:
    """A tournament that goes on from round to round: totals, meetings and byes in original order."""

    totals: list[Fraction]
    met: Met
    byes: list[int]
    by_wins: bool = False
    wins: list[int] = field(default_factory=list)

    @property
    def numbers(self) -> list[int]:
        return list(self.wins) if self.by_wins else [int(total / 3 + Fraction(1, 2)) for total in self.totals]  # 2.7.3

    def play(self, random: Random, number: int, found: PilePairing) -> None:
        """2.7: three GMPs a match, in halves."""
        for a, b in found.pairs:
            gmp = Fraction(random.choice([0, 0, 1, 2, 3, 4, 4, 5, 6, 6]), 2)
            self.totals[a] += gmp
            self.totals[b] += 3 - gmp
            self.wins[a] += gmp > 3 - gmp
            self.wins[b] += gmp < 3 - gmp
            self.met[a][b] = self.met[b][a] = number
        if found.bye is not None:
            self.totals[found.bye] += 3
            self.wins[found.bye] += 1
            self.byes[found.bye] += 1


def begun(players: int, *, by_wins: bool = False) -> Tournament:
    return Tournament([Fraction(0)] * players, [{} for _ in range(players)], [0] * players, by_wins, [0] * players)


def hostile(random: Random, history: str, players: int) -> tuple[list[int], list[int], Met, list[int]]:
    """Pairing numbers, totals, meetings and byes: any totals in any original order, in a few piles by total."""
    totals, met, byes = history_of(random, history, players, last=(1, 2, 3))
    random.shuffle(totals)
    edges = sorted(random.choice(totals) for _ in range(random.randint(0, 4))) if totals else []
    return [sum(total >= edge for edge in edges) for total in totals], totals, met, byes


def assert_sound(numbers: Sequence[int], totals: Sequence[int | Fraction], met: Meetings, found: PilePairing) -> None:
    """Everybody is there once, and everything that is told of the piles agrees."""
    players = range(len(numbers))
    bye = [] if found.bye is None else [found.bye]
    assert sorted([player for pair in found.pairs for player in pair] + bye) == list(players)
    taken = [pile.floated[1] for pile in found.piles if pile.floated]
    assert sorted([card for pile in found.piles for card in pile.cards] + taken + bye) == list(players)
    assert found.rematches == sum(b in met[a] for a, b in found.pairs)
    assert {pile.number for pile in found.piles} == {numbers[i] for i in players if i not in bye}
    assert all(upper.number > lower.number for upper, lower in pairwise(found.piles))
    for pile in found.piles:
        assert {numbers[card] for card in pile.cards} <= {pile.number}
        assert list(pile.cards) == sorted(pile.cards, key=lambda i: (-totals[i], i))
        here = set(pile.cards) - ({pile.floated[0]} if pile.floated else set())
        assert sorted([player for pair in pile.pairs for player in pair] + list(pile.left)) == sorted(here)
        assert not any(b in met[a] for a, b in pile.made)
        for moves in pile.moves:
            assert moves == tuple(f"2.5.{k}" for k in range(1, len(moves) + 1))
            # The top cards after 2.5.4, 2.5.8, 2.5.12 … had been there before, and have met.
            assert not moves or len(moves) % 4
    # What was taken back is gone, if it was not made once more, and what stands instead is there, if it was not taken.
    pairs = [pair for pile in found.piles for pair in pile.made]
    for each in found.taken_back:
        assert set(each.left) <= set(found.piles[each.pile].left)
        pairs = [pair for pair in pairs if pair not in each.pairs] + list(each.instead)
    assert sorted(pairs) == sorted(found.pairs)


def legal(players: Sequence[int], met: Meetings) -> bool:
    """Whether players can be paired without a rematch, by a matching library."""
    graph = nx.Graph()
    graph.add_nodes_from(players)
    graph.add_edges_from((i, j) for i, j in combinations(players, 2) if j not in met[i])
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(players)


def rematches_of_all_but(bye: int | None, met: Meetings) -> tuple[int, int]:
    """The fewest rematches and with them the smallest sum of their rounds, found by looking at every pairing."""
    return min(
        (sum(b in met[a] for a, b in pairs), sum(met[a].get(b, 0) for a, b in pairs))
        for pairs in all_pairings(tuple(player for player in range(len(met)) if player != bye))
    )


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("by_wins", [False, True], ids=["numbers by GMP", "numbers by matches won"])
def test_tournaments_are_paired_as_on_a_table(by_wins: bool) -> None:
    """Netrunner 0.1."""
    random = Random(f"tables {by_wins}")
    last_moves: Counter[int] = Counter()
    taken_back: Counter[int] = Counter()
    for _ in range(dose(200, 3000)):
        players = random.randint(2, 40)
        tournament = begun(players, by_wins=by_wins)
        for number in range(1, min(rounds_needed(players) + 1, players - 1) + 1):
            numbers, totals, met = tournament.numbers, tournament.totals, tournament.met
            found = pair_by_piles(numbers, totals, met, byes=tournament.byes, allow_rematches=True)
            assert_sound(numbers, totals, met, found)
            taken_back.update(agrees_with_the_table(numbers, totals, met, found))
            last_moves.update(len(moves) for pile in found.piles for moves in pile.moves)
            tournament.play(random, number, found)
    assert {0, 1, 2} <= set(taken_back)
    assert {1, 2, 3} <= set(last_moves)


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("history", HISTORIES)
def test_hostile_histories_are_paired_as_on_a_table(history: str) -> None:
    random = Random(f"hostile {history}")
    taken_back: Counter[int] = Counter()
    for _ in range(dose(120, 5000)):
        numbers, totals, met, byes = hostile(random, history, random.choice([4, 6, 8, 9, 10, 12, 18, 24]))
        found = pair_by_piles(numbers, totals, met, byes=byes, allow_rematches=True)
        assert_sound(numbers, totals, met, found)
        taken_back.update(agrees_with_the_table(numbers, totals, met, found))
        assert pair_by_piles(numbers, totals, met, byes=byes, allow_rematches=True) == found
    assert len(taken_back) > 1


@pytest.mark.slow
def test_many_moves_are_made_as_on_a_table() -> None:
    """A single pile in which the best of each half have met, and others here and there: the moves go deep."""
    # Netrunner 2.5.7.
    random = Random("many moves")
    last_moves: Counter[int] = Counter()
    for _ in range(3000):
        half = random.randint(4, 14)
        heads, density = random.randint(2, half // 2), random.choice([0.05, 0.15, 0.25])
        met: Met = [{} for _ in range(2 * half)]
        for a, b in combinations(range(2 * half), 2):
            if (a < heads and half <= b < half + heads) or random.random() < density:
                met[a][b] = met[b][a] = 1
        found = pair_by_piles([0] * len(met), [0] * len(met), met, allow_rematches=True)
        assert_sound([0] * len(met), [0] * len(met), met, found)
        agrees_with_the_table([0] * len(met), [0] * len(met), met, found)
        last_moves.update(len(moves) for pile in found.piles for moves in pile.moves)
    assert {0, 1, 2, 3, 5, 6, 7, 9, 10, 13, 14, 17} <= set(last_moves)


@pytest.mark.parametrize("history", HISTORIES)
def test_a_rematch_is_made_only_where_every_pairing_has_one(history: str) -> None:
    random = Random(f"rematch {history}")
    seen: Counter[str] = Counter()
    for _ in range(250):
        players = random.randint(0, 10)
        numbers, totals, met, byes = hostile(random, history, players)
        found = pair_by_piles(numbers, totals, met, byes=byes, allow_rematches=True)

        # 2.1 by looking at every bye: number, then total, the last in original order; before all that, our rulings.
        if players % 2:
            ranks = [(rematches_of_all_but(i, met)[0], byes[i], numbers[i], totals[i], -i) for i in range(players)]
            assert found.bye == ranks.index(min(ranks))
        fewest, oldest = rematches_of_all_but(found.bye, met)
        assert found.rematches == fewest
        assert sum(met[a].get(b, 0) for a, b in found.pairs) == oldest
        if fewest:
            with pytest.raises(NoLegalPairingError) as none:
                pair_by_piles(numbers, totals, met, byes=byes)
            assert none.value.fewest_rematches == fewest
        else:
            assert pair_by_piles(numbers, totals, met, byes=byes) == found
        seen["rematch" if fewest else "taken back" if found.taken_back else "none"] += 1
    assert seen["none"]
    assert seen["taken back"] or seen["rematch"]


def test_free_cards_are_settled_the_same_however_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The highest cards first, as many at once as costs have digits for: with few bits it is one at a time."""
    random = Random("digits")
    fields = []
    for _ in range(30):
        cards = random.randrange(8, 30, 2)
        met: Met = [{} for _ in range(cards)]
        for a, b in combinations(range(cards), 2):
            if b - a == cards // 2 or random.random() < 0.3:
                met[a][b] = met[b][a] = 1
        fields.append((range(cards), met))
    at_once = [pair_nearest_to_split(*each) for each in fields]
    monkeypatch.setattr("turnabout_sheets.pairing.taking_back.MOST_BITS", 0)
    assert at_once == [pair_nearest_to_split(*each) for each in fields]
    assert pair_nearest_to_split(range(8), [{(i + 4) % 8: 1} for i in range(8)]) == ((0, 3), (1, 6), (2, 5), (4, 7))


@pytest.mark.slow
@pytest.mark.parametrize("by_wins", [False, True], ids=["numbers by GMP", "numbers by matches won"])
def test_nobody_has_a_second_bye_before_everybody_has_had_one_unless_it_avoids_a_rematch(by_wins: bool) -> None:
    random = Random(f"byes {by_wins}")
    second_byes = 0
    for _ in range(150):
        players = random.randrange(3, 16, 2)
        tournament = begun(players, by_wins=by_wins)
        for number in range(1, players + 1):
            numbers, totals, met, byes = tournament.numbers, tournament.totals, tournament.met, list(tournament.byes)
            found = pair_by_piles(numbers, totals, met, byes=byes, allow_rematches=True)
            assert found.bye is not None
            if byes[found.bye] > min(byes):
                second_byes += 1
                assert not any(
                    legal([i for i in range(players) if i != other], met)
                    for other in range(players)
                    if byes[other] < byes[found.bye]
                )
                assert found.rematches or legal([i for i in range(players) if i != found.bye], met)
            tournament.play(random, number, found)
    assert second_byes


def test_two_newcomers_on_top_meet_each_other_and_change_nothing_below() -> None:
    random = Random("newcomers")
    compared = 0
    for history in HISTORIES:
        for _ in range(100):
            numbers, totals, met, _ = hostile(random, history, random.randrange(2, 24, 2))
            found = pair_by_piles(numbers, totals, met, allow_rematches=True)
            if found.taken_back:
                continue
            compared += 1
            shifted: Met = [{}, {}, *({j + 2: last for j, last in opponents.items()} for opponents in met)]
            more = pair_by_piles([9, 9, *numbers], [9, 9, *totals], shifted)
            assert more.pairs == ((0, 1), *((a + 2, b + 2) for a, b in found.pairs))
    assert compared > 100


@pytest.mark.parametrize("by_wins", [False, True], ids=["numbers by GMP", "numbers by matches won"])
@pytest.mark.parametrize("players", [127, 128])
def test_a_large_tournament_is_paired_quickly(players: int, by_wins: bool) -> None:
    random = Random(f"large {players}")
    tournament = begun(players, by_wins=by_wins)
    seconds = []
    for number in range(1, rounds_needed(players) + 1):
        start = process_time()
        found = pair_by_piles(tournament.numbers, tournament.totals, tournament.met, byes=tournament.byes)
        seconds.append(process_time() - start)
        assert_sound(tournament.numbers, tournament.totals, tournament.met, found)
        assert found.rematches == 0
        tournament.play(random, number, found)
    assert len(seconds) == 7
    assert max(seconds) < 0.1, seconds
