"""An event that has every status and outcome."""

from __future__ import annotations

from tests.event.worked_events import drawn, small_win, sweep
from tests.reading.grids import event_sheet, match, players, results, round_sheet, sheet
from turnabout_sheets.event.results import Results


def finished() -> Results:
    """Return a rated event: one has gone, one came late, one is disqualified, and some did not show up."""
    return results(
        event_sheet(name="Spring Open", date="2024-05-04", event_id="S-24", rounds=3),
        players(
            "Ada",
            {"Player": "Ben", "Player ID": "B-7"},
            {"Player": "Cy", "Dropped after": 1},
            {"Player": "Dee", "Joined round": 2},
            "Eve",
            "Fay",
            "Gil",
        ),
        round_sheet(1, sweep("Ada", "Ben"), drawn("Cy", "Eve"), match("Fay", "Gil", ruling="B no-show")),
        round_sheet(2, small_win("Ada", "Gil"), match("Ben", "Eve", ruling="A no-show"), drawn("Fay", "Dee")),
        round_sheet(3, sweep("Ada", "Fay"), match("Dee", "Gil", ruling="Both no-show"), match("Ben", "BYE")),
        sheet("Rulings", ("Player", "Round", "Kind"), [("Eve", 2, "disqualification")]),
    )
