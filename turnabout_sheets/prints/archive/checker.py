"""The page that prints the checker of exports in full, so that everybody can check what the archive's pages say."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from turnabout_sheets.prints.archive.ledger import Ledger

_PACKAGE: Final = Path(__file__).parents[2]


class CheckerPage(NamedTuple):
    """What the page shows: the program, to be copied."""

    program: str
    last_change: str


def checker_page(ledger: Ledger) -> CheckerPage:
    """Return what is on the page: the one file, from inside an installed package or from the tools of a checkout."""
    installed = _PACKAGE / "check_export.py"
    file = installed if installed.is_file() else _PACKAGE.parent / "tools" / "check_export.py"
    return CheckerPage(file.read_text("utf-8"), ledger.last_change)
