"""Explains why somebody plays whom: what the pair cost, what stood against others, or what the schedule says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction

from turnabout_sheets.core.frames import exact
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.steps import Answer, Group, Step, Value
from turnabout_sheets.explain.alternatives import MOST_TERMS, explain_cost, weigh_alternatives
from turnabout_sheets.explain.matches import explain_absence
from turnabout_sheets.rounds.new_round import first_round_order
from turnabout_sheets.rounds.notes import Against, PairNote, RoundNote, examine_as_paired, find_obstacle
from turnabout_sheets.rounds.piles import PiledRound, pile_up_rows
from turnabout_sheets.rounds.swiss import find_field

Explain = Callable[[Results, Player, Match], Iterator[Step]]


def explain_pairings(results: Results, player: Player, number: int | None = None) -> Answer:
    """Return why a player plays whom in a round, or in all that are paired, as each was paired (rules 1.4.15)."""
    rounds = [number] if number is not None else list(results.event.rounds)
    return Answer(Step("paired.ask", {"player": player.shown}), [_explain(results, player, each) for each in rounds])


def _explain(results: Results, player: Player, number: int) -> Group:
    event = results.event
    match = next((each for each in event.rounds.get(number, ()) if player.number in each.pair), None)
    if match is None:
        return Group(Step("paired.nobody", {"round": number}), [explain_unpaired(results, player, number)])
    return Group(title_match(event, player, match), [*explain_match(results, player, match)])


def title_match(event: Event, player: Player, match: Match) -> Step:
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


def explain_unpaired(results: Results, player: Player, number: int) -> Step:
    """Return why a player was not among those who were paired (rules 1.4.3, 1.4.5 to 1.4.7, 1.4.15 and 1.11)."""
    event = results.event
    row = next((match for match in event.rounds.get(number, ()) if player.number in match.pair), None)
    if row is None:
        step, state = Step("paired.left_out", {"round": number}), results.elimination
        if state is not None:
            step = Step("paired.out", {"round": number}, rule="rules 1.11")
            if (state.out_in(player.number) or number) < number:
                return step
        return explain_absence(event, player, number, step, paired=True)
    if number in player.let_in:
        return _explain_late(event, player)
    return _explain_asked_bye(event, player) if number in player.byes else _explain_ruling(event, row)


def _explain_asked_bye(event: Event, player: Player) -> Step:
    return Step("paired.asked", {}, (event.player_place(player, "byes"),), "rules 1.4.3")


def _explain_ruling(event: Event, match: Match) -> Step:
    return Step("paired.ruled", {}, (event.place(match, "ruling"),), "rules 1.4.4")


def _explain_late(event: Event, player: Player) -> Step:
    place = event.player_place(player, "let_in")
    return Step("paired.let_in", {"player": player.shown}, (place,), "rules 1.4.11 and 1.4.15")


def explain_match(results: Results, player: Player, match: Match) -> Iterator[Step]:
    """Yield why a player stands in a row of a round."""
    event, opponent = results.event, _opponent(results.event, player, match)
    if opponent is None and match.round in player.byes:
        yield _explain_asked_bye(event, player)
        return
    if opponent is None and match.ruling is not None and not event.settings.method.by_bracket:
        yield _explain_ruling(event, match)
        return
    if match.round in player.let_in or (opponent is not None and match.round in opponent.let_in):
        late = player if match.round in player.let_in else opponent
        assert late is not None, "one of the two was let in"
        yield _explain_late(event, late)
        if late is player:
            return
        match = next(each for each in event.as_paired(match.round) if player.number in each.pair)
    yield from BY_METHOD[event.settings.method.name](results, player, match)
    if opponent is not None and (fixed := player.fixed_table or opponent.fixed_table) == match.table:
        who = player if player.fixed_table else opponent
        place = event.player_place(who, "fixed_table")
        if fixed is not None:
            yield Step("paired.fixed_table", {"player": who.shown, "table": fixed}, (place,), "rules 1.5.8")


def _explain_by_score(results: Results, player: Player, match: Match) -> Iterator[Step]:
    """Yield the steps of a Swiss round, by the format's way to pair it; without the results before there are none."""
    number = match.round
    if number - 1 not in results.after:
        yield Step("paired.not_known", {"round": number - 1})
        return
    if results.format.swiss == "piles":
        yield from explain_piles(pile_up_rows(results, number, results.event.as_paired(number)), player, match)
    else:
        yield from _explain_closest(results, results.once(examine_as_paired, number), player, match)


