"""Pairs a round of a round robin: everybody meets everybody, by a schedule that is known from the start."""

from __future__ import annotations

from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.event.model import Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.pairing.round_robin import make_schedule
from turnabout_sheets.rounds.new_round import Couple, NewRound, first_round_order, make_round, seat


def pair(results: Results, number: int) -> tuple[NewRound | None, list[Problem]]:
    """Pair a round of the schedule for the starters (rules 1.10.2, netrunner 0.2); opponents of the absent have a bye.

    Returns None with an error where nobody is there, or earlier rounds do not follow the schedule.
    """
    event = results.event
    seeds = first_round_order(event, event.starters)
    seeded = {player.number for player in seeds}
    for played in range(1, number):
        known = {frozenset(player.number for player in couple) for couple in couples(seeds, played)}
        met = {frozenset(match.pair) for match in event.rounds.get(played, ())}
        if any(pair <= seeded and pair not in known for pair in met):
            problem = error(
                Place(event.rounds[played][0].sheet),
                f"Round {played} is not as the round robin has it for the players as they are now, so round {number} "
                "cannot be added to it.",
                "Type the missing rounds by hand, or delete the sheets of all rounds to re-pair them.",
            )
            return None, [problem]
    there = {player.number for player in event.playing(number) if number not in player.byes}
    meeting = [couple for couple in couples(seeds, number) if {player.number for player in couple} <= there]
    busy = {player.number for couple in meeting for player in couple}
    byes = [player for player in seeds if player.plays_in(number) and player.number not in busy]
    if not byes and not meeting:
        problem = error(
            event.setting_place("rounds"),
            f"Round {number} cannot be paired: nobody is there.",
            f"Set Rounds to {number - 1} to end there, or correct Away and Dropped after on the sheet Players.",
        )
        return None, [problem]
    rows, problems = seat(event, number, meeting, byes)
    return make_round(results.format, number, rows), problems


def couples(seeds: list[Player], number: int) -> list[Couple]:
    """Return who meets whom in a round, in the order of tables; sides change when the schedule begins anew."""
    schedule = make_schedule(len(seeds))
    again, place = divmod(number - 1, len(schedule))
    pairs = schedule[place].pairs
    return [(seeds[b], seeds[a]) if again % 2 else (seeds[a], seeds[b]) for a, b in pairs]
