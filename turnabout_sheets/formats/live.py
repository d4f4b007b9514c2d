"""Formulas for the columns beside a round's rows that follow what is typed.

Only functions that every spreadsheet program has had for twenty years.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from turnabout_sheets.event.format import Format, LiveColumn
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.table import Table

Cells = Mapping[str, str]
"""The addresses that a formula is made of; see `LiveColumn`."""

NO_BREAK_SPACE = "\u00a0"


def live(header: str, help: str, formula: Callable[..., str], *args: Any, **looks: Any) -> LiveColumn:
    """Return a live column whose formula is that of a row's cells and of ``args``."""
    return LiveColumn(header, help, lambda cells: formula(cells, *args), **looks)


def step(header: str, formula: Callable[..., str], *args: Any) -> LiveColumn:
    """Return a hidden live column that others build on."""
    return live(header, "A step of the other columns.", formula, *args, hidden=True)


def clean(cells: str) -> str:
    """The text of a cell or range without stray spaces, non-breaking ones too; "=" does not regard case by itself."""
    return f'TRIM(SUBSTITUTE({cells},"{NO_BREAK_SPACE}"," "))'


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


def first_true(tests: Sequence[tuple[str, str]], otherwise: str = '""') -> str:
    """The formula of the words beside the first test that holds; where none does, that of others."""
    formula = otherwise
    for test, words in reversed(tests):
        formula = f"IF({test},{words},{formula})"
    return f"={formula}"


def quoted(words: str) -> str:
    """Words as a formula writes them."""
    doubled = words.replace('"', '""')
    return f'"{doubled}"'


def find_live_columns(table: Table, format: Format, *, hidden: bool = False) -> Mapping[int, LiveColumn]:
    """Return the columns of a sheet, counted from 0, in which its formulas tell something; if asked, ``hidden`` too."""
    by_header = {each.header: each for each in format.live_columns if hidden or not each.hidden}
    titles = table.grid.rows[table.header_row - 1] if table.header_row <= len(table.grid.rows) else ()
    texts = enumerate(map(format_cell, titles))
    return {column: by_header[title] for column, title in texts if title in by_header}
