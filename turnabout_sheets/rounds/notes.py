"""Says why a round is paired as it is: what its pairs cost, what was avoided, why somebody has the bye."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from turnabout_sheets.core.problems import Message
from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.pairing.first_round import FIRST_ROUNDS
from turnabout_sheets.pairing.swiss import Pairing, closest_pairing, weigh_pairs
from turnabout_sheets.rounds import swiss

Points = int | Fraction


class Instead(NamedTuple):
    """Whom a player would have met if all could meet."""

    player: int
    difference: Points  # of their points as the round began
    met: int | None  # in which round last
    grouped: bool  # were to be kept apart


class PairNote(NamedTuple):
    """A pair of a round, by player number; fields as in `Instead`."""

    a: int
    b: int
    difference: Points
    met: int | None
    grouped: bool
    instead: tuple[Instead | None, Instead | None]  # of each; None: the same, or nobody


class Against(Enum):
    """What is against a pair that would be closer."""

    MET = "met"
    GROUPED = "grouped"
    OTHERS = "others"  # the sake of other pairs


def find_obstacle(pair: PairNote, other: Instead) -> Against:
    """Return what is against whom one of a pair would have met, and not as much against the pair itself."""
    met, meets = other.met or 0, pair.met or 0
    if met != meets:
        return Against.MET if met > meets else Against.OTHERS
    return Against.GROUPED if other.grouped and not pair.grouped else Against.OTHERS


class ByeReason(NamedTuple):
    """Why the program gives a bye to whom it gives it (rules 1.4.1 and 1.5.7)."""

    kind: str  # the lowest with the fewest byes, whose bye leaves the fewest rematches, or others would lead to more
    had: int  # byes of the player in the session
    most: int  # and of any player


class RoundNote(NamedTuple):
    """A round as it is paired, next to the closest pairing that the program finds for the same players: its ``own``."""

    number: int
    pairs: tuple[PairNote, ...]
    bye: int | None
    avoided: int  # rematches if all could meet
    parted: int  # pairs of the same group if all could meet
    apart: bool  # groups were to be kept apart
    own: Mapping[frozenset[int], Points]  # pairs, and the differences of their points
    own_bye: int | None
    own_rematches: int
    own_grouped: int  # pairs of the same group
    as_close: bool  # only lots decide between the two (rules 1.5.2)
    bye_reason: ByeReason | None  # of own_bye

    @property
    def differences(self) -> list[Points]:
        """The differences of all pairs, the largest first."""
        return sorted((pair.difference for pair in self.pairs), reverse=True)

    @property
    def squares(self) -> Points:
        """The sum of the squared differences, by which pairings are compared (rules 1.5.2)."""
        return sum(difference**2 for difference in self.differences)

    @property
    def own_squares(self) -> Points:
        """The same of the program's pairs."""
        return sum(difference**2 for difference in self.own.values())

    @property
    def changed(self) -> list[Points]:
        """The differences of the pairs that are not the program's own, the largest first."""
        changed = (pair.difference for pair in self.pairs if frozenset((pair.a, pair.b)) not in self.own)
        return sorted(changed, reverse=True)

    @property
    def own_changed(self) -> list[Points]:
        """The differences of the program's pairs that are not there, the largest first."""
        there = {frozenset((pair.a, pair.b)) for pair in self.pairs}
        return sorted((difference for pair, difference in self.own.items() if pair not in there), reverse=True)

    @property
    def differs(self) -> bool:
        """Whether it is not what the program would pair, nor as close as that."""
        return self.bye != self.own_bye or bool(self.changed and not self.as_close)

    @property
    def rematches(self) -> int:
        """How many pairs had met before."""
        return sum(pair.met is not None for pair in self.pairs)

    @property
    def grouped(self) -> int:
        """How many pairs were to be kept apart."""
        return sum(pair.grouped for pair in self.pairs)


