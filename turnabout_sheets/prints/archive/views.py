"""The pages of the archive: the rating list, the list of events, a player's page and an event's."""

from __future__ import annotations

from dataclasses import dataclass

from turnabout_sheets.prints.views.report import Chart, ReportFact


@dataclass(frozen=True, slots=True)
class ArchiveLink:
    """A player or an event with a page of its own: what it is called, and the file of the page."""

    name: str
    file: str


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A line of the rating list; all figures are texts.

    ``best`` says the best position and of how many, ``gained`` and ``climbed`` what has changed since the last day with
    an event ("+12", "▲3"), ``last`` is the day of the player's last rated event.
    """

    rank: str
    player: ArchiveLink
    player_id: str
    rating: str
    events: str
    wins: str
    best: str
    gained: str
    climbed: str
    last: str


@dataclass(frozen=True, slots=True)
class RatingListPage:
    """The rating list: sentences ``about`` it, its lines, and the ``others``, who are not listed, by name."""

    about: tuple[str, ...]
    lines: tuple[RatingLine, ...]
    others: tuple[ArchiveLink, ...]


@dataclass(frozen=True, slots=True)
class EventLine:
    """A line of the list of events; ``note`` says why it is not rated, empty where it is."""

    date: str
    event: ArchiveLink
    format: str
    players: str
    winners: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class EventListPage:
    """All events, the newest first."""

    lines: tuple[EventLine, ...]


@dataclass(frozen=True, slots=True)
class PlayerEventLine:
    """What a player came to in an event.

    ``entered`` says under which other name, ``note`` why the award does not count; both may be empty. ``award`` says
    how it is worked out ("4 × (3½ + 1) = 18"), ``total`` what all awards come to that count, up to this one.
    """

    date: str
    event: ArchiveLink
    entered: str
    note: str
    position: str
    results: str
    points: str
    award: str
    total: str


@dataclass(frozen=True, slots=True)
class PlayerMatchLine:
    """A match of a player: ``opponent`` is None in a bye; ``outcome`` and ``points`` are the player's, these first."""

    round: str
    opponent: ArchiveLink | None
    outcome: str
    points: str


@dataclass(frozen=True, slots=True)
class PlayerMatches:
    """The matches of a player in an event, in the order of rounds."""

    date: str
    event: ArchiveLink
    lines: tuple[PlayerMatchLine, ...]


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """How all matches of a player with one opponent ended, and the day of the last; the numbers are texts."""

    opponent: ArchiveLink
    played: str
    won: str
    drawn: str
    lost: str
    last: str


@dataclass(frozen=True, slots=True)
class ArchivePlayerPage:
    """A player's page; events and matches stand with the newest first, opponents by how often they were met.

    ``chart`` is None where there are not two rated events.
    """

    name: str
    facts: tuple[ReportFact, ...]
    chart: Chart | None
    events: tuple[PlayerEventLine, ...]
    matches: tuple[PlayerMatches, ...]
    opponents: tuple[OpponentLine, ...]


@dataclass(frozen=True, slots=True)
class EventEntryLine:
    """A line of an event's standings; ``entered``, ``results`` and ``award`` as in `PlayerEventLine`."""

    position: str
    player: ArchiveLink
    entered: str
    status: str
    results: str
    points: str
    award: str


@dataclass(frozen=True, slots=True)
class EventMatchLine:
    """A match, or a bye: then ``b`` is None. ``table`` is empty where it has none, ``points`` are "18 : 12"."""

    table: str
    a: ArchiveLink
    b: ArchiveLink | None
    outcome: str
    points: str


@dataclass(frozen=True, slots=True)
class EventRound:
    """The matches of a round under its ``heading``."""

    heading: str
    lines: tuple[EventMatchLine, ...]


@dataclass(frozen=True, slots=True)
class ArchiveEventPage:
    """An event's page: ``note`` says why it is not rated, empty where it is."""

    name: str
    facts: tuple[ReportFact, ...]
    note: str
    entries: tuple[EventEntryLine, ...]
    rounds: tuple[EventRound, ...]
