"""The event systems, a package each: their sheets, scoring, checks, texts. The first is the default.

May know the event and its sheets; no format knows another, and nobody below knows a format.
Begin with `formats.base`, which says what a format is; then `formats.turnabout`.
"""

from __future__ import annotations

from turnabout_sheets.formats.base import Format
from turnabout_sheets.formats.duplicate import DUPLICATE
from turnabout_sheets.formats.netrunner import NETRUNNER
from turnabout_sheets.formats.turnabout import TURNABOUT

FORMATS: tuple[Format, ...] = (TURNABOUT, DUPLICATE, NETRUNNER)
