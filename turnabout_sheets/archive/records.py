"""What is archived of an event: plain values, whether they come from a workbook or from old lists; and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING, Any, get_type_hints

from turnabout_sheets.archive.codecs import (
    read_exact,
    read_outcome,
    read_status,
    write_exact,
    write_outcome,
    write_status,
)
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.text import key
from turnabout_sheets.event.status import Status
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS

if TYPE_CHECKING:
    from turnabout_sheets.event.rating import Award


@dataclass(frozen=True, slots=True)
class Entry:
    """What a player, or a team, came to in an event.

    ``position`` is the final rank, which tied players share; None where it is not known. ``match_wins`` (wins and half
    the draws), ``played_all`` rounds, ``multiplier`` and ``award`` are those of the rating (rules 1.7), None where the
    event or the entry is not rated. ``points`` are those of the standings, None where they are not known.
    """

    name: str
    player_id: str = ""
    position: int | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    points: Fraction | None = None
    match_wins: Fraction | None = None
    played_all: bool | None = None
    multiplier: int | None = None
    award: Fraction | None = None
    status: Status | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match, or a bye: ``a`` and ``b`` count the event's entries from 0; ``b`` is None in a bye.

    Outcomes are None where they are not known, as are points.
    """

    round: int
    table: int | None
    a: int
    b: int | None
    outcome_a: Outcome | None
    outcome_b: Outcome | None
    points_a: Fraction | None = None
    points_b: Fraction | None = None


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event as it is archived.

    ``date`` is an ISO day. ``field`` is the number of players that counts for the rating, which may be more than the
    entries that are known. ``provisional``: it was not finished, so nothing in it is rated. ``computed``: its
    figures come from a workbook, also where that is no longer kept.
    """

    name: str
    date: str
    format: str
    field: int
    entries: tuple[Entry, ...]
    meetings: tuple[Meeting, ...] = ()
    event_id: str = ""
    venue: str = ""
    organizer: str = ""
    rounds: int | None = None
    provisional: bool = False
    computed: bool = False

    @property
    def rated(self) -> bool:
        """Whether any entry has an award."""
        return any(entry.award is not None for entry in self.entries)

    @property
    def title(self) -> str:
        """What messages call the event."""
        return f"{self.name} ({self.date})"


def set_award(entry: Entry, award: Award | None) -> Entry:
    """Return an entry with an award, or with none."""
    if award is None:
        return replace(entry, match_wins=None, played_all=None, multiplier=None, award=None)
    return replace(
        entry,
        match_wins=award.match_wins,
        played_all=award.played_all,
        multiplier=award.multiplier,
        award=award.award,
    )


def identity(entry: Entry) -> str:
    """Return what makes two entries one player: the Player ID, else the name."""
    return f"#{key(entry.player_id)}" if entry.player_id else f"={key(entry.name)}"


def require_sound_record(record: EventRecord) -> EventRecord:
    """Return a record; raises `ValueError` where somebody stands in a match who has no entry, or its round is none."""
    who = {number for meeting in record.meetings for number in (meeting.a, meeting.b) if number is not None}
    if not who <= set(range(len(record.entries))):
        raise ValueError("a match of somebody else")
    if not all(1 <= meeting.round <= MOST_ROUNDS for meeting in record.meetings):
        raise ValueError("a match of no round")
    return record


VERSION = 1
"""The form of a record as JSON; a program refuses one of a newer form."""

_PARTS: Mapping[str, type[Any]] = {"entries": Entry, "meetings": Meeting}
"""The fields of a record that are rows: each is kept as the names of its columns, and lists in their order."""


_FRACTIONS = ("points", "match_wins", "award", "points_a", "points_b")

_WRITE: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(_FRACTIONS, write_exact),
    **dict.fromkeys(("outcome_a", "outcome_b"), write_outcome),
    "status": write_status,
}
_READ: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(_FRACTIONS, read_exact),
    **dict.fromkeys(("outcome_a", "outcome_b"), read_outcome),
    "status": read_status,
}
"""What is kept as text: numbers exact, 7/2, outcomes and statuses in the archive's words; all else is as it is."""


def as_json(record: EventRecord) -> bytes:
    """Return a record as compact JSON in UTF-8: the same bytes for the same record, always."""
    data: dict[str, Any] = {"version": VERSION}
    for name in _names(record):
        value = getattr(record, name)
        data[name] = _rows(_PARTS[name], value) if name in _PARTS else value
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def _names(kind: Any) -> list[str]:
    return [field.name for field in fields(kind)]


def _rows(kind: type[Any], values: Iterable[Any]) -> dict[str, Any]:
    names = _names(kind)
    rows = [list(attrgetter(*names)(value)) for value in values]
    for place, name in enumerate(names):
        if write := _WRITE.get(name):
            for row in rows:
                row[place] = write(row[place])
    return {"columns": names, "rows": rows}


def from_json(data: bytes) -> EventRecord:
    """Return the record that `as_json` made the bytes of. Raises ValueError for any others."""
    try:
        found = json.loads(data)
        version = found.pop("version")
        if version == VERSION:
            return _sound(EventRecord(**{name: _read(name, value) for name, value in found.items()}))
    except (ArithmeticError, AttributeError, KeyError, RecursionError, TypeError, ValueError) as reason:
        raise ValueError("it is not the record of an event") from reason
    raise ValueError("it is a record that a newer version of turnabout wrote")


_KINDS = {
    kind: {name: hint for name, hint in get_type_hints(kind, localns={"Status": Status}).items() if name not in _PARTS}
    for kind in (EventRecord, *_PARTS.values())
}
"""Of what type the values are, by kind of row and name."""


def _sound(record: EventRecord) -> EventRecord:
    """Return a record; raises `TypeError` or `ValueError` where a value is not of its type, or none can store it."""
    for row in (record, *record.entries, *record.meetings):
        for name, kind in _KINDS[type(row)].items():
            value = getattr(row, name)
            if not isinstance(value, kind) or (isinstance(value, int) and abs(value) >= 1 << 63):
                raise TypeError(name)
            if isinstance(value, str):
                value.encode()  # JSON may hold halves of characters
    return require_sound_record(record)


def _read(name: str, value: Any) -> Any:
    if name not in _PARTS:
        return value
    columns = value["columns"]
    reads = [(column, _READ.get(column)) for column in columns]
    return tuple(
        _PARTS[name](**{column: read(cell) if read else cell for (column, read), cell in zip(reads, row, strict=True)})
        for row in value["rows"]
    )
