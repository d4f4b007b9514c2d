"""Somebody is let in, as a button on the desk's page does it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from turnabout_sheets.jobs.coming import plan_coming
from turnabout_sheets.jobs.edit import Edit, edit


def let_in(workbook: Path, name: str, start: int | None = None) -> tuple[Edit, str]:
    """Return what came of it, and what was done, in words: blank where nothing was."""
    made = edit(workbook, partial(plan_coming, name=name, start=start))
    return made, " ".join(map(str, made.said if made.is_done else ()))
