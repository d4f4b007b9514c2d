"""The command ``turnabout what-if``: what a changed cell would do."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnabout_sheets.cli.parameters import FILE, echo, fail, tell_if_open
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.text import format_number, join_words

if TYPE_CHECKING:
    from turnabout_sheets.changes.effects import Difference
    from turnabout_sheets.jobs.what_if import NewPairing, WhatIf


class CellValue(click.ParamType[str]):
    """A cell and what it would hold; `jobs.what_if` reads it."""

    name = "CELL=VALUE"

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """Return what to type."""
        return 'Say which cell would hold what: --set "Round 3!G7=12"'


@click.command("what-if")
@click.argument("file", type=FILE)
@click.option(
    "--set",
    "cells",
    multiple=True,
    required=True,
    type=CellValue(),
    help='A cell and what it would hold: "Round 3!G7=12"; nothing after = clears it. Also several times.',
)
def what_if(file: Path, cells: tuple[str, ...]) -> None:
    """Say what changed cells would do; write nothing."""
    from turnabout_sheets.jobs.what_if import WhatIfError, find_effects
    from turnabout_sheets.workbook.ooxml.package import WorkbookError

    tell_if_open([file])
    try:
        found = find_effects(file, cells)
    except (WhatIfError, WorkbookError) as reason:
        fail(str(reason), ExitCode.USAGE if isinstance(reason, WhatIfError) else ExitCode.FILE)
    echo(describe(found, file))
    sys.exit(ExitCode.DONE if found.after.results is not None else ExitCode.PROBLEMS)


def describe(found: WhatIf, file: Path) -> Iterator[str]:
    """Yield what changed cells would do, in lines."""
    from turnabout_sheets.jobs.what_if import show_raw

    for cell in found.cells:
        yield f"{cell.place}: {show_raw(cell.after)} instead of {show_raw(cell.before)}."
    for place, below in found.headings.items():
        yield f"{place} is a heading, by which its column is found; what counts stands below it, in {below}."
    if found.new_problems:
        yield "There would be something wrong:"
    for problem in found.new_problems:
        yield f"  {problem.describe(file)}"
    if found.after.results is None:
        before = " As it is, nothing can be, either." if found.before.results is None else ""
        yield f"So nothing could be computed.{before}"
    elif found.before.results is None:
        yield "The workbook has errors now; then it would have none."
    elif not found.changes:
        yield "That changes nothing: the program reads the same as now."
        for place, columns in found.unread.items():
            yield f"{place} is in no column that is read; on {place.sheet} those are {join_words(columns, 'and')}."
    else:
        yield from _describe_differences(found)
        for pairing in found.pairings:
            yield from _describe_pairing(pairing)
    yield "Nothing was written."


def _describe_differences(found: WhatIf) -> Iterator[str]:
    assert found.after.results is not None, "no errors"
    if not found.differences:
        yield "No points, no rank and no award would change."
    matches = [each for each in found.differences if each.what == "match"]
    matches.sort(key=lambda each: (each.round, each.table is None, each.table or 0))
    for (number, table), sides in groupby(matches, key=lambda each: (each.round, each.table)):
        where = f"Round {number}" if table is None else f"Round {number}, table {table}"
        yield f"{where}:"
        for side in sides:
            yield f"  {side.player}: {found.after.format.points_name} {_move(side)}"
    others = [each for each in found.differences if each.what != "match"]
    if others:
        yield f"After round {found.after.results.played}:"
    for player, moves in groupby(others, key=lambda each: each.player):
        words = {"points": found.after.format.points_name}
        yield f"  {player}: " + ", ".join(f"{words.get(move.what, move.what)} {_move(move)}" for move in moves)


def _move(difference: Difference) -> str:
    was, now = ("none" if each is None else format_number(each) for each in (difference.before, difference.after))
    return f"{was} → {now}"


def _describe_pairing(pairing: NewPairing) -> Iterator[str]:
    number, differs = pairing.round, pairing.before or pairing.after
    if pairing.stays:
        yield f"Round {number} is paired already, and its pairing stays (rules 1.4.9)."
        if pairing.begun:
            return
    if pairing.refused:
        yield f"Round {number} could not be paired{' anew' * pairing.stays}: {pairing.refused}"
    elif not differs:
        yield ("Paired anew, it would be the same." if pairing.stays else f"Round {number} would be paired as now.")
    elif pairing.stays:
        yield "Paired anew, it would not be the same:"
    elif pairing.after:
        yield f"Round {number} would be paired{' otherwise' if pairing.before else ''}:"
    else:
        yield f"Round {number} would not be paired yet:"
    for when, pairs in (("now", pairing.before), ("then", pairing.after)):
        for a, b in pairs:
            yield f"  {when + ':':5} {a} – {b}"
