"""Says why a round is paired by closest score as it is: what its pairs cost, what was avoided, why who has the bye."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from turnabout_sheets.core.frames import exact
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.event.results import Results
from turnabout_sheets.pairing.first_round import FIRST_ROUNDS
from turnabout_sheets.pairing.methods import session_start
from turnabout_sheets.pairing.swiss import Pairing, closest_pairing, weigh_pairs
from turnabout_sheets.rounds import swiss

Points = int | Fraction

FEW = 4  # differences are named one by one; of more, how large they are at most and on average


class Instead(NamedTuple):
    """Whom a player would have met if all could meet, and what is against it, as far as not against the pair, too."""

    player: int
    difference: Points  # of their points as the round began
    met: int | None  # in which round last; None: that is not against it
    group: str  # that of both; blank: that is not against it

    @property
    def obstacle(self) -> str:
        """What is against it, in words; blank where it is the sake of other pairs."""
        if self.met is not None:
            return f"they met in round {self.met}"
        return f"same group: {self.group}" if self.group else ""


class PairNote(NamedTuple):
    """A pair of a round, by player number."""

    a: int
    b: int
    difference: Points
    met: int | None
    grouped: bool  # were to be kept apart
    instead: tuple[Instead | None, Instead | None]  # of each; None: the same, or nobody


class RoundNote(NamedTuple):
    """A round as it is paired, next to the closest pairing that the program finds for the same players: its ``own``."""

    number: int
    field: swiss.Field
    place: Mapping[int, int]  # in the field, by player number
    pairs: tuple[PairNote, ...]
    bye: int | None
    avoided: int  # rematches if all could meet
    parted: int  # pairs of the same group if all could meet
    found: Pairing  # the program's own
    own: Mapping[frozenset[int], Points]  # its pairs, by player number, and the differences of their points
    own_bye: int | None
    as_close: bool  # only lots decide between the two (rules 1.5.2)
    bye_reason: str  # why own_bye has it, in words

    @property
    def differences(self) -> list[Points]:
        """The differences of all pairs, the largest first."""
        return sorted((pair.difference for pair in self.pairs), reverse=True)

    @property
    def changed(self) -> list[Points]:
        """The differences of the pairs that are not the program's own, the largest first."""
        changed = (pair.difference for pair in self.pairs if frozenset((pair.a, pair.b)) not in self.own)
        return sorted(changed, reverse=True)

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
    order, points = [player.number for player in field.order], results.after[number - 1]["points"]
    place = {player: position for position, player in enumerate(order)}
    own = field.closest
    free = _free_partners(event, number, field, own.bye)
    couples = [match.pair for match in rows if match.b != BYE]

    def measure(a: int, b: int) -> Points:
        return exact(abs(points[a] - points[b]))

    def met_in(a: int, b: int) -> int | None:
        return field.met[place[a]].get(place[b])

    def are_grouped(a: int, b: int) -> bool:
        return bool(field.apart) and place[b] in field.apart[place[a]]

    def instead(player: int, opponent: int) -> Instead | None:
        other = free.get(player)
        if other is None or other == opponent:
            return None
        met, meets = met_in(player, other) or 0, met_in(player, opponent) or 0
        barred = met == meets and are_grouped(player, other) and not are_grouped(player, opponent)
        group = event.players[other].group if barred else ""
        return Instead(other, measure(player, other), met if met > meets else None, group)

    def weigh(pairs: Iterable[tuple[int, int]]) -> tuple[Points, ...]:
        return weigh_pairs(field.scores, field.met, field.apart, pairs)

    return RoundNote(
        number=number,
        field=field,
        place=place,
        pairs=tuple(
            PairNote(a, b, measure(a, b), met_in(a, b), are_grouped(a, b), (instead(a, b), instead(b, a)))
            for a, b in couples
        ),
        bye=next((match.a for match in rows if match.b == BYE and match.a in place), None),
        avoided=sum(met_in(a, b) is not None for a, b in free.items()) // 2,
        parted=sum(are_grouped(a, b) for a, b in free.items()) // 2,
        found=own,
        own={frozenset((order[i], order[j])): measure(order[i], order[j]) for i, j in own.pairs},
        own_bye=None if own.bye is None else order[own.bye],
        as_close=weigh((place[a], place[b]) for a, b in couples) == weigh(own.pairs),
        bye_reason="" if own.bye is None else _word_bye_reason(event, number, field.byes, own.bye),
    )


@lru_cache(maxsize=32)
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


def _word_bye_reason(event: Event, number: int, byes: Sequence[int], bye: int) -> str:
    """Return why the program gives the bye to whom it gives it (rules 1.4.1 and 1.5.7), after "has the bye:"."""
    had, fewest = byes[bye], min(byes)
    if had != fewest:
        return "a bye for a player with fewer would lead to more rematches"
    when = " in this session" if session_start(number, event.settings.rounds_per_session) > 1 else ""
    none = f" who has had none{when}" if max(byes) else ""
    among = f" of those with the fewest{when} ({had})" if had else none
    if fewest in byes[bye + 1 :]:
        return f"the lowest-ranked{among} whose bye leaves the fewest rematches"
    return f"last in the order of the first round{among}" if number == 1 else f"lowest-ranked{among}"


