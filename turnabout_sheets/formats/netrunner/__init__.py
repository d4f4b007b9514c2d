"""The Netrunner Tournament Protocol: two games a match, three game or match points, piles of cards.

May know the event, its sheets and what all formats share; knows no other format.
Begin with `format`, the table of contents, then `scoring` and `forfeits`. This module itself loads nothing heavy.
"""

from __future__ import annotations

from turnabout_sheets.event.outline import Outline
from turnabout_sheets.formats.netrunner.settings import SETTINGS

OUTLINE = Outline("Netrunner", "turnabout_sheets.formats.netrunner.format:NETRUNNER", SETTINGS)
