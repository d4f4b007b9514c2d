"""What the icons call: ``turnabout FILE``, a run whose pages open, and ``start``, in a window that stays."""

from __future__ import annotations

import gc
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from turnabout_sheets.cli.desk import KeptDesk, keep_desk, watch
from turnabout_sheets.cli.last_resort import CarefulGroup
from turnabout_sheets.cli.parameters import FILE, Files, files_argument
from turnabout_sheets.cli.printing import print_
from turnabout_sheets.cli.terminal import INDEX, WindowCommand, keep_window, open_address, open_page, until_ended
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.safe_files import follow_links
from turnabout_sheets.jobs.outcome import prints_folder

_NEWS_EVERY: Final = 0.5
"""Seconds after which the screen says what is new at the desks."""

EVERYDAY: Final = ("start", "new", "watch", "run", "print")
"""The commands of an ordinary day, in the order in which they come up; ``start`` does without the others."""


class OpeningGroup(CarefulGroup):
    """The commands, and beside them the name of a workbook alone."""

    _has_window = False

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Do what is asked; a window that was opened for it stays, whatever it came to."""
        self._has_window = False
        gc.set_threshold(50_000)  # an event stays in memory to the end: looking for garbage takes a fifth of a run
        try:
            return super().main(*arguments, **options)
        finally:
            if self._has_window:
                keep_window()

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands of every day first, then all others."""
        commands = self.load_all()
        widest = max(map(len, commands))
        others = [name for name in commands if name not in EVERYDAY]
        for heading, names in (("Commands for every day", EVERYDAY), ("Other commands", others)):
            with formatter.section(heading):
                room = formatter.width - widest - 6
                formatter.write_dl([(f"{n:{widest}}", commands[n].get_short_help_str(room)) for n in names])

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
    from turnabout_sheets.cli.batch import do_all
    from turnabout_sheets.jobs.outcome import Options
    from turnabout_sheets.jobs.run import run

    exits = do_all(partial(run, options=Options()), files)
    for file, exit in zip(files, exits, strict=True):
        index = prints_folder(file) / INDEX
        if exit in (ExitCode.DONE, ExitCode.NO_PAIRING) and index.exists():
            open_page(index)
    sys.exit(max(exits))


@click.command(cls=WindowCommand)
@click.argument("files", cls=Files, nargs=-1, type=FILE)
@click.option("--desk", "is_desk", is_flag=True, help="Open the desk of a workbook, as the command watch does.")
@click.option("--print", "is_print", is_flag=True, help="Print the slips of the running round, and open them.")
@click.pass_context
def start(ctx: click.Context, files: tuple[Path, ...], is_desk: bool, is_print: bool) -> None:
    """What the icons do: choose or make an event on a page, and open its desk; or run workbooks, and open their pages.

    The window stays until Enter is pressed.
    """
    if is_desk and is_print:
        raise click.UsageError("Choose one of --desk and --print.")
    if (is_desk or is_print) and len(files) != 1:
        raise click.UsageError("--desk and --print are for one workbook; name it.")
    if is_desk:
        with until_ended():
            _go_to_desk(files[0])
    elif is_print:
        ctx.invoke(print_, file=files[0], only="slips", open_=True)
    elif files:
        ctx.invoke(run_and_open, files=files)
    else:
        with until_ended():
            _show_start_page()


def _show_start_page() -> None:
    """Have workbooks chosen on a page, and keep the desk of each until the end."""
    from platformdirs import user_documents_path

    from turnabout_sheets.desk.local_server import write_redirect
    from turnabout_sheets.desk.start_page import Place, StartServer

    place = Place(user_documents_path() / "Turnabout", _open_in_program, click.echo)
    desks: dict[Path, KeptDesk] = {}
    with ExitStack() as stack, StartServer(place).at_work() as server:
        click.echo("Turnabout opens in your browser. To end it, close this window.")
        click.echo(server.address)
        open_address(write_redirect(server.address), server.address)
        while True:
            for desk in desks.values():
                desk.tell_news(0)
            if (choice := server.wait_for_choice(_NEWS_EVERY)) is not None:
                workbook, address = choice
                address.set_result(_find_desk(workbook, desks, stack))


def _find_desk(workbook: Path, desks: dict[Path, KeptDesk], stack: ExitStack) -> str:
    """Return the address of the desk of a workbook: of ``desks``, or another window's, or a new one's."""
    file = follow_links(workbook)
    if file not in desks:
        if there := _find_open(workbook):
            return there
        desks[file] = stack.enter_context(keep_desk(workbook))
        click.echo(f"The desk of {workbook}: {desks[file].server.address}")
    return desks[file].server.address


def _find_open(workbook: Path) -> str:
    """Return the address of the desk of a workbook that another window keeps, and say so; blank for none."""
    from turnabout_sheets.desk.open_desks import find_open_desk

    if there := find_open_desk(workbook):
        click.echo(f"The desk of {workbook.name} is open already, in another window.")
    return there


def _go_to_desk(workbook: Path) -> None:
    """Show the desk of a workbook: the one that is open already, or a new one, which is kept until the end."""
    from turnabout_sheets.desk.local_server import write_redirect

    if there := _find_open(workbook):
        open_address(write_redirect(there), there)
        return
    with keep_desk(workbook) as desk:
        click.echo(f"The desk of {workbook}: {desk.server.address}")
        open_address(write_redirect(desk.server.address), desk.server.address)
        while True:
            desk.tell_news()


def _open_in_program(workbook: Path) -> None:
    """Open a workbook in the program for workbooks; without one, say where it is."""
    if click.launch(str(workbook)):
        click.echo(f"No program for workbooks was found; open {workbook} in one.", err=True)
