"""From the rows of an old event, and its match records, to its record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from turnabout_sheets.archive.lists.roster import BYE, ID_OF, Roster, find_doubles, is_reserved, make_roster
from turnabout_sheets.archive.lists.rows import ListedEvent, ListedRow
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.core.outcomes import BY_WINNER, WINNERS, Outcome
from turnabout_sheets.core.problems import Problem, error
from turnabout_sheets.core.text import alphabetical_key, join_words, key
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.formats import DEFAULT
from turnabout_sheets.sheets.table import suggest

_WORDS = {key(word): word for word in WINNERS}
"""What may stand for the winner besides a name, by `key`."""


def make_meetings(listed: ListedEvent, roster: Roster) -> tuple[tuple[Meeting, ...], list[Problem]]:
    """Return the matches of an event by round and table (those without one last), and the errors in their rows."""
    rounds = listed.fact("rounds")
    meetings: list[Meeting] = []
    problems: list[Problem] = []
    first: dict[tuple[int, int], tuple[ListedRow, str]] = {}
    for line in listed.matches:
        bye = key(line["b"]) == BYE
        numbers = {side: roster.find(line[side], line[ID_OF[side]]) for side in (("a",) if bye else ("a", "b"))}
        found = [
            is_reserved(line, side) or roster.explain(line, side)
            for side, number in numbers.items()
            if number is None or number in roster.reserved
        ]
        winner, wrong = _winner(line, bye=bye)
        problems += [each for each in (*found, wrong) if each]
        if rounds is not None and line["round"] > rounds:
            message = f"Round is {line['round']}; expected at most {rounds}, the Rounds of {listed.title}."
            problems.append(error(line.place("round"), message, "Correct it, or the event's Rounds."))
        if bye and line["b_id"] is not None:
            message = f'Player B ID is "{line["b_id"]}" beside {BYE_NAME}; expected nothing.'
            problems.append(error(line.place("b_id"), message, "Clear the cell, or correct Player B."))
        for side, number in numbers.items():
            if number is not None and (line["round"], number) in first:
                there, its_side = first[line["round"], number]
                place = f"here and in {there.place(its_side)}"
                message = f"{roster.label(number)} stands in round {line['round']} twice, {place}."
                problems.append(error(line.place(side), message, "Correct one of the two names, or the round."))
            elif number is not None:
                first[line["round"], number] = line, side
        a, b = numbers["a"], numbers.get("b")
        if a is not None and (bye or b is not None):
            one, other = (Outcome.BYE, None) if bye else BY_WINNER[winner] if winner else (None, None)
            points_b = None if bye else line["points_b"]
            meetings.append(Meeting(line["round"], line["table"] or None, a, b, one, other, line["points_a"], points_b))
    meetings.sort(key=lambda each: (each.round, inf if each.table is None else each.table))
    return tuple(meetings), problems


def _winner(line: ListedRow, *, bye: bool) -> tuple[str | None, Problem | None]:
    """Return who won: A, B, Draw, or None where that is not known."""
    typed = line["winner"]
    if typed is None:
        return None, None
    words = {"a": "A"} if bye else _WORDS
    if word := words.get(key(typed)):
        return word, None
    sides = [side for side in words.values() if side != "Draw"]
    if not bye and key(typed) == key(line["a"]) == key(line["b"]):
        message = f'Winner is "{typed}", and both are called so; expected {join_words(tuple(words.values()))}.'
        return None, error(line.place("winner"), message, "Type A or B.")
    names = {key(line[side.lower()]): side for side in sides}
    if side := names.get(key(typed)):
        return side, None
    known = (*words.values(), *(line[side.lower()] for side in names.values()))
    message = f'Winner is "{typed}"; expected {join_words(known)}.'
    return None, error(line.place("winner"), message, suggest(typed, known))


COUNTED = {"wins": Outcome.WIN, "draws": Outcome.DRAW, "losses": Outcome.LOSS, "byes": Outcome.BYE}
"""Which outcome each figure of a placing counts."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What the match records say of a player: how often each outcome (None: not known), and in which rounds."""

    outcomes: Counter[Outcome | None] = field(default_factory=Counter)
    rounds: set[int] = field(default_factory=set)


