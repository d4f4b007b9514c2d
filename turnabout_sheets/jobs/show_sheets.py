"""Shows input sheets that are hidden because few events need them (`Sheet.seldom`)."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from pathlib import Path

from turnabout_sheets.core.text import key
from turnabout_sheets.event.format import Format
from turnabout_sheets.jobs.start_over import start_over
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ooxml.editor import Editor
from turnabout_sheets.workbook.ooxml.workbook_part import WorkbookPart


def find_hidden(source: Source, format: Format) -> tuple[str, ...]:
    """Return the titles of the sheets that few events need and that are hidden."""
    seldom = {key(sheet.name) for sheet in format.sheets.others if sheet.seldom}
    states = WorkbookPart(source.package).states()
    return tuple(title for title, state in states.items() if state and key(title) in seldom)


def show_sheets(path: Path, titles: Collection[str]) -> list[str]:
    """Have those of the sheets seen that are hidden, and return them; nothing else changes. Raises `WorkbookError`."""
    return start_over(partial(_show, path, titles))[0]


def _show(path: Path, titles: Collection[str]) -> list[str]:
    source = save.open_workbook(path)
    editor, workbook = Editor(source.package), WorkbookPart(source.package)
    hidden = [title for title, state in workbook.states().items() if state and title in titles]
    for title in hidden:
        workbook.set_state(title, "")
    editor.put_tree(source.package.workbook_part, workbook.root)
    save.replace(source, editor.written())
    return hidden
