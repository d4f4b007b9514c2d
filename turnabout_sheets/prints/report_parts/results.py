"""All results of an event in its report, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Rational
from typing import Any

from turnabout_sheets.core.frames import pd
from turnabout_sheets.core.outcomes import A_WINS, B_WINS, DRAWN, Outcome, Outcomes
from turnabout_sheets.core.text import format_number
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.output_sheets import OutputSheet
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.format_pages import format_pages
from turnabout_sheets.prints.layout import MARGINS, StandingsColumn
from turnabout_sheets.prints.report_parts.sheets import ROWS, ReportGroup, ReportSheet, lay_out_table
from turnabout_sheets.prints.shared import Paper
from turnabout_sheets.prints.words import Words

FEWEST_TOGETHER = 3
"""How many results of a round stand below its heading at least, before the sheet ends."""


def _points_columns(w: Words) -> tuple[tuple[str, str, str, float], ...]:
    """Return the columns of both players' points: head, the fields on the sheet Matches, and width."""
    return (
        (w("report.stocks"), "deck_a", "deck_b", 18),
        (w("page.mp"), "mp_a", "mp_b", 20),
        (w("page.points"), "points_a", "points_b", 24),
        (w("page.vp"), "vp_a", "vp_b", 20),
        (w("page.gmp"), "gmp_a", "gmp_b", 20),
    )


def make_results_sheets(
    results: Results, matches: OutputSheet, paper: Paper, w: Words, heights: Sequence[float] = ROWS
) -> list[ReportSheet]:
    """Return every result, round by round, as on the sheet Matches."""
    frame = matches.frame
    points = [each for each in _points_columns(w) if {each[1], each[2]} <= set(frame.columns)]
    columns = (
        StandingsColumn(w("page.table"), "table", 14),
        StandingsColumn(w("lists.player_a"), "player"),
        StandingsColumn(w("lists.player_b"), "player"),
        StandingsColumn(w("report.result"), "text", 25),
        *(StandingsColumn(head, "pair", width) for head, _, _, width in points),
    )
    rounds: dict[int, list[tuple[str, ...]]] = {}
    for row, scored in zip(frame.to_dict("records"), results.scored, strict=True):
        (_, b), outcomes = scored.match.pair, scored.outcomes
        rounds.setdefault(row["round"], []).append(
            (
                _text(row["table"]) if b != BYE else "",
                row["player_a"],
                row["player_b"] if b != BYE else "–",
                _word_outcome(results, b, outcomes, w),
                *(" : ".join(filter(None, (_text(row[a]), _text(row[b])))) for _, a, b, _ in points),
            )
        )
    groups = [(w("page.round", n=number), rows) for number, rows in rounds.items()]
    names = (paper.width - MARGINS - 14 - 25 - sum(width for *_, width in points)) / 2 - 2
    return lay_out_table(
        w("report.results"), columns, round(names, 2), paper, lambda lines: flow_groups(groups, lines, w), heights
    )


def flow_groups(
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


def _word_outcome(results: Results, b: int, outcomes: Outcomes, w: Words) -> str:
    """Return how a match ended, in a word or two; ``outcomes`` are those of A and B."""
    if b == BYE:
        return {Outcome.BYE: w(format_pages(results.format.name).bye), Outcome.WAITS: w("page.waits")}.get(
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
