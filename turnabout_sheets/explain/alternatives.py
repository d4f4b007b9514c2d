"""What it would cost that two meet who do not: the closest pairing of all in which they do (rules 1.5.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from turnabout_sheets.core.frames import exact
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.steps import Step, Value
from turnabout_sheets.pairing.swiss import Pairing, closest_with, weigh_pairs
from turnabout_sheets.rounds import swiss

NEAREST = 2
"""The limit of those who were nearer and are told of."""

MOST_TERMS = 20
"""How many pairs are added up before everybody's eyes; of more only the sum is told."""

MOST_NAMED = 6
"""The limit of the pairs that are named; of more, how many they are."""

Weights = Mapping[str, Any]
"""What decides between two pairings, the smaller the better, by the keys of `VERDICTS`, what counts more first."""

VERDICTS = {
    "rematches": ("paired.with_rematches", "rules 1.5.1"),
    "bye": ("paired.with_bye", "rules 1.5.7"),
    "newer": ("paired.with_newer", "rules 1.5.5"),
    "grouped": ("paired.with_grouped", "rules 1.5.6"),
    "squares": ("paired.with_squares", "rules 1.5.2"),
    "places": ("paired.with_places", "rules 1.5.2"),
}
"""What is said of an alternative by the first in which the program's own pairing is better, and its rule."""

AS_GOOD = ("paired.with_lots", "rules 1.5.2")
"""What is said where there is none."""


class Alternative(NamedTuple):
    """The closest pairing of all in which two meet who do not."""

    verdict: str  # the first of `VERDICTS` in which the program's own pairing is better; blank: only lots
    weights: Weights
    bye: int | None
    differences: Sequence[int | Fraction]  # of the points of its pairs, the largest first
    moved: Sequence[tuple[int, int]]  # its pairs that the round does not have, but for the two

    @property
    def squares(self) -> int | Fraction:
        """The sum of the squared differences."""
        return exact(self.weights["squares"])


class Alternatives:
    """The field of a round, the program's own pairing of it, and the closest in which two given players meet.

    Only what was known when the round was paired counts; points of earlier rounds are those that stand there now.
    """

    def __init__(self, results: Results, number: int) -> None:
        rows = results.event.as_paired(number)
        self.field = swiss.find_field(results, number, rows)
        self.place = {player.number: place for place, player in enumerate(self.field.order)}
        self.there = {frozenset(match.pair) for match in rows}
        self.bye = next((match.a for match in rows if match.b == BYE and match.a in self.place), None)
        self.own = swiss.closest(results.event, number, self.field, allow_rematches=True)
        self.weights = self._weigh(self.own)
        self._known: dict[frozenset[int], Alternative] = {}

    def find(self, a: int, b: int) -> Alternative:
        """Return the closest pairing of all in which two meet, by their numbers."""
        two = frozenset((a, b))
        if two not in self._known:
            field = self.field
            places = (self.place[a], self.place[b])
            found = closest_with(places, field.scores, field.met, byes=field.byes, apart=field.apart)
            self._known[two] = self._compare(found, two)
        return self._known[two]

    def find_nearer(self, player: int, opponent: int) -> list[int]:
        """Return the nearest of those, by number, who were nearer than the opponent and had not been met."""
        scores, here = self.field.scores, self.place[player]

        def distance(place: int) -> tuple[int, int]:
            return abs(scores[here] - scores[place]), abs(here - place)

        least, _ = distance(self.place[opponent])
        apart = {here, *self.field.met[here]}
        nearer = [place for place in range(len(scores)) if distance(place)[0] < least and place not in apart]
        return [self.field.order[place].number for place in sorted(nearer, key=distance)[:NEAREST]]

    def _compare(self, found: Pairing, two: frozenset[int]) -> Alternative:
        weights, scores = self._weigh(found), self.field.scores
        numbers = [player.number for player in self.field.order]
        pairs = [(numbers[i], numbers[j]) for i, j in found.pairs]
        return Alternative(
            verdict=next((key for key in VERDICTS if weights[key] != self.weights[key]), ""),
            weights=weights,
            bye=None if found.bye is None else numbers[found.bye],
            differences=sorted((exact(abs(scores[i] - scores[j])) for i, j in found.pairs), reverse=True),
            moved=[pair for pair in pairs if frozenset(pair) not in {*self.there, two}],
        )

    def _weigh(self, pairing: Pairing) -> Weights:
        field, bye = self.field, pairing.bye
        rematches, newer, grouped, squares, places = weigh_pairs(field.scores, field.met, field.apart, pairing.pairs)
        turn = None if bye is None else (field.byes[bye], -bye)
        figures = (rematches, turn, newer, grouped, squares, places)
        return dict(zip(VERDICTS, figures, strict=True))


def weigh_alternatives(results: Results, number: int) -> Alternatives:
    """Return the alternatives of a round; to be asked for with `Results.once`."""
    return Alternatives(results, number)


def explain_cost(results: Results, number: int, a: int, b: int, *, add_up: bool = False) -> Iterator[Step]:
    """Yield what the closest pairing of all costs in which two meet, by their numbers, and who else meets in it."""
    round = results.once(weigh_alternatives, number)
    found = round.find(a, b)
    word, rule = VERDICTS.get(found.verdict, AS_GOOD)
    squares = tuple(difference**2 for difference in found.differences)
    terms = squares if add_up and rule == "rules 1.5.2" and len(squares) <= MOST_TERMS else ()
    yield Step(word, _name_values(results, round, found), rule=rule, comes_to=found.squares, terms=terms)
    players = results.event.players
    named = [f"{players[i].shown} – {players[j].shown}" for i, j in found.moved[:MOST_NAMED]]
    more = ["…"] if len(found.moved) > MOST_NAMED else []
    if named:
        yield Step("paired.with_others", {"pairs": ", ".join(named + more), "number": len(found.moved)})
    if found.bye not in (None, round.bye) and found.verdict != "bye":
        yield Step("paired.with_the_bye", {"player": players[found.bye].shown})


def _name_values(results: Results, round: Alternatives, found: Alternative) -> Mapping[str, Value]:
    """Return what is named of an alternative beside its sum."""
    match found.verdict:
        case "rematches" | "grouped":
            return {"there": found.weights[found.verdict], "own": round.weights[found.verdict]}
        case "bye":
            assert found.bye is not None, "as many sit out"
            assert round.own.bye is not None, "as many sit out"
            theirs, own = results.event.players[found.bye], round.field.order[round.own.bye]
            return {"there": theirs.shown, "own": own.shown}
        case "squares":
            return {"more": found.squares - exact(round.weights["squares"])}
        case _:
            return {}
