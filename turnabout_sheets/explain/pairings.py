"""Explains why somebody plays whom, or not: what the pair costs, what stands against others, what the schedule says."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from turnabout_sheets.core.frames import exact
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.steps import Answer, Group, Step, Value
from turnabout_sheets.explain.matches import explain_absence
from turnabout_sheets.pairing.methods import session_start
from turnabout_sheets.pairing.swiss import Pairing, closest_with, weigh_pairs
from turnabout_sheets.rounds.new_round import first_round_order
from turnabout_sheets.rounds.notes import PairNote, RoundNote, examine_as_paired
from turnabout_sheets.rounds.piles import PiledRound, describe_cards, pile_up_rows
from turnabout_sheets.rounds.swiss import find_field

NEAREST = 2  # of those who were nearer are explained
MOST_TERMS = 20  # pairs are added up before everybody's eyes; of more, only the sum is shown
MOST_NAMED = 6  # pairs are named; of more, how many they are


def explain_pairings(
    results: Results, player: Player, number: int | None = None, other: Player | None = None
) -> Answer:
    """Return why a player plays whom in a round, or in each that is paired, as each was paired (rules 1.4.15).

    With ``other``, why the player does not play them.
    """
    event, groups = results.event, []
    question = Step("paired.ask", {"player": player.shown})
    if other is not None:
        question = Step("paired.ask_against", {"player": player.shown, "other": other.shown})
    for each in list(event.rounds) if number is None else [number]:
        match = next((match for match in event.rounds.get(each, ()) if player.number in match.pair), None)
        if other is not None and (match is None or other.number not in match.pair):
            steps = [*_explain_apart(results, player, other, each)]
            groups.append(Group(Step("paired.not_with", {"round": each, "other": other.shown}), steps))
        elif match is not None:
            groups.append(Group(_title(event, player, match), [*_explain_match(results, player, match)]))
        elif (reason := _explain_unpaired(results, player, each)) is not None:
            groups.append(Group(Step("paired.nobody", {"round": each}), [reason]))
    return Answer(question, groups)


def _title(event: Event, player: Player, match: Match) -> Step:
    """Return whom a player plays in a round, and where."""
    opponent = _opponent(event, player, match)
    if opponent is None:
        return Step("paired.bye", {"round": match.round}, (event.place(match, "b"),))
    values: dict[str, Value] = {"round": match.round, "opponent": opponent.shown}
    if match.table is None:
        return Step("paired.with", values, (event.place(match, "b"),))
    return Step("paired.at_table", {**values, "table": match.table}, (event.place(match, "table"),))


def _opponent(event: Event, player: Player, match: Match) -> Player | None:
    others = [other for other in match.pair if other not in (player.number, BYE)]
    return event.players[others[0]] if others else None


def _explain_unpaired(results: Results, player: Player, number: int) -> Step | None:
    """Return why a player was not among those who were paired; None for one who was (rules 1.4.3 to 1.4.15, 1.11)."""
    event, state = results.event, results.elimination
    if all(player.number not in match.pair for match in event.rounds.get(number, ())):
        if state is not None:
            out = Step("paired.out", {"round": number}, rule="rules 1.11")
            is_out = (state.out_in(player.number) or number) < number
            return out if is_out else explain_absence(event, player, number, out, paired=True)
        return explain_absence(event, player, number, Step("paired.left_out", {"round": number}), paired=True)
    if number in player.let_in:
        return _explain_late(event, player)
    row = next(match for match in event.as_paired(number) if player.number in match.pair)
    if row.b == BYE and number in player.byes:
        return Step("paired.asked", {}, (event.player_place(player, "byes"),), "rules 1.4.3")
    if row.b == BYE and row.ruling is not None and not event.settings.method.by_bracket:
        return Step("paired.ruled", {}, (event.place(row, "ruling"),), "rules 1.4.4")
    return None


def _explain_late(event: Event, player: Player) -> Step:
    place = event.player_place(player, "let_in")
    return Step("paired.let_in", {"player": player.shown}, (place,), "rules 1.4.11 and 1.4.15")


def _explain_match(results: Results, player: Player, match: Match) -> Iterator[Step]:
    """Yield why a player stands in a row of a round."""
    event, opponent = results.event, _opponent(results.event, player, match)
    reason = _explain_unpaired(results, player, match.round)
    if opponent is not None and match.round in opponent.let_in and match.round not in player.let_in:
        yield _explain_late(event, opponent)
        match = next(each for each in event.as_paired(match.round) if player.number in each.pair)
    if reason is not None:
        yield reason
        return
    yield from _explain_method(results, player, match)
    if opponent is not None and (fixed := player.fixed_table or opponent.fixed_table) == match.table:
        who = player if player.fixed_table else opponent
        place = event.player_place(who, "fixed_table")
        if fixed is not None:
            yield Step("paired.fixed_table", {"player": who.shown, "table": fixed}, (place,), "rules 1.5.8")


def _explain_method(results: Results, player: Player, match: Match) -> Iterator[Step]:
    """Yield what the setting Pairing says of a row; without the results before there is nothing of a Swiss one."""
    method, number = results.event.settings.method, match.round
    if method.by_bracket:
        yield from _explain_bracket(results, player, match)
    elif method.name != "swiss":
        word, rule = SCHEDULES[method.name]
        yield Step(word, {}, rule=rule)
    elif number - 1 > results.played:
        yield Step("paired.not_known", {"round": number - 1})
    elif results.format.swiss == "piles":
        yield from _explain_piles(pile_up_rows(results, number, results.event.as_paired(number)), player, match)
    else:
        yield from _explain_closest(results, examine_as_paired(results, number), player, match)


def _explain_apart(results: Results, player: Player, other: Player, number: int) -> Iterator[Step]:
    """Yield why two do not meet in a round."""
    event = results.event
    absent = [(each, _explain_unpaired(results, each, number)) for each in (player, other)]
    for each, reason in absent:
        if reason is not None:
            yield Step("paired.not_paired", {"player": each.shown})
            yield reason
    if any(reason for _, reason in absent):
        return
    if event.settings.method.name != "swiss":
        row = next(match for match in event.as_paired(number) if player.number in match.pair)
        yield from _explain_method(results, player, row)
        both = {player.number, other.number}
        yield from (Step("paired.meet_in", {"round": each.round}) for each in event.rows if {*each.pair} == both)
        yield Step("paired.not_weighed", {})
    elif number - 1 > results.played:
        yield Step("paired.not_known", {"round": number - 1})
    elif results.format.swiss == "piles":
        yield from _explain_cards(results, player, other, number)
    else:
        yield from _weigh_two(results, player, other, number)


# --- by closest score (rules 1.5) ---


def _explain_closest(results: Results, note: RoundNote, player: Player, match: Match) -> Iterator[Step]:
    event = results.event
    opponent = _opponent(event, player, match)
    if note.number == 1:
        yield _explain_first_round(results, player)
    if opponent is None:
        if note.own_bye is None:
            yield Step("paired.bye_needless", {}, rule="rules 1.4.1")
        elif note.own_bye == player.number:
            yield Step("paired.bye_because", {"reason": note.bye_reason}, rule="rules 1.4.1 and 1.5.7")
        else:
            yield Step("paired.bye_by_hand", {"player": event.players[note.own_bye].shown}, rule="rules 1.4.1")
        return
    pair = next(pair for pair in note.pairs if {pair.a, pair.b} == {player.number, opponent.number})
    if note.number > 1:
        yield _measure(results, note.number, player, opponent)
    if pair.met is not None:
        word = "paired.rematch" if note.rematches == note.found.rematches else "paired.rematch_needless"
        yield Step(word, {"round": pair.met, "fewest": note.found.rematches}, rule="rules 1.5.5")
    yield from _explain_group(event, player, opponent, note.number)
    # A round that was changed by hand has no reasons of the rules but those of its own.
    nearer = []
    if note.number > 1 and not note.differs:
        nearer = [event.players[each] for each in _find_nearer(note, player.number, opponent.number)]
    yield from _explain_others(results, note, pair, player, {each.number for each in nearer})
    if note.differs and frozenset((player.number, opponent.number)) not in note.own:
        partner = next((other for each in note.own if player.number in each for other in each - {player.number}), None)
        if partner is not None:
            yield Step("paired.by_hand", {"other": event.players[partner].shown}, rule="rules 1.5.2")
        else:
            yield Step("paired.by_hand_bye", {}, rule="rules 1.4.1")
    if note.number > 1:
        yield from _add_up(note)
    for other in nearer:
        step = Step("paired.nearer", {"player": player.shown, "other": other.shown}, rule="rules 1.5.2")
        yield _add_distance(results, note.number, step, player, other)
        yield from _explain_cost(note, player.number, other.number)


def _weigh_two(results: Results, player: Player, other: Player, number: int) -> Iterator[Step]:
    """Yield how far two who do not meet were apart, and what all pairs cost without and with (round 1: the places)."""
    event, note = results.event, examine_as_paired(results, number)
    if number == 1:
        yield _explain_first_round(results, player)
        place = _explain_first_round(results, other)
        yield Step("paired.place_of", {**place.values, "player": other.shown}, rule="rules 1.5.4")
    else:
        yield _measure(results, number, player, other)
    both = {player.number, other.number}
    met = max((match.round for match in event.rows if match.round < number and {*match.pair} == both), default=None)
    if met is not None:
        here = met >= session_start(number, event.settings.rounds_per_session)
        yield Step("paired.had_met_here" if here else "paired.had_met_before", {"round": met}, rule="rules 1.5.1")
    yield from _explain_group(event, player, other, number)
    if number > 1:
        yield from _add_up(note)
    if frozenset(both) in note.own and (number == 1 or note.differs):
        yield Step("paired.with_own", {}, rule="rules 1.5.4" if number == 1 else "rules 1.5.2")
    elif number > 1:
        yield from _explain_cost(note, player.number, other.number, add_up=True)


def _explain_group(event: Event, player: Player, other: Player, number: int) -> Iterator[Step]:
    """Yield that two are of one group, while groups are kept apart (rules 1.5.6)."""
    if number <= event.settings.keep_apart and player.group and key(player.group) == key(other.group):
        place = event.player_place(player, "group")
        yield Step("paired.same_group", {"group": player.group}, (place,), "rules 1.5.6")


def _add_distance(results: Results, number: int, step: Step, player: Player, other: Player) -> Step:
    return step._replace(comes_to=_measure(results, number, player, other).comes_to, of=results.format.points_name)


def _measure(results: Results, number: int, player: Player, opponent: Player) -> Step:
    """Return how far apart two were when a round began."""
    points = results.after[number - 1]["points"]
    mine, theirs = exact(points[player.number]), exact(points[opponent.number])
    values: dict[str, Value] = {"mine": mine, "opponent": opponent.shown, "theirs": theirs}
    high, low, unit = max(mine, theirs), min(mine, theirs), results.format.points_name
    return Step("paired.apart", values, (), "rules 1.5.2", high - low, unit, (high, -low))


FIRST = {
    "random": ("paired.drawn", "random_seed"),
    "rating": ("paired.by_rating", "first_round"),
    "listed": ("paired.listed", "first_round"),
}
"""What is said of who meets whom in round 1, by the setting First round (rules 1.5.4), and which setting it is by."""


def _explain_first_round(results: Results, player: Player) -> Step:
    """Return by what round 1 is paired, and which place a player has in its order (rules 1.5.4)."""
    event = results.event
    order = find_field(results, 1, event.as_paired(1)).order
    word, setting = FIRST[event.settings.first_round]
    values: dict[str, Value] = {"place": order.index(player) + 1, "all": len(order)}
    place = event.setting_place(setting)
    return Step(word, values, (place,) if place.cell else (), "rules 1.5.4")


def _explain_others(
    results: Results, note: RoundNote, pair: PairNote, player: Player, told: Collection[int]
) -> Iterator[Step]:
    """Yield whom either would have met if all could meet, how far apart these were, and what is against it.

    But for whom is ``told`` of as nearer to the player; and where the pair was made by hand, or only lots decided.
    """
    both = list(zip((pair.a, pair.b), pair.instead, strict=True))
    for number, other in both if player.number == pair.a else both[::-1]:
        if other is None or (number == player.number and other.player in told):
            continue
        one, instead = results.event.players[number], results.event.players[other.player]
        values: dict[str, Value] = {"player": one.shown, "other": instead.shown}
        step = Step("paired.for_others", values, rule="rules 1.5.2")
        if other.obstacle:
            rule = "rules 1.5.6" if other.met is None else "rules 1.5.1"
            step = Step("paired.would_meet", {**values, "obstacle": other.obstacle}, rule=rule)
        elif frozenset((pair.a, pair.b)) not in note.own or _costs_nothing(note, number, other.player):
            continue
        # In round 1 there are no points but those of adjustments, which do not count there.
        yield step if note.number == 1 else _add_distance(results, note.number, step, one, instead)


def _add_up(note: RoundNote) -> Iterator[Step]:
    """Yield what all pairs of a round cost, and whether a closer pairing is known (rules 1.5.2)."""
    squares = tuple(exact(difference) ** 2 for difference in note.differences)
    whole = Step("paired.all_pairs", {"pairs": len(squares)}, rule="rules 1.5.2", comes_to=sum(squares))
    yield whole._replace(terms=squares if len(squares) <= MOST_TERMS else ())
    if note.differs:
        yield Step("paired.closer", {"squares": exact(note.found.score_cost)}, rule="rules 1.5.2")
    else:
        yield Step("paired.closest", {}, rule="rules 1.5.2")


def _find_nearer(note: RoundNote, player: int, opponent: int) -> list[int]:
    """Return the nearest of those, by number, who were nearer than the opponent and had not been met."""
    scores, here = note.field.scores, note.place[player]

    def distance(place: int) -> tuple[int, int]:
        return abs(scores[here] - scores[place]), abs(here - place)

    least, _ = distance(note.place[opponent])
    apart = {here, *note.field.met[here]}
    nearer = [place for place in range(len(scores)) if distance(place)[0] < least and place not in apart]
    return [note.field.order[place].number for place in sorted(nearer, key=distance)[:NEAREST]]


# --- what it would cost that two meet who do not ---

VERDICTS = {
    "rematches": ("paired.with_rematches", "rules 1.5.1"),
    "bye": ("paired.with_bye", "rules 1.5.7"),
    "newer": ("paired.with_newer", "rules 1.5.5"),
    "grouped": ("paired.with_grouped", "rules 1.5.6"),
    "squares": ("paired.with_squares", "rules 1.5.2"),
    "places": ("paired.with_places", "rules 1.5.2"),
    "": ("paired.with_lots", "rules 1.5.2"),
}
"""What is said of a pairing by the first in which the program's own is better, and its rule; blank: lots decide."""