# --- by closest score (rules 1.5) ---


def _explain_closest(results: Results, note: RoundNote, player: Player, match: Match) -> Iterator[Step]:
    event = results.event
    opponent = _opponent(event, player, match)
    if note.number == 1:
        yield explain_first_round(results, player)
    if opponent is None:
        yield from _explain_bye(event, note, player)
        return
    pair = next(pair for pair in note.pairs if {pair.a, pair.b} == {player.number, opponent.number})
    if note.number > 1:
        yield measure(results, note.number, player, opponent)
    if pair.met is not None:
        word = "paired.rematch" if note.rematches == note.own_rematches else "paired.rematch_needless"
        yield Step(word, {"round": pair.met, "fewest": note.own_rematches}, rule="rules 1.5.5")
    yield from explain_group(event, player, opponent, note.number)
    # A round that was changed by hand has no reasons of the rules but those of its own.
    nearer = []
    if note.number > 1 and not note.differs:
        found = results.once(weigh_alternatives, note.number).find_nearer(player.number, opponent.number)
        nearer = [event.players[each] for each in found]
    yield from _explain_others(results, note, pair, player, {each.number for each in nearer})
    yield from _explain_whole(event, note, player, opponent)
    for other in nearer:
        values: dict[str, Value] = {"player": player.shown, "other": other.shown}
        yield _add_distance(results, note.number, Step("paired.nearer", values, rule="rules 1.5.2"), player, other)
        yield from explain_cost(results, note.number, player.number, other.number)


def explain_group(event: Event, player: Player, other: Player, number: int) -> Iterator[Step]:
    """Yield that two are of one group, while groups are kept apart (rules 1.5.6)."""
    if number <= event.settings.keep_apart and player.group and key(player.group) == key(other.group):
        place = event.player_place(player, "group")
        yield Step("paired.same_group", {"group": player.group}, (place,), "rules 1.5.6")


def _add_distance(results: Results, number: int, step: Step, player: Player, other: Player) -> Step:
    both = [_points(results, number, each) for each in (player, other)]
    return step._replace(comes_to=max(both) - min(both), of=results.format.points_name)


def measure(results: Results, number: int, player: Player, opponent: Player) -> Step:
    """Return how far apart two were when a round began."""
    mine, theirs = (_points(results, number, each) for each in (player, opponent))
    values: dict[str, Value] = {"mine": mine, "opponent": opponent.shown, "theirs": theirs}
    high, low = max(mine, theirs), min(mine, theirs)
    return Step(
        "paired.apart", values, rule="rules 1.5.2", comes_to=high - low, of=results.format.points_name,
        terms=(high, -low),
    )  # fmt: skip


def _points(results: Results, number: int, player: Player) -> int | Fraction:
    return exact(results.after[number - 1]["points"][player.number])


FIRST = {
    "random": ("paired.drawn", ("random_seed",)),
    "rating": ("paired.by_rating", ("first_round",)),
    "listed": ("paired.listed", ("first_round",)),
}
"""What is said of who meets whom in round 1, by the setting First round (rules 1.5.4), and which settings it is by."""


