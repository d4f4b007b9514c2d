"""What the archive keeps of a Duplicate Magic event, and how points are computed from it again (duplicate 3.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from turnabout_sheets.event.format import Kept
from turnabout_sheets.event.model import Event

_FIELDS = ("winner", "deck_a", "deck_b")


def _matches(event: Event) -> Sequence[Mapping[str, Any]]:
    return [{name: match[name] for name in _FIELDS} for match in event.rows]


KEPT = Kept(matches=_matches, fields=lambda details: {name: details.get(name) for name in _FIELDS})
