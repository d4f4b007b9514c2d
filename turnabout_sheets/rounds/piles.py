"""Pairs a round by piles of cards (netrunner 1.3 and 2.1 to 2.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from turnabout_sheets.core.problems import Place, Problem, warning
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.pairing.piles import Pile, PilePairing, pair_by_piles
from turnabout_sheets.pairing.swiss.closest import NoLegalPairingError
from turnabout_sheets.rounds.new_round import NewRound, first_round_order, make_round, seat
from turnabout_sheets.rounds.swiss import count_byes, meetings, no_pairing_error

Words = tuple[Mapping[tuple[int, int], str], tuple[str, ...]]
"""What there is to say of each pair, by the numbers of its players; and of a round as a whole, a sentence each."""


def pair(results: Results, number: int) -> tuple[NewRound | None, list[Problem]]:
    """Pair a round; returns None with an error where every pairing has a rematch and none are allowed."""
    event = results.event
    playing = event.playing(number)
    order = first_round_order(event, [player for player in playing if number not in player.byes])
    try:
        found = _pile_up(results, number, order, allow_rematches=event.settings.allow_rematches)
    except NoLegalPairingError as none:
        return None, [no_pairing_error(event, number, none.fewest_rematches)]
    couples = [(order[a], order[b]) for a, b in found.pairs]
    without_opponent = [order[found.bye]] if found.bye is not None else []
    asked = [player for player in playing if number in player.byes]
    rows, problems = seat(event, number, couples, [*without_opponent, *asked])
    problems += [
        warning(
            Place(f"Round {number}"),
            f"In pile {pile.number} the protocol's moves (netrunner 2.5) have run out; its players are paired as close "
            "as possible.",
            "Use the pairing as it is, or change it by hand in the round's sheet.",
        )
        for pile in found.piles
        if pile.fallback
    ]
    return make_round(results.format, number, rows), problems


def _pile_up(results: Results, number: int, order: Sequence[Player], *, allow_rematches: bool) -> PilePairing:
    before = results.after[number - 1]
    return pair_by_piles(
        [int(before["pairing number"][player.number]) for player in order],
        [before["points"][player.number] for player in order],
        meetings(results.event, order, number),
        byes=count_byes(results.event, order, number),
        allow_rematches=allow_rematches,
    )


def _pile_up_rows(results: Results, number: int, rows: Sequence[Match]) -> tuple[PilePairing, list[Player]]:
    """Return the protocol's pairing of those who stand in the rows of a round without having asked for a bye."""
    event = results.event
    there = {player for match in rows if match.b != BYE for player in match.pair}
    there |= {match.pair[0] for match in rows if match.b == BYE and match.ruling is None}
    players = [player for player in event.players if player.number in there and number not in player.byes]
    order = first_round_order(event, players)
    return _pile_up(results, number, order, allow_rematches=True), order


def write_notes(results: Results, number: int, rows: Sequence[Match]) -> Words:
    """Say of a round what was done with the cards."""
    found, order = _pile_up_rows(results, number, rows)
    of_pair: dict[tuple[int, int], str] = {}
    told = [f"Round {number}: {len(found.piles)} pile{'' if len(found.piles) == 1 else 's'}, the highest first."]
    for pile in found.piles:
        told.append(_pile_in_words(pile, order))
        for (a, b), moves in zip(pile.pairs, pile.moves, strict=True):
            words = f"pile {pile.number}" + (f": {', '.join(moves)}, then paired" if moves else "")
            words += ": the moves had run out; as close as possible" if pile.fallback else ""
            of_pair[order[a].number, order[b].number] = words
        if pile.floated is not None:
            down, other = pile.floated
            words = f"2.3.1: {order[down].name} is the bottom of pile {pile.number}, which is odd"
            of_pair[order[down].number, order[other].number] = words
    if found.bye is not None:
        told.append(f"{order[found.bye].name} has the bye (2.1).")
    told += write_changes(results, number, rows)
    words_of = {
        match.pair: of_pair.get(match.pair, of_pair.get(match.pair[::-1], "changed by hand"))
        for match in rows
        if match.b != BYE
    }
    return words_of, tuple(told)


def _pile_in_words(pile: Pile, order: Sequence[Player]) -> str:
    cards = f"Pile {pile.number}: {len(pile.cards)} card{'' if len(pile.cards) == 1 else 's'}"
    parts = []
    if pile.floated is not None:
        parts.append(f"{order[pile.floated[0]].name} goes down to {order[pile.floated[1]].name}")
    for (a, b), moves in zip(pile.pairs, pile.moves, strict=True):
        if moves:
            parts.append(f"{', '.join(moves)}, then {order[a].name} with {order[b].name}")
    if pile.fallback:
        parts.append(f"the moves ran out: paired as close as possible{_join_sentences(pile)}")
    return f"{cards}; {'; '.join(parts)}." if parts else f"{cards}, top half against bottom half."


def _join_sentences(pile: Pile) -> str:
    if not pile.joined:
        return ""
    return f", together with pile{'s' if len(pile.joined) > 1 else ''} {join_words([*map(str, pile.joined)], 'and')}"


def write_changes(results: Results, number: int, rows: Sequence[Match]) -> tuple[str, ...]:
    """Say how a round differs from the protocol's pairing of the same players; nothing where it does not."""
    return tuple(_changes(results.event, number, rows, *_pile_up_rows(results, number, rows)))


def _changes(
    event: Event, number: int, rows: Sequence[Match], found: PilePairing, order: Sequence[Player]
) -> Iterator[str]:
    own = {frozenset((order[a].number, order[b].number)) for a, b in found.pairs}
    other = sum(frozenset(match.pair) not in own for match in rows if match.b != BYE)
    if other:
        pairs = "1 pair is" if other == 1 else f"{other} pairs are"
        yield f"In round {number}, {pairs} not as the protocol has them now."
    byes_there = [match.pair[0] for match in rows if match.b == BYE and match.ruling is None]
    byes_there = [player for player in byes_there if number not in event.players[player].byes]
    bye = None if found.bye is None else order[found.bye].number
    has = byes_there[0] if byes_there else None
    if has != bye:
        names = ["nobody" if player is None else event.players[player].name for player in (has, bye)]
        yield f"The bye is {names[0]}'s; by 2.1 it is {names[1]}'s."


def write_audit(results: Results) -> Iterator[str]:
    """Yield a line for each round: whether it is as the protocol has it."""
    for number, rows in results.event.rounds.items():
        if number - 1 in results.after:
            yield " ".join(write_changes(results, number, rows)) or f"Round {number} is as the protocol has it."
