"""From the results of an event to what is archived of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from turnabout_sheets.archive.records import Entry, EventRecord, Meeting, set_award
from turnabout_sheets.core.days import EXAMPLE
from turnabout_sheets.core.problems import Message, Problem, error
from turnabout_sheets.core.text import alphabetical_key
from turnabout_sheets.event.rating import compute_awards
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.status import find_statuses


def list_entries(results: Results) -> list[int]:
    """Return who was paired, by position and then by name."""
    players, position = results.event.players, results.positions
    return sorted(position, key=lambda number: (position[number], alphabetical_key(players[number].shown)))


def find_obstacles(results: Results, *, provisional: bool) -> list[Problem]:
    """Return what stands against archiving an event: no day, not finished (unless it is provisional), no match."""
    event, found = results.event, []
    if event.settings.day is None:
        message = Message(
            "The archive needs the day of the event: type it on the sheet Event, such as {example}, and save.",
            example=EXAMPLE,
        )
        found.append(error(event.setting_place("date"), message))
    if not results.scored or not (results.finished or provisional):
        message = Message(
            "The event is not finished: type what is missing, or set the number of rounds to what was played."
        )
        hint = "Or archive it as it is, without awards, with --provisional." if results.scored else ""
        found.append(error(event.setting_place("rounds"), message, hint))
    return found


def make_entries(results: Results) -> Mapping[int, Entry]:
    """Return what everybody who was paired came to, by player number, by position and then by name."""
    event = results.event
    position, awards, status = results.positions, compute_awards(results), find_statuses(results)
    lines: dict[Any, dict[Any, Any]] = results.standings.to_dict("index")

    def entry(number: int) -> Entry:
        player, line = event.players[number], lines[number]
        found = Entry(
            name=player.shown,
            player_id=player.player_id,
            position=position[number],
            wins=int(line["wins"]),
            draws=int(line["draws"]),
            losses=int(line["losses"]),
            byes=int(line["byes"]),
            points=Fraction(line["points"]),
            status=status[number],
        )
        return set_award(found, awards.get(number))

    return {number: entry(number) for number in list_entries(results)}


def make_record(results: Results) -> EventRecord:
    """Return what is archived of an event: everybody who was paired, and every reported match.

    An event that is not finished is provisional, and has no awards.
    """
    settings, entries = results.event.settings, make_entries(results)
    return EventRecord(
        name=settings.name,
        date=settings.day.isoformat() if settings.day else settings.date,
        format=results.format.name,
        field=len(entries),
        entries=tuple(entries.values()),
        meetings=make_meetings(results, {number: place for place, number in enumerate(entries)}),
        event_id=settings.event_id,
        venue=settings.venue,
        organizer=settings.organizer,
        rounds=results.scheduled,
        provisional=not results.finished,
        computed=True,
    )


def make_meetings(results: Results, entry: dict[int, int]) -> tuple[Meeting, ...]:
    """Return the reported matches, by round and row; ``entry`` gives the place of a player among the entries."""
    meetings = []
    for match in (each.match for each in results.scored):
        a, b = results.sides_of(match)
        meetings.append(
            Meeting(
                round=match.round,
                table=match.table,
                a=entry[a.player],
                b=None if b is None else entry[b.player],
                outcome_a=a.outcome,
                outcome_b=None if b is None else b.outcome,
                points_a=Fraction(a.points),
                points_b=None if b is None else Fraction(b.points),
            )
        )
    return tuple(meetings)
