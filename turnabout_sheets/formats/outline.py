"""What is known of a format before it is loaded: enough to choose one, and to say what there is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from turnabout_sheets.sheets.settings import Setting

if TYPE_CHECKING:
    from turnabout_sheets.formats.base import Format


@dataclass(frozen=True, slots=True)
class Outline:
    """A format as the command line and the Event sheet know it; whoever reads it loads nothing heavy.

    ``where`` names the `Format` itself, as ``module:NAME``. ``settings`` are those that it uses, by field, in the order
    of the Event sheet. ``rated``: whether its events earn awards.
    """

    name: str
    where: str
    settings: Mapping[str, Setting[Any]]
    rated: bool = False

    def load(self) -> Format:
        """Return the format."""
        format: Format = resolve_name(self.where)
        return format
