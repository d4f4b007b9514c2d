"""Players who cannot be let in, and workbooks with errors: what is said, and that nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.event.worked_events import drawn, sweep
from tests.reading.grids import event_sheet, match, round_sheet, save, sheet
from tests.rounds.late_entry import FIRST, FIVE, PLAIN, ROBIN, SECOND, SWISS, THREE, robin, who
from tests.support.late import let_in
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.jobs.coming import LateError
from turnabout_sheets.sheets.grid import Grid

pytestmark = pytest.mark.slow

DISQUALIFIED = sheet("Rulings", ("Player", "Round", "Kind"), [("Ben", 1, "disqualification")])
SINGLE = event_sheet(pairing="single elimination")
OVER = "The first round is over, so nobody can be let into the elimination event any more."
RESERVED = "BYE, A, B and Draw mean something else in the results."

REFUSED: dict[str, tuple[str, list[Grid], str]] = {
    "no name": (" \u00a0", PLAIN, "The name is blank; give the player's name."),
    "called BYE": ("BYE", PLAIN, f'No player can be called "BYE": {RESERVED}'),
    "called draw": (" draw ", PLAIN, f'No player can be called "draw": {RESERVED}'),
    "no round": ("Zoe", PLAIN[:2], "No round is paired yet: type Zoe on the Players sheet, and run."),
    "there already": (" ben", PLAIN, "Ben is in round 2 already: just run."),
    "there already, with a bye": ("BEN", PLAIN, "Ben is in round 2 already: just run."),
    "paired next in any case": ("Ben", PLAIN[:3], "Round 1 is complete, and Ben will be in round 2: just run."),
    "all played": (
        "Zoe",
        [event_sheet(rounds=1), who(*THREE), FIRST],
        "All rounds are played, so nobody can be let in any more.",
    ),
    "all of a round robin played": (
        "Zoe",
        [ROBIN, who(*FIVE), *robin(5)],
        "All rounds are played, so nobody can be let in any more.",
    ),
    "disqualified": (
        "Ben",
        [SWISS, who(*THREE), FIRST, round_sheet(2, match("Ada", "Cy")), DISQUALIFIED],
        "Ben was disqualified in round 1; if that was a mistake, take the row off the sheet Rulings first.",
    ),
    "a bracket without a bye": (
        "Zoe",
        [SINGLE, who(*THREE, "Dee"), round_sheet(1, match("Ada", "Dee"), match("Ben", "Cy"))],
        "No BYE is left to take, and a single elimination has no other place for Zoe. Nothing is played yet, so all "
        "rounds can be drawn anew: type Zoe on the sheet Players, delete the sheets of all rounds, and run.",
    ),
    "a round robin in which nobody has gone, and no BYE stands": (
        "Zoe",
        [
            ROBIN,
            who("Ada", "Ben", "Cy", {"Player": "Dee", "Away": 2}),
            round_sheet(1, drawn("Ada", "Dee"), drawn("Ben", "Cy")),
            round_sheet(2, match("Dee", "Cy"), match("Ada", "Ben")),
            round_sheet(3, match("Ben", "Dee"), match("Cy", "Ada")),
        ],
        "No BYE is left to take, and a round robin has no other place for Zoe. If somebody has left, fill in Dropped "
        "after on the sheet Players, and ask again: their place is free then.",
    ),
    "a bracket whose first round is complete": (
        "Zoe",
        [SINGLE, who(*THREE), round_sheet(1, match("Ada", "BYE", table=1), {**sweep("Ben", "Cy"), "Table": 2})],
        OVER,
    ),
    "a bracket in its second round": (
        "Zoe",
        [
            SINGLE,
            who(*THREE),
            round_sheet(1, match("Ada", "BYE", table=1), {**sweep("Ben", "Cy"), "Table": 2}),
            round_sheet(2, match("Ada", "Ben")),
        ],
        OVER,
    ),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_what_is_refused(tmp_path: Path, case: tuple[str, list[Grid], str]) -> None:
    name, grids, reason = case
    workbook = save(tmp_path / "event.xlsx", *grids)
    before = workbook.read_bytes()
    with pytest.raises(LateError) as refused:
        let_in(workbook, name)
    assert str(refused.value) == reason
    assert workbook.read_bytes() == before
    assert list_backups(workbook) == []


@pytest.mark.parametrize(
    ("spoilt", "places"),
    [
        ([SWISS, who({"Player": "Ada", "Scoring option": "Phyrexian"}, "Ben", "Cy"), FIRST, SECOND], {"Players!B2"}),
        ([SWISS, who(*THREE), FIRST, round_sheet(2, match("Ada", "Cy"), match("", "BYE"))], {"Round 2!B3"}),
        ([SWISS, who(*THREE), FIRST, round_sheet(2, match("Ada", "Cy"), match("Bne", "BYE"))], {"Round 2!B3"}),
        ([SWISS, who(*THREE), FIRST, round_sheet(2, match("Ada", "Ben"), match("Cy", "BYE"))], {"Round 2!D2"}),
        ([SWISS, who(*THREE), FIRST, round_sheet(2, match("Ada", ""), match("Ben", "BYE"))], {"Round 2!D2"}),
        ([event_sheet(rounds="three"), who(*THREE), FIRST, SECOND], {"Event!B2"}),
        ([SWISS, FIRST, SECOND], {"Players"}),
        ([event_sheet(format="Chess"), who(*THREE), FIRST, SECOND], {"Event!B2"}),
    ],
)
def test_errors_elsewhere_are_told_and_nothing_is_written(tmp_path: Path, spoilt: list[Grid], places: set[str]) -> None:
    workbook = save(tmp_path / "event.xlsx", *spoilt)
    before = workbook.read_bytes()
    outcome, done = let_in(workbook, "Zoe")
    assert done == ""
    assert outcome.exit == 1
    assert {str(each.place) for each in outcome.problems if each.severity == "Error"} == places
    assert workbook.read_bytes() == before
    assert list_backups(workbook) == []
