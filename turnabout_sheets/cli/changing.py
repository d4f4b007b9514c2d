"""Answers to what is asked about a workbook: put back, or as it is; and the newest round, paired again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from turnabout_sheets.cli.parameters import echo, fail
from turnabout_sheets.core.command_line import ExitCode, word_command
from turnabout_sheets.core.text import key
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.compare import Finding, Kind
from turnabout_sheets.jobs.next_step import offer_blank_round
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.put_back import put_back
from turnabout_sheets.jobs.run import compute
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.other_programs import find_other_program


def answer(file: Path, options: Options, back: Sequence[str], as_it_is: Sequence[str], again: int | None) -> Options:
    """Do what is answered about sheets of a workbook, and return the options to run it with then.

    A blank name stands for the sheet of the only question. After putting something back, no round is paired. Naming a
    sheet means that this is the same event.
    """
    if any((*back, *as_it_is)):
        options = replace(options, answers=options.answers | {(Kind.NEW_EVENT, "")})
    if other := find_other_program(file):
        fail(str(other.refusal), ExitCode.FILE)
    for sheet in back:
        number = round_number(sheet)
        if not number:
            asked = _find_question(file, options, sheet)
            if asked.kind is Kind.NEW_EVENT:
                fail(asked.problem.describe(file), ExitCode.PROBLEMS)
            number = asked.round
        click.echo(" ".join(map(str, put_back(file, number))))
        options = replace(options, pair=False)
    for sheet in as_it_is:
        asked = _find_question(file, options, sheet)
        if not asked.answers.stay:
            fail(asked.problem.describe(file), ExitCode.PROBLEMS)
        if not asked.sheet and len(as_it_is) > 1:
            raise click.UsageError("An older copy, or few players, are answered alone: leave out the other sheets.")
        kinds = (Kind.GONE, Kind.SEATS, Kind.VALUES) if asked.round and asked.sheet else (asked.kind,)
        options = replace(options, answers=options.answers | {(each, asked.sheet) for each in kinds})
    if again is not None:  # the newest round, in which nothing is reported
        found = check(file)
        if again not in (offer_blank_round(found), *(found.event.published if found.event is not None else ())):
            fail(
                f"Round {again} cannot be paired again: only the newest round can, as long as it has no result. For "
                "another one delete its sheet and those after it, save, and run; their results are lost.",
                ExitCode.USAGE,
            )
        options = replace(options, pair_again=again)
    return options


def _find_question(file: Path, options: Options, sheet: str) -> Finding:
    """Return what is asked about a sheet, or the only question; else end the command."""
    asked = compute(file, save.open_workbook(file), options).questions
    found = [each for each in asked if not sheet or key(each.problem.place.sheet) == key(sheet)]
    if not found:
        fail(
            f"There is no question about {sheet or file.name}. To see what is asked: {word_command('run', file)}",
            ExitCode.USAGE,
        )
    if len(found) > 1 and not sheet:
        echo((each.problem.describe(file) for each in found), err=True)
        fail("Nothing was done. Name the sheet, too.", ExitCode.PROBLEMS)
    return found[0]
