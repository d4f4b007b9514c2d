"""What the archive gives out for people to look at: the ratings workbook, and the pages."""

from __future__ import annotations

from pathlib import Path

from turnabout_sheets.core.history import Annals
from turnabout_sheets.prints.archive.pages import annals_pages
from turnabout_sheets.prints.publish import publish_set
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ours.ratings_workbook import ratings_book


def write_ratings_book(annals: Annals, file: Path) -> None:
    """Write the ratings workbook, over the one that is there. Raises `WorkbookError`."""
    save.write_new(file, ratings_book(annals), overwrite=True)


def publish_annals(annals: Annals, folder: Path, language: str) -> list[Path]:
    """Write the pages of the archive into a folder, and return those that have changed. Raises `PrintsError`.

    Pages of ours about players and events that are no longer there are deleted: an old link shall not show old ratings.
    """
    return publish_set(folder, annals_pages(annals, language=language))
