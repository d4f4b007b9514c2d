"""What a new workbook says of how Duplicate Magic is played."""

from __future__ import annotations

from turnabout_sheets.event.format import Guidance

GUIDANCE = Guidance(
    players="In doubles one row for each team, with the Partner. Then the sheet Tables: one row for each table.",
    results="who won (A, B or Draw, or the name)",
    first_run="The program draws who goes where in all rounds, and adds their sheets at once.",
    next_run="Standings, matches and table results are written; points are provisional until all rounds are in.",
    late="{take_chair}",
    example_match={"table": 3, "a": "Ada Marsh", "deck_a": "A", "b": "Ben Okoro", "deck_b": "B", "winner": "B"},
    example_story=(
        "At table 3 Ada plays stock A and Ben stock B; Ben wins. When all nine rounds are in, nine games were played "
        "there, and stock B has won three of them: each of its winners has nine points, less one for each of the two "
        "other winners with stock B. So this win is worth 9 - 2 = 7 points to Ben. The six who won with stock A have "
        "9 - 5 = 4 points each."
    ),
)
