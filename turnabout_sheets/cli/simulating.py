"""The command ``turnabout simulate``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from turnabout_sheets.cli.parameters import FILE, format_option
from turnabout_sheets.core.command_line import word_command


@click.command()
@click.argument("file", type=FILE)
@format_option
@click.option("--players", type=click.IntRange(2, 20000), default=24, show_default=True, help="How many players.")
@click.option("--rounds", type=click.IntRange(1, 99), help="How many rounds are scheduled. Default: as needed.")
@click.option("--played", type=click.IntRange(0, 99), help="How many rounds are played. Default: all of them.")
@click.option("--odd", is_flag=True, help="Add some of all that can happen, and other settings, by the seed.")
@click.option("--seed", default="1", show_default=True, help="Any word: the same one makes the same event.")
def simulate(file: Path, format_name: str, **plan: Any) -> None:
    """Make a played event, to try things out."""
    from turnabout_sheets.jobs.new import Plan, choose_format, simulate

    simulate(file, choose_format(format_name), Plan(**plan))
    click.echo(f"{file} is ready. Try: {word_command('run', file)}")
