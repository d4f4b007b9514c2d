"""Pairs a round by piles of cards (netrunner 1.3 and 2.1 to 2.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from turnabout_sheets.core.problems import Message, Place, Problem, warning
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.model import BYE, Match, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.pairing.piles import Pile, PilePairing, pair_by_piles
from turnabout_sheets.pairing.taking_back import TakenBack
from turnabout_sheets.rounds.new_round import NewRound, first_round_order, make_round, seat
from turnabout_sheets.rounds.notes import say_bye
from turnabout_sheets.rounds.swiss import count_byes, meetings, no_pairing_error

Pair = tuple[int, int]


class PiledRound(NamedTuple):
    """A round as the protocol has it, and the players by their place in original order."""

    found: PilePairing
    order: Sequence[Player]
    met: Sequence[Mapping[int, int]]  # in the session before, and in which round last, by place
    played: Sequence[Mapping[int, int]]  # without no-shows, if all could not be paired otherwise; else as ``met``

    def name_pairs(self, pairs: Iterable[Pair]) -> str:
        """Return pairs of cards as a sentence has them."""
        return join_words([f"{self.order[a].name} - {self.order[b].name}" for a, b in pairs], "and")

    def name_players(self, players: Iterable[int]) -> str:
        """Return players as a sentence has them."""
        return join_words([self.order[player].name for player in players], "and")


def pair(results: Results, number: int) -> tuple[NewRound | None, list[Problem]]:
    """Pair a round; returns None with an error where every pairing has a rematch and none are allowed."""
    event = results.event
    playing = event.playing(number)
    order = first_round_order(event, [player for player in playing if number not in player.byes])
    told = _pile_up(results, number, order)
    if told.found.rematches and not event.settings.allow_rematches:
        return None, [no_pairing_error(event, number, told.found.rematches)]
    byes = [player for player in playing if number in player.byes]
    if told.found.bye is not None:
        byes.insert(0, order[told.found.bye])
    rows, problems = seat(event, number, [(order[a], order[b]) for a, b in told.found.pairs], byes)
    hint = "Use the pairing as it is, or change it by hand in the round's sheet."
    told_of = (text for text, rule in describe_cards(told) if rule in ("netrunner 2.4", "netrunner 2.5.7"))
    problems += [warning(Place(f"Round {number}"), each, hint) for each in told_of]
    return make_round(results.format, number, rows), problems


def _pile_up(results: Results, number: int, order: Sequence[Player]) -> PiledRound:
    """Pair players in original order; a no-show counts as a meeting if that leaves a legal pairing (netrunner 2.4)."""
    event, before = results.event, results.after[number - 1]
    numbers = [int(before["pairing_number"][player.number]) for player in order]
    totals = [before["points"][player.number] for player in order]
    byes = count_byes(event, order, number)
    met = meetings(event, order, number)
    found = pair_by_piles(numbers, totals, met, byes=byes)
    if not found.rematches:
        return PiledRound(found, order, met, met)
    played = meetings(replace(event, rows=[match for match in event.rows if match.ruling is None]), order, number)
    return PiledRound(pair_by_piles(numbers, totals, played, byes=byes), order, met, played)


def pile_up_rows(results: Results, number: int, rows: Sequence[Match]) -> PiledRound:
    """Return the protocol's pairing of those who stand in the rows of a round without having asked for a bye."""
    event = results.event
    there = {player for match in rows if match.b != BYE for player in match.pair}
    there |= {match.pair[0] for match in rows if match.b == BYE and match.ruling is None}
    players = [player for player in event.players if player.number in there and number not in player.byes]
    return _pile_up(results, number, first_round_order(event, players))


def write_notes(results: Results, number: int, rows: Sequence[Match]) -> tuple[dict[Pair, str], tuple[str, ...]]:
    """Say of a round what was done with the cards: of each pair, by the numbers of its players, and as a whole."""
    round = pile_up_rows(results, number, rows)
    found, order, words = round.found, round.order, dict[Pair, str]()
    for pile in found.piles:
        for made, moves in zip(pile.pairs, pile.moves, strict=True):
            words[made] = f"pile {pile.number}" + (f": {', '.join(moves)}, then paired" if moves else "")
        if pile.floated is not None:
            bottom = f"{round.name_players(pile.floated[:1])} is the bottom of pile {pile.number}"
            words[pile.floated] = f"2.3.1: {bottom}, which is odd"
    for each in found.taken_back:
        why = f"2.5.7: {round.name_players(each.left)} {'was' if len(each.left) == 1 else 'were'} left"
        if each.pairs:
            why += f"; taken back: {round.name_pairs(each.pairs)}"
        words |= dict.fromkeys(each.instead, why)
    of_pair = {(order[a].number, order[b].number): words[a, b] for a, b in found.pairs}
    piles = f"Round {number}: {len(found.piles)} pile{'' if len(found.piles) == 1 else 's'}, the highest first."
    told = (piles, *(text for text, _ in describe_cards(round)))
    return of_pair | {pair[::-1]: why for pair, why in of_pair.items()}, told


