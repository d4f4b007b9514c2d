"""The report of an event: what it was, how it ended, charts, and every result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import floor
from numbers import Rational
from typing import Any

import pandas as pd

from turnabout_sheets.core.numbers import format_number
from turnabout_sheets.core.outcomes import A_WINS, B_WINS, DRAWN, PLAYED, Outcome, Outcomes
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.output_sheets import OutputSheet, player_order
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS, compute_awards
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats.turnabout.scales import VICTORY_POINTS, victory_points
from turnabout_sheets.prints.balance import balance_page
from turnabout_sheets.prints.charts import MOST_LINES, Bar, bar_chart, distribution, line_chart, opposed_chart
from turnabout_sheets.prints.crosstable import MARGINS
from turnabout_sheets.prints.format_pages import format_pages
from turnabout_sheets.prints.head import make_head
from turnabout_sheets.prints.lists import FURNITURE, batch, column_heading, standings
from turnabout_sheets.prints.slips.turnabout import vp_scale
from turnabout_sheets.prints.views import (
    Chart,
    Paper,
    ReportFact,
    ReportGroup,
    ReportPage,
    ReportSheet,
    ReportTable,
    StandingsColumn,
)
from turnabout_sheets.prints.words import Words

TEMPLATE = "report.html.j2"

ROWS = (7.0, 6.4, 5.8)
"""The heights that a line of the awards, the tables and the results can have, in millimetres: 9 points at least."""

COVER, CHARTS = 157, 84
"""Millimetres of a sheet's height that are not the chart's on the cover, nor those of two charts on a sheet."""

FEWEST_TOGETHER = 3
"""So many results of a round stand below its heading at least, before the sheet ends."""

MOST_WINNERS = 3
"""With more first places than that nobody is named on the cover."""


def report_view(results: Results, w: Words) -> ReportPage:
    """Return the whole report: cover, standings, what the format adds, charts, and the results round by round.

    Before the first result there are the cover and the standings alone.
    """
    sheets = {report.sheet.name: report for report in results.format.sheets.make_output(results)}
    head = make_head(results.event.settings)
    parts = [_cover(results, sheets, head.paper, w), *_standings(results, sheets, w)]
    if results.played:
        parts += [
            *_awards(results, head.paper, w),
            *format_pages(results.format).make_report_sheets(results, head.paper, w),
            *_charts(results, head.paper, w),
            *_results(results, sheets["Matches"], head.paper, w),
        ]
    return ReportPage(head, results.provisional, ROWS[0], tuple(parts))


# --- the cover ---


def _cover(results: Results, sheets: Mapping[str, OutputSheet], paper: Paper, w: Words) -> ReportSheet:
    """Return the first sheet: what the event was, who has won it, and how the best came to their points."""
    settings = results.event.settings
    first = [player for player in results.event.players if results.standings["rank"][player.number] == 1]
    named = results.finished and results.played > 0 and len(first) <= MOST_WINNERS
    started = [player for player in results.event.players if player.dropped_after != 0]
    teams = any(player.teammates for player in started)
    done = (
        str(results.played)
        if results.played >= results.scheduled
        else w("report.rounds_of", n=results.played, all=results.scheduled)
    )
    facts = (
        (w("report.date"), settings.date),
        (w("report.venue"), settings.venue),
        (w("report.organizer"), settings.organizer),
        (w("report.format"), results.format.name),
        (w("report.method"), _methods(w)[settings.pairing]),
        (w("report.teams") if teams else w("report.players"), str(len(started))),
        (w("report.rounds"), done),
        (w("report.matches"), str(sum(results.matches["b"] != BYE))),
        (w("report.awards"), _no_awards(results, w)),
    )
    return ReportSheet(
        w("report.title"),
        cover=True,
        winners=tuple(player.shown for player in first) if named else (),
        facts=tuple(ReportFact(label, value) for label, value in facts if value),
        charts=(_progress(results, paper, w),) if results.played else (),
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
    if not results.format.outline.rated or compute_awards(results):
        return ""
    return w("report.too_few", n=FEWEST_RATED_PLAYERS) if results.finished else w("report.at_the_end")


def _progress(results: Results, paper: Paper, w: Words) -> Chart:
    """Return the totals of the first players after each round."""
    order = list(player_order(results)[:MOST_LINES])
    rounds = range(1, results.played + 1)
    return line_chart(
        w.counted("report.progress", len(order)),
        w("report.after_round"),
        column_heading(results.format.points_name, w),
        [
            (
                results.event.players[player].shown,
                [Fraction(0), *(Fraction(results.after[number]["points"][player]) for number in rounds)],
            )
            for player in order
        ],
        paper.width - MARGINS,
        paper.height - COVER,
    )


# --- standings, awards, tables ---


def _standings(results: Results, sheets: Mapping[str, OutputSheet], w: Words) -> list[ReportSheet]:
    """Return the standings as they are posted."""
    shown = sheets["Standings"].shown()
    view = standings(results.event, shown, results.played, w, provisional=results.provisional)
    return [
        ReportSheet(
            w("standings.heading"),
            table=ReportTable(view.columns, view.row_height, 65, (ReportGroup("", rows),)),
        )
        for rows in view.sheets
    ]


def _awards(results: Results, paper: Paper, w: Words) -> list[ReportSheet]:
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
    return _tables(w("report.awards"), columns, rows, 58, paper)


def make_balance_sheets(results: Results, paper: Paper, w: Words) -> list[ReportSheet]:
    """Return how balanced the tables of Duplicate Magic were (duplicate 3.5)."""
    lines = [line for sheet in balance_page(results, w).sheets for line in sheet]
    columns = (
        StandingsColumn(w("page.table"), "table", 14),
        StandingsColumn(w("balance.theme_and_stocks"), "player"),
        StandingsColumn(w("balance.wins"), "number", 22),
        StandingsColumn(w("balance.draws"), "number", 16),
        StandingsColumn(w("balance.paid"), "number", 17),
        StandingsColumn(w("balance.most"), "number", 17),
        StandingsColumn(w("balance.balance"), "points", 20),
    )
    rows = [
        (
            line.table,
            " – ".join(filter(None, (line.theme, line.stocks))),
            f"{line.wins_a} : {line.wins_b}",
            line.draws,
            line.paid,
            line.most,
            line.balance,
        )
        for line in lines
    ]
    return _tables(w("balance.title"), columns, rows, 82, paper)


def _tables(
    title: str, columns: Sequence[StandingsColumn], rows: Sequence[tuple[str, ...]], names: float, paper: Paper
) -> list[ReportSheet]:
    """Return a table on as few sheets as can be."""
    return _fewest(
        title, columns, names, paper, lambda lines: [(ReportGroup("", part),) for part in batch(rows, lines)]
    )


def _fewest(
    title: str,
    columns: Sequence[StandingsColumn],
    names: float,
    paper: Paper,
    cut: Callable[[int], Sequence[tuple[ReportGroup, ...]]],
) -> list[ReportSheet]:
    """Return a table in the largest print that needs no more sheets; ``cut`` cuts it by the lines that a sheet has."""
    choices = [(row, cut(floor((paper.height - FURNITURE) / row))) for row in ROWS]
    row, sheets = min(choices, key=lambda choice: len(choice[1]))
    return [ReportSheet(title, table=ReportTable(tuple(columns), row, names, groups)) for groups in sheets]


# --- charts ---


def _charts(results: Results, paper: Paper, w: Words) -> list[ReportSheet]:
    """Return the charts of the points, and of what else the format has to show."""
    width, height = paper.width - MARGINS, (paper.height - CHARTS) / 2
    points = [Fraction(each) for each in results.standings["points"]]
    whole = all(each.denominator == 1 for each in points)
    name = column_heading(results.format.points_name, w)
    spread = bar_chart(
        w("report.distribution"),
        name if whole else w("report.rounded_down", points=name),
        w("report.how_many_players"),
        distribution(points),
        width,
        height,
    )
    own = format_pages(results.format).draw_charts(results, width, height, w)
    return [ReportSheet(w("report.charts"), charts=(spread, *own))]


def draw_differences(results: Results, width: float, height: float, w: Words) -> Chart:
    """Return how many matches ended with which difference: the steps of the VP table (rules 1.3.2)."""
    played = results.matches[results.matches["outcome_a"].isin(PLAYED)]
    shares = [max(share, VICTORY_POINTS - share) for share in map(victory_points, played["mp_a"], played["mp_b"])]
    bars = [
        Bar(shares.count(int(step.division.partition("–")[0])), (step.difference, step.division)) for step in vp_scale()
    ]
    return bar_chart(w("report.differences"), w("report.difference_and_vp"), w("report.how_many_matches"), bars, width,
                     height)  # fmt: skip


def draw_wins_by_table(results: Results, width: float, height: float, w: Words) -> Chart:
    """Return how often each stock of a table won (duplicate 3.5)."""
    lines = [line for sheet in balance_page(results, w).sheets for line in sheet]
    bars = [(Bar(line.wins_a, (line.table,)), Bar(line.wins_b, ())) for line in lines]
    return opposed_chart(w("report.wins_by_table"), w("page.table"), w("report.wins_of", stock="A"),
                         w("report.wins_of", stock="B"), bars, width, height)  # fmt: skip


# --- all results ---


def _figures(w: Words) -> tuple[tuple[str, str, str, float], ...]:
    """Return the columns of both players' figures: head, the fields on the sheet Matches, and width."""
    return (
        (w("report.stocks"), "deck_a", "deck_b", 18),
        (w("page.mp"), "mp_a", "mp_b", 20),
        (w("page.points"), "points_a", "points_b", 24),
        (w("page.vp"), "vp_a", "vp_b", 20),
        (w("page.gmp"), "gmp_a", "gmp_b", 20),
    )


