"""Somebody is let in, as a button on the desk's page does it."""

from __future__ import annotations

from pathlib import Path

from turnabout_sheets.jobs.coming import Way, list_offers, move
from turnabout_sheets.jobs.edit import Edit
from turnabout_sheets.jobs.read import read_book
from turnabout_sheets.workbook.files.save import open_workbook


def let_in(workbook: Path, name: str) -> tuple[Edit, str]:
    """Let somebody in as soon as can be; return what came of it, and what was done, in words."""
    book = read_book(open_workbook(workbook))
    assert book.event is not None, "an event that can be read"
    offers, why_not = list_offers(book.event, book.format, name)
    if why_not is not None:
        raise why_not
    there = {offer.way: offer for offer in offers}
    made = move(workbook, name, next(there[way] for way in (Way.NOW, Way.LATE, Way.BACK) if way in there))
    return made, " ".join(map(str, made.said if made.is_done else ()))
