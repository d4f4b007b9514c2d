"""What several pages say: of their event, its players and matches, the draw and its lists, how a chess clock is set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from turnabout_sheets.core.days import write_day
from turnabout_sheets.event.model import BYE, Event, Player
from turnabout_sheets.event.status import NEVER_CAME, Status, StatusKind
from turnabout_sheets.prints.words import Words
from turnabout_sheets.sheets.settings import LANGUAGES, Settings


class Paper(NamedTuple):
    """A paper size: its CSS name, width and height in millimetres."""

    name: str
    width: float
    height: float


class EventHead(NamedTuple):
    """What stands at the head of every page; a text is empty where the organizer has left the setting blank."""

    name: str
    date: str
    venue: str
    paper: Paper


PAPERS = {paper.name: paper for paper in (Paper("A4", 210, 297), Paper("Letter", 215.9, 279.4))}
"""The papers of the setting ``Paper``."""

GAMES = (("turnabout.opponents_deck", 5), ("turnabout.own_deck", 3))
"""The keys of who plays what, and the minutes to prepare, in games 1 and 2 of Turnabout (rules 1.1.2 and 1.1.3)."""


def make_head(settings: Settings) -> EventHead:
    """Return the head of every page."""
    return EventHead(settings.name, date_text(settings), settings.venue, PAPERS[settings.paper])


def date_text(settings: Settings) -> str:
    """Return the day of an event in the language of its pages; what was typed where it does not mean one day."""
    return write_day(settings.day, LANGUAGES[settings.language]) if settings.day else settings.date


def list_names(player: Player, w: Words) -> tuple[str, ...]:
    """Return what somebody looks for who is the player, or of the team."""
    team = (player.name, *player.teammates)
    if len(team) == 1:
        return team
    return tuple(
        w("lists.with_partner", name=name, partner=" & ".join(other for other in team if other != name))
        for name in team
    )


def name_on_slip(player: Player) -> str:
    """Return the name of the player as every slip has it; of a team, the names."""
    return player.shown


_STATUSES = {
    StatusKind.DISQUALIFIED: "status.disqualified",
    StatusKind.DROPPED: "status.dropped_after",
    StatusKind.PROVISIONAL: "status.provisional",
    StatusKind.JOINED: "status.joined",
    StatusKind.OUT: "status.out_in",
}
"""The keys of a player's statuses."""


def translate_status(status: Status | None, w: Words) -> str:
    """Return a player's status in the page's words."""
    if status is None:
        return ""
    if status == NEVER_CAME:
        return w("status.never_came")
    return w(_STATUSES[status.kind], n=status.round)


class Pair(NamedTuple):
    """A match of a round, or a bye where ``b`` is None; ``cells`` are the format's own fields, None where blank."""

    table: int | None
    a: Player
    b: Player | None
    cells: Mapping[str, Any]

    @property
    def table_text(self) -> str:
        """The table's number as it is printed; empty where there is none."""
        return "" if self.table is None else str(self.table)

    def stock(self, side: str) -> str:
        """Return the stock of a side, a or b, where the table has stocks; empty in a bye, or while nobody knows it."""
        return "" if self.b is None else self.cells.get(f"deck_{side}") or ""


def list_pairs(event: Event, round_number: int) -> list[Pair]:
    """Return the matches of a round by table number, those without a table after them, byes last."""
    found = []
    for match in event.rounds.get(round_number, ()):
        a, b = match.pair
        found.append(Pair(match.table, event.players[a], None if b == BYE else event.players[b], match.fields))
    return sorted(found, key=lambda pair: (pair.b is None, pair.table is None, pair.table or 0))


def describe_clock(settings: Settings, w: Words) -> str:
    """Return how the clock is set (rules 1.8.1, 1.8.2 and 1.8.5).

    A Bronstein clock gives back what a move took, up to the refund, so the refund is added to the base time as well.
    """
    base, seconds = 60 * settings.minutes, settings.seconds
    half = f"{settings.match_minutes // 2}{'½' if settings.match_minutes % 2 else ''}"
    return {
        "untimed": w("turnabout.untimed"),
        "delay": w("turnabout.delay", time=show_time(base), seconds=seconds),
        "bronstein": w("turnabout.bronstein", time=show_time(base + seconds), seconds=seconds),
        "split": w("turnabout.split", minutes=half),
    }[settings.timing]


def find_round_minutes(settings: Settings) -> int:
    """Return how many minutes a match of a round may take by one clock for the whole hall; 0 where it has none.

    It has one where the match time is split (rules 1.8.5): all other clocks stand on the tables.
    """
    return settings.match_minutes if settings.timing == "split" else 0


def show_time(seconds: int) -> str:
    """Return a time as a chess clock shows it: "40:00"."""
    return "{}:{:02}".format(*divmod(seconds, 60))
