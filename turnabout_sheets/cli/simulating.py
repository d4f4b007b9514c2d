"""The command ``turnabout simulate``: a played event, as usual or with what can happen besides."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from turnabout_sheets.cli.parameters import DAY, FILE, fail
from turnabout_sheets.core.command_line import ExitCode, word_command
from turnabout_sheets.core.text import join_words
from turnabout_sheets.formats import DEFAULT, FORMATS
from turnabout_sheets.pairing.methods import METHODS

FORMAT_OPTIONS: Final = {option.field: option for format in FORMATS.values() for option in format.options}
"""What may be asked of simulated events, by field; each format declares its own."""

SESSION: Final = "rounds_per_session"

format_option = click.option(
    "--format", "format_name", default=DEFAULT.name, show_default=True,
    help="The system that is played.",
)  # fmt: skip


def format_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add what may be asked of the simulated events of one format or another."""
    for option in reversed(FORMAT_OPTIONS.values()):
        kind: dict[str, Any] = {"type": click.Choice(option.choices)} if option.choices else {"is_flag": True}
        command = click.option(option.flag, option.field, help=option.help, **kind)(command)
    return command


@click.command()
@click.argument("file", type=FILE)
@format_option
@click.option("--players", type=click.IntRange(2, 20000), default=24, show_default=True, help="How many players.")
@click.option("--rounds", type=click.IntRange(1, 99), help="How many rounds are scheduled. Default: as needed.")
@click.option("--played", type=click.IntRange(0, 99), help="How many rounds are played. Default: all of them.")
@click.option("--missing", type=click.IntRange(0), default=0, help="Results of the last round that are not in yet.")
@click.option("--late", type=click.IntRange(0), default=0, help="Players who join late.")
@click.option("--drops", type=click.IntRange(0), default=0, help="Players who drop.")
@click.option("--no-shows", type=click.IntRange(0), default=0, help="Players who do not show up for a round.")
@click.option("--session", SESSION, type=click.IntRange(1, 99), help="How many rounds a session has.")
@click.option("--odd", is_flag=True, help="Some of everything that can happen, and other settings, by the seed.")
@click.option("--name", default="", help="What the event is called. Default: the file's name.")
@click.option("--date", type=DAY, help="The day of the event: 2026-05-31.")
@click.option(
    "--pairing", type=click.Choice(tuple(METHODS)), help="How it is paired. Default: as is usual in the format."
)
@format_options
@click.option("--seed", default="1", show_default=True, help="Any word: the same one makes the same event.")
@click.option("--flat", is_flag=True, help="All rounds on one sheet Results.")
def simulate(file: Path, format_name: str, *, odd: bool, **plan: Any) -> None:
    """Make a played event, for trying things out and for benchmarks."""
    from turnabout_sheets.jobs.new import NewError, choose_format, require_name
    from turnabout_sheets.jobs.simulate import Plan, SimulationError, add_oddities, simulate
    from turnabout_sheets.sheets.settings import SHARED
    from turnabout_sheets.workbook.ooxml.package import WorkbookError

    try:
        require_name(file)
        format = choose_format(format_name)
        if plan["pairing"] not in (None, *format.methods):
            raise click.UsageError(f"--pairing {plan['pairing']}: {format.name} has {join_words(format.methods)}.")
        asked = {field: value for field in FORMAT_OPTIONS if (value := plan.pop(field))}
        for option in map(FORMAT_OPTIONS.__getitem__, asked):
            if option not in format.outline.options:
                raise click.UsageError(f"{option.flag}: {option.refusal.format(format=format.name)}")
        session = plan.pop(SESSION)
        if session and SESSION not in format.settings:
            raise click.UsageError(f"--session: {format.name} has no setting {SHARED[SESSION].name}.")
        settings = {SESSION: str(session)} if session else {}
        plan["date"] = plan["date"] or ""
        wanted = Plan(**plan, asked=asked, odd=Plan().odd._replace(settings=settings))
        simulate(file, format, add_oddities(wanted, format) if odd else wanted)
    except SimulationError as reason:
        fail(str(reason), ExitCode.NO_PAIRING)
    except (NewError, WorkbookError) as reason:
        fail(str(reason), ExitCode.FILE)
    click.echo(f"{file} is ready. Try: {word_command('run', file)}")
