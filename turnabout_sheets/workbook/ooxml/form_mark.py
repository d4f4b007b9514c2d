"""The mark that says of which form a workbook is: a hidden defined name of the whole workbook, with a text.

`_turnabout_form` is `"3 2"` in a workbook of form 3 that programs of form 2 may still write into. Whoever saves the
workbook keeps it, as all defined names (ECMA-376 Part 1, 18.2.5).
"""

from __future__ import annotations

import re
from typing import Final

from turnabout_sheets.core.workbook_form import CURRENT, UNMARKED, Form
from turnabout_sheets.workbook.ooxml.workbook_part import WorkbookPart

NAME: Final = "_turnabout_form"

_TEXT: Final = re.compile(r'"(?P<number>[0-9]{1,4}) (?P<needs>[0-9]{1,4})"')


def write_form(form: Form) -> str:
    """Return what the mark says in a workbook of a form."""
    return f'"{form.number} {form.needs}"'


def read_form(workbook: WorkbookPart) -> Form:
    """Return the form of a workbook; of one without a mark, or with one that was typed over, the first."""
    mark = workbook.names().get(NAME)
    found = _TEXT.fullmatch((mark.text or "").strip()) if mark is not None else None
    return Form(int(found["number"]), int(found["needs"])) if found else UNMARKED


def mark_form(workbook: WorkbookPart) -> None:
    """Mark a workbook that this version writes into; one of a newer form stays of that.

    LibreOffice shows the names that it saves, so the mark is hidden anew.
    """
    form = max(read_form(workbook), CURRENT)
    workbook.define({"name": NAME, "hidden": "1"}, write_form(form))
