"""The command ``print``: pages of a workbook again, or such as a run does not print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from turnabout_sheets.cli.parameters import (
    FILE,
    FOLDER,
    SPAN,
    SPANS,
    fail_with_problems,
    tell_if_open,
)
from turnabout_sheets.cli.terminal import INDEX, open_page
from turnabout_sheets.prints.pages import list_names


@click.command("print")
@click.argument("file", type=FILE)
@click.option(
    "--round",
    "rounds",
    type=SPAN,
    help="A round, or several: 3, or 1-3. Default: those to come.",
)
@click.option(
    "--only", metavar="PAGES",
    help=f"Only these, with commas between: {', '.join(list_names())}.",
)  # fmt: skip
@click.option("--tables", type=SPANS, help="Slips of these tables only: 3, or 3-7, or 2,5-7.")
@click.option(
    "--sort", type=click.Choice(("table", "name")), default="table", show_default=True, help="Order of slips."
)
@click.option("--together", is_flag=True, help="The slips of several rounds in one file.")
@click.option("--blank", type=click.IntRange(1, 1000), metavar="N", help="N blank slips, to be filled in by hand.")
@click.option(
    "--doom", type=click.IntRange(1, 20), default=1, show_default=True, help="The judge's number (judge-clock)."
)
@click.option("--paper", type=click.Choice(("A4", "Letter")), help="Default: the setting Paper.")
@click.option("--per-page", type=click.Choice((2, 4, 6)), help="Slips on a page. Default: the setting.")
@click.option("--templates", type=FOLDER, help="A folder of your own templates; they go before the shipped ones.")
@click.option("--prints", type=FILE, help="The folder for the pages. Default: NAME prints, beside the workbook.")
@click.option("--pdf", is_flag=True, help="Write PDF files, too.")
@click.option("--open", "open_", is_flag=True, help="Open what was printed.")
def print_(file: Path, rounds: range | None, tables: tuple[range, ...] | None, sort: str, blank: int | None,
           only: str | None, open_: bool, **how: Any) -> None:  # fmt: skip
    """Print pages again, or pages that a run does not print; the workbook stays as it is."""
    from turnabout_sheets.jobs.print import print_pages
    from turnabout_sheets.prints.selection import Selection

    tell_if_open([file])
    names = [name.strip() for name in only.split(",")] if only else ()
    outcome, files = print_pages(file, rounds, names, Selection(tables or (), sort, blank or 0), **how)
    if not files:
        fail_with_problems(outcome, "Nothing is printed: correct the errors, and try again.")
    for each in files:
        click.echo(each)
    if open_:
        open_page(files[0] if len(files) == 1 else files[0].with_name(INDEX))
