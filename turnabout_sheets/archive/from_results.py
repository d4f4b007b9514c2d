"""From the results of an event to what is archived of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from turnabout_sheets.archive.records import Entry, EventRecord, Meeting, set_award
from turnabout_sheets.core.days import EXAMPLE
from turnabout_sheets.core.problems import Message, Problem, error
from turnabout_sheets.core.text import alphabetical_key
from turnabout_sheets.event.rating import compute_awards
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.status import find_statuses


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


def make_record(results: Results) -> EventRecord:
    """Return what is archived of an event: everybody who was paired, and every reported match.

    Entries are by position and then by name. An event that is not finished is provisional, and has no awards.
    """
    event, settings, position = results.event, results.event.settings, results.positions
    awards, status = compute_awards(results), find_statuses(results)
    lines: dict[Any, dict[Any, Any]] = results.standings.to_dict("index")
    order = sorted(position, key=lambda number: (position[number], alphabetical_key(event.players[number].shown)))
    entries = []
    for number in order:
        player, line = event.players[number], lines[number]
        entry = Entry(
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
        entries.append(set_award(entry, awards.get(number)))
    place = {number: at for at, number in enumerate(order)}
    meetings = []
    for match in (each.match for each in results.scored):
        a, b = results.sides_of(match)
        of_a = (place[a.player], a.outcome, Fraction(a.points))
        of_b = (None, None, None) if b is None else (place[b.player], b.outcome, Fraction(b.points))
        (at, outcome_a, points_a), (other, outcome_b, points_b) = of_a, of_b
        meetings.append(Meeting(match.round, match.table, at, other, outcome_a, outcome_b, points_a, points_b))
    return EventRecord(
        name=settings.name,
        date=settings.day.isoformat() if settings.day else settings.date,
        format=results.format.name,
        field=len(entries),
        entries=tuple(entries),
        meetings=tuple(meetings),
        event_id=settings.event_id,
        venue=settings.venue,
        organizer=settings.organizer,
        rounds=results.scheduled,
        provisional=not results.finished,
        computed=True,
    )
