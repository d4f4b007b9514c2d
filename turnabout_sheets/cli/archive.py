"""The commands ``turnabout archive …``: those that show what is there, and those that change it."""

from __future__ import annotations

import click

from turnabout_sheets.cli import archive_changing, archive_showing


@click.group()
def archive() -> None:
    """Keep finished events, and ratings over the years."""


for command in (
    archive_changing.add,
    archive_changing.import_,
    archive_showing.list_,
    archive_showing.show,
    archive_showing.ratings,
    archive_showing.player,
    archive_showing.why,
    archive_showing.people,
    archive_changing.merge,
    archive_changing.split,
    archive_changing.apart,
    archive_changing.hide,
    archive_changing.remove,
    archive_showing.journal,
    archive_changing.undo,
    archive_changing.redo,
    archive_changing.rebuild,
    archive_changing.forget,
    archive_showing.export,
    archive_showing.verify,
):
    archive.add_command(command)
