"""What the command line and the Event sheet know of a format; whoever reads it loads nothing heavy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from turnabout_sheets.sheets.settings import Setting


@dataclass(frozen=True, slots=True)
class Outline:
    """A format before it is loaded (`formats.load`).

    ``where`` names the `Format` itself, as ``module:NAME``. ``settings`` are those that it uses, by field, in the order
    of the Event sheet. ``rated``: a finished event gives awards (see `event.rating`).
    """

    name: str
    where: str
    settings: Mapping[str, Setting[Any]]
    rated: bool = False
