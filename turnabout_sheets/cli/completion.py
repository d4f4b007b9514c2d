"""What the Tab key offers in a shell, besides commands and options: workbooks, formats, pages, rounds.

``click`` asks for it, and makes the script for the shell; see docs/installing.md.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from turnabout_sheets.formats import FORMATS
from turnabout_sheets.prints.pages import list_names

VARIABLE: Final = "_TURNABOUT_COMPLETE"
"""The environment variable by which a shell asks."""


def prepare_completion() -> None:
    """Have bash quote a value that has spaces, as it does with names of files, if a shell asks for what to offer."""
    if VARIABLE in os.environ:
        add_completion_class(_QuotingBash)


class _QuotingBash(BashComplete):
    source_template = BashComplete.source_template.replace(" -o nosort ", " -o nosort -o filenames ")


def offer_workbooks(begun: str) -> list[CompletionItem]:
    """Return the workbooks, and the folders, whose path begins so; hidden ones only if they are asked for."""
    return [CompletionItem(path) for path in _list_workbooks(begun)]


def _list_workbooks(begun: str) -> Iterator[str]:
    from turnabout_sheets.workbook.files.other_programs import LOCKS
    from turnabout_sheets.workbook.files.sniff import WORKBOOKS

    folder, name = os.path.split(begun)
    typed = begun.removesuffix(name)
    with contextlib.suppress(OSError), os.scandir(Path(folder or ".").expanduser()) as there:
        for each in sorted(there, key=lambda entry: entry.name):
            is_wanted = each.name.startswith(name) and (name or not each.name.startswith("."))
            is_workbook = each.name.lower().endswith(WORKBOOKS) and not each.name.startswith(LOCKS)
            if is_wanted and (is_workbook or each.is_dir()):
                yield f"{typed}{each.name}"


def list_formats(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """Return the formats whose name begins so, in any letter case."""
    return [name for name in FORMATS if name.casefold().startswith(begun.casefold())]


def list_pages(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """Return the pages whose name begins as the last of several, with commas between, that are not named before."""
    named, comma, last = begun.rpartition(",")
    others = named.split(",")
    return [f"{named}{comma}{name}" for name in list_names() if name.startswith(last) and name not in others]


def list_rounds(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """Return the rounds that have a sheet in the workbook of the command; none if it cannot be read."""
    from turnabout_sheets.reading.matches import round_number
    from turnabout_sheets.workbook.files.save import open_workbook
    from turnabout_sheets.workbook.ooxml.package import WorkbookError

    named = [each for each in (ctx.params.get("file"), *ctx.args) if each]  # an option without a value hides the first
    if not named:
        return []
    try:
        sheets = open_workbook(Path(named[0])).package.sheets
    except WorkbookError:
        return []
    return [str(number) for number in sorted(filter(None, map(round_number, sheets))) if str(number).startswith(begun)]
