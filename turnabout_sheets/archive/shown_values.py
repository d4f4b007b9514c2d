"""How a value that is archived is told: what has changed, or does not agree."""

from __future__ import annotations

from fractions import Fraction

from turnabout_sheets.core.text import format_number, yes_or_no
from turnabout_sheets.event.status import Status, word_status


def show(value: object) -> str:
    """Return a value in words: "blank" for none, numbers exact, all else as it is written."""
    match value:
        case None | "":
            return "blank"
        case bool():
            return yes_or_no(value)
        case Status():
            return word_status(value)
        case int() | Fraction():
            return format_number(value)
        case _:
            return str(value)
