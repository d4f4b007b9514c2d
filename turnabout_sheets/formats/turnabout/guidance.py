"""What a new workbook says of how Turnabout is played."""

from __future__ import annotations

from turnabout_sheets.event.format import Guidance
from turnabout_sheets.formats.common import ROUND_AT_A_TIME
from turnabout_sheets.formats.turnabout.scales import STANDARD_OPTIONS
from turnabout_sheets.formats.turnabout.sheets import PLAYERS

GUIDANCE = Guidance(
    players="A scoring option is only needed where it is not the default.",
    results="who won (A, B or Draw), and what the winner counts",
    first_run=ROUND_AT_A_TIME[0],
    next_run=ROUND_AT_A_TIME[1],
    late="add the name on Players with Joined round",
    example_match={
        "table": 1,
        "a": "Ada Marsh",
        "option_a": "Dominaria",
        "b": "Ben Okoro",
        "option_b": "Tolaria",
        "winner_1": "A",
        "count_1": 14,
        "winner_2": "A",
        "count_2": 31,
    },
    example_story=(
        "In game 1 Ada plays Ben's deck and wins with 14 life. Ada's own deck lost, so her option counts: Dominaria, "
        "10 + 14 = 24 match points. In game 2 both play their own decks; Ada wins with 31 cards left in her library. "
        "Ben's deck lost, so his option counts: Tolaria, 10 + 31/2 rounded up = 26. Together 50 to 0, and a difference "
        "of 46-50 is 28-2 victory points."
    ),
    suggestions={(PLAYERS.name, "option"): tuple(STANDARD_OPTIONS)},
)
