"""The command ``start``, which the icons call: all that somebody without a terminal needs, in a window that stays."""

from __future__ import annotations

from pathlib import Path

import click

from turnabout_sheets.cli.desk import watch
from turnabout_sheets.cli.opening import run_and_open
from turnabout_sheets.cli.parameters import files_argument
from turnabout_sheets.cli.printing import print_
from turnabout_sheets.cli.window import WindowCommand


@click.command(cls=WindowCommand)
@files_argument
@click.option("--desk", "is_desk", is_flag=True, help="Open the desk of a workbook, as the command watch does.")
@click.option("--print", "is_print", is_flag=True, help="Print the slips of the running round, and open them.")
@click.pass_context
def start(ctx: click.Context, files: tuple[Path, ...], is_desk: bool, is_print: bool) -> None:
    """What the icons do: run workbooks, and open their pages. The window stays until Enter is pressed."""
    if is_desk and is_print:
        raise click.UsageError("Choose one of --desk and --print.")
    if not (is_desk or is_print):
        ctx.invoke(run_and_open, files=files)
    elif len(files) != 1:
        raise click.UsageError("--desk and --print are for one workbook; name it.")
    elif is_desk:
        ctx.invoke(watch, file=files[0])
    else:
        ctx.invoke(print_, file=files[0], only="slips", open_=True)
