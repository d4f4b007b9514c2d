"""What the report has in Duplicate Magic only."""

from __future__ import annotations

from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.charts import Bar, Chart, opposed_chart
from turnabout_sheets.prints.layout import StandingsColumn
from turnabout_sheets.prints.pages import balance
from turnabout_sheets.prints.pages.balance import BalanceLine
from turnabout_sheets.prints.report_parts.sheets import ReportSheet, make_table_sheets
from turnabout_sheets.prints.shared import Paper
from turnabout_sheets.prints.words import Words


def make_balance_sheets(results: Results, paper: Paper, w: Words) -> list[ReportSheet]:
    """Return how balanced the tables of Duplicate Magic were (duplicate 3.5)."""
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
        for line in _lines(results, w)
    ]
    return make_table_sheets(w("balance.title"), columns, rows, 82, paper)


def draw_wins_by_table(results: Results, width: float, height: float, w: Words) -> Chart:
    """Return how often each stock of a table won (duplicate 3.5)."""
    bars = [(Bar(line.wins_a, (line.table,)), Bar(line.wins_b, ())) for line in _lines(results, w)]
    return opposed_chart(w("report.wins_by_table"), w("page.table"), w("report.wins_of", stock="A"),
                         w("report.wins_of", stock="B"), bars, width, height)  # fmt: skip


def _lines(results: Results, w: Words) -> list[BalanceLine]:
    """Return how balanced each table was."""
    return [line for sheet in balance.make_view(results, w).sheets for line in sheet]
