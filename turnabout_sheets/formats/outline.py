"""What is known of a format before it is loaded: enough to choose one, and to say what there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from turnabout_sheets.sheets.settings import Setting

if TYPE_CHECKING:
    from turnabout_sheets.formats.base import Format


@dataclass(frozen=True, slots=True)
class Option:
    """What may be asked of a simulated event of one format, by a ``flag`` of the command line.

    With the ``field`` of a setting it fills that in. ``choices`` are the words that may follow, none for a flag alone;
    ``refusal`` says why ``{format}`` has no such thing.
    """

    flag: str
    field: str
    help: str
    refusal: str
    choices: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """A format as the command line and the Event sheet know it; whoever reads it loads nothing heavy.

    ``where`` names the `Format` itself, as ``module:NAME``. ``settings`` are those that it uses, by field, in the order
    of the Event sheet. ``options`` may be asked of its simulated events. ``rated``: a
    finished event gives awards (see `event.rating`).
    """

    name: str
    where: str
    settings: Mapping[str, Setting[Any]]
    options: tuple[Option, ...] = ()
    rated: bool = False

    def load(self) -> Format:
        """Return the format."""
        format: Format = resolve_name(self.where)
        return format
