"""Holds every reason that `why` gives for a pair against the closest pairing, worked out on its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from tests.reading.grids import Cells, read
from tests.rounds.closest_on_its_own import CRITERIA, Oracle
from tests.rounds.played import Played, report
from turnabout_sheets.core.problems import has_errors
from turnabout_sheets.event.model import BYE, BYE_NAME, Player
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.event.steps import Step
from turnabout_sheets.explain.pairings import explain_pairings
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.rounds.next_rounds import pair

# --- events ---


PRESENCE = (("Joined round", 1), ("Dropped after", 9), ("Byes", 9))


def play(seed: int, smallest: int = 4, largest: int = 11) -> Results:
    """Play an event with groups, sessions, rematches, absences, pairs that are changed by hand, results corrected."""
    random = Random(seed)
    size = random.randint(smallest, largest)
    groups = random.choice([[""], ["", "x", "y"], ["x", "x", "y"], ["", "", "", "x"]])
    who: list[Cells] = [
        {
            "Player": f"P{number}",
            "Rating": random.randrange(50),
            "Group": random.choice(groups),
            "Joined round": 2 if random.random() < 0.05 else "",
            "Dropped after": random.choice([2, 3]) if random.random() < 0.05 else "",
            "Away": 2 if random.random() < 0.05 else "",
            "Byes": random.choice([1, 2, 3]) if random.random() < 0.05 else "",
        }
        for number in range(size)
    ]
    who = [row if _is_there(row) else {**row, "Byes": ""} for row in who]
    played = Played(
        {
            "name": "Reasons",
            "rounds": random.randint(3, 7),
            "random_seed": seed,
            "first_round": random.choice(["random", "rating", "listed"]),
            "allow_rematches": "yes",
            "keep_groups_apart": random.choice([1, 2, 9]),
            "rounds_per_session": random.choice(["", "", "", 2]),
        },
        who,
        [],
        [(row["Player"], "", random.randint(-9, 9)) for row in who if random.random() < 0.1],
    )
    for number in range(1, int(str(played.settings["rounds"])) + 1):
        found = _compute(played)
        following = pair(found, number)[0] if number - 1 <= found.played else None
        if following is None or not following.rows:
            break
        rows = [report(random, found.event, row) for row in following.rows]
        changed = replace(played, rounds=[*played.rounds, _swap(rows)])
        by_hand = random.random() < 0.15 and _is_valid(changed)
        played = changed if by_hand else replace(played, rounds=[*played.rounds, rows])
    corrected = replace(played, rounds=_correct(played.rounds)) if played.rounds else played
    return _compute(corrected if random.random() < 0.1 and _is_valid(corrected) else played)


def _is_there(row: Cells) -> bool:
    """Whether the player is in the round of the bye, if any."""
    first, last, bye = (int(str(row[each] or other)) for each, other in PRESENCE)
    return first <= bye <= last and bye != row["Away"]


def _swap(rows: list[Cells]) -> list[Cells]:
    """Exchange the second players of the first two rows."""
    if len(rows) < 2:
        return rows
    first, second, *others = rows
    b = "Player B"
    return [{**first, b: second[b]}, {**second, b: first[b]}, *others]


def _correct(rounds: list[list[Cells]]) -> list[list[Cells]]:
    """Let the players A win all of round 1."""
    wins: Cells = {"Game 1 winner": "A", "Game 2 winner": "A", "Game 1 count": 9, "Game 2 count": 9, "Ruling": ""}
    return [[row if row["Player B"] == BYE_NAME else {**row, **wins} for row in rounds[0]], *rounds[1:]]


def _is_valid(played: Played) -> bool:
    event, problems = read(*played.grids())
    return event is not None and not has_errors(problems)


def _compute(played: Played) -> Results:
    event, problems = read(*played.grids())
    assert event is not None
    assert not has_errors(problems), problems
    return compute(event, TURNABOUT)


# --- what is said ---


def check_event(
    found: Results, random: Random, weigh: type[Oracle] = Oracle, players: int | None = None
) -> Counter[str]:
    """Check what is said of everybody in each round, or of so many players, and of two by lot.

    Return how many reasons of each kind that is.
    """
    checked = Counter[str]()
    for number in found.event.rounds:
        if number - 1 > found.played:
            continue
        oracle = weigh(found, number)
        there = [found.event.players[each] for each in oracle.order]
        for player in random.sample(there, min(players or len(there), len(there))):
            (group,) = explain_pairings(found, player, number).groups
            checked += Round(found, number, oracle, player).check(group.steps)
        if len(there) > 1:
            player, other = random.sample(there, 2)
            (group,) = explain_pairings(found, player, number, other).groups
            checked += Round(found, number, oracle, player, other.number).check(group.steps)
    return checked


class Round:
    """What is said of a player in a round, or of two; each ``say_…`` checks what the step of that word says."""

    def __init__(self, found: Results, number: int, oracle: Oracle, player: Player, against: int | None = None) -> None:
        self.found, self.number, self.oracle = found, number, oracle
        self.numbers = {each.shown: each.number for each in found.event.players}
        self.pair = next(each for each in oracle.pairs if player.number in each)
        (self.opponent,) = self.pair - {player.number}
        self.player, self.asked = player.number, self.opponent if against is None else against
        self.own, self.actual = oracle.best(), oracle.weigh(oracle.pairs)
        self.moved: set[frozenset[int]] = set()
        self.all_named = True
        self.told: list[int] = []
        self.is_own_pair = self.asked == self.opponent

    def check(self, steps: Iterable[Step]) -> Counter[str]:
        """Check all steps, and return how many of them are reasons, of each kind."""
        checked = Counter[str]()
        for step in steps:
            word = step.word.removeprefix("paired.")
            if word not in ("with_others", "with_the_bye"):
                self.finish()
            if check := getattr(self, f"say_{word}", None):
                check(step)
                checked[word] += 1
            elif word.startswith("with_"):
                self.judge(word.removeprefix("with_"), step)
                checked[word] += 1
            elif word == "apart":
                assert step.comes_to == self.oracle.distance(self.player, self.asked)
            else:
                assert word in ("drawn", "by_rating", "listed", "place_of", "asked", "all_pairs"), word
        self.finish()
        assert self.told == self.nearest()
        return checked

    def nearest(self) -> list[int]:
        """Return the nearest two who were nearer than the opponent and had not been met, where a pair is explained."""
        if self.number == 1 or self.opponent == BYE or self.actual > self.own or not self.is_own_pair:
            return []

        def distance(other: int) -> tuple[int, int]:
            here, there = map(self.oracle.order.index, (self.player, other))
            return self.oracle.distance(self.player, other), abs(here - there)

        nearer = [
            other
            for other in self.oracle.order
            if other != self.player and not self.met(self.player, other)
            if self.oracle.distance(self.player, other) < self.oracle.distance(*self.pair)
        ]
        return sorted(nearer, key=distance)[:2]

    def finish(self) -> None:
        """With the pairs that are named, and those that are as they were, an alternative is as good as is said."""
        if self.moved and self.all_named:
            two = frozenset((self.player, self.asked))
            there = {each for pair in {*self.moved, two} for each in pair}
            kept = {
                pair for pair in self.oracle.pairs if not pair & (there - {BYE}) and not (BYE in pair and BYE in there)
            }
            assert self.oracle.weigh({*self.moved, two} | kept) == self.oracle.best(*two)
        self.moved, self.all_named = set(), True

    def named(self, step: Step, key: str) -> int:
        return self.numbers[str(step.values[key])]

    def both(self, step: Step) -> tuple[int, int]:
        return self.named(step, "player"), self.named(step, "other")

    def met(self, *two: int) -> int:
        return self.oracle.met.get(frozenset(two), 0)

    def is_nearer(self, step: Step) -> bool:
        """Whether two are nearer than the pair that is; the step says how far they are apart, but in round 1."""
        distance = self.oracle.distance(*self.both(step))
        assert step.comes_to == (None if self.number == 1 else distance)
        return self.number > 1 and distance < self.oracle.distance(*self.pair)

    def would_meet(self, a: int, b: int) -> bool:
        """Whether two would meet if all could."""
        if self.number > 1:
            return self.oracle.would_meet(a, b)
        first, last = sorted(map(self.oracle.order.index, (a, b)))
        half = len(self.oracle.order) // 2
        by_rating = self.found.event.settings.first_round == "rating"
        return last - first == half if by_rating else (first % 2, last - first) == (0, 1)

    # facts

    def say_had_met_here(self, step: Step) -> None:
        assert step.values["round"] == self.met(self.player, self.asked)

    def say_had_met_before(self, step: Step) -> None:
        assert not self.met(self.player, self.asked)
        assert {self.player, self.asked} in (
            {*each.pair} for each in self.found.event.rounds[int(str(step.values["round"]))]
        )

    def say_same_group(self, step: Step) -> None:
        assert self.oracle.together(self.player, self.asked)

    # who would have been nearer, or met if all could

    def say_would_meet(self, step: Step) -> None:
        """What is against whom they would meet if all could, and not as much against the two who do."""
        two, met = self.both(step), self.met(*self.both(step))
        assert self.is_nearer(step) or self.would_meet(*two)
        if step.rule == "rules 1.5.1":
            assert step.values["obstacle"] == f"they met in round {met}"
            assert met > self.met(*self.pair)
        else:
            assert step.values["obstacle"] == f"same group: {self.found.event.players[two[0]].group}"
            assert self.oracle.together(*two)
            assert not self.oracle.together(*self.pair)

    def say_for_others(self, step: Step) -> None:
        """Whom they would meet if all could costs more as it is; and what is against that is not against the two."""
        two = self.both(step)
        assert self.would_meet(*two)
        assert frozenset(two) not in self.oracle.pairs
        assert self.met(*two) <= self.met(*self.pair)
        if self.number > 1:
            assert self.oracle.best(*two) > self.own
            assert self.oracle.best(*self.pair) == self.own

    def say_nearer(self, step: Step) -> None:
        self.asked = self.named(step, "other")
        self.told.append(self.asked)
        assert self.is_nearer(step)
        assert not self.met(*self.both(step))
        assert self.asked != self.opponent

    # what it would cost

    def judge(self, word: str, step: Step) -> None:
        """The first in which the best pairing is better than the best in which two meet, and by how much."""
        best = self.oracle.best(self.player, self.asked)
        differs = [key for key, own, with_them in zip(CRITERIA, self.own, best, strict=True) if own != with_them]
        assert word == (differs[0] if differs else "lots")
        assert step.comes_to == best[5]
        assert sum(step.terms) in (0, best[5])
        if word == "squares":
            assert step.values["more"] == best[5] - self.own[5] > 0
        if word in ("rematches", "grouped"):
            place = CRITERIA.index(word)
            assert (step.values["there"], step.values["own"]) == (best[place], self.own[place])
        if word == "bye":
            assert self.named(step, "there") == self.oracle.order[-best[2]]
            assert self.named(step, "own") == self.oracle.bye
            self.moved.add(frozenset((self.named(step, "there"), BYE)))

    def say_with_others(self, step: Step) -> None:
        *pairs, last = str(step.values["pairs"]).split(", ")
        named = [pair.split(" – ") for pair in (pairs if last == "…" else [*pairs, last])]
        moved = {frozenset(self.numbers[name] for name in pair) for pair in named}
        assert not moved & self.oracle.pairs
        self.moved |= moved
        self.all_named = last != "…"
        number = int(str(step.values["number"]))
        assert len(named) == (number if self.all_named else 6) <= number

    def say_with_the_bye(self, step: Step) -> None:
        self.moved.add(frozenset((self.named(step, "player"), BYE)))

    def say_with_own(self, step: Step) -> None:
        if self.number > 1:
            assert self.oracle.best(self.player, self.asked) == self.own
        assert frozenset((self.player, self.asked)) not in self.oracle.pairs

    # the round

    def say_closest(self, step: Step) -> None:
        assert self.actual == self.own

    def say_closer(self, step: Step) -> None:
        assert step.values["squares"] == self.own[5]
        assert self.actual > self.own

    def say_rematch(self, step: Step) -> None:
        assert step.values["round"] == self.met(*self.pair)
        assert step.values["fewest"] == self.own[0] == self.actual[0]

    def say_rematch_needless(self, step: Step) -> None:
        assert step.values["round"] == self.met(*self.pair)
        assert step.values["fewest"] == self.own[0] < self.actual[0]

    def say_by_hand(self, step: Step) -> None:
        if self.number > 1:
            assert self.actual > self.own == self.oracle.best(self.player, self.named(step, "other"))

    def say_by_hand_bye(self, step: Step) -> None:
        assert self.player == self.oracle.bye != self.opponent

    # byes

    def say_bye_because(self, step: Step) -> None:
        """Who has the bye is the last of those with the fewest byes, but where that makes more rematches."""
        assert self.player == self.oracle.bye
        reason, had = str(step.values["reason"]), self.oracle.byes[self.player]
        fewest = min(self.oracle.byes[each] for each in self.oracle.order)
        if "would lead to more rematches" in reason:
            assert had > fewest
            return
        assert (f"({had})" in reason) == bool(had)
        assert had == fewest
        if "fewest rematches" not in reason:
            assert self.player == [each for each in self.oracle.order if self.oracle.byes[each] == fewest][-1]

    def say_bye_by_hand(self, step: Step) -> None:
        assert self.named(step, "player") == self.oracle.bye != self.player

    def say_bye_needless(self, step: Step) -> None:
        assert len(self.oracle.order) % 2 == 0
