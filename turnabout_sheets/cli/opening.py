"""``turnabout FILE``, which is what a double click or a file dropped on the icon does: a run, and its pages opened."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from turnabout_sheets.cli.last_resort import CarefulGroup
from turnabout_sheets.cli.parameters import FILE
from turnabout_sheets.core.exit_codes import ExitCode
from turnabout_sheets.jobs.outcome import prints_folder

INDEX = "index.html"
"""The page from which all others are opened."""


class OpeningGroup(CarefulGroup):
    """The commands, and beside them the name of a workbook alone."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of that name; for what can only be a file, the one that runs and opens it."""
        if self.get_command(ctx, args[0]) is None and _names_file(args[0]):
            return run_and_open.name, run_and_open, args
        return super().resolve_command(ctx, args)


def _names_file(argument: str) -> bool:
    """Say whether an argument names a file, there or mistyped: commands have neither endings nor folders."""
    path = Path(argument)
    return not argument.startswith("-") and (path.suffix != "" or len(path.parts) > 1 or path.exists())


@click.command("FILE")
@click.argument("files", nargs=-1, required=True, type=FILE)
def run_and_open(files: tuple[Path, ...]) -> None:
    """Do what the command run does, then open the pages."""
    from turnabout_sheets.cli.batch import run_all, tell
    from turnabout_sheets.jobs.options import Options

    told = run_all(files, Options(), quiet=False, as_json=False)
    exit = tell(told)
    for file, each in zip(files, told, strict=True):
        index = prints_folder(file) / INDEX
        if each.exit in (ExitCode.DONE, ExitCode.NO_PAIRING) and index.exists():
            open_page(index)
    sys.exit(exit)


def open_page(page: Path) -> None:
    """Open a page in the browser that is set as the default, or named by the variable BROWSER."""
    open_address(page.absolute().as_uri(), str(page))


def open_address(address: str, called: str = "") -> None:
    """Open what has an address in that browser; where none can be started, say it of what it is called."""
    import webbrowser  # slow to load

    if not webbrowser.open(address):
        click.echo(f"No browser could be started; open {called or address} in one.", err=True)
