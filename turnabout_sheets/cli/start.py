"""The command ``start``, which the icons call: all that somebody without a terminal needs, in a window that stays."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from turnabout_sheets.cli.browser import open_address
from turnabout_sheets.cli.desk import keep_desk
from turnabout_sheets.cli.ending import until_ended
from turnabout_sheets.cli.opening import run_and_open
from turnabout_sheets.cli.parameters import FILE, Files
from turnabout_sheets.cli.printing import print_
from turnabout_sheets.cli.window import WindowCommand
from turnabout_sheets.jobs.unblock import unblock_program


@click.command(cls=WindowCommand)
@click.argument("files", cls=Files, nargs=-1, type=FILE)
@click.option("--desk", "is_desk", is_flag=True, help="Open the desk of a workbook, as the command watch does.")
@click.option("--print", "is_print", is_flag=True, help="Print the slips of the running round, and open them.")
@click.pass_context
def start(ctx: click.Context, files: tuple[Path, ...], is_desk: bool, is_print: bool) -> None:
    """What the icons do: choose or make an event on a page, and open its desk; or run workbooks, and open their pages.

    The window stays until Enter is pressed.
    """
    unblock_program()
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
    """Have a workbook chosen on a page, which then becomes that of its desk."""
    from turnabout_sheets.desk.local_server import at_work
    from turnabout_sheets.desk.start.orders import Place
    from turnabout_sheets.desk.start.server import StartServer
    from turnabout_sheets.jobs.find_events import folder_of_user
    from turnabout_sheets.workbook.ours.blank import BY_ICON, BY_START

    place = Place(folder_of_user(), _open_in_program, click.echo, BY_ICON.get(sys.platform, BY_START))
    with at_work(StartServer(place)) as server:
        click.echo("Turnabout opens in your browser. To end it, close this window.")
        click.echo(server.address)
        open_address(server.make_ticket(), server.address)
        while (workbook := server.wait_for_choice(1.0)) is None:
            pass
        _go_to_desk(workbook, lambda address, ticket: server.go_to(address))


def _open_ticket(address: str, ticket: str) -> None:
    open_address(ticket, address)


def _go_to_desk(workbook: Path, go_to: Callable[[str, str], None] = _open_ticket) -> None:
    """Show the desk of a workbook: the one that is open already, or a new one, which is kept until the end."""
    from turnabout_sheets.desk.open_desks import find_open_desk

    if there := find_open_desk(workbook):
        click.echo(f"The desk of {workbook.name} is open already, in another window; this one is not needed.")
        go_to(*there)
        return

    def tell(address: str, ticket: str) -> None:
        click.echo(f"The desk of {workbook}: {address}")
        go_to(address, ticket)

    keep_desk(workbook, tell)


def _open_in_program(workbook: Path) -> None:
    """Open a workbook in the program for workbooks; who has none is told where it is."""
    if click.launch(str(workbook)):
        click.echo(f"No program for workbooks was found; open {workbook} in one.", err=True)
