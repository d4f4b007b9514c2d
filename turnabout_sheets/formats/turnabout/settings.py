"""The settings of a Turnabout event; this loads nothing heavy."""

from __future__ import annotations

from turnabout_sheets.sheets.cell_kinds import whole
from turnabout_sheets.sheets.settings import (
    CLOCK,
    EVERY_EVENT,
    PAGES,
    RANKING,
    RATING,
    RECORDS,
    SWISS,
    USUAL_METHODS,
    Setting,
    declare,
)

BYE_VP = Setting(
    "bye_vp", "Bye VP", whole(0, 30), 18, "Victory points for a bye, or when the opponent does not show up."
)

SETTINGS = {
    **EVERY_EVENT,
    **USUAL_METHODS,
    **SWISS,
    **declare(BYE_VP),
    **RATING,
    **RANKING,
    **CLOCK,
    **PAGES,
    **RECORDS,
}
