"""States that a run can leave an event in."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from tests.event.worked_events import drawn, sweep
from tests.reading.grids import event_sheet, match, players, results_sheet, round_sheet
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.jobs.outcome import Computed, Outcome, Printed
from turnabout_sheets.sheets.grid import Grid

FOUR = ("Ann", "Ben", "Cy", "Dee")
FIRST = round_sheet(1, sweep("Ann", "Ben"), sweep("Cy", "Dee"))
SECOND = (match("Ann", "Cy"), match("Ben", "Dee"))
THIRTY = tuple(f"P{number}" for number in range(30))
NONE_YET = tuple(match(a, b) for a, b in zip(THIRTY[::2], THIRTY[1::2], strict=True))
GONE = tuple({"Player": name, "Dropped after": 1} for name in FOUR[1:])

STATES: dict[str, tuple[Grid, ...]] = {
    "nobody": (event_sheet(), players("Ann")),
    "nothing paired": (event_sheet(), players(*FOUR)),
    "nothing paired by hand": (event_sheet(pairing="manual"), players(*FOUR)),
    "no result yet": (event_sheet(), players(*FOUR), FIRST, round_sheet(2, *SECOND)),
    "a result missing": (event_sheet(), players(*FOUR), FIRST, round_sheet(2, sweep("Ann", "Cy"), match("Ben", "Dee"))),
    "results missing of all rounds on one sheet": (
        event_sheet(),
        players(*FOUR),
        results_sheet([sweep("Ann", "Ben"), match("Cy", "Dee", table="")], SECOND),
    ),
    "many results missing": (event_sheet(), players(*THIRTY), round_sheet(1, *NONE_YET[:14], sweep("P28", "P29"))),
    "all in, and not paired": (event_sheet(), players(*FOUR), FIRST),
    "all in, to be paired by hand": (event_sheet(pairing="manual"), players(*FOUR), FIRST),
    "one is left": (event_sheet(), players("Ann", *GONE), FIRST),
    "nobody is left": (event_sheet(), players({"Player": "Ann", "Dropped after": 1}, *GONE), FIRST),
    "undecided": (
        event_sheet(pairing="single elimination"),
        players(*FOUR),
        round_sheet(1, drawn("Ann", "Dee"), sweep("Ben", "Cy")),
    ),
    "finished": (event_sheet(rounds=1, date="2026-05-31"), players(*FOUR), FIRST),
    "finished without a day": (event_sheet(rounds=1), players(*FOUR), FIRST),
}


def after_a_run(found: Results) -> Outcome:
    computed = Computed(
        Path("My cup.xlsx"), cast(Any, SimpleNamespace(format=TURNABOUT)), found.event, [], results=found
    )
    return Outcome(computed, pages=Printed(Path("My cup prints")))
