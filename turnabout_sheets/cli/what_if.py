"""The command ``turnabout what-if``: what a changed cell would do."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from turnabout_sheets.cli.parameters import FILE, echo, tell_if_open
from turnabout_sheets.core.command_line import ExitCode


@click.command("what-if")
@click.argument("file", type=FILE)
@click.option(
    "--set",
    "cells",
    metavar="CELL=VALUE",
    multiple=True,
    required=True,
    help='A cell and what it would hold: "Round 3!E7=12"; nothing after = clears it. Also several times.',
)
def what_if(file: Path, cells: tuple[str, ...]) -> None:
    """Say what changed cells would do; write nothing."""
    from turnabout_sheets.jobs.edit import describe_effects

    tell_if_open([file])
    lines, is_right = describe_effects(file, cells)
    echo(lines)
    sys.exit(ExitCode.DONE if is_right else ExitCode.PROBLEMS)
