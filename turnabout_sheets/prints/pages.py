"""The door: which pages there are, what their files are called, and what is in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from turnabout_sheets.event.model import Event
from turnabout_sheets.prints import lists
from turnabout_sheets.prints.format_pages import format_pages
from turnabout_sheets.prints.head import make_head
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.selection import ALL, Selection
from turnabout_sheets.prints.views import IndexEntry, IndexPage, IndexSection
from turnabout_sheets.prints.words import Words, words
from turnabout_sheets.sheets.settings import LANGUAGES

if TYPE_CHECKING:
    import pandas as pd

    from turnabout_sheets.event.results import Results
    from turnabout_sheets.formats.base import Format

INDEX = "index.html"
SLIPS = "round-{:02}-slips{}.html"
SLIPS_OF_ROUNDS = "rounds-{:02}-to-{:02}-slips{}.html"
BLANK_SLIPS = "blank-slips.html"
BY_PLAYER = "round-{:02}-pairings-by-player.html"
BY_TABLE = "round-{:02}-pairings-by-table.html"
STANDINGS = "standings-after-round-{:02}.html"
BRACKET = "bracket.html"
CARDS = "player-cards.html"
MOVEMENT = "movement-sheets.html"
TABLE_CARDS = "table-cards.html"
BALANCE = "balance.html"
OUTSTANDING = "outstanding.html"
CROSSTABLE = "crosstable.html"
REPORT = "report.html"
JUDGE_CLOCK = "judge-clock.html"
CLOCK = "clock.html"
ALIGNMENT = "alignment.html"

_SECTIONS = (
    ("page.after_round", (("index.post", "standings.heading", STANDINGS),)),
    (
        "page.round",
        (
            ("index.print_and_cut", "index.slips", SLIPS),
            ("index.post", "lists.by_player", BY_PLAYER),
            ("index.keep_at_desk", "lists.by_table", BY_TABLE),
        ),
    ),
)
"""The sections of the index for one round, the newest first: keys of the heading, of what to do, and of which page."""

_WHOLE = (
    ("index.post", "bracket.bracket", BRACKET),
    ("index.print_and_cut", "cards.title", CARDS),
    ("index.print_and_cut", "movement.title", MOVEMENT),
    ("index.put_on_tables", "tables.title", TABLE_CARDS),
    ("index.for_director", "balance.title", BALANCE),
    ("index.keep_at_desk", "outstanding.title", OUTSTANDING),
    ("index.post", "crosstable.title", CROSSTABLE),
    ("index.keep", "report.title", REPORT),
    ("index.print_and_cut", "index.blank_slips", BLANK_SLIPS),
    ("index.print_and_cut", "judge_clock.title", JUDGE_CLOCK),
    ("index.print_and_cut", "clock.title", CLOCK),
    ("index.print_and_cut", "alignment.title", ALIGNMENT),
)
"""The pages that are of no round, before the sections of the rounds: keys of what to do, and of which page."""


def round_pages(event: Event, format: Format, round_number: int, *, templates: Path | None = None) -> dict[str, str]:
    """Return the pages of a round, HTML by file name: match slips, pairings by player, pairings by table.

    ``templates`` is the organizer's own folder, whose files go before the shipped ones. The same event gives the same
    bytes.
    """
    made = (slips_page, by_player_page, by_table_page)
    return {
        file: page for make in made for file, page in make(event, format, round_number, templates=templates).items()
    }


def slips_page(
    event: Event,
    format: Format,
    *rounds: int,
    selection: Selection = ALL,
    templates: Path | None = None,
) -> dict[str, str]:
    """Return the match slips of a round, or of several in one file, HTML by file name; see `round_pages`."""
    slips, w = format_pages(format).load_slips(), _words(event, templates)
    first, *more = (slips.slips_page(event, format, number, w, selection) for number in rounds)
    file = SLIPS.format(rounds[0], selection.suffix)
    if more:
        file = SLIPS_OF_ROUNDS.format(rounds[0], rounds[-1], selection.suffix)
    return {file: render(slips.TEMPLATE, first, w, more=more, templates=templates)}


def blank_slips_page(event: Event, format: Format, blank: int, *, templates: Path | None = None) -> dict[str, str]:
    """Return slips to be filled in by hand, HTML by file name."""
    slips, w = format_pages(format).load_slips(), _words(event, templates)
    view = slips.slips_page(event, format, 0, w, Selection(blank=blank))
    return {BLANK_SLIPS: render(slips.TEMPLATE, view, w, templates=templates)}


def by_player_page(event: Event, format: Format, round_number: int, *, templates: Path | None = None) -> dict[str, str]:
    """Return the pairings by player, HTML by file name; see `round_pages`."""
    own, w = format_pages(format), _words(event, templates)
    view = lists.pairings_by_player(event, round_number, w, own.describe_time(event.settings, w), own.bye)
    return {BY_PLAYER.format(round_number): render("pairings_by_player.html.j2", view, w, templates=templates)}


def by_table_page(event: Event, format: Format, round_number: int, *, templates: Path | None = None) -> dict[str, str]:
    """Return the pairings by table, HTML by file name; see `round_pages`."""
    own, w = format_pages(format), _words(event, templates)
    view = lists.pairings_by_table(event, round_number, w, own.describe_time(event.settings, w), own.bye)
    return {BY_TABLE.format(round_number): render("pairings_by_table.html.j2", view, w, templates=templates)}


def standings_page(
    event: Event, standings: pd.DataFrame, after_round: int, *, provisional: bool, templates: Path | None = None
) -> dict[str, str]:
    """Return the posted standings after a round, HTML by file name; ``provisional`` while results are missing.

    ``standings`` has the columns of the Standings sheet, its rows in rank order.
    """
    w = _words(event, templates)
    view = lists.standings(event, standings, after_round, w, provisional=provisional)
    return {STANDINGS.format(after_round): render("standings.html.j2", view, w, templates=templates)}


def bracket_page(results: Results, *, templates: Path | None = None) -> dict[str, str]:
    """Return the bracket of an elimination event that has a round, HTML by file name; there is one for all rounds."""
    from turnabout_sheets.prints.bracket import bracket  # few events need it, and loading it takes time

    w = _words(results.event, templates)
    return {BRACKET: render("bracket.html.j2", bracket(results, w), w, templates=templates)}


def cards_page(results: Results, *, blank: int = 0, templates: Path | None = None) -> dict[str, str]:
    """Return the players' cards, filled in to date, HTML by file name; ``blank`` is how many sheets of empty ones."""
    from turnabout_sheets.prints import cards  # not every event needs them

    w = _words(results.event, templates)
    view = cards.cards_page(results, w, blank=blank)
    return {CARDS: render("player_cards.html.j2", view, w, templates=templates)}


