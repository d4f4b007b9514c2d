"""What the report has in Duplicate Magic only."""

from __future__ import annotations

from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.layout import StandingsColumn
from turnabout_sheets.prints.pages import balance
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
        for sheet in balance.make_view(results, w).sheets
        for line in sheet
    ]
    return make_table_sheets(w("balance.title"), columns, rows, 82, paper)
