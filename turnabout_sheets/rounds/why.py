"""Explains why somebody plays whom: what the pair cost, what stood against others, or what the schedule says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from turnabout_sheets.event.match_steps import explain_absence
from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.steps import Answer, Group, Step, Value
from turnabout_sheets.event.tie_break_steps import exact
from turnabout_sheets.rounds.explanations import Instead, PairNote, RoundNote, examine_round
from turnabout_sheets.rounds.new_round import first_round_order
from turnabout_sheets.rounds.piles import PiledRound, pile_up_rows

MOST_TERMS = 20
"""So many pairs are added up before everybody's eyes; of more only the sum is told."""

Explain = Callable[[Results, Player, Match], Iterator[Step]]


def explain_pairings(results: Results, player: Player, number: int | None = None) -> Answer:
    """Return why a player plays whom in a round, or in all that are paired, as each was paired (rules 1.4.15)."""
    rounds = [number] if number is not None else list(results.event.rounds)
    return Answer(Step("paired.ask", {"player": player.shown}), [_explain(results, player, each) for each in rounds])


def _explain(results: Results, player: Player, number: int) -> Group:
    event = results.event
    match = next((each for each in event.rounds.get(number, ()) if player.number in each.pair), None)
    if match is None:
        return Group(Step("paired.nobody", {"round": number}), [_explain_absence(results, player, number)])
    return Group(_title(event, player, match), [*_explain_match(results, player, match)])


def _title(event: Event, player: Player, match: Match) -> Step:
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


def _explain_absence(results: Results, player: Player, number: int) -> Step:
    """Return why a player stands in no row of a round (rules 1.4.5 to 1.4.7 and 1.11)."""
    step, state = Step("paired.left_out", {"round": number}), results.elimination
    if state is not None:
        step = Step("paired.out", {"round": number}, rule="rules 1.11")
        if (state.out_in(player.number) or number) < number:
            return step
    return explain_absence(results.event, player, number, step, "paired.")


def _explain_match(results: Results, player: Player, match: Match) -> Iterator[Step]:
    event, opponent = results.event, _opponent(results.event, player, match)
    if opponent is None and match.round in player.byes:
        yield Step("paired.asked", {}, (event.player_place(player, "byes"),), "rules 1.4.3")
        return
    if match.round in player.let_in or (opponent is not None and match.round in opponent.let_in):
        late = player if match.round in player.let_in else opponent
        assert late is not None, "one of the two was let in"
        place = event.player_place(late, "let_in")
        yield Step("paired.let_in", {"player": late.shown}, (place,), "rules 1.4.11 and 1.4.15")
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
    rows = results.event.as_paired(number)
    if results.format.pairing.swiss == "piles":
        yield from _explain_piles(pile_up_rows(results, number, rows), player, match)
    else:
        yield from _explain_closest(results, examine_round(results, number, rows), player, match)


# --- by closest score (rules 1.5) ---


def _explain_closest(results: Results, note: RoundNote, player: Player, match: Match) -> Iterator[Step]:
    event = results.event
    opponent = _opponent(event, player, match)
    if note.number == 1:
        yield _explain_first_round(event, note, player)
    if opponent is None:
        yield from _explain_bye(event, note, player)
        return
    pair = next(pair for pair in note.pairs if {pair.a, pair.b} == {player.number, opponent.number})
    if note.number > 1:
        yield _measure(results, note.number, player, opponent)
    if pair.met is not None:
        yield Step("paired.rematch", {"round": pair.met, "fewest": note.own_rematches}, rule="rules 1.5.5")
    if pair.grouped:
        place = event.player_place(player, "group")
        yield Step("paired.same_group", {"group": player.group}, (place,), "rules 1.5.6")
    yield from _explain_others(results, note, pair, player)
    yield from _explain_whole(event, note, player, opponent)


def _measure(results: Results, number: int, player: Player, opponent: Player) -> Step:
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


def _explain_first_round(event: Event, note: RoundNote, player: Player) -> Step:
    there = {each for pair in note.pairs for each in (pair.a, pair.b)} | {note.bye}
    order = first_round_order(event, [each for each in event.players if each.number in there])
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
    else:
        other = "" if note.own_bye is None else event.players[note.own_bye].shown
        yield Step("paired.bye_by_hand", {"player": other}, rule="rules 1.4.1")


def _explain_others(results: Results, note: RoundNote, pair: PairNote, player: Player) -> Iterator[Step]:
    """Yield whom either would have met if all could meet, what that would cost, and what is against it."""
    players = results.event.players
    both = list(zip((pair.a, pair.b), pair.instead, strict=True))
    for number, other in both if player.number == pair.a else both[::-1]:
        if other is not None:
            one, instead = players[number], players[other.player]
            word, values, rule = _name_obstacle(other, instead)
            values |= {"player": one.shown, "other": instead.shown}
            step = Step(word, values, rule=rule)
            if note.number > 1:
                mine, theirs = (_points(results, note.number, each) for each in (one, instead))
                step = step._replace(comes_to=max(mine, theirs) - min(mine, theirs), of=results.format.points_name)
            yield step


def _name_obstacle(other: Instead, instead: Player) -> tuple[str, dict[str, Value], str]:
    if other.met is not None:
        return "paired.had_met", {"round": other.met}, "rules 1.5.1"
    if other.grouped:
        return "paired.would_be_grouped", {"group": instead.group}, "rules 1.5.6"
    return "paired.for_others", {}, "rules 1.5.2"


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
        squares = tuple(exact(difference) ** 2 for difference in note.differences)
        whole = Step("paired.all_pairs", {"pairs": len(squares)}, rule="rules 1.5.2", comes_to=sum(squares))
        yield whole._replace(terms=squares if len(squares) <= MOST_TERMS else ())
        if note.differs:
            yield Step("paired.closer", {"squares": exact(note.own_squares)}, rule="rules 1.5.2")
        else:
            yield Step("paired.closest" if note.proven else "paired.best_found", {}, rule="rules 1.5.2")


# --- by piles of cards (netrunner 2.1 to 2.5) ---


def _explain_piles(round: PiledRound, player: Player, match: Match) -> Iterator[Step]:
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
    if round.no_shows and pair[1] in round.met[pair[0]]:
        yield Step("paired.no_show_again", {"round": round.met[pair[0]][pair[1]]}, rule="netrunner 2.4")


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
        yield Step("paired.in_bracket", {}, rule="rules 1.11.1 and 1.11.5" if beaten else "rules 1.11.1")
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
