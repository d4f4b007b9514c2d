"""What is archived of an event: plain values, whether they come from a workbook or from old lists; and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

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


@dataclass(frozen=True, slots=True)
class Meeting:
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
    names = ("match_wins", "played_all", "multiplier", "award")
    rated: dict[str, Any] = {name: getattr(award, name, None) for name in names}
    return replace(entry, **rated)


def identity(entry: Entry) -> str:
    """Return what makes two entries one player: the Player ID, else the name."""
    return f"#{key(entry.player_id)}" if entry.player_id else f"={key(entry.name)}"


Body = dict[str, Any]
"""A record as the log has it, and who its entries are of: plain values, which JSON can say."""

EVENT_FACTS: Final = (
    "name", "date", "format", "field", "event_id", "venue", "organizer", "rounds", "provisional", "computed",
)  # fmt: skip
ENTRY_COLUMNS: Final = (
    "player", "name", "player_id", "position", "wins", "draws", "losses", "byes", "points", "match_halves",
    "played_all", "multiplier", "award_halves", "status",
)  # fmt: skip
"""What stands in a row of ``entries``, in this order; in one of ``matches`` the fields of `Meeting`."""


def write_body(record: EventRecord, players: Sequence[int]) -> Body:
    """Return a record as the log has it; ``players`` are the numbers of the players of its entries."""
    entries = [
        [player, *_fields(each)[:7], _text(each.points), _halves(each.match_wins), each.played_all, each.multiplier,
         _halves(each.award), _write_status(each.status)]
        for player, each in zip(players, record.entries, strict=True)
    ]  # fmt: skip
    matches = [[*_fields(each)[:6], _text(each.points_a), _text(each.points_b)] for each in record.meetings]
    return {name: getattr(record, name) for name in EVENT_FACTS} | {"entries": entries, "matches": matches}


def read_body(body: Body) -> EventRecord:
    """Return the record of which `write_body` made this."""
    return EventRecord(
        **{name: body[name] for name in EVENT_FACTS},
        entries=tuple(Entry(*row[1:3], *read_figures(row[3:])) for row in body["entries"]),
        meetings=tuple(
            Meeting(*row[:4], *(each and Outcome(each) for each in row[4:6]), *map(_number, row[6:]))
            for row in body["matches"]
        ),
    )


def read_figures(stored: Sequence[Any]) -> tuple[Any, ...]:
    """Return the figures of an entry, from ``position`` on, as they are stored."""
    *plain, points, match_halves, played_all, multiplier, award_halves, status = stored
    rated = (_number(match_halves, 2), played_all, multiplier, _number(award_halves, 2))
    return (*plain, _number(points), *rated, _read_status(status))


def _fields(row: Entry | Meeting) -> list[Any]:
    return [getattr(row, name) for name in row.__slots__]


def _text(number: Fraction | None) -> str | None:
    return None if number is None else str(number)


def _halves(number: Fraction | None) -> int | None:
    return None if number is None else int(2 * number)


@lru_cache(maxsize=1 << 16)  # the same few stand in all events, and each is slow to make
def _number(stored: str | int | None, parts: int = 1) -> Fraction | None:
    """Return the number that is stored as exact text (7/2), or as so many parts."""
    return None if stored is None else Fraction(stored) / parts


def _write_status(status: Status | None) -> str:
    """Return what the archive stores of a status, blank where there is none: DISQUALIFIED, DROPPED 3."""
    return "" if status is None else f"{status.kind.name} {'' if status.round is None else status.round}".rstrip()


@lru_cache(maxsize=1 << 10)
def _read_status(words: str) -> Status | None:
    kind, _, number = words.partition(" ")
    return Status(StatusKind[kind], int(number) if number else None) if kind else None
