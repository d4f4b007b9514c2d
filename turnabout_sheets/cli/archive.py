"""The commands ``turnabout archive …``: those that show what is there, and those that change it."""

from __future__ import annotations

from typing import Final

import click

from turnabout_sheets.cli.lazy_group import LazyGroup

SHOWING: Final = ("list", "log", "ratings", "player", "export", "lists")
CHANGING: Final = ("add", "import", "merge", "split", "apart", "hide", "remove", "undo", "redo", "forget", "verify")
MODULES: Final = {**dict.fromkeys(SHOWING, "archive_showing"), **dict.fromkeys(CHANGING, "archive_changing")}


@click.group(cls=LazyGroup, modules=MODULES)
def archive() -> None:
    """Keep finished events, and ratings over the years."""
