"""What may be asked of a simulated Duplicate Magic event; this loads nothing heavy."""

from __future__ import annotations

from turnabout_sheets.event.format import Option
from turnabout_sheets.formats.duplicate.settings import DECK_CHOICE

DOUBLES = Option("--doubles", "doubles", "Duplicate Magic: teams of two.", refusal="{format} is not played by teams.")

OPTIONS = (
    Option(
        "--deck-choice",
        DECK_CHOICE.field,
        "Duplicate Magic: who gets which stock.",
        refusal="in {format} all players bring their own decks.",
        choices=DECK_CHOICE.kind.choices,
    ),
    DOUBLES,
)
