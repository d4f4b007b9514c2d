"""The commands that type into the workbook: `add` players, `enter` a result, and what answers a question of a round."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

import click

from turnabout_sheets.cli.parameters import FILE, echo, fail, fail_with_problems, tell_if_open
from turnabout_sheets.core.command_line import ExitCode, word_command
from turnabout_sheets.core.text import join_words
from turnabout_sheets.workbook.files.other_programs import find_other_program

if TYPE_CHECKING:
    from turnabout_sheets.changes.guards import Asked
    from turnabout_sheets.jobs.add_players import Addition
    from turnabout_sheets.jobs.enter_result import Entered
    from turnabout_sheets.jobs.put_back import PutBack

SHOWN_NAMES = 20


@click.command()
@click.argument("file", type=FILE)
@click.option("--players", type=FILE, required=True, help="A list of the players: CSV, text or workbook.")
def add(file: Path, players: Path) -> None:
    """Add the players of a list who are not there yet; nothing else changes."""
    from turnabout_sheets.cli.output import describe_leaving, describe_outcome
    from turnabout_sheets.jobs.add_players import AddError, add_players
    from turnabout_sheets.reading.list_layout import PlayerListError
    from turnabout_sheets.workbook.files.other_programs import find_other_program
    from turnabout_sheets.workbook.ooxml.package import WorkbookError

    if other := find_other_program(file):
        fail(other.refusal, ExitCode.FILE)
    try:
        done = add_players(file, players)
    except AddError as reason:
        late = word_command("pair", file, "--add", "NAME")
        fail(f"{reason} Who comes late can be let in one by one, if there is a place: {late}", ExitCode.USAGE)
    except (PlayerListError, WorkbookError) as reason:
        fail(str(reason), ExitCode.FILE)
    if done.refused:
        fail("\n".join(["The players cannot be added:", *map(str, done.refused)]), ExitCode.PROBLEMS)
    if done.outcome.exit:
        nothing = "Nobody was added, and nothing was changed: correct the errors, and try again."
        fail("\n".join([*describe_outcome(done.outcome), nothing]), done.outcome.exit)
    echo(_describe_added(done, file))
    echo(describe_leaving(done.outcome.leaving))


def _describe_added(done: Addition, file: Path) -> Iterator[str]:
    assert done.listed is not None, "the list was read, as nothing was refused"
    yield done.listed.describe("read")
    if done.added:
        yield f"Added to the sheet Players ({len(done.added)}): {_names(done.added)}."
    else:
        yield "Nobody was added, and nothing was changed."
    if done.present:
        yield f"There already ({len(done.present)}): {_names(done.present)}."
    yield from done.remarks
    if not done.added:
        return
    if done.first == 1:
        yield f"Next: {word_command('run', file)}"
    else:
        command = word_command("pair", file, "--add", done.added[0])
        running = f"round {done.first - 1}"
        yield f"They are paired from round {done.first} on. To let one of them into {running} while it runs: {command}"


def _names(names: Sequence[str]) -> str:
    more = len(names) - SHOWN_NAMES
    return join_words([*names[:SHOWN_NAMES], *([f"{more} more"] if more > 0 else [])], "and")


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("file", type=FILE)
@click.argument("table", type=click.IntRange(1))
@click.argument("result", nargs=-1)
@click.option("--round", "number", type=click.IntRange(1), help="The round. Default: the one that is running.")
@click.option("--change", is_flag=True, help="Replace the result that is in already; without RESULT, clear it.")
def enter(file: Path, table: int, result: tuple[str, ...], number: int | None, change: bool) -> None:
    """Enter the RESULT of a match, as it is told: A 12 B 7.

    That is who won each game (A, B, Draw, or the first letters of a name), and what is counted of it. A hyphen
    stands for what stays blank, and a ruling, such as A no-show, for a match that was not played.
    """
    from turnabout_sheets.cli.output import describe_leaving
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
        echo(describe_leaving(entered.outcome.leaving))
        click.echo(f"Next: {word_command('run', file)}")


def _describe(entered: Entered, file: Path) -> Iterator[str]:
    yield f"{_name(entered)}: {'; '.join(_list_cells(entered)) or 'nothing new; this result is entered already'}."
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


def move(file: Path, name: str, way: str | None, number: int | None) -> NoReturn:
    """Have somebody come or go, and run the workbook; without a way, let them in from a round, or as soon as can be."""
    from turnabout_sheets.cli.batch import run_all, tell
    from turnabout_sheets.cli.output import describe_leaving
    from turnabout_sheets.jobs.late_entry import LateError, Way, change, plan_coming, plan_move
    from turnabout_sheets.jobs.outcome import Options
    from turnabout_sheets.workbook.ooxml.package import WorkbookError

    tell_if_open([file])
    plan = partial(plan_coming, name=name, start=number)
    if way is not None:
        plan = partial(plan_move, name=name, way=Way(way), number=number)
    try:
        moved = change(file, name, plan)
    except (LateError, WorkbookError) as reason:
        fail(str(reason), ExitCode.FILE if isinstance(reason, WorkbookError) else ExitCode.USAGE)
    if moved.other is not None:
        typed = ", ".join(f"{cell.shown_after or 'nothing'} into {cell.place}" for cell in moved.told)
        fail(f"Nothing was changed: close it, or type there {typed}, and save.", ExitCode.FILE)
    if not moved.done:
        nothing = "is not let in" if way is None else "stays as before"
        fail_with_problems(
            moved.outcome, f"{name} {nothing}, and nothing was changed: correct the errors, and try again."
        )
    click.echo(moved.done)
    if way is not None or number is not None:
        cells = (f"{cell.place} {cell.shown_after or 'blank'} ({cell.header})" for cell in moved.told)
        click.echo(f"Typed: {'; '.join(cells)}.")
    echo(describe_leaving(moved.outcome.leaving))
    sys.exit(tell(run_all([file], Options(pair=False), quiet=False, as_json=False)))


T = TypeVar("T")

PUT_BACK: Final = "--put-back"
PLAYED_SO: Final = "--played-so"
ANEW: Final = "--anew"
ANSWERS: Final = (PUT_BACK, PLAYED_SO, ANEW)
"""What can be answered to a question about a round, as options of the command ``pair``."""


def answer(file: Path, number: int, answer: str) -> NoReturn:
    """Do what is answered about a round, and run the workbook."""
    from turnabout_sheets.changes.guards import Asked
    from turnabout_sheets.jobs.put_back import ABOUT_ROWS, drop_published, put_back, require_asked

    if answer == PUT_BACK:
        _put_back(file, lambda: put_back(file, number))
    elif answer == PLAYED_SO:
        _accept(file, lambda: require_asked(file, number), {(asked, number) for asked in ABOUT_ROWS})
    else:
        _accept(file, lambda: drop_published(file, number), {(Asked.GONE, number)}, anew=number)


def put_back_missing(file: Path) -> NoReturn:
    """Put back what an older copy lacks."""
    from turnabout_sheets.jobs.put_back import put_back_missing

    _put_back(file, lambda: put_back_missing(file))


def _put_back(file: Path, job: Callable[[], PutBack]) -> NoReturn:
    """Put something back, and say what stands then."""
    from turnabout_sheets.cli.batch import run_all, tell
    from turnabout_sheets.cli.output import describe_leaving
    from turnabout_sheets.jobs.outcome import Options

    put = _attempt(file, job)
    click.echo(put.done)
    echo(describe_leaving(put.leaving))
    sys.exit(tell(run_all([file], Options(pair=False), quiet=False, as_json=False)))


def _accept(file: Path, prepare: Callable[[], None], answers: set[tuple[Asked, int]], *, anew: int = 0) -> NoReturn:
    """Run a workbook as it is, for which something is asked or is to be prepared."""
    from turnabout_sheets.cli.batch import run_all, tell
    from turnabout_sheets.jobs.outcome import Options

    _attempt(file, prepare)
    sys.exit(tell(run_all([file], Options(answers=frozenset(answers), anew=anew), quiet=False, as_json=False)))


def _attempt(file: Path, job: Callable[[], T]) -> T:
    """Return what a job comes to; end the command where it cannot be done, or the workbook is open."""
    from turnabout_sheets.jobs.put_back import PutBackError
    from turnabout_sheets.workbook.ooxml.package import WorkbookError

    if other := find_other_program(file):
        fail(other.refusal, ExitCode.FILE)
    try:
        return job()
    except (PutBackError, WorkbookError) as reason:
        fail(str(reason), ExitCode.FILE if isinstance(reason, WorkbookError) else ExitCode.USAGE)


ACCEPT: Final = "Say warning N no more, counted in the order of `check`: it is meant so. 0: say all again."


def accept_warning(file: Path, number: int) -> None:
    """Remember that a warning is meant so, by its place among those that a check lists; with 0, that none is."""
    from turnabout_sheets.core.ordinary_files import follow_links
    from turnabout_sheets.jobs.beside import accept, keep_accepted, list_warnings
    from turnabout_sheets.jobs.check import check
    from turnabout_sheets.workbook.ooxml.package import WorkbookError

    workbook = follow_links(file)
    try:
        warnings = list_warnings(check(file))
        if number > len(warnings):
            many = f"{len(warnings)} warnings" if len(warnings) != 1 else "1 warning"
            raise click.UsageError(f"{file.name} has {many}; the number is {number}.")
        if number:
            accept(workbook, warnings[number - 1])
            click.echo(f"Not said any more, as long as it stays the same: {warnings[number - 1].message}")
        else:
            keep_accepted(workbook, frozenset())
    except WorkbookError as reason:
        fail(str(reason), ExitCode.FILE)
    again = f"To have all said again: {word_command('run', file, '--accept', '0')}"
    click.echo(again if number else "All warnings are said again.")


def show_hidden_sheets(file: Path) -> None:
    """Have the sheets seen that few events need."""
    from turnabout_sheets.jobs.check import check
    from turnabout_sheets.jobs.new import show_sheets

    hidden = _attempt(file, lambda: check(file).hidden)
    if shown := _attempt(file, lambda: show_sheets(file, hidden)):
        click.echo(f"Shown: {join_words(shown, 'and')}.")