def _results(results: Results, matches: OutputSheet, paper: Paper, w: Words) -> list[ReportSheet]:
    """Return every result, round by round, as on the sheet Matches."""
    frame = matches.frame
    figures = [each for each in _figures(w) if {each[1], each[2]} <= set(frame.columns)]
    columns = (
        StandingsColumn(w("page.table"), "table", 14),
        StandingsColumn(w("lists.player_a"), "player"),
        StandingsColumn(w("lists.player_b"), "player"),
        StandingsColumn(w("report.result"), "text", 25),
        *(StandingsColumn(head, "pair", width) for head, _, _, width in figures),
    )
    rounds: dict[int, list[tuple[str, ...]]] = {}
    scored = results.matches
    ends = zip(scored["outcome_a"], scored["outcome_b"], strict=True)
    for row, b, outcomes in zip(frame.to_dict("records"), scored["b"], ends, strict=True):
        rounds.setdefault(row["round"], []).append(
            (
                _text(row["table"]) if b != BYE else "",
                row["player_a"],
                row["player_b"] if b != BYE else "–",
                _outcome(results, b, outcomes, w),
                *(" : ".join(filter(None, (_text(row[a]), _text(row[b])))) for _, a, b, _ in figures),
            )
        )
    groups = [(w("page.round", n=number), rows) for number, rows in rounds.items()]
    names = (paper.width - MARGINS - 14 - 25 - sum(width for *_, width in figures)) / 2 - 2
    return _fewest(w("report.results"), columns, round(names, 2), paper, lambda lines: flowing(groups, lines, w))


