"""From the results of an event to what is archived of it, with what its figures come from.

Each is canonical JSON. Numbers are exact: whole ones as numbers, all others as text, "7/2". What is as usual is left
out, so that most rows have none.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from turnabout_sheets.archive.records import Entry, EventRecord, Meeting, set_award
from turnabout_sheets.core.days import EXAMPLE
from turnabout_sheets.core.digests import write_canonical
from turnabout_sheets.core.problems import Problem, Said, error
from turnabout_sheets.core.text import alphabetical_key
from turnabout_sheets.event.model import Match
from turnabout_sheets.event.rating import compute_awards
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.status import find_statuses


def exact(value: object) -> Any:
    """Return a number as JSON has it exactly; what is none as it is."""
    if isinstance(value, Mapping):
        return {name: exact(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return [exact(each) for each in value]
    if value is None or isinstance(value, str | bool):
        return value
    number = Fraction(str(value))  # also the whole numbers of frames
    return number.numerator if number.denominator == 1 else str(number)


def write(facts: Mapping[str, object]) -> str | None:
    """Return facts as they are kept, without those that say nothing; None where all of them do."""
    told = {name: exact(value) for name, value in facts.items() if value not in (None, "", (), [], {})}
    return write_canonical(told) if told else None


def make_terms(results: Results) -> str | None:
    """Return what the figures of an event depend on (rules 1.6, 1.7 and 1.11)."""
    settings = results.event.settings
    return write_canonical(
        exact(
            {
                "pairing": settings.pairing,
                "rounds": settings.rounds,
                "played": results.played,
                "rounds_per_session": settings.rounds_per_session,
                "allow_rematches": settings.allow_rematches,
                "bye_counts_as_win": settings.bye_counts_as_win,
                "tie_breaks": results.tie_breaks,
                **results.format.scoring.kept.terms(results.event),
            }
        )
    )


def list_entries(results: Results) -> list[int]:
    """Return who was paired, by position and then by name."""
    players, position = results.event.players, results.positions
    return sorted(position, key=lambda number: (position[number], alphabetical_key(players[number].shown)))


def describe_entries(results: Results) -> dict[int, str | None]:
    """Return the details of the players of an event, by number."""
    event, standings = results.event, results.standings
    table = event.tables.get("Adjustments")
    adjustments: dict[int, list[tuple[int | None, int]]] = {}
    for row in table.rows if table else ():
        adjustments.setdefault(row["player"], []).append((row["round"], row["points"]))
    tie_breaks = {name: standings[name].to_dict() for name in results.tie_breaks}
    lead, order = standings["lead"].to_dict(), list_entries(results)
    return {
        player.number: write(
            {
                "joined": None if player.joined == 1 else player.joined,
                "dropped_after": player.dropped_after,
                "disqualified": player.disqualified,
                "away": player.away,
                "byes": player.byes,
                "let_in": player.let_in,
                "group": player.group,
                "seat": player.seat and (player.seat[0], order.index(player.seat[1])),
                "adjustments": adjustments.get(player.number),
                "tie_breaks": {name: each[player.number] for name, each in tie_breaks.items()},
                "lead": lead[player.number] or None,
            }
        )
        for player in event.players
    }


def describe_match(match: Match, own: Mapping[str, object]) -> str | None:
    """Return the details of a match, of which its format keeps its ``own``."""
    return write({**own, "ruling": match.ruling, "advances": match.advances})


def find_obstacles(results: Results, *, provisional: bool) -> list[Problem]:
    """Return what stands against archiving an event: no day, not finished (unless it is provisional), no match."""
    event, found = results.event, []
    if event.settings.day is None:
        what = f'"{event.settings.date}"' if event.settings.date else "blank"
        found.append(
            error(
                event.setting_place("date"),
                f"Date is {what}; the archive expects a day such as {EXAMPLE}.",
                "Fill in the day of the event.",
                said=Said("desk.archive.no_day", {"example": EXAMPLE}),
            )
        )
    if not len(results.matches):
        found.append(
            error(
                event.setting_place("name"),
                "No result is reported yet, so there is nothing to archive.",
                "Archive the event when it is finished.",
                said=Said("desk.archive.unfinished", {}),
            )
        )
    elif not (results.finished or provisional):
        missing = len(results.outstanding)
        if missing:
            why, how = f"{missing} result{'s are' if missing > 1 else ' is'} missing", "Type in what is missing"
        else:
            why = f"{results.played} of {results.scheduled} rounds are played"
            how = "Play the others, or set Rounds to what was played"
        found.append(
            error(
                event.setting_place("rounds"),
                f"The event is not finished: {why}.",
                f"{how}; or archive it as it is, without awards, with --provisional.",
                said=Said("desk.archive.unfinished", {}),
            )
        )
    return found


def make_entries(results: Results) -> Mapping[int, Entry]:
    """Return what everybody who was paired came to, by player number, by position and then by name."""
    event = results.event
    position, awards, status = results.positions, compute_awards(results), find_statuses(results)
    lines: dict[Any, dict[Any, Any]] = results.standings.to_dict("index")
    details = describe_entries(results)

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
            details=details[number],
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
        terms=make_terms(results),
    )


def make_meetings(results: Results, entry: dict[int, int]) -> tuple[Meeting, ...]:
    """Return the reported matches, by round and row; ``entry`` gives the place of a player among the entries."""
    meetings, details = [], results.format.scoring.kept.matches(results.event)
    for match in results.scored_rows:
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
                details=describe_match(match, details[match.index]),
            )
        )
    return tuple(meetings)