def movement_pages(event: Event, *, templates: Path | None = None) -> dict[str, str]:
    """Return the movement sheets of the players and the cards of the tables, HTML by file name.

    No result changes them. There are none while no round is paired, and no cards where games have no table.
    """
    from turnabout_sheets.prints import movement  # few events need it

    if not event.last_round:
        return {}
    w = _words(event, templates)
    made = (
        (MOVEMENT, "movement_sheets.html.j2", movement.movement_page(event, w)),
        (TABLE_CARDS, "table_cards.html.j2", movement.table_cards_page(event, w)),
    )
    return {file: render(template, view, w, templates=templates) for file, template, view in made if view.sheets}


def balance_page(results: Results, *, templates: Path | None = None) -> dict[str, str]:
    """Return the director's report of how well the tables were balanced, HTML by file name; none before a result."""
    from turnabout_sheets.prints import balance  # few events need it

    if not results.played:
        return {}
    w = _words(results.event, templates)
    return {BALANCE: render("balance.html.j2", balance.balance_page(results, w), w, templates=templates)}


def index_page(event: Event, files: Iterable[str], *, templates: Path | None = None) -> dict[str, str]:
    """Return the page for the desk that links the printed pages, HTML by file name, the newest round first.

    ``files`` are file names, such as all those in the event's folder of prints, in any order; those that are not
    pages of this module are passed over.
    """
    w, there = _words(event, templates), set(files)
    rounds = sorted({int(number) for file in there for number in re.findall(r"round-(\d+)", file)}, reverse=True)
    whole = IndexSection(
        w("index.whole_event"),
        tuple(IndexEntry(w(task), w(title), file) for task, title, file in _WHOLE if file in there),
    )
    by_round = (
        IndexSection(
            w(heading, n=number),
            tuple(
                IndexEntry(w(task), w(title), file.format(number, ""))
                for task, title, file in entries
                if file.format(number, "") in there
            ),
        )
        for number in rounds
        for heading, entries in _SECTIONS
    )
    view = IndexPage(make_head(event.settings), tuple(section for section in (whole, *by_round) if section.entries))
    return {INDEX: render("index.html.j2", view, w, templates=templates)}


def outstanding_page(results: Results, *, templates: Path | None = None) -> dict[str, str]:
    """Return the tables that the desk waits for, HTML by file name."""
    from turnabout_sheets.prints import outstanding

    w = _words(results.event, templates)
    return {OUTSTANDING: render(outstanding.TEMPLATE, outstanding.outstanding_view(results, w), w, templates=templates)}


def crosstable_page(results: Results, *, templates: Path | None = None) -> dict[str, str]:
    """Return who met whom, HTML by file name; none before a result."""
    from turnabout_sheets.prints import crosstable  # printed at the end

    if not results.played:
        return {}
    w = _words(results.event, templates)
    return {CROSSTABLE: render(crosstable.TEMPLATE, crosstable.crosstable_view(results, w), w, templates=templates)}


def report_page(results: Results, *, templates: Path | None = None) -> dict[str, str]:
    """Return the report of the whole event, HTML by file name; none before a result."""
    from turnabout_sheets.prints import report  # printed at the end

    if not results.played:
        return {}
    w = _words(results.event, templates)
    return {REPORT: render(report.TEMPLATE, report.report_view(results, w), w, templates=templates)}


def judge_clock_page(event: Event, number: int, *, templates: Path | None = None) -> dict[str, str]:
    """Return cards of the Judge Armageddon Clock of a number, and the table of all, HTML by file name."""
    from turnabout_sheets.prints import reference_cards as cards  # printed once, if ever

    w = _words(event, templates)
    view = cards.judge_clock_view(event, number, w)
    return {JUDGE_CLOCK: render(cards.JUDGE_CLOCK_TEMPLATE, view, w, templates=templates)}


def clock_page(event: Event, *, templates: Path | None = None) -> dict[str, str]:
    """Return cards that say how a chess clock is set, HTML by file name."""
    from turnabout_sheets.prints import reference_cards as cards

    w = _words(event, templates)
    return {CLOCK: render(cards.CLOCK_TEMPLATE, cards.clock_view(event, w), w, templates=templates)}


def alignment_page(event: Event, *, templates: Path | None = None) -> dict[str, str]:
    """Return the test page for the printer, HTML by file name."""
    from turnabout_sheets.prints import alignment

    w = _words(event, templates)
    return {ALIGNMENT: render(alignment.TEMPLATE, alignment.alignment_view(event, w), w, templates=templates)}


def _words(event: Event, templates: Path | None) -> Words:
    """Return the words of an event's pages."""
    return words(LANGUAGES[event.settings.language], templates)
