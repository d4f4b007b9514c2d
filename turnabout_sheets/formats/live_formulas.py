"""What the live columns of all formats say in formulas: text as it is compared, and tests in the order that matters.

Only functions that every spreadsheet program has had for twenty years.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnabout_sheets.event.model import BYE_NAME

Cells = Mapping[str, str]
"""The addresses that a formula is made of; see `LiveColumn`."""

NO_BREAK_SPACE = "\u00a0"


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
    """Whether a side is who won, by letter or name; a blank winner is not the blank player of an empty row."""
    won = clean(cells[winner])
    return f'OR({won}="{side.upper()}",AND({won}<>"",{won}={clean(cells[side.lower()])}))'


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
