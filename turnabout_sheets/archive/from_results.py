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
    """Return what is archived of an event: who was paired, by position and name, and every reported match."""
    event, settings, position = results.event, results.event.settings, results.positions
    awards, status = compute_awards(results), find_statuses(results)
    lines: dict[Any, dict[Any, Any]] = results.standings.to_dict("index")
    order = sorted(position, key=lambda number: (position[number], alphabetical_key(event.players[number].shown)))
    entries = []
    for number in order:
        player, line = event.players[number], lines[number]
        won, drawn, lost, byes = (int(line[each]) for each in ("wins", "draws", "losses", "byes"))
        known = (player.shown, player.player_id, position[number], won, drawn, lost, byes, Fraction(line["points"]))
        entries.append(set_award(Entry(*known, status=status[number]), awards.get(number)))
    place = {number: at for at, number in enumerate(order)}
    meetings = []
    for match in (each.match for each in results.scored):
        a, b = results.sides_of(match)
        other, outcome, points = (None, None, None) if b is None else (place[b.player], b.outcome, Fraction(b.points))
        meetings.append(
            Meeting(match.round, match.table, place[a.player], other, a.outcome, outcome, Fraction(a.points), points)
        )
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
