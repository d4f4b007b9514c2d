"""Duplicate Magic as a `Format`: its table of contents, and what a new workbook says of how it is played."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from turnabout_sheets.event.format import Entry, Format, Guidance, Pairing, Scoring, Sheets, Simulation, chance
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.output_sheets import CROSSTABLE, PROGRESS
from turnabout_sheets.event.progress import count_places
from turnabout_sheets.formats.common import ADJUSTMENTS, RULINGS_SHEET
from turnabout_sheets.formats.duplicate import OUTLINE
from turnabout_sheets.formats.duplicate.checks import CHECKS
from turnabout_sheets.formats.duplicate.live_columns import LIVE_COLUMNS
from turnabout_sheets.formats.duplicate.output_sheets import make_output
from turnabout_sheets.formats.duplicate.scoring import (
    ENTRY_FIELDS,
    RESULT_FIELDS,
    chairs,
    choices,
    score,
    settle,
    sides,
)
from turnabout_sheets.formats.duplicate.sheets import (
    ANTE,
    FEWEST_CARDS,
    MATCHES,
    PLAYERS,
    SCORED_MATCHES,
    STANDINGS,
    STOCKS,
    TABLE_RESULTS,
    TABLES,
    TIE_BREAKS,
)
from turnabout_sheets.formats.duplicate.stocks import OTHER, SEATS, is_doubles
from turnabout_sheets.formats.duplicate.why import CITES, explain
from turnabout_sheets.pairing.methods import once_at_each_table

GUIDANCE = Guidance(
    players="In doubles one row for each team, with the Partner. Then the sheet Tables: one row for each table.",
    results="who won (A, B or Draw, or the name)",
    first_run="The program draws who goes where in all rounds, and adds their sheets at once.",
    next_run="Standings, matches and table results are written; points are provisional until all rounds are in.",
    late="add the name on Players with Joined round, and type it over BYE in the rounds from then on, if there is one",
    example_match={"table": 3, "a": "Ada Marsh", "deck_a": "A", "b": "Ben Okoro", "deck_b": "B", "winner": "B"},
    example_story=(
        "At table 3 Ada plays stock A and Ben stock B; Ben wins. When all nine rounds are in, nine games were played "
        "there, and stock B has won three of them: each of its winners has nine points, less one for each of the two "
        "other winners with stock B. So this win is worth 9 - 2 = 7 points to Ben. The six who won with stock A have "
        "9 - 5 = 4 points each."
    ),
)

THEMES = (
    "Fire and water/Embers/Tides|Predators and prey/Wolves/Deer|Siege/Catapults/Walls|Day and night/Clerics/Vampires|"
    "Big and small/Giants/Goblins|The library/Scholars/Bookworms|Forest and swamp/Elves/Zombies|Artifacts/Golems/Rust|"
    "The sky/Dragons/Falcons|Under the ground/Dwarves/Kobolds|The sea/Merfolk/Pirates|The court/Knights/Assassins"
).split("|")


def make_tables(random: Random, event: Event) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of the sheet Tables."""
    rows = []
    for table in range(1, 1 + once_at_each_table(count_places(event))):
        theme, *names = THEMES[(table - 1) % len(THEMES)].split("/")
        row: dict[str, Any] = {"table": table, "theme": theme}
        for side, name in zip(STOCKS, names, strict=True):
            for seat in SEATS if is_doubles(event) else SEATS[:1]:
                row[f"stock_{side.lower()}{seat}"] = f"{name} {seat}".rstrip()
                row[f"cards_{side.lower()}{seat}"] = FEWEST_CARDS + random.randrange(13)
        rows.append(row)
    return {"Tables": rows}


def play(random: Random, row: Mapping[str, Any], advantage: float, decks: float) -> Mapping[str, Any]:
    """Return the result fields of a match row: ``advantage`` is player A's; nobody has a deck of their own."""
    stock = row.get("deck_a") or random.choice(STOCKS)
    imbalance = Random(row["table"]).uniform(-0.7, 0.7)  # of stock A: the same for everybody who plays at the table
    winner = "A" if random.random() < chance(advantage + (imbalance if stock == "A" else -imbalance)) else "B"
    return {"deck_a": stock, "deck_b": OTHER[stock], "winner": winner if random.random() >= 0.04 else "Draw"}


DUPLICATE = Format(
    outline=OUTLINE,
    sheets=Sheets(
        players=PLAYERS,
        matches=MATCHES,
        others=(TABLES, ADJUSTMENTS, RULINGS_SHEET, ANTE),
        output=(STANDINGS, SCORED_MATCHES, PROGRESS, CROSSTABLE, TABLE_RESULTS),
        make_output=make_output,
        teammates=("partner",),
    ),
    entry=Entry(ENTRY_FIELDS, RESULT_FIELDS, LIVE_COLUMNS, choices=choices),
    scoring=Scoring(
        score=score,
        sides=sides,
        tie_breaks=TIE_BREAKS,
        settle=settle,
        final_at_end=True,
        explain=explain,
        cites=CITES,
    ),
    pairing=Pairing(chairs=chairs),
    guidance=GUIDANCE,
    checks=CHECKS,
    simulation=Simulation(play, sheets=make_tables),
)