def describe_cards(round: PiledRound, card: int | None = None) -> Iterator[tuple[str, str]]:
    """Yield what was done with the cards, or with one of them: a sentence each, and its paragraph."""
    found = round.found
    for pile in found.piles:
        if card is None or card in (*pile.cards, *(pile.floated or ())):
            yield _pile_in_words(pile, round, card), "netrunner 2.3"
    for each in found.taken_back:
        if card is None or any(card in pair for pair in each.instead):
            yield _taken_back_in_words(each, round), "netrunner 2.5.7"
    for a, b in found.pairs:
        if b in round.met[a] and card in (None, a, b):
            no_show = "without a pairing of those whose match was a no-show there would be a rematch"
            why = f"round {round.met[a][b]}: {'every pairing has a rematch' if b in round.played[a] else no_show}"
            yield f"{round.name_pairs([(a, b)])} are paired again after {why} (netrunner 2.4).", "netrunner 2.4"
    if found.bye is not None and card in (None, found.bye):
        bye = round.order[found.bye].name
        yield f"{bye} has the bye: the lowest card of those with the fewest byes (2.1).", "netrunner 2.1"


def _pile_in_words(pile: Pile, round: PiledRound, card: int | None) -> str:
    """Say what was done with a pile, or with one card of it (netrunner 2.3 and 2.5)."""
    if not pile.cards:
        return f"Pile {pile.number}: no card is left; higher piles have taken all (2.3.1)."
    cards = f"Pile {pile.number}: {len(pile.cards)} card{'' if len(pile.cards) == 1 else 's'}"
    parts = []
    if pile.floated is not None and card in (None, *pile.floated):
        parts.append(" goes down to ".join(round.order[each].name for each in pile.floated))
    for (a, b), moves in zip(pile.pairs, pile.moves, strict=True):
        if moves and card in (None, a, b):
            parts.append(f"{', '.join(moves)}, then {round.order[a].name} with {round.order[b].name}")
    if pile.left and card in (None, *pile.left):
        parts.append(f"left: {round.name_players(pile.left)}")
    return f"{cards}; {'; '.join(parts)}." if parts else f"{cards}, top half against bottom half."


def _taken_back_in_words(each: TakenBack, round: PiledRound) -> str:
    """Say what was done about cards that were left (netrunner 2.5.7)."""
    left, numbers = round.name_players(each.left), [str(round.found.piles[pile].number) for pile in each.piles]
    piles = f"pile{'' if len(each.piles) == 1 else 's'} {join_words(numbers, 'and')}"
    why = f"In {piles} the protocol's moves (netrunner 2.5) have run out for {left}"
    if len(each.left) == 1:
        why = f"In {piles} {left} is left, who has met everybody below (netrunner 2.3.1)"
    taken = "no pair had to be taken back"
    if each.pairs:
        were = "was" if len(each.pairs) == 1 else "were"
        taken = f"{round.name_pairs(each.pairs)} {were} taken back, so that all can be paired"
    return f"{why}; {taken}: now {round.name_pairs(each.instead)}."


def write_changes(results: Results, number: int, rows: Sequence[Match]) -> Iterator[Message]:
    """Yield how a round differs from the protocol's pairing of the same players; nothing where it does not."""
    round, players = pile_up_rows(results, number, rows), results.event.players
    own = {frozenset((round.order[a].number, round.order[b].number)) for a, b in round.found.pairs}
    if other := sum(frozenset(match.pair) not in own for match in rows if match.b != BYE):
        yield Message(
            "{n} pair of round {round} would be paired differently now.",
            "{n} pairs of round {round} would be paired differently now.",
            n=other,
            round=number,
        )
    byes = [players[match.pair[0]] for match in rows if match.b == BYE and match.ruling is None]
    has = next((player.name for player in byes if number not in player.byes), None)
    would = None if round.found.bye is None else round.order[round.found.bye].name
    if has != would:
        yield say_bye(has, would)
