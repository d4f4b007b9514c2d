"""What is archived of an event: plain values, whether they come from a workbook or from old lists; and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from turnabout_sheets.archive.codecs import (
    from_halves,
    halves,
    read_exact,
    read_status,
    write_exact,
    write_status,
)
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.text import key
from turnabout_sheets.event.status import Status

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
    return {name: getattr(record, name) for name in EVENT_FACTS} | {
        "entries": [
            [player, each.name, each.player_id, each.position, each.wins, each.draws, each.losses, each.byes,
             write_exact(each.points), halves(each.match_wins), each.played_all, each.multiplier, halves(each.award),
             write_status(each.status)]
            for player, each in zip(players, record.entries, strict=True)
        ],
        "matches": [
            [each.round, each.table, each.a, each.b, each.outcome_a, each.outcome_b,
             write_exact(each.points_a), write_exact(each.points_b)]
            for each in record.meetings
        ],
    }  # fmt: skip


def read_body(body: Body) -> EventRecord:
    """Return the record of which `write_body` made this."""
    return EventRecord(
        **{name: body[name] for name in EVENT_FACTS},
        entries=tuple(
            Entry(name, player_id, position, wins, draws, losses, byes, read_exact(points), from_halves(match_halves),
                  played_all, multiplier, from_halves(award_halves), read_status(status))
            for _, name, player_id, position, wins, draws, losses, byes, points, match_halves, played_all, multiplier,
            award_halves, status in body["entries"]
        ),
        meetings=tuple(
            Meeting(number, table, a, b, _read_outcome(outcome_a), _read_outcome(outcome_b), read_exact(points_a),
                    read_exact(points_b))
            for number, table, a, b, outcome_a, outcome_b, points_a, points_b in body["matches"]
        ),
    )  # fmt: skip


def _read_outcome(word: str | None) -> Outcome | None:
    return None if word is None else Outcome(word)