def explain_first_round(results: Results, player: Player) -> Step:
    """Return by what round 1 is paired, and which place a player has in its order (rules 1.5.4)."""
    event = results.event
    order = find_field(results, 1, event.as_paired(1)).order
    word, settings = FIRST[event.settings.first_round]
    values: dict[str, Value] = {"place": order.index(player) + 1, "all": len(order)}
    places = tuple(event.setting_place(each) for each in settings)
    return Step(word, values, tuple(place for place in places if place.cell), "rules 1.5.4")


BYE_REASONS = {
    "lowest": "paired.bye_lowest",
    "rematches": "paired.bye_rematches",
    "others": "paired.bye_others",
}
"""What is said of why the program gives the bye to somebody, by the kind of its reason."""


def _explain_bye(event: Event, note: RoundNote, player: Player) -> Iterator[Step]:
    """Yield why a player has the bye (rules 1.4.1 and 1.5.7)."""
    reason = note.bye_reason
    if note.own_bye == player.number and reason is not None:
        word = "paired.bye_last" if note.number == 1 and reason.kind == "lowest" else BYE_REASONS[reason.kind]
        yield Step(word, {"had": reason.had}, rule="rules 1.4.1 and 1.5.7")
    elif note.own_bye is None:
        yield Step("paired.bye_needless", {}, rule="rules 1.4.1")
    else:
        yield Step("paired.bye_by_hand", {"player": event.players[note.own_bye].shown}, rule="rules 1.4.1")


OBSTACLES = {
    (Against.MET, True): ("paired.had_met", "rules 1.5.1"),
    (Against.MET, False): ("paired.would_meet_again", "rules 1.5.1"),
    (Against.GROUPED, True): ("paired.would_be_grouped", "rules 1.5.6"),
    (Against.GROUPED, False): ("paired.would_meet_group", "rules 1.5.6"),
    (Against.OTHERS, True): ("paired.for_others", "rules 1.5.2"),
    (Against.OTHERS, False): ("paired.for_others", "rules 1.5.2"),
}
"""What is said of whom somebody would have met, by what is against it and whether they were nearer; and its rule."""


def _explain_others(
    results: Results, note: RoundNote, pair: PairNote, player: Player, told: Collection[int]
) -> Iterator[Step]:
    """Yield whom either would have met if all could meet, what that would cost, and what is against it.

    Nobody who is ``told`` of as having been nearer to the player.
    """
    players = results.event.players
    both = list(zip((pair.a, pair.b), pair.instead, strict=True))
    for number, other in both if player.number == pair.a else both[::-1]:
        if other is None or (number == player.number and other.player in told):
            continue
        one, instead, against = players[number], players[other.player], find_obstacle(pair, other)
        if against is Against.OTHERS and not _is_for_others(results, note, pair, number, other.player):
            continue
        # In round 1 there are no points but those of adjustments, which do not count there.
        nearer = note.number > 1 and other.difference < pair.difference
        word, rule = OBSTACLES[against, nearer]
        values: dict[str, Value] = {"player": one.shown, "other": instead.shown}
        if against is Against.MET and other.met is not None:
            values["round"] = other.met
        if against is Against.GROUPED:
            values["group"] = instead.group
        step = Step(word, values, rule=rule)
        yield step if note.number == 1 else _add_distance(results, note.number, step, one, instead)


def _is_for_others(results: Results, note: RoundNote, pair: PairNote, player: int, other: int) -> bool:
    """Whether two would meet but for others who may not: not if that was changed by hand, or only lots decided."""
    if frozenset((pair.a, pair.b)) not in note.own:
        return False
    return note.number == 1 or bool(results.once(weigh_alternatives, note.number).find(player, other).verdict)


def _explain_whole(event: Event, note: RoundNote, player: Player, opponent: Player) -> Iterator[Step]:
    """Yield what all pairs of the round cost, beside the program's own where they are others."""
    own = {frozenset((pair.a, pair.b)) for pair in note.pairs} & note.own.keys()
    if note.differs and frozenset((player.number, opponent.number)) not in own:
        partner = next((each - {player.number} for each in note.own if player.number in each), None)
        if partner:
            (other,) = partner
            yield Step("paired.by_hand", {"other": event.players[other].shown}, rule="rules 1.5.2")
        else:
            yield Step("paired.by_hand_bye", {}, rule="rules 1.4.1")
    if note.number > 1:
        yield from add_up(note)


