"""Formulas for the columns next to a round's results: the organizer sees points and mistakes while typing.

They are never read back. Only functions that every spreadsheet program has had for twenty years.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnabout_sheets.event.format import Format, LiveColumn
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.table import Table

Cells = Mapping[str, str]
"""The addresses that a row's formulas are made of; see `Format.write_formulas`."""


def step(header: str) -> LiveColumn:
    """Return a hidden live column that others build on."""
    return LiveColumn(header, "A step of the other columns.", hidden=True)


def clean(cells: str) -> str:
    """The text of a cell or range without stray spaces, non-breaking ones too; "=" does not regard case by itself."""
    return f'TRIM(SUBSTITUTE({cells},"\u00a0"," "))'


def to_number(cell: str) -> str:
    """The number in a cell, also one that is typed as text; blank where there is none.

    Behind the exponent that is added no text is a date or a time: 1/3 and 2:0 stay what they are. Full-width digits are
    digits where people type them.
    """
    return f'IF(ISNUMBER({cell}),{cell},IFERROR(VALUE(ASC({clean(cell)})&"E0"),""))'


def is_bye(cells: Cells) -> str:
    """Whether the row is a bye."""
    return f'{clean(cells["b"])}="{BYE_NAME}"'


def is_no_show(cells: Cells) -> str:
    """Whether there was no match: a ruling on who goes on after a drawn match is none of these."""
    return f'RIGHT({clean(cells["ruling"])},7)="no-show"'


def has_won(cells: Cells, winner: str, side: str) -> str:
    """Whether a side is who won, by letter or name, or by the beginning of this name alone, of two letters or more.

    A blank winner is not the blank player of an empty row.
    """
    won, name, other = clean(cells[winner]), clean(cells[side.lower()]), clean(cells["ab".replace(side.lower(), "")])
    begins = "LEFT({},LEN({}))={}"
    begun = f"AND(LEN({won})>1,{begins.format(name, won, won)},NOT({begins.format(other, won, won)}))"
    return f'OR({won}="{side.upper()}",AND({won}<>"",OR({won}={name},{begun})))'


def is_drawn(cells: Cells, winner: str) -> str:
    """Whether a game was drawn, or not finished."""
    return f'{clean(cells[winner])}="Draw"'


def is_known(cells: Cells, winner: str) -> str:
    """Whether it is known how a game ended."""
    return f"OR({is_drawn(cells, winner)},{','.join(has_won(cells, winner, side) for side in 'AB')})"


def first_true(tests: Sequence[tuple[str, str]], otherwise: str = '""') -> str:
    """The words next to the first test that holds; where none does, ``otherwise``."""
    for test, words in reversed(tests):
        otherwise = f"IF({test},{words},{otherwise})"
    return otherwise


def quoted(words: str) -> str:
    """Words as a formula writes them."""
    doubled = words.replace('"', '""')
    return f'"{doubled}"'


def check_row(
    cells: Cells, fields: Sequence[str], tests: Sequence[tuple[str, str]], otherwise: str = '""', bye: str = "A bye"
) -> str:
    """Say in words what is missing or impossible in a row, the first thing first; blank where all is well.

    ``fields`` are what is typed of a result, ``tests`` what can be wrong with it, and the words for that.
    """
    typed, no_match = f"COUNTA({','.join(cells[field] for field in fields)})", is_no_show(cells)
    always = [
        (f"AND({is_bye(cells)},{typed}>0)", f"{bye} has no result"),
        (f"AND({no_match},{typed}>0)", "Ruling or result, not both"),
        (f"OR({typed}=0,{is_bye(cells)},{no_match})", ""),
    ]
    return first_true([(test, quoted(words)) for test, words in (*always, *tests)], otherwise)


def find_live_columns(table: Table, format: Format, *, hidden: bool = False) -> Mapping[int, LiveColumn]:
    """Return the columns of a sheet, counted from 0, in which its formulas tell something; if asked, ``hidden`` too."""
    by_header = {each.header: each for each in format.live_columns if hidden or not each.hidden}
    titles = table.grid.rows[table.header_row - 1] if table.header_row <= len(table.grid.rows) else ()
    texts = enumerate(map(format_cell, titles))
    return {column: by_header[title] for column, title in texts if title in by_header}
