"""What pages say of the draw: the digest of the random seed, before anybody knows it, and that of seed and players."""

from __future__ import annotations

from turnabout_sheets.event.draw import digest_seed, is_drawn
from turnabout_sheets.event.entry_lists import list_checked_in
from turnabout_sheets.event.model import Event
from turnabout_sheets.prints.words import Words
from turnabout_sheets.sheets.settings import Settings


def describe_draw(settings: Settings, w: Words) -> str:
    """Return the line with the digest of the random seed (rules 1.5.12); nothing where nothing is drawn."""
    return w("page.draw", digest=digest_seed(settings)) if is_drawn(settings) else ""


def describe_check_in(event: Event, w: Words) -> str:
    """Return the line with the digest of the check-in list; nothing where nothing is drawn.

    Once round 1 is drawn it is that of the list which is kept, whoever came since; none where none is (rules 1.5.12).
    """
    if not is_drawn(event.settings):
        return ""
    lists = [each for each in event.entry_lists if not each.drawn] if event.rounds else [list_checked_in(event)]
    return w("page.listed", digest=lists[-1].digest) if lists else ""


def describe_drawn(event: Event, w: Words) -> str:
    """Return the line with the digest of the list as it was drawn; nothing where none is kept (rules 1.5.12)."""
    lists = [each for each in event.entry_lists if each.drawn] if is_drawn(event.settings) else []
    return w("page.drawn", digest=lists[-1].digest) if lists else ""
