"""The event systems, in the order in which they are offered; the first is the default."""

from __future__ import annotations

from turnabout_sheets.formats.base import Format
from turnabout_sheets.formats.duplicate import DUPLICATE
from turnabout_sheets.formats.netrunner import NETRUNNER
from turnabout_sheets.formats.turnabout import TURNABOUT

FORMATS: tuple[Format, ...] = (TURNABOUT, DUPLICATE, NETRUNNER)
