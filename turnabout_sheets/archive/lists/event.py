"""From the rows of an old event to its record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from turnabout_sheets.archive.lists.matches import is_reserved, make_meetings, players_in
from turnabout_sheets.archive.lists.rows import ListedEvent, ListedRow
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import alphabetical_key, key
from turnabout_sheets.formats import DEFAULT

COUNTED = {"wins": Outcome.WIN, "draws": Outcome.DRAW, "losses": Outcome.LOSS, "byes": Outcome.BYE}
"""Which outcome each figure of a placing counts."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What the match records say of a player: how often each outcome (None: not known), and in which rounds."""

    outcomes: Counter[Outcome | None] = field(default_factory=Counter)
    rounds: set[int] = field(default_factory=set)


def make_event_record(listed: ListedEvent, unreadable: Collection[Place]) -> tuple[EventRecord, list[Problem]]:
    """Return the record of an event, without awards, and the errors in its rows: with any, it is not to be used.

    ``unreadable`` are the cells that have an error already.
    """
    placed = sort_lines(listed)
    names = [line["player"] for line in placed] or players_in(listed.matches)
    meetings, found = make_meetings(listed, names)
    problems = [*_who(listed), *_field(listed, len(listed.placings) or len(names), unreadable), *found]
    rounds = listed.fact("rounds") or max((meeting.round for meeting in meetings), default=None)
    tallies = tally_matches(meetings, len(names))
    if placed:
        entries = [
            _entry(line, tally, rounds, recorded=bool(meetings)) for line, tally in zip(placed, tallies, strict=True)
        ]
    else:
        entries = [Entry(name, **counted_in(tally)) for name, tally in zip(names, tallies, strict=True)]
    record = EventRecord(
        name=listed.name,
        date=listed.date,
        format=listed.fact("format") or DEFAULT.name,
        field=listed.fact("players") or len(names),
        entries=tuple(entries),
        meetings=meetings,
        event_id=listed.event_id,
        venue=listed.fact("venue") or "",
        organizer=listed.fact("organizer") or "",
        rounds=rounds,
    )
    return record, problems


def sort_lines(listed: ListedEvent) -> list[ListedRow]:
    """Return the placings by position, and by name where that is shared; those without a name are left out."""
    named = [line for line in listed.placings if line["player"] is not None]
    return sorted(named, key=lambda line: (line["position"] or inf, alphabetical_key(line["player"])))


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
        line["position"],
        points=line["points"],
        played_all=played_all,
        **figures,
    )


def _who(listed: ListedEvent) -> Iterator[Problem]:
    """Find players who have two placings, or are called by a word that means something in a match record."""
    names: dict[str, ListedRow] = {}
    ids: dict[str, ListedRow] = {}
    for line in listed.placings:
        if problem := is_reserved(line, "player"):
            yield problem
        name, player_id = line["player"], line["player_id"]
        if name is not None and (first := names.setdefault(key(name), line)) is not line:
            yield error(
                line.place("player"),
                f'The player "{name}" has a placing in {listed.title} already, in {first.place("player")}.',
                "Delete one of the rows, or tell the two people apart, for example by an initial.",
            )
        elif player_id is not None and (first := ids.setdefault(key(player_id), line)) is not line:
            yield error(
                line.place("player_id"),
                f'The Player ID "{player_id}" has a placing in {listed.title} already, in {first.place("player_id")}.',
                "Correct one of the two, or leave it blank.",
            )


def _field(listed: ListedEvent, known: int, unreadable: Collection[Place]) -> Iterator[Problem]:
    """Find an event with more players than it says, and positions that it cannot have; ``known`` is how many."""
    players = listed.fact("players")
    if listed.event is not None and players is None and listed.event.place("players") in unreadable:
        return
    if listed.event is not None and players is not None and players < known:
        where = "have a placing" if listed.placings else "stand in its match records"
        message = f"Players is {players}; expected at least {known}, who {where}."
        yield error(listed.event.place("players"), message, "Correct the number, or the rows that are too many.")
        return
    for line in listed.placings:
        if line["position"] is not None and line["position"] > (players or known):
            message = f"Position is {line['position']}; expected at most {players or known}, the number of players in "
            yield error(
                line.place("position"),
                f"{message}{listed.title}.",
                "Correct it; if placings are missing, add them, or type the event's Players in a list of events.",
            )
