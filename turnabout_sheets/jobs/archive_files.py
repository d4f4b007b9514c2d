"""The files that are made of the archive: the ratings workbook, pages, and what an import said."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from turnabout_sheets.core.file_names import as_utf8
from turnabout_sheets.core.outputs import place, require_ours
from turnabout_sheets.event.history import History
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.atomic_write import explain_errors


def write_ratings_workbook(history: History, file: Path, *, overwrite: bool) -> None:
    """Write the ratings workbook, over an earlier one, and over anything else only to ``overwrite``.

    Raises `WorkbookError`.
    """
    from turnabout_sheets.workbook.ours.ratings_workbook import (
        make_ratings_workbook,  # slow to load, and few commands need it
    )

    save.write_output(file, make_ratings_workbook(history), overwrite=overwrite)


def write_report(file: Path, lines: Sequence[str], *, overwrite: bool) -> None:
    """Write what an import said into a text file, over nothing but an earlier one. Raises `WorkbookError`."""
    with explain_errors(file):
        place(file, as_utf8("\n".join([*lines, ""])), overwrite=overwrite)


def require_report(file: Path, *, overwrite: bool) -> None:
    """Raise `WorkbookError` where a report must not be written to ``file``, before anything else is done."""
    with explain_errors(file):
        require_ours(file, overwrite=overwrite)


def publish_history(history: History, folder: Path, language: str, *, overwrite: bool) -> list[Path]:
    """Write the pages of the archive into a folder, and return those that have changed. Raises `PrintsError`.

    Pages of ours about players and events that are no longer there are deleted: an old link shall not show old ratings.
    """
    from turnabout_sheets.prints.archive.pages import make_archive_pages  # slow to load, and few commands need it
    from turnabout_sheets.prints.publish import publish_set

    return publish_set(folder, make_archive_pages(history, language=language), overwrite=overwrite)