def _pair_with(note: RoundNote, a: int, b: int) -> Pairing:
    """Return the closest pairing of all in which two meet, by their numbers, from what was known when it was paired."""
    field = note.field
    return closest_with((note.place[a], note.place[b]), field.scores, field.met, byes=field.byes, apart=field.apart)


def _costs_nothing(note: RoundNote, a: int, b: int) -> bool:
    """Return whether only lots keep two from meeting; of round 1 that is not known."""
    return note.number > 1 and _weigh(note, _pair_with(note, a, b)) == _weigh(note, note.found)


def _weigh(note: RoundNote, pairing: Pairing) -> dict[str, Any]:
    """Return what decides between two pairings, the smaller the better, by the keys of `VERDICTS`."""
    field, bye = note.field, pairing.bye
    rematches, newer, grouped, squares, places = weigh_pairs(field.scores, field.met, field.apart, pairing.pairs)
    turn = None if bye is None else (field.byes[bye], -bye)
    return dict(zip(VERDICTS, (rematches, turn, newer, grouped, squares, places), strict=False))


def _explain_cost(note: RoundNote, a: int, b: int, *, add_up: bool = False) -> Iterator[Step]:
    """Yield what the closest pairing of all costs in which two meet, by their numbers, and who else meets in it."""
    order, scores = note.field.order, note.field.scores
    found = _pair_with(note, a, b)
    theirs, own = _weigh(note, found), _weigh(note, note.found)
    verdict = next((key for key in own if theirs[key] != own[key]), "")
    squares = sorted((exact(scores[i] - scores[j]) ** 2 for i, j in found.pairs), reverse=True)
    values: dict[str, Value] = {}
    if verdict in ("rematches", "grouped"):
        values = {"there": theirs[verdict], "own": own[verdict]}
    elif verdict == "bye" and found.bye is not None and note.found.bye is not None:
        values = {"there": order[found.bye].shown, "own": order[note.found.bye].shown}
    elif verdict == "squares":
        values = {"more": exact(theirs["squares"] - own["squares"])}
    word, rule = VERDICTS[verdict]
    terms = tuple(squares) if add_up and rule == "rules 1.5.2" and len(squares) <= MOST_TERMS else ()
    yield Step(word, values, rule=rule, comes_to=exact(theirs["squares"]), terms=terms)
    pairs = [frozenset((order[i].number, order[j].number)) for i, j in found.pairs]
    there = {frozenset((pair.a, pair.b)) for pair in note.pairs}
    moved = [
        (order[i].shown, order[j].shown)
        for (i, j), pair in zip(found.pairs, pairs, strict=True)
        if pair not in there and pair != {a, b}
    ]
    if moved:
        named = [" – ".join(each) for each in moved[:MOST_NAMED]] + ["…"] * (len(moved) > MOST_NAMED)
        yield Step("paired.with_others", {"pairs": ", ".join(named), "number": len(moved)})
    if found.bye is not None and verdict != "bye" and order[found.bye].number != note.bye:
        yield Step("paired.with_the_bye", {"player": order[found.bye].shown})