def flowing(
    groups: Sequence[tuple[str, Sequence[tuple[str, ...]]]], lines: int, w: Words
) -> list[tuple[ReportGroup, ...]]:
    """Cut groups of rows, each under a heading that takes a line, into sheets of so many lines.

    What goes on over the end of a sheet has its heading again. At the end of a sheet, a group does not begin with fewer
    than `FEWEST_TOGETHER` rows.
    """
    sheets: list[list[ReportGroup]] = [[]]
    room = lines
    for name, rows in groups:
        rest, called = tuple(rows), name
        while rest:
            if room < min(FEWEST_TOGETHER, len(rest)) + 1:
                sheets.append([])
                room = lines
            here, rest = rest[: room - 1], rest[room - 1 :]
            sheets[-1].append(ReportGroup(called, here))
            room -= len(here) + 1
            called = w("bracket.continued", heading=name)
    return [tuple(sheet) for sheet in sheets]


def _outcome(results: Results, b: int, outcomes: Outcomes, w: Words) -> str:
    """Return how a match ended, in a word or two; ``outcomes`` are those of A and B."""
    if b == BYE:
        return {Outcome.BYE: w(format_pages(results.format).bye), Outcome.WAITS: w("page.waits")}.get(
            outcomes[0], w("report.absent", who="A")
        )
    return {
        A_WINS: w("report.wins", who="A"),
        B_WINS: w("report.wins", who="B"),
        DRAWN: w("report.drawn"),
        (Outcome.BYE, Outcome.ABSENT): w("report.absent", who="B"),
        (Outcome.ABSENT, Outcome.BYE): w("report.absent", who="A"),
        (Outcome.ABSENT, Outcome.ABSENT): w("report.absent", who="A, B"),
    }[outcomes]


def _text(value: Any) -> str:
    """Return a cell of the sheet Matches as it is printed."""
    if pd.isna(value):
        return ""
    return format_number(value) if isinstance(value, Rational) else str(value)
