"""All that pages do in one format and not in another, in one table; a format that is not in it has the plain way.

Named here and loaded where it is printed: what belongs to a format that is not played takes no time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from turnabout_sheets.event.model import Event, Player
    from turnabout_sheets.event.results import Results
    from turnabout_sheets.prints.report_parts.sheets import ReportSheet
    from turnabout_sheets.prints.shared import Paper
    from turnabout_sheets.prints.words import Words
    from turnabout_sheets.sheets.settings import Settings

ROOM = "turnabout_sheets.prints"


class FormatPages(NamedTuple):
    """What a format prints in its own way; functions stand here as ``module:name``, modules of `prints`.

    ``slips`` is the module of its match slips, if it has any, with a ``TEMPLATE``, its ``VIEW`` and a function
    ``make_view``; ``time`` says how long a match lasts, ``minutes`` gives the number for the clock of the hall;
    ``option`` says what a player has chosen on the Players sheet. ``bye`` is the key of the word for a bye. ``at_run``
    are the pages that a run prints besides the usual; those that are its ``own`` are printed in no format that does not
    name them. ``report``
    makes further sheets of the report.
    """

    slips: str = ""
    time: str = ""
    minutes: str = "shared:find_round_minutes"
    option: str = ""
    bye: str = "page.bye"
    at_run: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    report: str = ""

    def load_slips(self) -> Any:
        """Return the module of the match slips."""
        return import_module(f"{ROOM}.slips.{self.slips}")

    def describe_time(self, settings: Settings, w: Words) -> str:
        """Return how long a match lasts, empty where the format has nothing to say of it."""
        return _load(self.time)(settings, w) if self.time else ""

    def find_minutes(self, settings: Settings) -> int:
        """Return how many minutes a round has; 0 where nothing limits them."""
        minutes: int = _load(self.minutes)(settings)
        return minutes

    def load_option(self) -> Callable[[Event, Player], str] | None:
        """Return what names a player's option; None where the players have none."""
        return _load(self.option) if self.option else None

    def make_report_sheets(self, results: Results, paper: Paper, w: Words) -> list[ReportSheet]:
        """Return the sheets that the report has in this format besides the usual ones."""
        return _load(self.report)(results, paper, w) if self.report else []


FORMAT_PAGES: Mapping[str, FormatPages] = {
    "Turnabout": FormatPages(
        slips="turnabout",
        option="slips.turnabout:name_option",
    ),
    "Netrunner": FormatPages(
        slips="netrunner",
        time="slips.netrunner:describe_time_limit",
        minutes="slips.netrunner:find_time_limit",
        at_run=("cards",),
    ),
    "Duplicate Magic": FormatPages(
        slips="duplicate",
        bye="duplicate.sits_out",
        at_run=("movement", "balance"),
        own=("movement", "balance"),
        report="report_parts.duplicate:make_balance_sheets",
    ),
}
"""By the name of the format."""

PLAIN = FormatPages()
"""For every format that is not in the table."""


def format_pages(format: str) -> FormatPages:
    """Return what the format of a name prints in its own way."""
    return FORMAT_PAGES.get(format, PLAIN)


def _load(name: str) -> Callable[..., Any]:
    """Return a function of this room by its module and name."""
    function: Callable[..., Any] = resolve_name(f"{ROOM}.{name}")
    return function
