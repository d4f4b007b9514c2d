"""Pairings by player, in the order of names, to be posted."""

from __future__ import annotations

from typing import NamedTuple

from turnabout_sheets.core.text import alphabetical_key
from turnabout_sheets.event.model import Event
from turnabout_sheets.prints.layout import Layout, lay_out
from turnabout_sheets.prints.page import EACH_ROUND, Document, Job, Of, Page
from turnabout_sheets.prints.shared import EventHead, list_names, list_pairs, make_head
from turnabout_sheets.prints.words import Words


class PairingLine(NamedTuple):
    """A line of the pairings by player. With a bye, ``bye`` is True and ``table`` and ``opponent`` are empty.

    ``stock`` is the player's own at a table that has stocks, empty where there is none or nobody knows it yet.
    """

    player: str
    table: str
    opponent: str
    bye: bool
    stock: str


class PairingsByPlayerPage(NamedTuple):
    """Each player, in alphabetical order: ``sheets`` of columns of lines.

    ``columns`` (1 or 2) is the number of columns on a sheet, ``row_height`` the height of a line in millimetres, and
    ``digits`` how many the longest number of a table has;
    ``time`` says how long a match lasts, empty where the format has nothing to say of it; ``bye`` is its word for a
    bye. With ``stocks``, somebody has one.
    """

    event: EventHead
    round: int
    time: str
    bye: str
    stocks: bool
    columns: int
    row_height: float
    digits: int
    sheets: tuple[tuple[tuple[PairingLine, ...], ...], ...]


BY_PLAYER = (
    Layout(columns=1, row_height=14, most=24),
    Layout(columns=1, row_height=11),
    Layout(columns=2, row_height=13.5, most=22),
)
BY_PARTNER = (Layout(columns=1, row_height=14, most=24), Layout(columns=1, row_height=12, most=14))


def list_lines(event: Event, round_number: int, w: Words) -> list[PairingLine]:
    """Return the pairings in the order of names, each pair twice, byes in their place; partners each for itself."""
    lines = [
        PairingLine(name, "", "", bye=True, stock="")
        if opponent is None
        else PairingLine(name, pair.table_text, opponent.shown, bye=False, stock=pair.stock(side))
        for pair in list_pairs(event, round_number)
        for side, player, opponent in (("a", pair.a, pair.b), ("b", pair.b, pair.a))
        if player is not None
        for name in list_names(player, w)
    ]
    return sorted(lines, key=lambda line: alphabetical_key(line.player))


def make_view(event: Event, round_number: int, w: Words, time: str = "", bye: str = "page.bye") -> PairingsByPlayerPage:
    """Return the pairings on sheets: small events in one column in large print, larger ones in two columns.

    ``time`` says how long a match lasts, ``bye`` is the key of the word for a bye.
    """
    lines = list_lines(event, round_number, w)
    head = make_head(event.settings)
    teams = any(player.teammates for player in event.players)
    layout, sheets = lay_out(lines, BY_PARTNER if teams else BY_PLAYER, head.paper)
    return PairingsByPlayerPage(
        event=head,
        round=round_number,
        time=time,
        bye=w(bye),
        stocks=any(line.stock for line in lines),
        columns=layout.columns,
        row_height=layout.row_height,
        digits=max((len(line.table) for line in lines), default=0) or 1,
        sheets=sheets,
    )


def _of_job(job: Job) -> PairingsByPlayerPage:
    return make_view(job.event, job.round, job.w, job.own.describe_time(job.event.settings, job.w), job.own.bye)


PAGE = Page(
    name="pairings",
    help="pairings by player, alphabetical, to be posted",
    of=Of.ROUND,
    when=EACH_ROUND,
    documents=(
        Document(
            position=20,
            file="round-{:02}-pairings-by-player.html",
            task="index.post",
            title="lists.by_player",
            template="pairings_by_player.html.j2",
            view=PairingsByPlayerPage,
            make=_of_job,
        ),
    ),
)
