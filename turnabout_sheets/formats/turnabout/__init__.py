"""Turnabout: two games a match with the decks swapped in the first, 30 victory points by the difference.

May know the event, its sheets and what all formats share; knows no other format.
Begin with `format`, the table of contents, then `scales` and `scoring`. This module itself loads nothing heavy.
"""

from __future__ import annotations

from turnabout_sheets.event.outline import Outline
from turnabout_sheets.formats.turnabout.settings import SETTINGS

OUTLINE = Outline("Turnabout", "turnabout_sheets.formats.turnabout.format:TURNABOUT", SETTINGS, rated=True)