def make_event_record(listed: ListedEvent) -> tuple[EventRecord, list[Problem]]:
    """Return the record of an event, without awards, and the errors in its rows: with any, it is not to be used."""
    placed = sort_lines(listed)
    roster = make_roster(listed, placed)
    meetings, found = make_meetings(listed, roster)
    problems = [each for line in listed.placings if (each := is_reserved(line, "player"))]
    problems += find_doubles(listed)
    if not (listed.placings or listed.matches):
        what = f"{listed.title} has no placings and no match records, so there is nothing to archive."
        problems.append(error(listed.place, what, "Add them, or delete the row."))
    rounds = listed.fact("rounds") or max((meeting.round for meeting in meetings), default=None)
    tallies = tally_matches(meetings, len(roster.players))
    idle = sum(map(_is_idle, placed, tallies))
    problems += [*_field(listed, len(roster.players) - idle), *found]
    if placed:
        entries = [
            _entry(line, tally, rounds, recorded=bool(meetings)) for line, tally in zip(placed, tallies, strict=True)
        ]
    else:
        entries = [
            Entry(player.name, player.player_id, **counted_in(tally))
            for player, tally in zip(roster.players, tallies, strict=True)
        ]
    record = EventRecord(
        name=listed.name,
        date=listed.date,
        format=listed.fact("format") or DEFAULT.name,
        field=listed.fact("players") or len(roster.players) - idle or len(roster.players),
        entries=tuple(entries),
        meetings=meetings,
        event_id=listed.event_id,
        venue=listed.fact("venue") or "",
        organizer=listed.fact("organizer") or "",
        rounds=rounds,
    )
    return record, problems


def sort_lines(listed: ListedEvent) -> list[ListedRow]:
    """Return the placings by position, then by name and Player ID."""
    return sorted(
        listed.placings,
        key=lambda line: (line["position"] or inf, alphabetical_key(line["player"]), key(line["player_id"] or "")),
    )


def tally_matches(meetings: Sequence[Meeting], players: int) -> list[Tally]:
    """Return what the match records say of each of so many players."""
    tallies = [Tally() for _ in range(players)]
    for meeting in meetings:
        for number, outcome in ((meeting.a, meeting.outcome_a), (meeting.b, meeting.outcome_b)):
            if number is not None:
                tallies[number].outcomes[outcome] += 1
                tallies[number].rounds.add(meeting.round)
    return tallies


def counted_in(tally: Tally) -> dict[str, Any]:
    """Return the figures of a placing as the match records have them."""
    return {figure: tally.outcomes[outcome] for figure, outcome in COUNTED.items()}


def _is_idle(line: ListedRow, tally: Tally) -> bool:
    """Tell of a placing whether nothing in it or in the match records says that somebody took part (rules 1.12.8)."""
    said = (line[field] for field in (*COUNTED, "points", "played_all"))
    return line["position"] == 0 and not (tally.rounds or any(said))


def _entry(line: ListedRow, tally: Tally, rounds: int | None, *, recorded: bool) -> Entry:
    """Return the entry of a placing; what it leaves blank is counted from the match records.

    Who has played all rounds is told by rules 1.12.8.
    """
    figures = counted_in(tally) | {figure: line[figure] for figure in COUNTED if line[figure] is not None}
    played_all = line["played_all"]
    if played_all is None:
        played = len(tally.rounds) if recorded else sum(figures.values())
        played_all = rounds is not None and played >= rounds
    return Entry(
        line["player"],
        line["player_id"] or "",
        line["position"] or None,
        points=line["points"],
        played_all=played_all,
        **figures,
    )


def _field(listed: ListedEvent, known: int) -> Iterator[Problem]:
    """Find an event with more players than it says, and positions that it cannot have; ``known`` is how many."""
    players = listed.fact("players")
    if listed.event is not None and players is not None and players < known:
        where = "have a placing" if listed.placings else "stand in its match records"
        message = f"Players is {players}; expected at least {known}, who {where}."
        yield error(listed.event.place("players"), message, "Correct the number, or the rows that are too many.")
        return
    most = players or known
    for line in listed.placings:
        if line["position"] > most:
            message = f"Position is {line['position']}; expected at most {most}, the number of players in "
            hint = "Correct it; if placings are missing, add them, or type the event's Players in a list of events."
            yield error(line.place("position"), f"{message}{listed.title}.", hint)
