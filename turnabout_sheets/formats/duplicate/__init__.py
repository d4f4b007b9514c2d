"""Duplicate Magic: the decks stay at the tables, the players move; a win with the harder deck pays more.

May know the event, its sheets and what all formats share; knows no other format.
Begin with `format`, the table of contents, then `scoring` and `stocks`. This module itself loads nothing heavy.
"""

from __future__ import annotations

from turnabout_sheets.event.outline import Outline
from turnabout_sheets.formats.duplicate.settings import SETTINGS

OUTLINE = Outline("Duplicate Magic", "turnabout_sheets.formats.duplicate.format:DUPLICATE", SETTINGS)
