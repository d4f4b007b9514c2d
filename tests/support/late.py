"""Somebody is let in, as a button on the desk's page does it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.coming import Way, list_offers, move
from turnabout_sheets.jobs.edit import Answer, EditError


def let_in(workbook: Path, name: str) -> tuple[Sequence[object], str]:
    """Let somebody in as soon as can be; return the problems found, and what was done, in words: blank for nothing."""
    computed = check(workbook)
    if computed.event is None:
        return computed.problems, ""
    offers, why_not = list_offers(computed.event, computed.format, name)
    if not offers:
        raise EditError(why_not)
    there = {offer.way: offer for offer in offers}
    offer = next((there[way] for way in (Way.NOW, Way.LATE, Way.BACK) if way in there), None)
    if offer is None:  # somebody who is there, and can only leave
        return (), ""
    made = move(workbook, name, offer)
    if made.answer is Answer.WRITTEN:
        return (), " ".join(map(str, made.said))
    return made.outcome.problems if made.outcome else made.problems, ""