# --- by piles of cards (netrunner 2.1 to 2.5) ---


def _explain_piles(round: PiledRound, player: Player, match: Match) -> Iterator[Step]:
    """Yield how the cards came to be paired, as far as it concerns a player (netrunner 2.1 to 2.5)."""
    card = round.order.index(player)
    own = next((each for each in round.found.pairs if card in each), (card,))
    if {round.order[each].number for each in own} != {*match.pair} - {BYE}:
        yield Step("paired.pile_by_hand", {}, rule="netrunner 2.1" if match.b == BYE else "netrunner 2.2")
        return
    for pile in round.found.piles:
        if card in pile.cards:
            place, cards = pile.cards.index(card) + 1, len(pile.cards)
            yield Step("paired.pile", {"number": pile.number, "place": place, "cards": cards}, rule="netrunner 2.2")
    yield from (Step("paired.cards", {"said": said}, rule=rule) for said, rule in describe_cards(round, card))


def _explain_cards(results: Results, player: Player, other: Player, number: int) -> Iterator[Step]:
    """Yield how each of the two came to their pair; cards are laid out, and no pair is weighed against another."""
    event, rows = results.event, results.event.as_paired(number)
    round = pile_up_rows(results, number, rows)
    cards = [round.order.index(each) for each in (player, other)]
    if (met := round.met[cards[0]].get(cards[1])) is not None:
        yield Step("paired.had_met_here", {"round": met}, rule="netrunner 2.4")
    for each in (player, other):
        match = next(match for match in rows if each.number in match.pair)
        opponent = _opponent(event, each, match)
        if opponent is not None:
            yield Step("paired.plays", {"player": each.shown, "opponent": opponent.shown})
        else:
            yield Step("paired.has_bye", {"player": each.shown})
        yield from _explain_piles(round, each, match)
    yield Step("paired.by_cards", {}, rule="netrunner 2.2 to 2.5")


