"""Which empty places somebody takes who comes when all rounds are paired: one a round, in as many rounds as can be.

That is duplicate 4.8. Who meets nobody twice, and comes to no table twice, uses up opponents and tables, so that one
place may close another of a later round: to find the most that go together is a search. It is short, as few are empty.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Final

Place = Mapping[str, Hashable]
"""What a place uses up, by kind: its opponent, its table. Two places that use up the same exclude each other."""

Choice = tuple[int | None, ...]
"""For each round the place that is taken, by its index; None where it is none."""

MOST_STEPS: Final = 20_000
"""After so many steps, a second or two, a search is given up. Movements with some empty chairs took far fewer."""

_Used = frozenset[tuple[str, Hashable]]


def choose_places(rounds: Sequence[Sequence[Place]]) -> Choice:
    """Return which place is taken in each round: in as many rounds as can be, and none that excludes another.

    Of several such choices the first round settles which: the one with the place that stands first there, at the end
    the one with none; then the second round, and so on. Only where finding it takes more than `MOST_STEPS`, each round
    has the first of its places that the rounds before have left open, which may be fewer in all.
    """
    options = [[frozenset(place.items()) for place in places] for places in rounds]
    search = _Search(options)
    for left_out in range(len(options) - search.bound(0, frozenset()), len(options) + 1):
        choice = search.fill(0, frozenset(), left_out)
        if choice is not None:
            return choice
        if search.given_up:
            break
    return _take_first(options)


def _take_first(options: Sequence[Sequence[_Used]]) -> Choice:
    """Return in each round the first place that those before have left open."""
    used: _Used = frozenset()
    choice: list[int | None] = []
    for places in options:
        index = next((index for index, place in enumerate(places) if used.isdisjoint(place)), None)
        choice.append(index)
        used |= frozenset() if index is None else places[index]
    return tuple(choice)


class _Search:
    """Goes through the rounds one after another, and back as soon as the rest cannot make up for what is missing."""

    def __init__(self, options: Sequence[Sequence[_Used]]) -> None:
        self._options = options
        self._kinds = sorted({kind for places in options for place in places for kind, _ in place})
        self._steps = 0

    @property
    def given_up(self) -> bool:
        """Whether there were too many steps."""
        return self._steps > MOST_STEPS

    def fill(self, number: int, used: _Used, left_out: int) -> Choice | None:
        """Return the choice in the rounds from ``number`` on, of which at most ``left_out`` have none; None if none is.

        ``used`` is what the rounds before use up.
        """
        self._steps += 1
        missing = len(self._options) - number - self.bound(number, used)
        if self.given_up or missing > left_out:
            return None
        if number == len(self._options):
            return ()
        for index, place in self._open(number, used):
            rest = self.fill(number + 1, used | place, left_out)
            if rest is not None:
                return index, *rest
        rest = self.fill(number + 1, used, left_out - 1) if left_out else None
        return None if rest is None else (None, *rest)

    def bound(self, number: int, used: _Used) -> int:
        """Return in how many rounds from ``number`` on there can be a place at most, by looking at each kind alone."""
        rounds = [[place for _, place in self._open(each, used)] for each in range(number, len(self._options))]
        by_kind = (
            _count_matched([[value for place in places for of, value in place if of == kind] for places in rounds])
            for kind in self._kinds
        )
        return min((*by_kind, sum(map(bool, rounds))))

    def _open(self, number: int, used: _Used) -> Iterator[tuple[int, _Used]]:
        """Yield the places of a round that exclude none of those taken, with their indices."""
        return ((index, place) for index, place in enumerate(self._options[number]) if used.isdisjoint(place))


def _count_matched(rounds: Sequence[Sequence[Hashable]]) -> int:
    """Return in how many rounds one of the values can be taken, each value once: by augmenting paths."""
    taken: dict[Hashable, int] = {}

    def take(number: int, seen: set[Hashable]) -> bool:
        for value in rounds[number]:
            if value not in seen:
                seen.add(value)
                if value not in taken or take(taken[value], seen):
                    taken[value] = number
                    return True
        return False

    return sum(take(number, set()) for number in range(len(rounds)))
