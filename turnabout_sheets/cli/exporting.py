"""The command ``export``: results for a site that collects them, or as a text for a chat."""

from __future__ import annotations

from pathlib import Path

import click

from turnabout_sheets.cli.parameters import (
    FILE,
    echo,
    fail_with_problems,
    tell_if_open,
)


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--to", type=click.Choice(("nrtm", "text")), required=True,
    help="nrtm: for sites that collect Netrunner results. text: pairings and standings for a chat.",
)  # fmt: skip
@click.option(
    "--output", type=FILE, help="The file to write. Default: NAME nrtm.json beside the workbook; a text is shown."
)
def export(file: Path, to: str, output: Path | None) -> None:
    """Give the results to a site that collects them, or as a text to a chat; the workbook stays as it is."""
    from turnabout_sheets.jobs.print import export

    tell_if_open([file])
    outcome, said, remarks = export(file, to, output)
    if outcome.exit:
        fail_with_problems(outcome, "Nothing is exported: correct the errors, and try again.")
    echo(remarks, err=True)
    click.echo(said)
