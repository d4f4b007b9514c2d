"""Events that together have every status and outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tests.event.worked_events import drawn, small_win, sweep
from tests.reading.grids import event_sheet, match, players, results, round_sheet, sheet
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting

if TYPE_CHECKING:
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


def elimination() -> Results:
    """Return a double elimination before its final: Ada waits for who wins between Ben and Cy; Dee is out."""
    return results(
        event_sheet(name="Night of Two Lives", date="2024-06-01", pairing="double elimination"),
        players("Ada", "Ben", "Cy", "Dee"),
        round_sheet(1, sweep("Ada", "Ben"), sweep("Cy", "Dee")),
        round_sheet(2, sweep("Ada", "Cy"), sweep("Ben", "Dee")),
        round_sheet(3, sweep("Ben", "Cy"), match("Ada", "BYE", ruling="Waits")),
    )


def running() -> Results:
    """Return an event in which a result is missing."""
    return results(
        event_sheet(name="Friday", date="2024-06-07", rounds=2),
        players("Ada", "Ben", "Cy", "Dee"),
        round_sheet(1, sweep("Ada", "Ben"), match("Cy", "Dee")),
    )


def listed() -> EventRecord:
    """Return an event of which little is known."""
    entries = (Entry("Ada", position=1), Entry("Ben", position=2))
    return EventRecord(
        "Kitchen", "2009-01-31", "Turnabout", 2, entries, (Meeting(1, None, 0, 1, None, None),), rounds=1
    )


def records(make_record: Callable[[Results], EventRecord]) -> Iterator[EventRecord]:
    """Yield what is archived of them, in the order in which it was."""
    yield from (make_record(made()) for made in (finished, elimination, running))
    yield listed()
