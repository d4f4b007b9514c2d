"""The event systems, a package each; `event.format` says what a format is. No format knows another."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING, Final

from turnabout_sheets.core.text import key

if TYPE_CHECKING:
    from turnabout_sheets.event.format import Format

DEFAULT: Final = "Turnabout"
NRTM_FORMAT: Final = "Netrunner"  # whose events other programs keep in NRTM JSON

FORMATS: dict[str, str] = {  # where each is, by name; it is loaded when it is played
    DEFAULT: "turnabout_sheets.formats.turnabout:TURNABOUT",
    "Duplicate Magic": "turnabout_sheets.formats.duplicate:DUPLICATE",
    NRTM_FORMAT: "turnabout_sheets.formats.netrunner:NETRUNNER",
}


def load(name: str) -> Format:
    """Return a format by its name."""
    format: Format = resolve_name(FORMATS[name])
    return format


def find_format(name: str) -> Format | None:
    """Return the format of a name, however that is spaced or capitalized; None where there is none."""
    return next((load(each) for each in FORMATS if key(each) == key(name)), None)


def load_all() -> tuple[Format, ...]:
    """Return all formats."""
    return tuple(map(load, FORMATS))
