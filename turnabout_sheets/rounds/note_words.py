"""What there is to say of a round as it was paired: its notes in English, and what was changed since by its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.model import Event, Match
from turnabout_sheets.event.results import Results
from turnabout_sheets.pairing.methods import session_start
from turnabout_sheets.rounds.notes import (
    Against,
    ByeReason,
    Instead,
    PairNote,
    Points,
    RoundNote,
    examine_round,
    find_obstacle,
    note_bye,
    say_bye,
)

FEW = 4
"""How many differences are named one by one; of more, how large they are at most and on average."""


def _word_bye_reason(reason: ByeReason, event: Event, number: int) -> str:
    """Return why the program gives the bye to whom it gives it, after "has the bye"; byes of the session count."""
    if reason.kind == "others":
        return "a bye for a player with fewer would lead to more rematches"
    when = " in this session" if session_start(number, event.settings.rounds_per_session) > 1 else ""
    none = f" who has had none{when}" if reason.most else ""
    among = f" of those with the fewest{when} ({reason.had})" if reason.had else none
    if reason.kind == "lowest":
        who = "last in the order of the first round" if number == 1 else "lowest-ranked"
        return f"{who}{among}"
    return f"the lowest-ranked{among} whose bye leaves the fewest rematches"


def write_notes(
    results: Results, number: int, rows: Sequence[Match]
) -> tuple[dict[tuple[int, int], str], tuple[str, ...]]:
    """Say of a round why each pair meets, by the numbers of its players, and what there is to say of it as a whole."""
    event, unit = results.event, results.format.points_name
    note = examine_round(results, number, rows)
    of_pair = {(pair.a, pair.b): describe_pair(pair, event, unit) for pair in note.pairs}
    return of_pair, tuple(describe_round(note, event, unit))


def write_changes(results: Results, number: int, rows: Sequence[Match]) -> tuple[Message, ...]:
    """Return how a round differs from the program's own pairing; empty where it does not."""
    note = examine_round(results, number, rows)
    silent = number == 1 and note.grouped <= note.own_grouped  # a first round may be drawn in any way
    return () if silent else tuple(describe_changes(note, results.event, results.format.points_name))


def describe_pair(note: PairNote, event: Event, unit: str) -> str:
    """Return what stands beside a pair in the column Pairing notes (when paired); ``unit``: what points are called."""
    parts = [f"{unit} difference {note.difference}"]
    if note.met is not None:
        parts.append(f"REMATCH: they met in round {note.met}")
    if note.grouped:
        parts.append(f"same group ({event.players[note.a].group})")
    others = [
        f"{event.players[player].name} with {event.players[other.player].name}{_word_obstacle(note, other, event)}"
        for player, other in zip((note.a, note.b), note.instead, strict=True)
        if other is not None
    ]
    if others:
        parts.append(f"if all could meet: {', '.join(others)}")
    return "; ".join(parts)


def _word_obstacle(note: PairNote, other: Instead, event: Event) -> str:
    """Return in brackets why two who are closer do not meet; nothing where it is for the sake of others."""
    match find_obstacle(note, other):
        case Against.MET:
            return f" (they met in round {other.met})"
        case Against.GROUPED:
            return f" (same group: {event.players[other.player].group})"
        case Against.OTHERS:
            return ""


def describe_round(note: RoundNote, event: Event, unit: str) -> Iterator[str]:
    """Yield what there is to say of a round as a whole, a sentence each."""
    pairs = _count(len(note.pairs), "pair")
    if note.number == 1:
        yield f"Round 1: {pairs}, by First round: {event.settings.first_round}."
    else:
        differences = f" {unit} differences: {_at_most(note.differences)}." if note.pairs else ""
        yield f"Round {note.number}: {pairs}.{differences}"
    if note.number > 1 and not note.differs:
        yield f"No pairing {_bounds(note)} is closer; this is proven."
    if note.rematches:
        yield f"{_count(note.rematches, 'pair')} met before; fewest possible: {note.own_rematches}."
    avoided = [
        _count(number, one, many)
        for number, one, many in (
            (note.avoided - note.rematches, "rematch", "rematches"),
            (note.parted - note.grouped, "pair of the same group", "pairs of the same group"),
        )
        if number > 0
    ]
    if avoided:
        yield f"Avoided: {join_words(avoided, 'and')}."
    if note.grouped:
        fewest = f"; fewest possible: {note.own_grouped}" if note.changed else ", which could not be avoided"
        yield f"{_count(note.grouped, 'pair')} of the same group{fewest}."
    if note.bye is not None and note.bye == note.own_bye and note.bye_reason is not None:
        reason = _word_bye_reason(note.bye_reason, event, note.number)
        yield f"{note_bye(event.players[note.bye])}: {reason}."


def describe_changes(note: RoundNote, event: Event, unit: str) -> Iterator[Message]:
    """Yield how a round differs from the program's own pairing and what that costs; nothing where it does not."""
    if note.changed and note.differs:
        figures: Sequence[tuple[Message, object, object]] = (
            (
                Message("{unit} differences {now} instead of {would_be}", unit=unit),
                _say_differences(note.changed),
                _say_differences(note.own_changed),
            ),
            (Message("rematches {now} instead of {would_be}"), note.rematches, note.own_rematches),
            (Message("pairs of the same group {now} instead of {would_be}"), note.grouped, note.own_grouped),
        )
        costs = [what.fill(now=now, would_be=would_be) for what, now, would_be in figures if now != would_be]
        values = {"n": len(note.changed), "round": note.number}
        yield Message(
            "{n} pair of round {round} would be paired differently now: {costs}.",
            "{n} pairs of round {round} would be paired differently now: {costs}.",
            **values,
            costs=tuple(costs or [Message("at no cost")]),
        )
    if note.bye != note.own_bye:
        yield say_bye(*(None if each is None else event.players[each].name for each in (note.bye, note.own_bye)))


def _say_differences(differences: Sequence[Points]) -> object:
    """Return differences, the largest first; of many only what they are at most and on average."""
    if 0 < len(differences) <= FEW:
        return tuple(map(str, differences))
    return Message(
        "{most} at most, {average} on average", most=max(differences, default=0), average=_average(differences)
    )


def _at_most(differences: Sequence[Points]) -> str:
    return f"{max(differences, default=0)} at most, {_average(differences)} on average"


def _average(differences: Sequence[Points]) -> str:
    return f"{float(sum(differences) / max(1, len(differences))):.1f}".removesuffix(".0")


def _bounds(note: RoundNote) -> str:
    """Return within which bounds the program's pairing is the closest: what counts before the points."""
    bounds = ["with as few and as old rematches" if note.rematches else "without a rematch"]
    if note.bye is not None:
        bounds.append("with this bye")
    if note.apart:
        bounds.append("with groups apart as far as can be")
    return join_words(bounds, "and")


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
