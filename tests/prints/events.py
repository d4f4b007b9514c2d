"""Events for the tests of the pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from turnabout_sheets.event.model import BYE, Event, Player, make_matches
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.sheets.settings import make_settings

ENGLISH = load_words("en")

LONG = "Maximiliane von und zu Hohenlohe-Waldenburg-Schillingsfürst-Kupferzell de la Fontaine-Bleue"
ONE_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftspräsidenten"
TRICKY = (
    "<b>Bold</b> & <i>Sons</i>",
    "</style><script>alert(1)</script>",
    "{{ page.event }} {% raw %}",
    "\"Double\" 'Single' `Tick`",
    "&amp; Ampersand &lt;",
    "--> <!-- comment",
    "محمد عبد الله",
    "יוסי כהן (Joe)",
    "山田 太郎",
    "김민준",
    "Zoë Ångström",
    "Zoë 🦊🎲 Fox 👩‍👩‍👧",
    LONG,
    ONE_WORD,
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "i",
)


def plain_names(n: int) -> list[str]:
    return [f"Player{number:03}" for number in range(n)]


def event(names: Sequence[str], *, round_number: int = 3, options: Sequence[str | None] = (), **settings: Any) -> Event:
    """Return an event with one round, first name against second and so on at tables 1, 2, …; an odd one has the bye."""
    players = tuple(
        Player(number, name, fields={"option": options[number % len(options)]} if options else {})
        for number, name in enumerate(names)
    )
    rows: list[dict[str, Any]] = [
        {"round": round_number, "table": a // 2 + 1, "a": a, "b": a + 1} for a in range(0, len(names) - 1, 2)
    ]
    if len(names) % 2:
        rows.append({"round": round_number, "table": None, "a": len(names) - 1, "b": BYE})
    others = {"option_a": None, "option_b": None, "ruling": None, "advances": None, "sheet": "Round 3", "row": 2}
    matches = make_matches([row | others for row in rows], others)
    return Event(make_settings({"name": "Town Open", "date": "2026-11-21", **settings}), players, matches)


def standings(names: Sequence[str]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "Rank": place,
                "Player": name,
                "VP": 90 - place,
                "Matches": 3,
                "Wins": 2,
                "Draws": 0,
                "Losses": 1,
                "Byes": 0,
                "Opponents' VP": 140 - place,
                "MP difference": 10 - place,
                "Status": "Dropped after 2" if place == 2 else "",
            }
            for place, name in enumerate(names, 1)
        ]
    )
