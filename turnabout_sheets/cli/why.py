"""The command ``turnabout why``: where a player's numbers come from, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from turnabout_sheets.cli.parameters import (
    FILE,
    echo,
    fail,
    fail_with_problems,
    name_argument,
    tell_if_open,
)
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.days import write_day
from turnabout_sheets.core.text import format_number

if TYPE_CHECKING:
    from turnabout_sheets.event.steps import Answer, Step, Value

WIDTH = 80
"""How wide a line is; the numbers stand at its end."""

MOST = 40
"""How many lines answer a question that is about everything, unless all are wanted."""


@click.command()
@click.argument("file", type=FILE)
@name_argument()
@click.option(
    "--round",
    "number",
    type=click.IntRange(1),
    help="Only this round; the rank after it with --rank.",
)
@click.option("--pairing", is_flag=True, help="Only why the player plays whom.")
@click.option("--rank", is_flag=True, help="Only the rank: totals, tie-breaks, who is next above and below.")
@click.option("--rating", is_flag=True, help="Only the award of the event.")
@click.option("--against", metavar="OTHER", help="Only why the player does not meet OTHER, and what it would cost.")
@click.option("--all", "everything", is_flag=True, help=f"Every step, also where these are over {MOST} lines.")
def why(
    file: Path,
    name: str,
    number: int | None,
    pairing: bool,
    rank: bool,
    rating: bool,
    against: str | None,
    everything: bool,
) -> None:
    """Show where the numbers of the player NAME come from: the rank, each round, its pairing, the award."""
    if rating and number is not None:
        raise click.UsageError("--rating is of the whole event; leave out --round.")
    if against is not None and (rank or rating):
        raise click.UsageError("--against is of the pairing; leave out --rank and --rating.")
    from turnabout_sheets.explain.answers import NoAnswerError, explain, explain_pair, find_player
    from turnabout_sheets.jobs.check import check
    from turnabout_sheets.workbook.ooxml.package import WorkbookError

    asked = [section for section, wanted in {"pairing": pairing, "rank": rank, "rating": rating}.items() if wanted]
    tell_if_open([file])
    try:
        outcome = check(file)
        if outcome.results is None or outcome.exit:
            fail_with_problems(outcome)
        player = find_player(outcome.results.event, name)
        if against is None:
            answers = explain(outcome.results, player, asked, number)
        else:
            answers = explain_pair(outcome.results, player, find_player(outcome.results.event, against), number)
    except (NoAnswerError, WorkbookError) as reason:
        fail(str(reason), ExitCode.FILE if isinstance(reason, WorkbookError) else ExitCode.USAGE)
    lines = [*describe_answers(answers)]
    if len(lines) > MOST and not (everything or asked or against or number):
        lines = [*describe_answers([*shorten_answers(answers)])]
        lines = [*lines[: MOST - 2], "", "Every step, with its cells and rules: --all. Those of one round: --round 1."]
    echo(lines)


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
    from turnabout_sheets.prints.words import FALLBACK, load_words

    values = {name: _word_value(value) for name, value in step.values.items()}
    text = load_words(FALLBACK)(f"why.{step.word}", **values)
    terms = " ".join(f"{'−' if each < 0 else '+'} {format_number(max(each, -each))}" for each in step.terms[1:])
    return f"{text} ({format_number(step.terms[0])} {terms})" if terms else text


def _word_value(value: Value) -> object:
    if isinstance(value, date):
        return write_day(value, "en")
    return format_number(value) if isinstance(value, (int, Fraction)) else value
