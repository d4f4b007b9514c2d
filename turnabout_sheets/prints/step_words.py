"""The words for the steps to a number, in any language: for the player's page, and in English for the screen."""

from __future__ import annotations

from fractions import Fraction

from turnabout_sheets.core.numbers import format_number
from turnabout_sheets.event.steps import Step
from turnabout_sheets.prints.words import Words


def word_step(step: Step, w: Words) -> str:
    """Return what a step says; where it is a sum, with what is added up in brackets."""
    values = {
        name: format_number(value) if isinstance(value, int | Fraction) else value
        for name, value in step.values.items()
    }
    text = w(f"why.{step.word}", **values)
    return f"{text} ({word_terms(step.terms)})" if len(step.terms) > 1 else text


def word_terms(terms: tuple[int | Fraction, ...]) -> str:
    """Return what is added up: 10 + 20, 30 − 11."""
    first, *others = terms
    more = (f" − {format_number(-each)}" if each < 0 else f" + {format_number(each)}" for each in others)
    return format_number(first) + "".join(more)
