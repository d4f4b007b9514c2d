"""What may be asked of a simulated Turnabout event; this loads nothing heavy."""

from __future__ import annotations

from turnabout_sheets.event.format import Option

OWN_OPTIONS = Option(
    "--own-options",
    "own_options",
    "Turnabout: some decks have scoring options of the organizer's own.",
    refusal="{format} has no scoring options.",
)

OPTIONS = (OWN_OPTIONS,)
