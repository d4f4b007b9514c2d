"""An archived event computed anew from what the archive has of its matches, by the rules of its format."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, Event, Player, make_matches
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats import find_format
from turnabout_sheets.rounds.next_rounds import pass_over_byes
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.settings import make_settings
from turnabout_sheets.sheets.table import Table, make_table_row


def replay(record: EventRecord) -> Results | None:
    """Return what the matches of a record come to; None where the archive does not have what points come from.

    A player's number is that of the entry. Raises ValueError, KeyError, TypeError or ArithmeticError where the terms or
    details are none that the program wrote.
    """
    format = find_format(record.format)
    if record.terms is None or format is None or format.scoring.kept.fields is None:
        return None
    terms = json.loads(record.terms)
    details = [_read(entry.details) for entry in record.entries]
    players = [_player(number, *pair) for number, pair in enumerate(zip(record.entries, details, strict=True))]
    tables = {"Adjustments": _adjustments(details)} | {
        name: _table(name, rows) for name, rows in format.scoring.kept.sheets(terms).items()
    }
    rows = [_row(format, number, meeting) for number, meeting in enumerate(record.meetings)]
    met = {number for meeting in record.meetings for number in (meeting.a, meeting.b)}
    # Whose only match has no result yet is known to be paired, not with whom.
    rows += [_waiting(len(rows), each.number, terms["played"]) for each in players if each.number not in met]
    columns = [column.field for column in format.sheets.matches.columns]
    settings = make_settings(_settings(record, terms) | dict(format.scoring.kept.settings(terms)))
    event = Event(settings, tuple(players), make_matches(rows, columns), tables)
    return pass_over_byes(compute(event, format))[1]


def _read(details: str | None) -> Mapping[str, Any]:
    found = json.loads(details) if details else {}
    if not isinstance(found, dict):
        raise TypeError(found)
    return found


def _settings(record: EventRecord, terms: Mapping[str, Any]) -> dict[str, Any]:
    per_session = terms["rounds_per_session"]
    return {
        "name": record.name,
        "date": record.date,
        "format": record.format,
        "pairing": terms["pairing"],
        # Where it is blank, as many as there were: how many that is may depend on who never came.
        "rounds": record.rounds if terms["tie_breaks"] else terms["rounds"],
        "rounds_per_session": None if per_session is None else tuple(per_session),
        "allow_rematches": terms["allow_rematches"],
        "bye_counts_as_win": terms["bye_counts_as_win"],
        "tie_breaks": tuple(terms["tie_breaks"]),
    }


def _player(number: int, entry: Entry, details: Mapping[str, Any]) -> Player:
    facts: dict[str, Any] = {
        name: details[name] for name in ("joined", "dropped_after", "disqualified", "group") if name in details
    }
    facts |= {name: tuple(details.get(name, ())) for name in ("away", "byes", "let_in")}
    facts["seat"] = tuple(details["seat"]) if "seat" in details else None
    return Player(number, entry.name, player_id=entry.player_id, **facts)


def _adjustments(details: Sequence[Mapping[str, Any]]) -> Table:
    return _table(
        "Adjustments",
        [
            {"player": number, "round": in_round, "points": Fraction(points)}
            for number, each in enumerate(details)
            for in_round, points in each.get("adjustments", ())
        ],
    )


def _table(name: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    return Table(Sheet(name, "", ()), name, 1, {}, tuple(make_table_row(n, row) for n, row in enumerate(rows, 2)))


def _row(format: Format, number: int, meeting: Meeting) -> dict[str, Any]:
    details = _read(meeting.details)
    kept = format.scoring.kept.fields
    assert kept is not None
    return {
        **kept(details),
        "round": meeting.round,
        "table": meeting.table,
        "a": meeting.a,
        "b": BYE if meeting.b is None else meeting.b,
        "ruling": details.get("ruling"),
        "advances": details.get("advances"),
        "sheet": "",
        "row": number,
    }


def _waiting(number: int, player: int, in_round: int) -> dict[str, Any]:
    return {"round": in_round, "table": None, "a": player, "b": player, "sheet": "", "row": number}


FAULTS = (ArithmeticError, AssertionError, AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError)
"""What computing raises from terms and details that no program of ours wrote."""
