"""Takes a name out of a kept workbook, with what the program itself remembers in it, so that its log holds together."""

from __future__ import annotations

from turnabout_sheets.core.renaming import Renaming


def rename_workbook(data: bytes, renaming: Renaming) -> bytes | None:
    """Return a workbook in which nobody is called so any more; None where that cannot be done wholly.

    The same workbook and pseudonym give the same bytes. Whatever bytes come, this raises nothing.
    """
    return None
