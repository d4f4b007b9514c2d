"""Checks of an elimination event (rules 1.11), which need the results so far: who is out, who is in, who goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event import progress
from turnabout_sheets.event.elimination import Elimination
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.rulings import ADVANCES
from turnabout_sheets.rounds.elimination import is_upper, slot_count


def late_players(results: Results, state: Elimination) -> Iterator[Problem]:
    """Find players who join when the bracket is drawn already; who was let in by hand ranks last (rules 1.11.4)."""
    event = results.event
    for player in event.players:
        if player.joined > 1 and event.last_round:
            comes_to = "ranks behind them" if player.number in event.paired else "is not paired"
            yield warning(
                event.player_place(player, "joined"),
                f"{player.name} joins in round {player.joined}, but an elimination event is played by those who were "
                f"there at the start; {player.name} {comes_to}.",
                f"Nothing needs to be done; to let the player in, clear Joined round and put the name in the place of "
                f"a {BYE_NAME} of round 1.",
            )


def who_is_in(results: Results, state: Elimination) -> Iterator[Problem]:
    """Find players who are out and stand in a round, and those who are in and do not."""
    event = results.event
    outstanding = progress.outstanding_matches(event, results.format.entry.result_fields)
    for number, matches in event.rounds.items():
        there = {player for match in matches for player in (match.a, match.b)}
        # Who of them is out depends on a result that was taken away again.
        unknown = {player for match in outstanding if match.round < number for player in match.pair}
        expected = {player.number: player for player in state.survivors(event, number) if player.plays_in(number)}
        for match in matches:
            for field, player in match.seats():
                out = state.out_in(player)
                if out is not None and out < number:
                    yield error(
                        event.place(match, field),
                        f"{event.players[player].name} stands in round {number} but went out in round {out}.",
                        "Correct the name, or the result of that round.",
                    )
        for player in expected:
            if player not in there and player not in unknown and not state.undecided:
                yield error(
                    Place(matches[0].sheet),
                    f"{expected[player].name} is missing in round {number}; expected everybody who is not out.",
                    f"Add a row for {expected[player].name} (against {BYE_NAME} if nobody is free), or fill in Joined "
                    f"round, Dropped after or Away in {event.player_place(expected[player])}.",
                )


def slots(results: Results, state: Elimination) -> Iterator[Problem]:
    """Find matches of the upper bracket whose table is not one of its slots: nobody would know who meets the winner.

    Where every slot has its match, there may be others: whoever wins them takes a place that is free.
    """
    event = results.event
    for number, matches in event.rounds.items():
        last = slot_count(event, number)
        upper = [match for match in matches if is_upper(event, state, match)]
        if {match.table for match in upper}.issuperset(range(1, last + 1)):
            upper = []
        taken: dict[int, Place] = {}
        for match in upper:
            place = event.place(match, "table")
            if match.table is None or match.table > last:
                name = event.players[match.pair[0]].name
                found = "has no table" if match.table is None else f"is at table {match.table}"
                yield error(
                    place,
                    f"{name}'s match {found}; expected a place in the bracket, 1 to {last}.",
                    "Type it: the winners at tables 1 and 2 meet in the next round, those at 3 and 4, and so on.",
                )
            elif match.table in taken:
                yield error(
                    place,
                    f"Table {match.table} stands in {taken[match.table].cell} already; expected every number once in a "
                    "bracket.",
                    f"Type the number that is free, from 1 to {last}.",
                )
            else:
                taken[match.table] = place


def undecided(results: Results, state: Elimination) -> Iterator[Problem]:
    """Name drawn matches of which nobody knows who goes on, and decisions that are not wanted (rules 1.11.2)."""
    event = results.event
    for match in state.undecided:
        a, b = (event.players[player].name for player in match.pair)
        yield warning(
            event.place(match, "ruling"),
            f"{a} and {b} have drawn, and one of them is to go on; the next round waits for it.",
            f"Let them play on until somebody wins, and choose {join_words(tuple(ADVANCES))} as the ruling.",
        )
    drawn = results.sides[results.sides["outcome"] == Outcome.DRAW]
    draws = set(zip(drawn["round"], drawn["player"], strict=True))
    for match in event.rows:
        if match.advances is not None and match.round <= results.played and (match.round, match.a) not in draws:
            yield warning(
                event.place(match, "ruling"),
                "The match is not drawn, so that it says itself who goes on; the ruling changes nothing.",
                "Clear the ruling, or correct the result.",
            )


BracketCheck = Callable[[Results, Elimination], Iterator[Problem]]

BRACKET_CHECKS: tuple[BracketCheck, ...] = (late_players, who_is_in, slots, undecided)


def check_bracket(results: Results) -> list[Problem]:
    """Return the problems of an elimination event; there are none in others."""
    if results.elimination is None:
        return []
    return [problem for each in BRACKET_CHECKS for problem in each(results, results.elimination)]