# --- by a schedule ---

SCHEDULES = {
    "round robin": ("paired.round_robin", "rules 1.10.1 and 1.10.2"),
    "movement": ("paired.movement", "duplicate 1.1"),
    "manual": ("paired.typed", "rules 1.5.9"),
}
"""What there is to say of a pair that a schedule, or the organizer, has made, and its rule, by the setting Pairing."""


def _explain_bracket(results: Results, player: Player, match: Match) -> Iterator[Step]:
    """Yield what the bracket says: seeds in round 1, then who has come as far (rules 1.11)."""
    event = results.event
    if match.round > 1:
        beaten = event.settings.method.losses == 2
        step = Step("paired.in_bracket", {}, rule="rules 1.11.1 and 1.11.5" if beaten else "rules 1.11.1")
        if player.seat is not None and player.seat[0] == match.round:
            step = Step("paired.takes_place", {"player": event.players[player.seat[1]].shown}, rule="rules 1.11.8")
        yield step
        return
    order = first_round_order(event, event.playing(1))
    seeds = {each.number: place for place, each in enumerate(order, 1)}
    values: dict[str, Value] = {"seed": seeds.get(player.number, 0), "all": len(order)}
    other = _opponent(event, player, match)
    if other is None:
        yield Step("paired.seed_bye", values, rule="rules 1.11.1")
    else:
        yield Step("paired.seeds", {**values, "other": seeds.get(other.number, 0)}, rule="rules 1.11.1")
