"""What is archived of an event: plain values, whether they come from a workbook or from old lists; and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.text import key
from turnabout_sheets.event.status import Status, StatusKind

if TYPE_CHECKING:
    from turnabout_sheets.event.rating import Award


@dataclass(frozen=True, slots=True)
class Entry:
    """What a player, or a team, came to in an event; None is not known, or not rated (rules 1.7)."""

    name: str
    player_id: str = ""
    position: int | None = None  # the final rank, which tied players share
    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    points: Fraction | None = None
    match_wins: Fraction | None = None  # wins and half the draws
    played_all: bool | None = None
    multiplier: int | None = None
    award: Fraction | None = None
    status: Status | None = None


class Meeting(NamedTuple):
    """A match, or a bye; outcomes and points are None where they are not known."""

    round: int
    table: int | None
    a: int  # counts the event's entries from 0
    b: int | None  # None in a bye
    outcome_a: Outcome | None
    outcome_b: Outcome | None
    points_a: Fraction | None = None
    points_b: Fraction | None = None


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event as it is archived."""

    name: str
    date: str  # ISO day
    format: str
    field: int  # the players that count for the rating, perhaps more than the entries
    entries: tuple[Entry, ...]
    meetings: tuple[Meeting, ...] = ()
    event_id: str = ""
    venue: str = ""
    organizer: str = ""
    rounds: int | None = None
    provisional: bool = False  # not finished, so nothing is rated
    computed: bool = False  # from a workbook, also where that is no longer kept

    @property
    def title(self) -> str:
        """What messages call the event."""
        return f"{self.name} ({self.date})"


def set_award(entry: Entry, award: Award | None) -> Entry:
    """Return an entry with an award, or with none."""
    *plain, _, _, _, _, status = _FIGURES(entry)
    return Entry(*[*plain, *(award or [None] * 4), status])


def identity(name: str, player_id: str) -> str:
    """Return what makes two entries one player: the Player ID, else the name."""
    return f"#{key(player_id)}" if player_id else f"={key(name)}"


Body = dict[str, Any]
"""A record as the log has it, and who its entries are of: plain values, which JSON can say."""

_FIGURES: Final = attrgetter(*Entry.__slots__)
EVENT_FACTS: Final = tuple(name for name in EventRecord.__slots__ if name not in ("entries", "meetings"))


def write_body(record: EventRecord, players: Sequence[int]) -> Body:
    """Return a record as the log has it: rows of values, before each entry the number of its player."""
    rows = (map(_write, _FIGURES(each)) for each in record.entries)
    return {
        **{name: getattr(record, name) for name in EVENT_FACTS},
        "entries": [[player, *row] for player, row in zip(players, rows, strict=True)],
        "matches": [[*map(_write, each)] for each in record.meetings],
    }


def _write(value: object) -> object:
    """Return a value as JSON has it: an exact number as text (7/2), a status as words (DISQUALIFIED, DROPPED 3)."""
    if type(value) is Fraction:  # asked so, as it is asked of every value
        return str(value)
    if type(value) is Status:
        return f"{value.kind.name} {'' if value.round is None else value.round}".rstrip()
    return value


def read_body(body: Body) -> EventRecord:
    """Return the record of which `write_body` made this."""
    entries = []
    for _, *plain, points, match_wins, played_all, multiplier, award, status in body["entries"]:
        rated = [_read_number(match_wins), played_all, multiplier, _read_number(award), _read_status(status)]
        entries.append(Entry(*plain, *[_read_number(points), *rated]))
    meetings = (
        Meeting(*row[:4], *(each and Outcome(each) for each in row[4:6]), *map(_read_number, row[6:]))
        for row in body["matches"]
    )
    facts = {name: body[name] for name in EVENT_FACTS}
    return EventRecord(**facts, entries=tuple(entries), meetings=tuple(meetings))


@lru_cache(maxsize=1 << 16)  # the same few stand in all events, and each is slow to make
def _read_number(text: str | None) -> Fraction | None:
    """Return the number that a body has as text."""
    return None if text is None else Fraction(text)


@lru_cache(maxsize=1 << 10)
def _read_status(words: str | None) -> Status | None:
    kind, _, number = (words or "").partition(" ")
    return Status(StatusKind[kind], int(number) if number else None) if kind else None
