"""What a new workbook says of how Netrunner is played."""

from __future__ import annotations

from turnabout_sheets.event.format import Guidance
from turnabout_sheets.formats.common import ROUND_AT_A_TIME

GUIDANCE = Guidance(
    players="Without ratings, from the best to the last: that is the original order of the protocol.",
    results="who won each game (A, B or Draw), and the agenda points of who did not",
    first_run=ROUND_AT_A_TIME[0],
    next_run=ROUND_AT_A_TIME[1],
    late="add the name on Players with Joined round",
    example_match={
        "table": 1,
        "a": "Ada Marsh",
        "b": "Ben Okoro",
        "winner_1": "A",
        "agenda_1_b": 4,
        "winner_2": "B",
        "agenda_2_a": 5,
    },
    example_story=(
        "In game 1 Ada is the Corporation and wins; Ben has scored 4 agenda points. In game 2 Ben is the Corporation "
        "and wins; Ada has scored 5. A game won is 10 points: Ada has 10 + 5 = 15, Ben 4 + 10 = 14, so Ada wins. "
        "Each has one GMP for a game won, and Ada one more for the match: 2 to 1."
    ),
)