# --- in the round's sheet ---


def write_notes(
    results: Results, number: int, rows: Sequence[Match]
) -> tuple[dict[tuple[int, int], str], tuple[str, ...]]:
    """Say of a round why each pair meets, by the numbers of its players, and what there is to say of it as a whole."""
    event, unit, note = results.event, results.format.points_name, examine_round(results, number, rows)
    of_pair = {(pair.a, pair.b): _describe_pair(pair, event, unit) for pair in note.pairs}
    return of_pair, tuple(_describe_round(note, event, unit))


def _describe_pair(note: PairNote, event: Event, unit: str) -> str:
    parts = [f"{unit} difference {note.difference}"]
    if note.met is not None:
        parts.append(f"REMATCH: they met in round {note.met}")
    if note.grouped:
        parts.append(f"same group ({event.players[note.a].group})")
    others = [
        f"{event.players[player].name} with {event.players[other.player].name}"
        + (f" ({other.obstacle})" if other.obstacle else "")
        for player, other in zip((note.a, note.b), note.instead, strict=True)
        if other is not None
    ]
    if others:
        parts.append(f"if all could meet: {', '.join(others)}")
    return "; ".join(parts)


def _describe_round(note: RoundNote, event: Event, unit: str) -> Iterator[str]:
    """Yield what there is to say of a round as a whole, a sentence each."""
    pairs = _count(len(note.pairs), "pair")
    if note.number == 1:
        yield f"Round 1: {pairs}, by First round: {event.settings.first_round}."
    else:
        most, average = _measure(note.differences)
        differences = f" {unit} differences: {most} at most, {average} on average." if note.pairs else ""
        yield f"Round {note.number}: {pairs}.{differences}"
    if note.number > 1 and not note.differs:
        bounds = ["with as few and as old rematches" if note.rematches else "without a rematch"]
        bounds += [] if note.bye is None else ["with this bye"]
        bounds += ["with groups apart as far as can be"] if any(note.field.apart) else []
        yield f"No pairing {join_words(bounds, 'and')} is closer; this is proven."
    if note.rematches:
        yield f"{_count(note.rematches, 'pair')} met before; fewest possible: {note.found.rematches}."
    rematches, together = note.avoided - note.rematches, note.parted - note.grouped
    avoided = [_count(rematches, "rematch", "rematches")] if rematches > 0 else []
    avoided += [_count(together, "pair of the same group", "pairs of the same group")] if together > 0 else []
    if avoided:
        yield f"Avoided: {join_words(avoided, 'and')}."
    if note.grouped:
        fewest = f"; fewest possible: {note.found.together}" if note.changed else ", which could not be avoided"
        yield f"{_count(note.grouped, 'pair')} of the same group{fewest}."
    if note.bye is not None and note.bye == note.own_bye:
        yield f"{event.players[note.bye].name} has the bye: {note.bye_reason}."


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _measure(differences: Sequence[Points]) -> tuple[Points, str]:
    """Return how large differences are at most, and on average."""
    average = f"{float(sum(differences) / max(1, len(differences))):.1f}".removesuffix(".0")
    return max(differences, default=0), average


# --- after it was changed ---


def write_changes(results: Results, number: int, rows: Sequence[Match]) -> Iterator[Message]:
    """Yield how a round differs from the program's own pairing and what that costs; nothing where it does not."""
    event, note = results.event, examine_round(results, number, rows)
    if number == 1 and note.grouped <= note.found.together:
        return  # a first round may be drawn in any way
    if note.changed and note.differs:
        there = {frozenset((pair.a, pair.b)) for pair in note.pairs}
        own = sorted((difference for pair, difference in note.own.items() if pair not in there), reverse=True)
        figures: Sequence[tuple[Message, object, object]] = (
            (
                Message("{unit} differences {now} instead of {would_be}", unit=results.format.points_name),
                _say_differences(note.changed),
                _say_differences(own),
            ),
            (Message("rematches {now} instead of {would_be}"), note.rematches, note.found.rematches),
            (Message("pairs of the same group {now} instead of {would_be}"), note.grouped, note.found.together),
        )
        costs = [what.fill(now=now, would_be=would_be) for what, now, would_be in figures if now != would_be]
        yield Message(
            "{n} pair of round {round} would be paired differently now: {costs}.",
            "{n} pairs of round {round} would be paired differently now: {costs}.",
            n=len(note.changed),
            round=number,
            costs=tuple(costs or [Message("at no cost")]),
        )
    if note.bye != note.own_bye:
        yield say_bye(*(None if each is None else event.players[each].name for each in (note.bye, note.own_bye)))


def _say_differences(differences: Sequence[Points]) -> object:
    """Return differences, the largest first; of many only what they are at most and on average."""
    if 0 < len(differences) <= FEW:
        return tuple(map(str, differences))
    most, average = _measure(differences)
    return Message("{most} at most, {average} on average", most=most, average=average)


def say_bye(has: str | None, would: str | None) -> Message:
    """Return, for pages, who has the bye and who would have it by the rule; None: nobody."""
    nobody = Message("nobody")
    return Message("Bye: {has}; by the rule: {would}.", has=has or nobody, would=would or nobody)
