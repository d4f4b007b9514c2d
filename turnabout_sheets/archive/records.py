"""What is archived of an event: plain values, whether they come from a workbook or from old lists."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.text import key
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS

if TYPE_CHECKING:
    from turnabout_sheets.event.rating import Award
    from turnabout_sheets.event.status import Status


@dataclass(frozen=True, slots=True)
class Entry:
    """What a player, or a team, came to in an event.

    ``position`` is the final rank, which tied players share; None where it is not known. ``match_wins`` (wins and half
    the draws), ``played_all`` rounds, ``multiplier`` and ``award`` are those of the rating (rules 1.7), None where the
    event or the entry is not rated. ``points`` are those of the standings, None where they are not known. ``details``
    is what else the figures come from, as canonical JSON (see `archive.details`), None where there is none.
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
    details: str | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match, or a bye: ``a`` and ``b`` count the event's entries from 0; ``b`` is None in a bye.

    Outcomes are None where they are not known, as are points. ``details`` are those of the games, as of an entry.
    """

    round: int
    table: int | None
    a: int
    b: int | None
    outcome_a: Outcome | None
    outcome_b: Outcome | None
    points_a: Fraction | None = None
    points_b: Fraction | None = None
    details: str | None = None


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event as it is archived.

    ``date`` is an ISO day. ``field`` is the number of players that counts for the rating, which may be more than the
    entries that are known. ``provisional``: it was not finished, so nothing in it is rated. ``terms`` is what its
    figures depend on, as canonical JSON (see `archive.details`), None where that is not known.
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
    terms: str | None = None

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
