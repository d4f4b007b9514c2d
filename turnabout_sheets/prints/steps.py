"""Words the steps to a number, for the screen and for the desk's page: always in English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from textwrap import wrap

from turnabout_sheets.core.days import write_day
from turnabout_sheets.core.text import format_number
from turnabout_sheets.event.steps import Answer, Step, Value
from turnabout_sheets.prints.words import FALLBACK, load_words

WIDTH = 80
"""How wide a line is; the numbers stand at its end."""


def shorten_answers(answers: Sequence[Answer]) -> Iterator[Answer]:
    """Yield the short answers: the rank and what decided it, what each round is worth, and the award."""
    for answer in answers:
        if answer.question.word == "ask_rank":
            decided = ("title_above", "title_below", "title_depth", "never_paired")
            groups = [group if group.title.word in decided else group._replace(steps=()) for group in answer.groups]
            yield answer._replace(groups=groups)
        elif answer.question.word == "ask_matches":
            yield answer._replace(groups=[group._replace(steps=()) for group in answer.groups])
        elif answer.question.word == "ask_rating":
            yield answer if answer.question.comes_to is None else answer._replace(groups=())


def describe_answers(answers: Sequence[Answer]) -> Iterator[str]:
    """Yield the lines that say answers, each step with its number at the right, its cells and its rule."""
    for place, answer in enumerate(answers):
        if place:
            yield ""
        yield from _describe_step(answer.question)
        if answer.groups:
            yield "=" * WIDTH
        for before, group in zip((None, *answer.groups), answer.groups, strict=False):
            if before is None or before.steps or group.steps:
                yield ""
            yield from _describe_step(group.title)
            for step in group.steps:
                # The unit stands beside the title.
                shown = step._replace(of="") if step.of == group.title.of else step
                yield from (f"  {line}" for line in _describe_step(shown, WIDTH - 2))


def _describe_step(step: Step, width: int = WIDTH) -> Iterator[str]:
    """Yield a step's lines: its text with its number, and where it stands, in the same line if there is room."""
    number = "" if step.comes_to is None else f"  {step.of} {format_number(step.comes_to)}"
    *before, last = wrap(_word(step), width - len(number), subsequent_indent="    ", break_on_hyphens=False)
    yield from before
    cells = ", ".join([*map(str, step.places[:4]), *(["…"] if len(step.places) > 4 else [])])
    standing = "; ".join(filter(None, (cells, step.rule)))
    standing = f"[{standing}]" if standing else ""
    fits = len(last) + len(standing) + 2 + len(number) <= width
    last = f"{last}  {standing}" if fits else last
    yield f"{last}{number:>{width - len(last)}}".rstrip()
    if not fits:
        yield from wrap(standing, width, initial_indent="      ", subsequent_indent="      ")


def _word(step: Step) -> str:
    """Return what a step says, in English; where it is a sum, with what is added up in brackets: 10 + 20 − 11."""
    values = {name: _word_value(value) for name, value in step.values.items()}
    text = load_words(FALLBACK)(f"why.{step.word}", **values)
    terms = " ".join(f"{'−' if each < 0 else '+'} {format_number(max(each, -each))}" for each in step.terms[1:])
    return f"{text} ({format_number(step.terms[0])} {terms})" if terms else text


def _word_value(value: Value) -> object:
    if isinstance(value, date):
        return write_day(value, "en")
    return format_number(value) if isinstance(value, (int, Fraction)) else value
