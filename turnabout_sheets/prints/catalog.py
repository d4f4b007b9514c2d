"""All kinds of pages, each declared once: what it is called, when it is printed, and what makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from turnabout_sheets.event.output_sheets import OutputSheet
from turnabout_sheets.event.results import Results, compute_as_of
from turnabout_sheets.prints import pages
from turnabout_sheets.prints.format_pages import format_pages
from turnabout_sheets.prints.selection import ALL, Selection

Pages = dict[str, str]
"""HTML by file name."""

BLANK_CARDS = 1
"""Sheets of blank cards after the filled ones."""


@dataclass(frozen=True, slots=True)
class Job:
    """What pages are made of.

    ``results`` are those of the event, ``reports`` its sheets by their name, and ``round`` the round that pages of a
    round are of. ``selection`` is that of the slips, ``together`` the rounds that stand in one file, ``doom`` the
    number of the Judge Armageddon Clock, ``templates`` the organizer's own folder.
    """

    results: Results
    reports: Mapping[str, OutputSheet]
    round: int
    selection: Selection = ALL
    together: Sequence[int] = ()
    doom: int = 1
    templates: Path | None = None


Wanted = Callable[[Results], bool]


def always(results: Results) -> bool:
    """Print it at every run."""
    return True


def at_the_end(results: Results) -> bool:
    """Print it when the event is finished."""
    return results.finished


def never(results: Results) -> bool:
    """Print it only when it is asked for."""
    return False


@dataclass(frozen=True, slots=True)
class PageKind:
    """A kind of page: its name in ``--only``, what it is, what makes it, and whether a run prints it.

    ``of`` says what there is one of it for: each ``round`` that is to come, the standings ``after`` a round, or the
    whole ``event``. ``make`` returns nothing where there is nothing to print. One that is ``named`` is printed only if
    its name is; one that ``can_be_together`` has several rounds in one file if that is asked for.
    """

    name: str
    help: str
    of: str
    make: Callable[[Job], Pages]
    at_run: Wanted = always
    named: bool = False
    can_be_together: bool = False


def _of_round(make: Callable[..., Pages]) -> Callable[[Job], Pages]:
    """Return what makes a page of a round from its job."""

    def made(job: Job) -> Pages:
        event = job.results.event
        if job.round not in event.rounds:
            return {}
        return make(event, job.results.format, job.round, templates=job.templates)

    return made


def _slips(job: Job) -> Pages:
    event, format = job.results.event, job.results.format
    if job.selection.blank:
        return pages.blank_slips_page(event, format, job.selection.blank, templates=job.templates)
    rounds = [number for number in job.together or (job.round,) if number in event.rounds]
    if not rounds:
        return {}
    return pages.slips_page(event, format, *rounds, selection=job.selection, templates=job.templates)


def _standings(job: Job) -> Pages:
    results = job.results
    if not results.played:
        return {}
    shown = job.reports["Standings"].shown()
    return pages.standings_page(
        results.event, shown, results.played, provisional=results.provisional, templates=job.templates
    )


def _bracket(job: Job) -> Pages:
    if job.results.elimination is None or not job.results.event.last_round:
        return {}
    return pages.bracket_page(job.results, templates=job.templates)


def _where_at_run(name: str) -> Wanted:
    """Return in which formats a run prints a page besides the usual ones."""
    return lambda results: name in format_pages(results.format).at_run


def _where_own(name: str, make: Callable[[Job], Pages]) -> Callable[[Job], Pages]:
    """Return what makes a page that only some formats have."""
    return lambda job: make(job) if name in format_pages(job.results.format).own else {}


KINDS: tuple[PageKind, ...] = (
    PageKind("slips", "match slips, to be cut", "round", _slips, can_be_together=True),
    PageKind("pairings", "pairings by player, to be posted", "round", _of_round(pages.by_player_page)),
    PageKind("tables", "pairings by table, for the desk", "round", _of_round(pages.by_table_page)),
    PageKind("standings", "standings after a round", "after", _standings),
    PageKind(
        "outstanding",
        "the tables whose result is not in, for the desk",
        "event",
        lambda job: pages.outstanding_page(job.results, templates=job.templates),
        at_run=lambda results: results.event.last_round > 0,
    ),
    PageKind(
        "crosstable",
        "who met whom, and how it ended",
        "event",
        lambda job: pages.crosstable_page(job.results, templates=job.templates),
        at_run=at_the_end,
    ),
    PageKind(
        "report",
        "the whole event: standings, awards, charts, all results",
        "event",
        lambda job: pages.report_page(job.results, templates=job.templates),
        at_run=at_the_end,
    ),
    PageKind("bracket", "the bracket of an elimination event", "event", _bracket),
    PageKind(
        "cards",
        "a 3 × 5 inch card for each player",
        "event",
        lambda job: pages.cards_page(job.results, blank=BLANK_CARDS, templates=job.templates),
        at_run=_where_at_run("cards"),
    ),
    PageKind(
        "movement",
        "movement sheets and table cards of Duplicate Magic",
        "event",
        _where_own("movement", lambda job: pages.movement_pages(job.results.event, templates=job.templates)),
    ),
    PageKind(
        "balance",
        "how well the stocks of Duplicate Magic were balanced",
        "event",
        _where_own("balance", lambda job: pages.balance_page(job.results, templates=job.templates)),
    ),
    PageKind(
        "judge-clock",
        "the Judge Armageddon Clock",
        "event",
        lambda job: pages.judge_clock_page(job.results.event, job.doom, templates=job.templates),
        at_run=never,
        named=True,
    ),
    PageKind(
        "clock",
        "how a chess clock is set",
        "event",
        lambda job: pages.clock_page(job.results.event, templates=job.templates),
        at_run=never,
        named=True,
    ),
    PageKind(
        "alignment",
        "a test page for the printer",
        "event",
        lambda job: pages.alignment_page(job.results.event, templates=job.templates),
        at_run=never,
        named=True,
    ),
)
"""All of them, in the order of the index."""


def rounds_to_come(results: Results) -> range:
    """Return the rounds whose slips are wanted now: the last that is paired; of rounds paired at once, those left."""
    last = results.event.last_round
    first = max(1, min(results.played, last)) if results.event.settings.method.at_once else last
    return range(first, last + 1) if last else range(0)


def make_pages(
    results: Results,
    kinds: Iterable[PageKind],
    reports: Sequence[OutputSheet],
    *,
    rounds: Sequence[int] | None = None,
    selection: Selection = ALL,
    together: bool = False,
    doom: int = 1,
    templates: Path | None = None,
) -> Pages:
    """Return pages of some kinds; of ``rounds``, else of those that are to come and the standings as they are now.

    ``reports`` are the sheets of ``results``. The same event gives the same bytes.
    """
    now = {report.sheet.name: report for report in reports}
    coming = rounds_to_come(results) if rounds is None else rounds
    made: Pages = {}
    for kind in kinds:
        jobs: list[tuple[Results, Mapping[str, OutputSheet], int]]
        in_one: Sequence[int] = coming if together and kind.can_be_together else ()
        if kind.of == "event" or selection.blank or in_one:
            jobs = [(results, now, 0)]
        elif kind.of == "round":
            jobs = [(results, now, number) for number in coming]
        elif rounds is None:
            jobs = [(results, now, results.played)]
        else:
            jobs = [_then(results, number) for number in rounds if number <= results.played]
        for of, sheets, number in jobs:
            made |= kind.make(Job(of, sheets, number, selection, in_one, doom, templates))
    return made


def _then(results: Results, number: int) -> tuple[Results, Mapping[str, OutputSheet], int]:
    """Return what an event had come to after a round."""
    then = compute_as_of(results, number)
    return then, {report.sheet.name: report for report in then.format.sheets.make_output(then)}, number
