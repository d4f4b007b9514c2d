"""Writes the reference pages of the documentation from the declarations:  python -m turnabout_sheets.reference docs

A page that a person keeps up drifts from the program; these cannot. A test compares them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from inspect import cleandoc
from pathlib import Path

import click

from turnabout_sheets.cli import main
from turnabout_sheets.exits import MEANINGS
from turnabout_sheets.formats import FORMATS
from turnabout_sheets.formats.base import Format
from turnabout_sheets.intake import EVENT_SHEET
from turnabout_sheets.prints import views
from turnabout_sheets.reports import PROBLEMS
from turnabout_sheets.schema import Sheet

MADE = "<!-- Written by: python -m turnabout_sheets.reference docs. Change the declarations, not this page. -->"


def pages() -> dict[str, str]:
    """Return the reference pages by file name."""
    return {
        "sheets.md": "\n".join(_sheets()) + "\n",
        "settings.md": "\n".join(_settings()) + "\n",
        "commands.md": "\n".join(_commands()) + "\n",
        "page-fields.md": "\n".join(_page_fields()) + "\n",
    }


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _settings() -> Iterator[str]:
    yield from (MADE, "", "# The settings on the Event sheet", "")
    yield "Each is a row of the sheet `Event`: its name in the column `Setting`, what you want in the column `Value`."
    yield "A setting without a value, or without a row, has its default."
    for format in FORMATS:
        yield from ("", f"## {format.name}", "", _row("Setting", "What it does", "What may stand there", "If blank"))
        yield _row("---", "---", "---", "---")
        for each in format.declarations.values():
            yield _row(f"`{each.name}`", each.help, each.kind.expects, each.shown_default)


def _sheets() -> Iterator[str]:
    yield from (MADE, "", "# The sheets of a workbook", "")
    yield "Blue tabs are yours: the program reads them and never changes them. Grey tabs are the program's: it writes"
    yield "them anew at every run and never reads them. Sheets of your own may stand anywhere."
    yield from ("", "Headers are found in the first 20 rows, in any order, however they are spaced or capitalized.")
    yield "Columns of your own are left alone. A column marked * must be there."
    for format in FORMATS:
        yield from ("", f"## {format.name}: your sheets")
        for sheet in (EVENT_SHEET, format.players, format.matches, format.results_sheet, *format.others):
            yield from _input_sheet(sheet)
        yield from _live_columns(format)
        yield from ("", f"## {format.name}: the program's sheets")
        for sheet in (*format.report_sheets, PROBLEMS):
            yield from ("", f"### {sheet.name}", "", sheet.purpose, "", _row("Column", "What it says"))
            yield _row("---", "---")
            yield from (_row(f"`{column.header}`", column.help) for column in sheet.columns)


def _input_sheet(sheet: Sheet) -> Iterator[str]:
    yield from ("", f"### {sheet.name}", "", sheet.purpose, "", _row("Column", "What it says", "What may stand there"))
    yield _row("---", "---", "---")
    for column in sheet.columns:
        yield _row(f"`{column.header}`{' *' if column.required else ''}", column.help, column.kind.expects)


def _live_columns(format: Format) -> Iterator[str]:
    yield from ("", "To the right of a round's columns stand formulas that show the points while you type:", "")
    yield from (_row("Column", "What it says"), _row("---", "---"))
    for column in format.live_columns:
        if not column.hidden:
            yield _row(f"`{column.header}`", column.help)


def _commands() -> Iterator[str]:
    yield from (MADE, "", "# The commands", "")
    yield from (_row("Exit code", "What it means"), _row("---", "---"))
    yield from (_row(str(int(exit)), meaning) for exit, meaning in MEANINGS.items())
    for name, command in main.commands.items():
        context = click.Context(command, info_name=f"turnabout {name}", terminal_width=100)
        yield from ("", f"## turnabout {name}", "", "```text", command.get_help(context), "```")


def _page_fields() -> Iterator[str]:
    yield from (MADE, "", "# What templates can show", "")
    yield "A template sees one of these under the name `page`, and in it the others. How a page is changed says"
    yield '[templates.md](templates.md). `w("page.round", n=3)` gives words in the language of the event.'
    for name in views.__all__:
        view = getattr(views, name)
        yield from ("", f"## {name}", "", *_unquoted(view), "", _row("Field", "Type"), _row("---", "---"))
        yield from (_row(f"`{field.name}`", f"`{field.type}`") for field in fields(view))


def _unquoted(view: type) -> list[str]:
    """Return the lines of a docstring, with code marked as Markdown does."""
    return re.sub(r"``(.+?)``", r"`\1`", cleandoc(view.__doc__ or "")).splitlines()


def write(folder: Path) -> None:
    """Write the pages into ``folder``."""
    for name, text in pages().items():
        (folder / name).write_bytes(text.encode())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
