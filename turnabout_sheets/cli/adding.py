"""The command ``turnabout add``: players of a list who are not there yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnabout_sheets.cli.parameters import FILE, WORKBOOK, echo, fail
from turnabout_sheets.core.command_line import ExitCode, word_command
from turnabout_sheets.core.text import join_words

if TYPE_CHECKING:
    from turnabout_sheets.jobs.add_players import Addition

SHOWN_NAMES = 20


@click.command()
@click.argument("file", type=WORKBOOK)
@click.option("--players", type=FILE, required=True, help="A list of the players: CSV, text or workbook.")
def add(file: Path, players: Path) -> None:
    """Add the players of a list who are not there yet; nothing else changes."""
    from turnabout_sheets.cli.output import describe_effects, describe_outcome
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
    echo(describe_effects(done.outcome.leaving, done.outcome.separated))


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
