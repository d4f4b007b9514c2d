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
OVER = "An elimination event admits no players after its first round."
RESERVED = "BYE, A, B, Draw mean something else in the results."

REFUSED: dict[str, tuple[str, list[Grid], str]] = {
    "no name": (" \u00a0", PLAIN, "The name is blank: type the name of the player."),
    "called BYE": ("BYE", PLAIN, f"No player can be called BYE: {RESERVED}"),
    "called draw": (" draw ", PLAIN, f"No player can be called draw: {RESERVED}"),
    "no round": ("Zoe", PLAIN[:2], "No round is paired yet: type Zoe on the sheet Players, and save."),
    "there already": (" ben", PLAIN, "Ben is in round 2 already."),
    "there already, with a bye": ("BEN", PLAIN, "Ben is in round 2 already."),
    "paired next in any case": ("Ben", PLAIN[:3], "Ben will be in round 2 already."),
    "all played": (
        "Zoe",
        [event_sheet(rounds=1), who(*THREE), FIRST],
        "All rounds are played.",
    ),
    "all of a round robin played": (
        "Zoe",
        [ROBIN, who(*FIVE), *robin(5)],
        "All rounds are played.",
    ),
    "disqualified": (
        "Ben",
        [SWISS, who(*THREE), FIRST, round_sheet(2, match("Ada", "Cy")), DISQUALIFIED],
        "The player was disqualified; if that was a mistake, take the row off the sheet Rulings first.",
    ),
    "a bracket without a bye": (
        "Zoe",
        [SINGLE, who(*THREE, "Dee"), round_sheet(1, match("Ada", "Dee"), match("Ben", "Cy"))],
        "No place is free. Once a player drops, ask again: that place is then free.",
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
        "No place is free. Once a player drops, ask again: that place is then free.",
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
