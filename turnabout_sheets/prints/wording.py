"""The words for what is said of a player on several pages."""

from __future__ import annotations

from turnabout_sheets.event.status import Status, StatusKind
from turnabout_sheets.prints.words import Words

_STATUSES = {
    StatusKind.DISQUALIFIED: "status.disqualified",
    StatusKind.DROPPED: "status.dropped_after",
    StatusKind.PROVISIONAL: "status.provisional",
    StatusKind.JOINED: "status.joined",
    StatusKind.OUT: "status.out_in",
}
"""The keys of a player's statuses."""


def translate_status(status: Status | None, w: Words) -> str:
    """Return a player's status in the page's words; what an archive has in others stays as it is."""
    if status is None:
        return ""
    return status.words or w(_STATUSES[status.kind], n=status.round)