def add_up(note: RoundNote) -> Iterator[Step]:
    """Yield what all pairs of a round cost, and whether a closer pairing is known (rules 1.5.2)."""
    squares = tuple(exact(difference) ** 2 for difference in note.differences)
    whole = Step("paired.all_pairs", {"pairs": len(squares)}, rule="rules 1.5.2", comes_to=sum(squares))
    yield whole._replace(terms=squares if len(squares) <= MOST_TERMS else ())
    if note.differs:
        yield Step("paired.closer", {"squares": exact(note.own_squares)}, rule="rules 1.5.2")
    else:
        yield Step("paired.closest", {}, rule="rules 1.5.2")


# --- by piles of cards (netrunner 2.1 to 2.5) ---


def explain_piles(round: PiledRound, player: Player, match: Match) -> Iterator[Step]:
    """Yield how the cards came to be paired, as far as it concerns a player (netrunner 2.1 to 2.5)."""
    found, order = round.found, round.order
    card = order.index(player)
    if match.b == BYE:
        if found.bye == card:
            yield Step("paired.pile_bye", {}, rule="netrunner 2.1")
        else:
            yield Step("paired.pile_by_hand", {}, rule="netrunner 2.1")
        return
    pair = next((each for each in found.pairs if card in each), None)
    if pair is None or {order[each].number for each in pair} != {*match.pair}:
        yield Step("paired.pile_by_hand", {}, rule="netrunner 2.2")
        return
    for pile in found.piles:
        if card in pile.cards:
            place, cards = pile.cards.index(card) + 1, len(pile.cards)
            yield Step("paired.pile", {"number": pile.number, "place": place, "cards": cards}, rule="netrunner 2.2")
    for pile in found.piles:
        if pile.floated is not None and pile.floated == pair:
            low, high = (order[each].shown for each in pile.floated)
            values: dict[str, Value] = {"number": pile.number, "player": low, "other": high}
            yield Step("paired.floated", values, rule="netrunner 2.3.1")
        for made, moves in zip(pile.pairs, pile.moves, strict=True):
            if made == pair and moves:
                yield Step("paired.moves", {"moves": ", ".join(moves)}, rule="netrunner 2.5")
            elif made == pair:
                yield Step("paired.halves", {}, rule="netrunner 2.3.2 and 2.3.3")
    for taken in found.taken_back:
        if pair in taken.instead:
            left = ", ".join(order[each].shown for each in taken.left)
            yield Step("paired.taken_back", {"left": left, "pairs": len(taken.pairs)}, rule="netrunner 2.5.7")
    last, rematches = round.met[pair[0]].get(pair[1]), sum(b in round.played[a] for a, b in found.pairs)
    if last is not None and pair[1] in round.played[pair[0]]:
        yield Step("paired.rematch", {"round": last, "fewest": rematches}, rule="netrunner 2.4")
    elif last is not None:
        yield Step("paired.no_show_again", {"round": last}, rule="netrunner 2.4")


# --- by a schedule ---


def _say(word: str, rule: str) -> Explain:
    def explain(results: Results, player: Player, match: Match) -> Iterator[Step]:
        yield Step(word, {}, rule=rule)

    return explain


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


BY_METHOD: Mapping[str, Explain] = {
    "swiss": _explain_by_score,
    "round robin": _say("paired.round_robin", "rules 1.10.1 and 1.10.2"),
    "single elimination": _explain_bracket,
    "double elimination": _explain_bracket,
    "movement": _say("paired.movement", "duplicate 1.1"),
    "manual": _say("paired.typed", "rules 1.5.9"),
}
"""What there is to say of a pair, by the setting Pairing."""
