"""Makes the sample events anew:  python -m sample_events.make

They are simulated from a seed, so that making them again gives the same bytes. The broken one is an event in progress
with mistakes of many kinds typed into it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from turnabout_sheets.event.format import Format
from turnabout_sheets.formats.duplicate import DUPLICATE
from turnabout_sheets.formats.netrunner import NETRUNNER
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.jobs.new import Plan, simulate
from turnabout_sheets.workbook.ooxml.book import to_bytes

HERE = Path(__file__).parent

PLANS: Mapping[str, Plan] = {
    "finished.xlsx": Plan(
        players=24, rounds=5, late=1, drops=1, no_shows=1, seed="spring",
        settings={"name": "Spring Turnabout", "date": "2026-03-14"},
    ),
    "in-progress.xlsx": Plan(
        players=19, rounds=5, played=2, no_shows=1, seed="summer",
        settings={"name": "Summer Turnabout", "date": "2026-06-20"},
    ),
    "cup.xlsx": Plan(
        players=11, played=2, seed="winter",
        settings={"name": "Winter Cup", "date": "2026-12-05", "pairing": "single elimination"},
    ),
    "round-robin.xlsx": Plan(
        players=7, played=3, missing=1, seed="club",
        settings={"name": "Club League", "date": "2026-11-07", "pairing": "round robin"},
    ),
    "netrunner.xlsx": Plan(
        players=13, played=3, no_shows=1, seed="netrunner",
        settings={"name": "City Grid Open", "date": "2026-10-03"},
    ),
    "duplicate.xlsx": Plan(
        players=18, drops=1, seed="nine", settings={"name": "Nine Tables", "date": "2026-10-17"}
    ),
    "duplicate-in-progress.xlsx": Plan(
        players=12, played=3, missing=1, seed="six",
        settings={"name": "Six Tables", "date": "2026-11-14", "deck_choice": "coin flip"},
    ),
    "broken.xlsx": Plan(
        players=12, rounds=4, played=2, seed="autumn",
        settings={"name": "Autumn Turnabout", "date": "2026-09-26"},
    ),
}  # fmt: skip

PLAYED_AS: Mapping[str, Format] = {
    "duplicate.xlsx": DUPLICATE,
    "duplicate-in-progress.xlsx": DUPLICATE,
    "netrunner.xlsx": NETRUNNER,
}
"""The format of those that are not Turnabout."""

TYPED: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "finished.xlsx": {
        "Event": {"B4": "Town hall", "B5": "Ann Example"},
        "Adjustments": {"A2": "Nadia Hughes", "B2": 3, "C2": -2, "D2": "Came ten minutes late to round 3"},
    },
    "netrunner.xlsx": {"Event": {"B4": "Town hall"}},
    "duplicate.xlsx": {
        "Event": {"B4": "Town hall", "B13": 8, "B14": "yes"},
        "Ante": {
            "A2": 1, "B2": 2, "C2": "Elena Schmidt", "D2": "Serra Angel",
            "A3": 1, "B3": 4, "C3": "Elena Singh", "D3": "Dark Ritual",
        },
    },
    "duplicate-in-progress.xlsx": {"Event": {"B4": "Club room"}},
    "cup.xlsx": {"Event": {"B4": "Town hall"}},
    "round-robin.xlsx": {"Event": {"B4": "Club room"}},
    "in-progress.xlsx": {"Event": {"B4": "Town hall", "B5": "Ann Example"}},
    "broken.xlsx": {
        "Event": {"A10": "Rondom seed", "B12": "perhaps", "B14": "eighteen", "B22": 5},
        "Players": {"A5": "FINN  okoro", "D6": "Tolariaa", "F7": 3, "G7": 1, "H8": "front row", "L9": "=1/0"},
        "Round 1": {
            "D2": "Sofia",
            "G3": -3,
            "E4": None,
            "G5": 2.5,
            "E6": datetime(2026, 9, 26),
            "F7": None,
        },
        "Round 2": {"C2": "Jun Larson", "E4": 12, "B5": "Finn Okoro", "A6": 4, "D6": "#N/A", "K7": "A noshow"},
    },
}  # fmt: skip
"""What is typed into the simulated workbooks, by sheet and cell."""


def make(folder: Path) -> None:
    """Write all sample events into ``folder``, which has none yet."""
    for file, plan in PLANS.items():
        path = folder / file
        simulate(path, PLAYED_AS.get(file, TURNABOUT), plan)
        book = load_workbook(path)
        for sheet, cells in TYPED[file].items():
            for address, value in cells.items():
                book[sheet][address] = value
        path.write_bytes(to_bytes(book))


if __name__ == "__main__":
    for each in PLANS:
        (HERE / each).unlink(missing_ok=True)
    make(HERE)
