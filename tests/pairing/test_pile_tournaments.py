"""Tournaments and hostile histories paired by piles: as with cards on a table, and as every possible pairing says.

Numbers without a page are paragraphs of docs/netrunner.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise
from random import Random

import pytest

from tests.dose import dose
from tests.pairing.cards_on_a_table import agrees_with_the_table, fewest_by_looking, legal
from tests.pairing.histories import HISTORIES, Meetings, all_pairings
from tests.pairing.histories import field as history_of
from tests.support.steps import count_steps
from turnabout_sheets.pairing.elimination import rounds_of_single
from turnabout_sheets.pairing.piles import PilePairing, pair_by_piles
from turnabout_sheets.pairing.taking_back import find_fewest, pair_nearest_to_split

Met = list[dict[int, int]]


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
        assert set(each.left) <= {card for pile in each.piles for card in found.piles[pile].left}
        pairs = [pair for pair in pairs if pair not in each.pairs] + list(each.instead)
    assert sorted(pairs) == sorted(found.pairs)


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
    at_once: set[int] = set()
    for _ in range(dose(150, 3000)):
        players = random.randint(2, 40)
        tournament = begun(players, by_wins=by_wins)
        for number in range(1, min(rounds_of_single(players) + 1, players - 1) + 1):
            numbers, totals, met = tournament.numbers, tournament.totals, tournament.met
            found = pair_by_piles(numbers, totals, met, byes=tournament.byes)
            assert_sound(numbers, totals, met, found)
            taken_back.update(agrees_with_the_table(numbers, totals, met, found))
            at_once |= {len(each.piles) for each in found.taken_back}
            last_moves.update(len(moves) for pile in found.piles for moves in pile.moves)
            tournament.play(random, number, found)
    assert {0, 1} <= set(taken_back)
    assert {1, 2, 3} <= at_once
    assert {1, 2, 3} <= set(last_moves)


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("history", HISTORIES)
def test_hostile_histories_are_paired_as_on_a_table(history: str) -> None:
    random = Random(f"hostile {history}")
    taken_back: Counter[int] = Counter()
    for _ in range(dose(25, 5000)):
        numbers, totals, met, byes = hostile(random, history, random.choice([4, 6, 8, 9, 10, 12, 18, 24]))
        found = pair_by_piles(numbers, totals, met, byes=byes)
        assert_sound(numbers, totals, met, found)
        taken_back.update(agrees_with_the_table(numbers, totals, met, found))
        assert pair_by_piles(numbers, totals, met, byes=byes) == found
    assert len(taken_back) > 1


@pytest.mark.slow
@pytest.mark.soak
def test_many_moves_are_made_as_on_a_table() -> None:
    """A single pile in which the best of each half have met, and others here and there: the moves go deep."""
    # Netrunner 2.5.7.
    random = Random("many moves")
    last_moves: Counter[int] = Counter()
    for _ in range(dose(200, 3000)):
        half = random.randint(4, 14)
        heads, density = random.randint(2, half // 2), random.choice([0.05, 0.15, 0.25])
        met: Met = [{} for _ in range(2 * half)]
        for a, b in combinations(range(2 * half), 2):
            if (a < heads and half <= b < half + heads) or random.random() < density:
                met[a][b] = met[b][a] = 1
        found = pair_by_piles([0] * len(met), [0] * len(met), met)
        assert_sound([0] * len(met), [0] * len(met), met, found)
        agrees_with_the_table([0] * len(met), [0] * len(met), met, found)
        last_moves.update(len(moves) for pile in found.piles for moves in pile.moves)
    assert {0, 1, 2, 3, 5, 6, 7, 9, 10, 13, 14, 17} <= set(last_moves)


@pytest.mark.soak
@pytest.mark.parametrize("history", HISTORIES)
def test_a_rematch_is_made_only_where_every_pairing_has_one(history: str) -> None:
    random = Random(f"rematch {history}")
    seen: Counter[str] = Counter()
    for _ in range(dose(40, 250)):
        players = random.randint(0, 10)
        numbers, totals, met, byes = hostile(random, history, players)
        found = pair_by_piles(numbers, totals, met, byes=byes)

        # 2.1 by looking at every bye: number, then total, the last in original order; before all that, our rulings.
        if players % 2:
            ranks = [(rematches_of_all_but(i, met)[0], byes[i], numbers[i], totals[i], -i) for i in range(players)]
            assert found.bye == ranks.index(min(ranks))
        fewest, oldest = rematches_of_all_but(found.bye, met)
        assert found.rematches == fewest
        assert sum(met[a].get(b, 0) for a, b in found.pairs) == oldest
        if not fewest:
            # 2.5.7 by looking at what every pairing breaks, and those that break only pairs of piles with cards left.
            made = {pair for pile in found.piles for pair in map(frozenset, pile.made)}
            stuck = {numbers[card] for pile in found.piles for card in pile.left}
            theirs = {pair for pair in made if stuck & {numbers[card] for card in pair}}
            playing = tuple(player for player in range(players) if player != found.bye)
            may_be = (pairs for pairs in all_pairings(playing) if not any(b in met[a] for a, b in pairs))
            broken = [made - {*map(frozenset, pairs)} for pairs in may_be]
            taken = len(made - {*map(frozenset, found.pairs)})
            assert taken == sum(len(each.pairs) for each in found.taken_back)
            assert min(map(len, broken)) <= taken <= min((len(each) for each in broken if each <= theirs), default=5)
        seen["rematch" if fewest else "taken back" if found.taken_back else "none"] += 1
    assert seen["none"]
    assert seen["taken back"] or seen["rematch"]


def stuck_pile(random: Random, most_pairs: int) -> tuple[list[int], list[tuple[int, int]], Met]:
    """Cards that are left, pairs that were made, and who has met whom, in a pile of cards that rise."""
    cards = list(range(2 * random.randint(1, most_pairs) + 2 * random.randint(1, 2)))
    density = random.choice([0.2, 0.4, 0.6, 0.8])
    met: Met = [{} for _ in cards]
    for a, b in combinations(cards, 2):
        if random.random() < density:
            met[a][b] = met[b][a] = 1
    left, made = random.sample(cards, len(cards)), []
    while len(left) > 2:
        a, b = sorted(left[:2])
        left = left[2:]
        met[a].pop(b, None)
        met[b].pop(a, None)
        made.append((a, b))
    return sorted(left), made, met


@pytest.mark.slow
@pytest.mark.soak
def test_as_few_pairs_as_possible_are_taken_back_and_of_equally_few_the_last_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Against every way to take pairs back, in order; and settled one pair at a time, it is the same."""
    # Netrunner 2.5.7.
    random = Random("fewest")
    sizes: Counter[int | None] = Counter()
    for _ in range(dose(150, 30_000)):
        left, made, met = stuck_pile(random, 7)
        expected = fewest_by_looking(left, made, met)
        found = find_fewest(left, made, met)
        assert found == (None if expected is None else [*expected])
        with monkeypatch.context() as few_bits:
            few_bits.setattr("turnabout_sheets.pairing.taking_back.MOST_BITS", random.choice([0, 6]))
            assert find_fewest(left, made, met) == found
        sizes[None if found is None else len(found)] += 1
    assert {None, 0, 1, 2, 3} <= set(sizes)


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
@pytest.mark.soak
@pytest.mark.parametrize("by_wins", [False, True], ids=["numbers by GMP", "numbers by matches won"])
def test_nobody_has_a_second_bye_before_everybody_has_had_one_unless_it_avoids_a_rematch(by_wins: bool) -> None:
    random = Random(f"byes {by_wins}")
    second_byes = 0
    for _ in range(dose(25, 150)):
        players = random.randrange(3, 16, 2)
        tournament = begun(players, by_wins=by_wins)
        for number in range(1, players + 1):
            numbers, totals, met, byes = tournament.numbers, tournament.totals, tournament.met, list(tournament.byes)
            found = pair_by_piles(numbers, totals, met, byes=byes)
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
            found = pair_by_piles(numbers, totals, met)
            if found.taken_back:
                continue
            compared += 1
            shifted: Met = [{}, {}, *({j + 2: last for j, last in opponents.items()} for opponents in met)]
            more = pair_by_piles([9, 9, *numbers], [9, 9, *totals], shifted)
            assert more.pairs == ((0, 1), *((a + 2, b + 2) for a, b in found.pairs))
    assert compared > 100


@pytest.mark.parametrize("by_wins", [False, True], ids=["numbers by GMP", "numbers by matches won"])
@pytest.mark.parametrize("players", [127, 128])
def test_a_large_tournament_costs_no_more_than_it_grows(players: int, by_wins: bool) -> None:
    def play(players: int) -> float:
        random, tournament, steps = Random(f"large {players}"), begun(players, by_wins=by_wins), 0
        rounds = rounds_of_single(players)
        for number in range(1, rounds + 1):
            numbers, totals, met, byes = tournament.numbers, tournament.totals, tournament.met, list(tournament.byes)
            made, found = count_steps(partial(pair_by_piles, numbers, totals, met, byes=byes))
            assert_sound(numbers, totals, met, found)
            assert found.rematches == 0
            tournament.play(random, number, found)
            steps += made
        return steps / rounds

    assert play(players) <= 3 * play(players // 2)
