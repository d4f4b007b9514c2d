"""Who meets whom in the bracket of an elimination event, also in rounds to come (rules 1.11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from turnabout_sheets.event.elimination import Elimination
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.sides import Side
from turnabout_sheets.prints.words import Words
from turnabout_sheets.rounds.elimination import is_upper, slot_count

Feed = int | None
"""Who comes from a slot: a player's number, `BYE` for nobody, None if that is still open."""


class Meeting(NamedTuple):
    """A slot of the bracket in a round: its table, who is above and below, and the match's row if it is paired."""

    table: int | None
    players: tuple[Feed, Feed]
    match: Match | None = None


class Facts(NamedTuple):
    """What is known of the matches: by row which are reported and which undecided, by round and player how they ended.

    ``ends`` are sides by round and player, ``w`` the words of the page.
    """

    event: Event
    state: Elimination
    reported: frozenset[int]
    undecided: frozenset[int]
    ends: Mapping[tuple[int, int], Side]
    w: Words


def find_facts(results: Results, state: Elimination, w: Words) -> Facts:
    """Return what is known of the matches of an elimination event."""
    return Facts(
        event=results.event,
        state=state,
        reported=frozenset(results.matches.index),
        undecided=frozenset(match.index for match in results.undecided),
        ends=results.side_of,
        w=w,
    )


def list_meetings(facts: Facts) -> list[list[Meeting]]:
    """Return the slots of each round of the upper bracket, also of those to come."""
    event = facts.event
    rounds: list[list[Meeting]] = []
    fed: list[Feed] = []
    for number in range(1, slot_count(event, 1).bit_length() + 1):
        paired = event.rounds.get(number, ())
        matches = {match.table: match for match in paired if is_upper(event, facts.state, match)}
        meetings = []
        for table in range(1, slot_count(event, number) + 1):
            above, below = fed[2 * table - 2 : 2 * table] or (None, None)
            if table in matches:
                meetings.append(Meeting(table, _in_place(matches[table], above, below), matches[table]))
            else:
                meetings.append(Meeting(table, (BYE, BYE) if paired else (above, below)))
        rounds.append(meetings)
        fed = [_comes(event, find_winner(facts, meeting), number + 1) for meeting in meetings]
    return rounds


def _in_place(match: Match, above: Feed, below: Feed) -> tuple[Feed, Feed]:
    """Return a match's players, each on the side from which the bracket leads to the match."""
    a, b = match.pair
    return (b, a) if a == below or b == above else (a, b)


def find_winner(facts: Facts, meeting: Meeting) -> Feed:
    """Return who goes on from a slot."""
    match = meeting.match
    if match is None:  # whoever is to meet nobody is through without being paired
        players = [player for player in meeting.players if player != BYE] or [BYE]
        return players[0] if len(players) == 1 else None
    if match.b != BYE and (match.index not in facts.reported or match.index in facts.undecided):
        return None
    winner = facts.state.winner(match)
    return BYE if winner is None else winner


def _comes(event: Event, player: Feed, number: int) -> Feed:
    """Return who comes to a round: nobody if the player is not there."""
    return player if player in (BYE, None) or event.players[player].plays_in(number) else BYE
