"""The command ``turnabout enter``: the result of a match, without opening the workbook."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnabout_sheets.cli.parameters import WORKBOOK, echo, fail
from turnabout_sheets.core.command_line import ExitCode, word_command

if TYPE_CHECKING:
    from turnabout_sheets.jobs.enter_result import Entered


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("file", type=WORKBOOK)
@click.argument("table", type=click.IntRange(1))
@click.argument("result", nargs=-1)
@click.option("--round", "number", type=click.IntRange(1), help="The round. Default: the one that is running.")
@click.option("--change", is_flag=True, help="Replace the result that is in already; without RESULT, clear it.")
def enter(file: Path, table: int, result: tuple[str, ...], number: int | None, change: bool) -> None:
    """Enter the RESULT of a match, as it is told: A 12 B 7.

    That is who won each game (A, B, Draw, or the beginning of a name), and what is counted of it. A hyphen stands for
    what stays blank, and a ruling, such as A no-show, for a match that was not played.
    """
    from turnabout_sheets.cli.output import describe_effects
    from turnabout_sheets.jobs.enter_result import Answer, EntryError, enter_result
    from turnabout_sheets.workbook.ooxml.package import WorkbookError

    if unknown := [word for word in result if word.startswith("--")]:
        raise click.NoSuchOption(unknown[0])
    try:
        entered = enter_result(file, table, " ".join(result), round=number, confirmed=change)
    except EntryError as reason:
        fail(str(reason), ExitCode.USAGE)
    except WorkbookError as reason:
        fail(str(reason), ExitCode.FILE)
    refused = {Answer.TAKEN: ExitCode.USAGE, Answer.REFUSED: ExitCode.PROBLEMS}
    if exit := refused.get(entered.answer):
        fail("\n".join(_refuse(entered, file)), exit)
    echo(_describe(entered, file))
    if entered.outcome is not None:
        echo(describe_effects(entered.outcome.leaving, entered.outcome.separated))
        click.echo(f"Next: {word_command('run', file)}")


def _describe(entered: Entered, file: Path) -> Iterator[str]:
    yield f"{_name(entered)}: {'; '.join(_list_cells(entered)) or 'nothing new; all of it is in already'}."
    if points := entered.points:
        yield f"That is {', '.join(f'{each.measure} {each.a}-{each.b}' for each in points)}."
    yield from (problem.describe(file) for problem in entered.problems)


def _refuse(entered: Entered, file: Path) -> Iterator[str]:
    for problem in entered.problems:
        yield problem.describe(file)
    if entered.problems:
        yield "Nothing was entered."
    else:
        yield f"{_name(entered)}, has a result already: {'; '.join(_list_cells(entered))}."
        yield "Nothing was entered. To replace it, give the command again with --change."


def _name(entered: Entered) -> str:
    return f"Round {entered.round}, table {entered.table}, {' - '.join(entered.players)}"


def _list_cells(entered: Entered) -> Iterator[str]:
    for cell in entered.cells:
        was = f" instead of {cell.shown_before}" if cell.shown_before else ""
        yield f"{cell.header} {cell.shown_after or 'blank'}{was}"
