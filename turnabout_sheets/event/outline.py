"""What the command line and the Event sheet know of a format; whoever reads it loads nothing heavy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from turnabout_sheets.sheets.settings import Setting


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
    """A format before it is loaded (`formats.load`).

    ``where`` names the `Format` itself, as ``module:NAME``. ``settings`` are those that it uses, by field, in the order
    of the Event sheet. ``options`` may be asked of its simulated events. ``rated``: a
    finished event gives awards (see `event.rating`).
    """

    name: str
    where: str
    settings: Mapping[str, Setting[Any]]
    options: tuple[Option, ...] = ()
    rated: bool = False
