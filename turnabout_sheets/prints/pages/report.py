"""The report of an event: what it was, how it ended, and every result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import NamedTuple

from turnabout_sheets.core.text import format_number
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.output_sheets import OutputSheet
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS, compute_awards
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.format_pages import format_pages
from turnabout_sheets.prints.layout import StandingsColumn
from turnabout_sheets.prints.page import AT_THE_END, Document, Job, Of, Page
from turnabout_sheets.prints.pages import standings
from turnabout_sheets.prints.report_parts.results import make_results_sheets
from turnabout_sheets.prints.report_parts.sheets import (
    ROWS,
    ReportFact,
    ReportGroup,
    ReportSheet,
    ReportTable,
    make_table_sheets,
)
from turnabout_sheets.prints.shared import EventHead, Paper, date_text, make_head
from turnabout_sheets.prints.words import Words


class ReportPage(NamedTuple):
    """The report of an event, ``provisional`` as long as its points can change."""

    event: EventHead
    provisional: bool
    row_height: float
    sheets: tuple[ReportSheet, ...]


COVER, FACT, WINNER = 98, 8, 10
"""Millimetres of the cover's height that are not its table's, and those of each line of facts and each winner."""

MOST_WINNERS = 3
"""With more first places than that nobody is named on the cover."""


def make_view(results: Results, w: Words) -> ReportPage:
    """Return the whole report: cover, standings, what the format adds, and the results round by round.

    Before the first result there are the cover and the standings alone.
    """
    sheets = {report.sheet.name: report for report in results.format.make_output(results)}
    head = make_head(results.event.settings)
    begin = _begin(results, sheets, head.paper, w)
    if results.played:
        begin = min(
            (_arrange(begin, results, sheets, head.paper, w, heights) for heights in (ROWS, ROWS[-1:])), key=len
        )
    return ReportPage(head, results.provisional, ROWS[0], tuple(begin))


def _begin(results: Results, sheets: Mapping[str, OutputSheet], paper: Paper, w: Words) -> list[ReportSheet]:
    """Return the cover with the standings; these have sheets of their own where there is no room for them."""
    cover, standings = _cover(results, w), _standings(results, sheets, w)
    table = standings[0].table
    if len(standings) > 1 or table is None or not results.played:
        return [cover, *standings]
    lines = len(table.groups[0].rows)
    used = COVER + FACT * ceil(len(cover.facts) / 2) + WINNER * len(cover.winners)
    row_height = min(ROWS[0], floor(10 * (paper.height - used) / max(1, lines)) / 10)
    if row_height < ROWS[-1]:
        return [cover, *standings]
    return [cover._replace(table=table._replace(row_height=row_height), title=standings[0].heading)]


def _arrange(
    begin: Sequence[ReportSheet],
    results: Results,
    sheets: Mapping[str, OutputSheet],
    paper: Paper,
    w: Words,
    heights: Sequence[float],
) -> list[ReportSheet]:
    """Return all sheets."""
    own = format_pages(results.format.name).make_report_sheets(results, paper, w)
    all_results = make_results_sheets(results, sheets["Matches"], paper, w, heights)
    return [*begin, *_awards(results, paper, w, heights), *own, *all_results]


def _cover(results: Results, w: Words) -> ReportSheet:
    """Return the first sheet: what the event was, and who has won it."""
    settings = results.event.settings
    first = [player for player in results.event.players if results.standings["rank"][player.number] == 1]
    named = results.finished and results.played > 0 and len(first) <= MOST_WINNERS
    started = [player for player in results.event.players if not player.never_started]
    teams = any(player.teammates for player in started)
    done = (
        str(results.played)
        if results.played >= results.scheduled
        else w("report.rounds_of", n=results.played, all=results.scheduled)
    )
    facts = (
        (w("report.date"), date_text(settings)),
        (w("report.venue"), settings.venue),
        (w("report.organizer"), settings.organizer),
        (w("report.format"), results.format.name),
        (w("report.method"), _methods(w)[settings.pairing]),
        (w("report.teams") if teams else w("report.players"), str(len(started))),
        (w("report.rounds"), done),
        (w("report.matches"), str(sum(each.match.b != BYE for each in results.scored))),
        (w("report.awards"), _no_awards(results, w)),
        (w("report.seed"), results.event.seed if results.finished else ""),
    )
    return ReportSheet(
        w("report.title"),
        cover=True,
        winners=tuple(player.shown for player in first) if named else (),
        facts=tuple(ReportFact(label, value) for label, value in facts if value),
    )


def _methods(w: Words) -> dict[str, str]:
    """Return the words for all methods of pairing."""
    return {
        "swiss": w("report.swiss"),
        "round robin": w("report.round_robin"),
        "single elimination": w("report.single_elimination"),
        "double elimination": w("report.double_elimination"),
        "movement": w("report.movement"),
        "manual": w("report.manual"),
    }


def _no_awards(results: Results, w: Words) -> str:
    """Return why there are no awards; nothing where there are, or where the format has none."""
    if not results.format.rated or compute_awards(results):
        return ""
    return w("report.too_few", n=FEWEST_RATED_PLAYERS) if results.finished else w("report.at_the_end")


def _standings(results: Results, sheets: Mapping[str, OutputSheet], w: Words) -> list[ReportSheet]:
    """Return the standings as they are posted."""
    sheet, format = sheets["Standings"], results.format
    view = standings.make_view(results.event, sheet, results.played, w, format=format, provisional=results.provisional)
    return [
        ReportSheet(
            standings.name_standings(w, final=results.finished),
            table=ReportTable(view.columns, view.row_height, view.name_width, (ReportGroup("", rows),)),
        )
        for rows in view.sheets
    ]


def _awards(results: Results, paper: Paper, w: Words, heights: Sequence[float]) -> list[ReportSheet]:
    """Return the awards (rules 1.7)."""
    awards, positions = compute_awards(results), results.positions
    if not awards:
        return []
    columns = (
        StandingsColumn(w("report.position"), "rank", 18),
        StandingsColumn(w("page.player"), "name"),
        StandingsColumn(w("report.match_wins"), "number", 28),
        StandingsColumn(w("report.played_all"), "number", 32),
        StandingsColumn(w("report.multiplier"), "number", 28),
        StandingsColumn(w("report.award"), "points", 24),
    )
    played_all = {True: w("report.yes"), False: w("report.no")}
    rows = [
        (
            str(positions[number]),
            results.event.players[number].shown,
            format_number(each.match_wins),
            played_all[each.played_all],
            str(each.multiplier),
            format_number(each.award),
        )
        for number, each in awards.items()
    ]
    return make_table_sheets(w("report.awards"), columns, rows, 58, paper, heights)


def _of_job(job: Job) -> ReportPage | None:
    """Return the report; none before a result."""
    return make_view(job.results, job.w) if job.results.played else None


PAGE = Page(
    name="report",
    help="the whole event: standings, awards, all results",
    of=Of.EVENT,
    when=AT_THE_END,
    documents=(
        Document(
            position=120,
            file="report.html",
            task="index.keep",
            title="report.title",
            template="report.html.j2",
            view=ReportPage,
            make=_of_job,
        ),
    ),
)
