"""How far a round is, in formulas for other sheets: they count while results are typed, as the next run will."""

from __future__ import annotations

from turnabout_sheets.event.format import LiveValue
from turnabout_sheets.event.model import BYE, BYE_NAME
from turnabout_sheets.event.progress import is_reported
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats.live_formulas import clean
from turnabout_sheets.formats.live_round import RoundCells
from turnabout_sheets.sheets.cell_kinds import format_cell


def count_tables(results: Results, round: RoundCells) -> LiveValue:
    """Return how many matches a round has; byes are none."""
    matches = [match for match in results.event.rounds[round.number] if match.b != BYE]
    return LiveValue(f"=SUMPRODUCT({_is_match(round)})", len(matches))


def count_out(results: Results, round: RoundCells) -> LiveValue:
    """Return how many matches of a round are not reported (rules 1.4.10): neither ruled on, nor filled in whole."""
    fields, live = results.format.entry.result_fields, results.format.entry.live_columns
    out = [match for match in results.event.rounds[round.number] if not is_reported(match, fields)]
    blank = "+".join(f"(LEN({clean(round.column(field))})=0)" for field in fields)
    blank += "".join(f"+({round.column(each.header)}=1)" for each in live if each.lacks and each.header in round)
    ruled = f'(RIGHT({clean(round.column("ruling"))},7)="no-show")' if "ruling" in round else "0"
    return LiveValue(f"=SUMPRODUCT({_is_match(round)}*({ruled}=0)*({blank}>0))", len(out))


def find_check(results: Results, round: RoundCells) -> LiveValue | None:
    """Return what the live columns find missing or impossible in a round, where they have a word for it.

    That is the first row that has one, with its table, after the number of such rows; blank where there is none.
    """
    column = next((live.header for live in results.format.entry.live_columns if live.warns), "")
    if column not in round or "table" not in round:
        return None
    words, tables = round.column(column), round.column("table")
    first, count = f'MATCH("?*",{words},0)', f"SUMPRODUCT(--(LEN({words})>0))"
    found = f'{count}&": table "&INDEX({tables},{first})&", "&INDEX({words},{first})'
    formula = f'=IFERROR(IF({count}=0,"",{found}),"")'
    return LiveValue(formula, _read_check(results, round, column))


def _read_check(results: Results, round: RoundCells, column: str) -> str:
    """Return the same by the words that the sheet showed when it was saved last."""
    table = results.event.tables[results.event.rounds[round.number][0].sheet]
    rows = table.grid.rows[round.first - 1 : round.last]
    at = {name: round.columns[name] for name in (column, "table")}
    said = [[format_cell(row[at[name]]) if at[name] < len(row) else "" for name in ("table", column)] for row in rows]
    found = [each for each in said if each[1]]
    return f"{len(found)}: table {found[0][0]}, {found[0][1]}" if found else ""


def _is_match(round: RoundCells) -> str:
    """Whether a row is a match, as a factor of 1 or 0 for each row."""
    a, b = clean(round.column("a")), clean(round.column("b"))
    return f'(LEN({a})>0)*(LEN({b})>0)*({b}<>"{BYE_NAME}")'
