"""A toy format: one game a match, three points for a win, one for a draw; a city on Players, a setting for draws.

The whole package of a format that is not ours, for `tests.best_of_one.test_best_of_one`: this module loads nothing
heavy, `tests.best_of_one.format` is the `Format`.
"""

from __future__ import annotations

from turnabout_sheets.event.outline import Outline
from turnabout_sheets.sheets.cell_kinds import whole
from turnabout_sheets.sheets.settings import (
    EVERY_EVENT,
    PAGES,
    RANKING,
    RECORDS,
    SWISS,
    USUAL_METHODS,
    Setting,
    declare,
)

DRAW_POINTS = Setting("draw_points", "Draw points", whole(0, 3), 1, "What a drawn match is worth to both.")

OUTLINE = Outline(
    "Best of One",
    "tests.best_of_one.format:BEST_OF_ONE",
    {**EVERY_EVENT, **USUAL_METHODS, **SWISS, **declare(DRAW_POINTS), **RANKING, **PAGES, **RECORDS},
)
