"""Workbooks into which a newer version of the program has written: refused, or told of, as that version wants it."""

from __future__ import annotations

from collections.abc import Iterator

from turnabout_sheets.core.problems import Place, Problem, warning
from turnabout_sheets.core.workbook_form import CURRENT
from turnabout_sheets.reading.event_sheet import EVENT_SHEET
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ooxml.form_mark import read_form
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.workbook_part import WorkbookPart


class NewerWorkbookError(UnusableWorkbookError):
    """Only newer versions of the program may write into the workbook."""


def require_known_form(source: Source) -> None:
    """Raise `NewerWorkbookError` for a workbook that only newer versions of the program may write into."""
    form = read_form(WorkbookPart(source.package))
    if form.needs > CURRENT.number:
        raise NewerWorkbookError(
            f"was written by a newer version of turnabout, and is not to be changed by this one (it is of form "
            f"{form.number}, which needs a version of form {form.needs} or later; this one is of form "
            f"{CURRENT.number}); install the newer version, and try again",
            source.path.name,
        )


def warn_of_newer(source: Source) -> Iterator[Problem]:
    """Yield a warning for a workbook of a newer form that this version may write into."""
    form = read_form(WorkbookPart(source.package))
    if form.number > CURRENT.number:
        yield warning(
            Place(EVENT_SHEET.name),
            f"A newer version of turnabout has written into this workbook (it is of form {form.number}, this version "
            f"writes form {CURRENT.number}): what is new there is left as it is, and may be out of date.",
            "Go on with the newer version where you can.",
        )
