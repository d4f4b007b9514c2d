"""What pages say of the draw: the digest of the random seed, before anybody knows the seed."""

from __future__ import annotations

from turnabout_sheets.event.draw import digest_seed, is_drawn
from turnabout_sheets.prints.words import Words
from turnabout_sheets.sheets.settings import Settings


def describe_draw(settings: Settings, w: Words) -> str:
    """Return the line with the digest of the random seed (rules 1.5.12); nothing where nothing is drawn."""
    return w("page.draw", digest=digest_seed(settings)) if is_drawn(settings) else ""
