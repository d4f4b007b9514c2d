"""The event systems, a package each: their sheets, scoring, checks, texts.

May know the event and its sheets; no format knows another, and nobody below knows a format.
Begin with `event.format`, which says what a format is; then `formats.turnabout.format`.
"""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from turnabout_sheets.core.text import key
from turnabout_sheets.event.outline import Outline
from turnabout_sheets.formats import duplicate, netrunner, turnabout
from turnabout_sheets.sheets.settings import SHARED, Setting

if TYPE_CHECKING:
    from turnabout_sheets.event.format import Format

FORMATS: dict[str, Outline] = {each.name: each for each in (turnabout.OUTLINE, duplicate.OUTLINE, netrunner.OUTLINE)}
"""All formats by name; the first is the default. Each is loaded when it is played."""

DEFAULT = turnabout.OUTLINE

NRTM_FORMAT = netrunner.OUTLINE
"""The format whose events other programs keep in NRTM JSON."""


def load(outline: Outline) -> Format:
    """Load a format."""
    format: Format = resolve_name(outline.where)
    return format


def find_format(name: str) -> Format | None:
    """Load the format called ``name``, however that is spaced or capitalized; None where there is none."""
    return next((load(each) for each in FORMATS.values() if key(each.name) == key(name)), None)


def known_settings() -> dict[str, Setting[Any]]:
    """Return every setting of every format by field; Pairing with all methods."""
    known = dict(SHARED)
    for each in FORMATS.values():
        known |= {field: setting for field, setting in each.settings.items() if field not in known}
    return known


def load_all() -> tuple[Format, ...]:
    """Load all formats, for what is said of every one."""
    return tuple(load(each) for each in FORMATS.values())