def examine_round(results: Results, number: int, rows: Sequence[Match]) -> RoundNote:
    """Explain a round of closest-score pairing from its rows, by what was known as it began, with points of now."""
    event = results.event
    field = swiss.find_field(results, number, rows)
    order, points = field.order, results.after[number - 1]["points"]
    place = {player.number: position for position, player in enumerate(order)}
    own = swiss.closest(event, number, field, allow_rematches=True)
    free = _free_partners(event, number, field, own.bye)
    couples = [match.pair for match in rows if match.b != BYE]
    byes = [match.a for match in rows if match.b == BYE and match.a in place]

    def met_in(a: int, b: int) -> int | None:
        return field.met[place[a]].get(place[b])

    def are_grouped(a: int, b: int) -> bool:
        return bool(field.apart) and place[b] in field.apart[place[a]]

    def instead(player: int, opponent: int) -> Instead | None:
        other = free.get(player)
        if other is None or other == opponent:
            return None
        return Instead(other, abs(points[player] - points[other]), met_in(player, other), are_grouped(player, other))

    def weigh(pairs: Iterable[tuple[int, int]]) -> tuple[Points, ...]:
        return weigh_pairs(field.scores, field.met, field.apart, pairs)

    pairs = tuple(
        PairNote(
            a,
            b,
            difference=abs(points[a] - points[b]),
            met=met_in(a, b),
            grouped=are_grouped(a, b),
            instead=(instead(a, b), instead(b, a)),
        )
        for a, b in couples
    )
    return RoundNote(
        number=number,
        pairs=pairs,
        bye=byes[0] if byes else None,
        avoided=sum(met_in(a, b) is not None for a, b in free.items()) // 2,
        parted=sum(are_grouped(a, b) for a, b in free.items()) // 2,
        apart=any(field.apart),
        own={
            frozenset((order[i].number, order[j].number)): abs(points[order[i].number] - points[order[j].number])
            for i, j in own.pairs
        },
        own_bye=None if own.bye is None else order[own.bye].number,
        own_rematches=own.rematches,
        own_grouped=own.together,
        as_close=weigh((place[a], place[b]) for a, b in couples) == weigh(own.pairs),
        bye_reason=_find_bye_reason(own, field.byes),
    )


def examine_as_paired(results: Results, number: int) -> RoundNote:
    """Explain a round of closest-score pairing as it was paired (rules 1.4.15)."""
    return examine_round(results, number, results.event.as_paired(number))


def _free_partners(event: Event, number: int, field: swiss.Field, bye: int | None) -> dict[int, int]:
    """Return everybody's partner, by player number, if everybody could meet everybody and the bye were the same."""
    there = [place for place in range(len(field.order)) if place != bye]
    if number == 1:
        pairing = FIRST_ROUNDS[event.settings.first_round].pair(len(there), ())
    else:
        pairing = closest_pairing([field.scores[place] for place in there], [{}] * len(there))
    players = [field.order[place].number for place in there]
    return {players[i]: players[j] for pair in pairing.pairs for i, j in (pair, pair[::-1])}


def _find_bye_reason(own: Pairing, byes: Sequence[int]) -> ByeReason | None:
    """Return why the program gives the bye to whom it gives it; ``byes`` are those that the players have had."""
    if own.bye is None:
        return None
    had, lower, fewest = byes[own.bye], byes[own.bye + 1 :], min(byes)
    kind = "others" if had != fewest else "rematches" if fewest in lower else "lowest"
    return ByeReason(kind, had, max(byes))


def note_bye(player: Player) -> str:
    """Return how the line of a round begins that says why a player has the bye."""
    return f"{player.name} has the bye"


def say_bye(has: str | None, would: str | None) -> Message:
    """Return, for pages, who has the bye and who would have it by the rule; None: nobody."""
    nobody = Message("nobody")
    return Message("Bye: {has}; by the rule: {would}.", has=has or nobody, would=would or nobody)
