"""Pairing by piles of cards against examples worked by hand.

Numbers without a page are paragraphs of docs/netrunner.md.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from turnabout_sheets.pairing.elimination import rounds_of_single
from turnabout_sheets.pairing.piles import Pile, PilePairing, bye_of, pair_by_piles
from turnabout_sheets.pairing.swiss.closest import NoLegalPairingError
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
    "an earlier pair alone is enough, where the last made would be one too many": (
        "0 1 2 3 4 5",
        "2-5 1-2 2-4",
        """
        2.2 pile 0: 0 1 2 3 4 5        # 2.3.2: 0 1 2 | 3 4 5
        2.3.3 0-3
        2.3.3 1-4
        left 2 5
        2.5.7 2 5
        taken back 0-3                 # not 1-4, the last made: 2 has met both
        instead 0-2
        instead 3-5
        """,
    ),
    "of equally few pairs the last made is taken back": (
        "0 1 2 3 4 5",
        "2-5",
        """
        2.2 pile 0: 0 1 2 3 4 5
        2.3.3 0-3
        2.3.3 1-4
        left 2 5
        2.5.7 2 5
        taken back 1-4                 # 0-3 would do, too
        instead 1-2                    # of 1 2 4 5: (1 - 2)² + (1 - 2)²; 1-5 2-4 is the same, and 2 the upper
        instead 4-5
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
    "cards left in two piles need no pair taken back together": (
        "0 1 2 3 / 4 5",
        "1-3 4-5",
        """
        2.2 pile 1: 0 1 2 3
        2.3.3 0-2
        left 1 3
        2.2 pile 0: 4 5
        left 4 5
        2.5.7 1 3 4 5                  # alone, each pile would take back a pair
        instead 1-4
        instead 3-5
        """,
    ),
    "cards left in two piles need none of the pile between them": (
        "0 1 / 2 3 / 4 5",
        "0-1 4-5",
        """
        2.2 pile 2: 0 1
        left 0 1
        2.2 pile 1: 2 3
        2.3.3 2-3
        2.2 pile 0: 4 5
        left 4 5
        2.5.7 0 1 4 5
        instead 0-4
        instead 1-5
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
    assert found.taken_back == (TakenBack(piles=(1,), left=(2, 3), pairs=((0, 1),), instead=((0, 2), (1, 3))),)
    assert found.pairs == ((0, 2), (1, 3))


def test_as_little_as_possible_is_undone() -> None:
    """Twelve players, everything drawn: in round 3 the moves run out when the cards have given four pairs.

    Players are numbered from 1 here. Those left can be paired as they are, though not first half against second half.
    """
    # Netrunner 2.5.7.
    met: Met = [{} for _ in range(12)]
    rounds = ("1-7 2-8 3-9 4-10 5-11 6-12", "2-7 1-8 4-9 3-10 6-11 5-12", "3-7 2-9 4-8 1-10 5-6 11-12")
    for number, expected in enumerate(rounds, 1):
        found = pair_by_piles([0] * 12, [0] * 12, met)
        assert " ".join(f"{a + 1}-{b + 1}" for a, b in found.pairs) == expected
        for a, b in found.pairs:
            met[a][b] = met[b][a] = number
    assert [pile.left for pile in found.piles] == [(4, 5, 10, 11)]
    assert found.taken_back == (TakenBack(piles=(0,), left=(4, 5, 10, 11), pairs=(), instead=((4, 5), (10, 11))),)


@pytest.mark.parametrize(
    ("players", "number"),
    # the protocol's own table (netrunner 1.2)
    [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (17, 5), (32, 5), (33, 6), (64, 6), (65, 7), (128, 7)],
)
def test_rounds(players: int, number: int) -> None:
    assert rounds_of_single(players) == number


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
