"""The words for the steps to a number, in any language: for the player's page, and in English for the screen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction

from turnabout_sheets.core.days import write_day
from turnabout_sheets.core.text import format_number
from turnabout_sheets.event.steps import Step, Value
from turnabout_sheets.prints.words import Words

SHOWN_PLACES = 4
"""So many cells are named; who wants more looks around them."""


COLUMNS: Mapping[str, str] = {
    "VP": "why.column.vp",
    "GMP": "why.column.gmp",
    "MP": "why.column.mp",
    "Points": "why.column.points",
    "Difference": "why.column.difference",
    "Rank": "why.column.rank",
    "Wins": "why.column.wins",
    "Opponents' VP": "why.column.opponents_vp",
    "MP difference": "why.column.mp_difference",
    "Opponents' GMP": "why.column.opponents_gmp",
    "Middle opponents' GMP": "why.column.middle_gmp",
    "Among the tied": "why.column.among_the_tied",
    "matches among the tied": "why.column.among_the_tied",
    "Pairing number": "why.column.pairing_number",
    "Award": "why.column.award",
    "Position": "why.column.position",
    "Multiplier": "why.column.multiplier",
    "Match wins": "why.column.match_wins",
}
"""The keys of what numbers are called, by the headers of our sheets; those of other formats are named as they are."""

NAMING_COLUMNS = ("what", "name")
"""The placeholders in which a column is named."""


def word_column(header: str, w: Words) -> str:
    """Return what a number is called that stands in a column of our sheets."""
    return w(COLUMNS[header]) if header in COLUMNS else header


def word_step(step: Step, w: Words) -> str:
    """Return what a step says; where it is a sum, with what is added up in brackets."""
    values = {name: _word_value(value, w) for name, value in step.values.items()}
    values |= {name: word_column(str(values[name]), w) for name in NAMING_COLUMNS if name in values}
    text = w(f"why.{step.word}", **values)
    return f"{text} ({word_terms(step.terms)})" if len(step.terms) > 1 else text


def _word_value(value: Value, w: Words) -> object:
    match value:
        case date():
            return write_day(value, w.language)
        case int() | Fraction():
            return format_number(value)
        case _:
            return value


def word_terms(terms: tuple[int | Fraction, ...]) -> str:
    """Return what is added up: 10 + 20, 30 − 11."""
    first, *others = terms
    more = (f" − {format_number(-each)}" if each < 0 else f" + {format_number(each)}" for each in others)
    return format_number(first) + "".join(more)


def word_standing(step: Step) -> str:
    """Return the cells that a step stands on, and its rule, in brackets; nothing where there are none."""
    cells = [str(place) for place in step.places[:SHOWN_PLACES]]
    more = ["…"] if len(step.places) > SHOWN_PLACES else []
    standing = "; ".join(filter(None, (", ".join(cells + more), step.rule)))
    return f"[{standing}]" if standing else ""
