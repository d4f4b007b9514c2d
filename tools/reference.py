"""Writes the reference pages of the documentation from the declarations:  python -m tools.reference docs

A test compares them, so that they cannot drift from the program.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from turnabout_sheets.archive.lists.declared import LISTS
from turnabout_sheets.changes.log import LOG, REMEMBERED
from turnabout_sheets.cli.lazy_group import LazyGroup
from turnabout_sheets.cli.main import main
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.output_sheets import DESK, PROBLEMS
from turnabout_sheets.formats import load_all
from turnabout_sheets.prints.page import load_pages
from turnabout_sheets.reading.event_sheet import EVENT_SHEET
from turnabout_sheets.sheets.declarations import Sheet

MADE = "<!-- Written by: python -m tools.reference docs. Change the declarations, not this page. -->"


def pages() -> dict[str, str]:
    """Return the reference pages by file name."""
    made = {"sheets.md": _sheets(), "settings.md": _settings(), "commands.md": _commands()}
    return {name: "\n".join([MADE, "", *lines]) + "\n" for name, lines in made.items()}


def _settings() -> Iterator[str]:
    yield from ("# The settings on the Event sheet", "")
    yield "Each is a row of the sheet `Event`: its name in the column `Setting`, your choice in the column `Value`."
    yield "A setting without a value, or without a row, has its default."
    rows = {
        format.name: [
            _row(f"`{each.name}`", each.help, each.kind.expects, each.shown_default)
            for each in format.settings.values()
        ]
        for format in load_all()
    }
    for title, lines in _parts(rows):
        yield from ("", f"## {title}", "", *_header("Setting", "What it does", "What it takes", "If blank"), *lines)


def _sheets() -> Iterator[str]:
    yield from ("# The sheets of a workbook", "")
    yield "Blue tabs are yours: the program reads them and never changes them. Grey tabs are the program's: it rewrites"
    yield "them on every run and never reads them. Sheets of your own may stand anywhere."
    yield from ("", "Headers are found in the first 20 rows, in any order, however they are spaced or capitalized.")
    yield "Columns of your own are left alone. A column marked * must be there."
    for title, sheets in _parts({format.name: list(_sheets_of(format)) for format in load_all()}):
        yield from (f"\n## {title}", *sheets)
    yield "\n## Lists of old results\n\nFor `turnabout archive import`: [a list or a table](old-results.md)."
    yield from (_input_sheet(sheet) for sheet in LISTS)


def _sheets_of(format: Format) -> Iterator[str]:
    results = format.results_sheet
    yield from map(_input_sheet, (EVENT_SHEET, format.players, format.matches, *format.others))
    yield f"\n### {results.name}\n\n{results.purpose} A column `Round`, then those of Round N."
    live = {column.header: column.help for column in format.live_columns if not column.hidden}
    yield _described("Formulas right of the cells to fill in", "They show points and mistakes while you type.", live)
    for sheet in (DESK, *format.output, PROBLEMS, LOG, REMEMBERED):
        shown = {column.header: column.help for column in sheet.columns}
        yield _described(f"{sheet.name} (the program's)", sheet.purpose, shown)


def _input_sheet(sheet: Sheet) -> str:
    rows = [
        _row(f"`{column.header}`{' *' if column.required else ''}", column.help, column.kind.expects)
        for column in sheet.columns
    ]
    header = _header("Column", "What it says", "What it takes")
    return "\n".join(("", f"### {sheet.name}", "", sheet.purpose, "", *header, *rows))


def _described(title: str, purpose: str, columns: dict[str, str]) -> str:
    rows = [_row(f"`{header}`", help) for header, help in columns.items()]
    return "\n".join(("", f"### {title}", "", purpose, "", *_header("Column", "What it says"), *rows))


def _parts(of_formats: dict[str, list[str]]) -> Iterator[tuple[str, list[str]]]:
    """Yield what all formats share, then what each has besides."""
    first, *others = of_formats.values()
    shared = [each for each in first if all(each in other for other in others)]
    yield "All formats", shared
    for name, lines in of_formats.items():
        yield name, [each for each in lines if each not in shared]


EXIT_CODES: Final = {
    ExitCode.DONE: "done",
    ExitCode.PROBLEMS: "the workbook has errors; only its sheet Problems was written",
    ExitCode.USAGE: "the command was not typed as it should be",
    ExitCode.NO_PAIRING: "the next round cannot be paired without a rematch; everything else is done",
    ExitCode.FILE: "the file cannot be read or written",
    ExitCode.FAULT: "there is a mistake in the program; it says where it has written a report of it",
}


def _header(*cells: str) -> tuple[str, str]:
    return _row(*cells), _row(*["---"] * len(cells))


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _commands() -> Iterator[str]:
    yield from ("# The commands", "")
    yield from ("If `turnabout` is not found: [what to type in its place](../README.md#if-turnabout-is-not-found).", "")
    yield from (
        *_header("Exit code", "What it means"),
        *(_row(str(int(code)), EXIT_CODES[code]) for code in ExitCode),
    )
    yield from ("", "The pages that `turnabout print --only` knows:", "", *_header("Page", "What it is", "When"))
    yield from (_row(f"`{page.name}`", page.help, page.when.said) for page in load_pages())
    yield from _commands_of(main, "turnabout")


def _commands_of(group: LazyGroup, above: str) -> Iterator[str]:
    for name, command in group.load_all().items():
        context = click.Context(command, info_name=f"{above} {name}", terminal_width=100)
        yield from ("", f"## {above} {name}", "", "```text", command.get_help(context), "```")
        if isinstance(command, LazyGroup):
            yield from _commands_of(command, f"{above} {name}")


def write(folder: Path) -> None:
    """Write the pages into a folder."""
    for name, text in pages().items():
        (folder / name).write_bytes(text.encode())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
