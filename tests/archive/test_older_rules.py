"""What older versions of the program computed otherwise is known exactly, and nothing else is taken for it.

The records in ``older`` are those that such a version made of these events (commit e9ebcf5e).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.event.worked_events import sweep
from tests.reading.grids import event_sheet, match, players, results, round_sheet, sheet
from turnabout_sheets.archive.comparison import explain_older
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.records import EventRecord, from_json
from turnabout_sheets.event.results import Results

OLDER = Path(__file__).with_name("older")


def event(pairing: str, left: int) -> tuple[object, object]:
    """Return the sheets of an elimination in which Ben has left."""
    chosen = event_sheet(name="Cup", date="2026-03-01", pairing=pairing, first_round="listed")
    return chosen, players("Ada", {"Player": "Ben", "Dropped after": left}, "Cy", "Dee")


def final_drop() -> Results:
    """Ben leaves before the final, in which Ada has a bye."""
    final = round_sheet(2, match("Ada", "BYE"))
    return results(*event("single elimination", 1), round_sheet(1, sweep("Ada", "Dee"), sweep("Ben", "Cy")), final)


def double_drop() -> Results:
    """Ben, beaten once, leaves before the final, in which Ada has a bye."""
    return results(
        *event("double elimination", 3),
        round_sheet(1, sweep("Ada", "Dee"), sweep("Ben", "Cy")),
        round_sheet(2, sweep("Ada", "Ben"), sweep("Cy", "Dee")),
        round_sheet(3, sweep("Ben", "Cy"), match("Ada", "BYE", ruling="Waits")),
        round_sheet(4, match("Ada", "BYE")),
    )


def disqualified() -> Results:
    """Ada, who has won all, is disqualified in the last round."""
    return results(
        event_sheet(name="Cup", date="2026-03-01", rounds=2),
        players("Ada", "Ben", "Cy", "Dee"),
        round_sheet(1, sweep("Ada", "Dee"), sweep("Ben", "Cy")),
        round_sheet(2, sweep("Ada", "Cy"), sweep("Ben", "Dee")),
        sheet("Rulings", ("Player", "Round", "Kind"), [("Ada", 2, "disqualification")]),
    )


def disqualified_later() -> EventRecord:
    """A disqualification for a round that never came counts from the end of the event."""
    found = make_record(disqualified())
    (ada,) = (entry for entry in found.entries if entry.name == "Ada")
    assert ada.details is not None
    later = replace(ada, details=ada.details.replace('"disqualified":2', '"disqualified":3'))
    return replace(found, entries=tuple(later if entry is ada else entry for entry in found.entries))


EVENTS: Mapping[str, tuple[EventRecord, str]] = {
    "final-drop": (make_record(final_drop()), "1.11.6 and 1.7.4"),
    "double-drop": (make_record(double_drop()), "1.11.6 and 1.7.4"),
    "disqualified-later": (disqualified_later(), "1.4.6"),
}


@pytest.mark.parametrize("name", EVENTS)
def test_what_an_older_version_made_of_an_event_is_known(name: str) -> None:
    """Safety 9.6."""
    anew, why = EVENTS[name]
    kept = from_json((OLDER / f"{name}.json").read_bytes())
    assert kept != anew
    assert explain_older(kept, anew) == f"rules {why}"
    assert explain_older(anew, kept) is None


@pytest.mark.parametrize("name", EVENTS)
def test_what_differs_elsewhere_is_of_no_older_version(name: str) -> None:
    """Safety 9.6."""
    anew, _ = EVENTS[name]
    kept = from_json((OLDER / f"{name}.json").read_bytes())
    for place, entry in enumerate(kept.entries):
        changed = replace(entry, wins=entry.wins + 1)
        assert (
            explain_older(replace(kept, entries=(*kept.entries[:place], changed, *kept.entries[place + 1 :])), anew)
            is None
        )
    assert explain_older(replace(kept, field=kept.field + 1), anew) is None
