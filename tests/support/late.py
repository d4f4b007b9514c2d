"""Somebody is let in, as a button on the desk's page does it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from turnabout_sheets.jobs.coming import plan_coming
from turnabout_sheets.jobs.late_entry import change
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.prints.words import FALLBACK, load_words


def let_in(workbook: Path, name: str, start: int | None = None) -> tuple[RunOutcome, str]:
    """Return what is found in the workbook then, and what was done, in words: blank where nothing was."""
    moved = change(workbook, name, partial(plan_coming, name=name, start=start))
    return moved.outcome, " ".join(map(load_words(FALLBACK).say, moved.said))
