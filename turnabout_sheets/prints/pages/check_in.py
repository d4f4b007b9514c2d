"""The check-in list: everybody in alphabetical order, to be ticked before round 1, and lines for who is not on it."""

from __future__ import annotations

from typing import NamedTuple

from turnabout_sheets.core.text import alphabetical_key
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.status import find_status
from turnabout_sheets.prints.format_pages import format_pages
from turnabout_sheets.prints.layout import Layout, lay_out
from turnabout_sheets.prints.page import Document, Of, Page, When
from turnabout_sheets.prints.shared import (
    EventHead,
    list_names,
    make_head,
    translate_status,
)
from turnabout_sheets.prints.words import Words


class CheckInLine(NamedTuple):
    """Somebody to be ticked; all is empty on a line to be filled in by hand.

    ``option`` is what the player has chosen, ``note`` what there is to say of the player ("Joined 3"); both may be
    empty. ``here``: is ticked already.
    """

    name: str = ""
    option: str = ""
    note: str = ""
    here: bool = False


class CheckInPage(NamedTuple):
    """Everybody in alphabetical order, partners each for itself: ``sheets`` of lines, filled up with empty ones.

    ``summary`` says how many they are. A line is ``row_height`` millimetres high; with ``options``, players have one.
    """

    event: EventHead
    summary: str
    options: bool
    row_height: float
    sheets: tuple[tuple[CheckInLine, ...], ...]


LAYOUTS = (Layout(columns=1, row_height=12), Layout(columns=1, row_height=9.6), Layout(columns=1, row_height=8.2))

FEWEST_EMPTY = 4
"""How many empty lines there are at least, for those who come without having registered."""


def make_view(results: Results, w: Words) -> CheckInPage:
    """Return the list of all players but those who are known not to come."""
    event, name_option = results.event, format_pages(results.format.name).load_option()
    lines = [
        CheckInLine(name, name_option(event, player) if name_option else "", translate_status(status, w), player.here)
        for player in event.expected
        for status in [None if player.as_marked else find_status(player, disqualified=results.is_disqualified(player))]
        for name in list_names(player, w)
    ]
    lines.sort(key=lambda line: alphabetical_key(line.name))
    head = make_head(event.settings)
    layout, sheets = lay_out([*lines, *[CheckInLine()] * FEWEST_EMPTY], LAYOUTS, head.paper)
    (*full, (last,)) = sheets
    empty = layout.lines_on_sheet(head.paper) - len(last)
    return CheckInPage(
        event=head,
        summary=w.counted("check_in.players", len(lines)),
        options=name_option is not None,
        row_height=layout.row_height,
        sheets=(*(column for (column,) in full), (*last, *[CheckInLine()] * empty)),
    )


def nothing_is_reported(results: Results) -> bool:
    """Say whether no game has a result yet."""
    return all(each.match.b == BYE for each in results.scored)


PAGE = Page(
    name="check-in",
    help="everybody with a box to tick, before round 1",
    of=Of.EVENT,
    when=When("until the first result is in", nothing_is_reported),
    documents=(
        Document(
            position=50,
            file="check-in.html",
            task="index.keep_at_desk",
            title="check_in.title",
            template="check_in.html.j2",
            view=CheckInPage,
            make=lambda job: make_view(job.results, job.w),
        ),
    ),
)
