"""``turnabout FILE``, which is what a double click or a file dropped on the icon does: a run, and its pages opened."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from turnabout_sheets.cli.browser import INDEX, open_page
from turnabout_sheets.cli.completion import offer_workbooks, prepare_completion
from turnabout_sheets.cli.desk import watch
from turnabout_sheets.cli.last_resort import CarefulGroup
from turnabout_sheets.cli.parameters import files_argument
from turnabout_sheets.cli.window import WindowCommand, keep_window
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.jobs.outcome import prints_folder


class OpeningGroup(CarefulGroup):
    """The commands, and beside them the name of a workbook alone."""

    _has_window = False

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Do what is asked; a window that was opened for it stays, whatever it came to."""
        self._has_window = False
        prepare_completion()
        try:
            return super().main(*arguments, **options)
        finally:
            if self._has_window:
                keep_window()

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return what the Tab key offers: commands, and workbooks."""
        return [*super().shell_complete(ctx, incomplete), *offer_workbooks(incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of that name; for what can only be a file, the one that runs and opens it."""
        command = self.get_command(ctx, args[0])
        self._has_window = isinstance(command, WindowCommand)
        if command is None and _names_file(args[0]):
            return run_and_open.name, run_and_open, args
        return super().resolve_command(ctx, args)


def _names_file(argument: str) -> bool:
    """Say whether an argument names a file, there or mistyped: commands have neither endings nor folders."""
    path = Path(argument)
    return not argument.startswith("-") and (path.suffix != "" or len(path.parts) > 1 or path.exists())


@click.command("FILE")
@files_argument
@click.option("--watch", "is_watched", is_flag=True, help="Do what the command watch does.")
@click.pass_context
def run_and_open(ctx: click.Context, files: tuple[Path, ...], is_watched: bool) -> None:
    """Do what the command run does, then open the pages."""
    if is_watched:
        if len(files) > 1:
            raise click.UsageError("--watch is for one workbook; watch others in terminals of their own.")
        ctx.invoke(watch, file=files[0])
        return
    from turnabout_sheets.cli.batch import run_all, tell
    from turnabout_sheets.jobs.options import Options

    told = run_all(files, Options(), quiet=False, as_json=False)
    exit = tell(told)
    for file, each in zip(files, told, strict=True):
        index = prints_folder(file) / INDEX
        if each.exit in (ExitCode.DONE, ExitCode.NO_PAIRING) and index.exists():
            open_page(index)
    sys.exit(exit)
