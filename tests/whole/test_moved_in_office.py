"""What LibreOffice makes of our mark when an organizer works on our sheet there, and what a run makes of that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.dose import dose
from tests.office import Office, office
from tests.whole.moved_marks import OURS, event, event_to_copy, run, sheets

__all__ = ["event", "event_to_copy"]

TABLE: Final = "$A$1:$K$20"
LOST, OURS_NO_MORE = {"Standings"}, {"Standings (2)"}


def rename(hand: Office) -> None:
    hand.rename("Standings", "Tabelle")


def rename_below(hand: Office) -> None:
    hand.insert_rows("Standings", 0, 2)
    rename(hand)


STEPS: Final[Mapping[str, tuple[Callable[[Office], None], set[str]]]] = {
    "cut A1": (lambda hand: hand.cut("Standings", "$A$1", "My notes", "$D$5"), OURS_NO_MORE),
    "cut A1 to Players": (lambda hand: hand.cut("Standings", "$A$1", "Players", "$N$40"), OURS_NO_MORE),
    "cut the table": (lambda hand: hand.cut("Standings", TABLE, "My notes", "$A$20"), OURS_NO_MORE),
    "cut the table to the top": (lambda hand: hand.cut("Standings", TABLE, "My notes", "$A$1"), set()),
    "cut the column": (lambda hand: hand.cut("Standings", "$A$1:$A$1048576", "My notes", "$H$1"), OURS_NO_MORE),
    "rows above": (lambda hand: hand.insert_rows("Standings", 0, 2), OURS_NO_MORE),
    "no header": (lambda hand: hand.delete_rows("Standings", 0, 1), OURS_NO_MORE),
    "no first column": (lambda hand: hand.delete_columns("Standings", 0, 1), set()),
    "rename": (rename, set()),
    "rename, rows above": (rename_below, LOST),
    "copy": (lambda hand: hand.copy("Standings", "As it was"), set()),
    "delete": (lambda hand: hand.delete("Standings"), LOST),
    "move": (lambda hand: hand.move("Standings", 0), set()),
    "sort": (lambda hand: hand.sort("Standings", TABLE.replace("$", ""), 1), set()),
}
"""What is done to Standings, and the sheets that the next run adds."""

STAYS_OURS = {"rename": "Tabelle"} | dict.fromkeys(
    ("copy", "move", "sort", "no first column", "cut the table to the top"), "Standings"
)
"""Where our note is still in the first row, the sheet is ours; LibreOffice pastes no table over the notes."""


@pytest.mark.office
@pytest.mark.soak
@pytest.mark.parametrize("name", dose(("cut the table to the top", "rows above", "rename"), tuple(STEPS)))
def test_no_sheet_of_the_organizers_is_written_to(event: Path, name: str) -> None:
    step, added = STEPS[name]
    hand = office()
    hand.open(event)
    step(hand)
    hand.save()
    hand.close()
    before = sheets(event)
    run(event)
    after = sheets(event)
    ours = (OURS - {"Standings"}) | {STAYS_OURS.get(name, "")}
    kept = before.keys() - ours
    assert {each: after[each] for each in kept} == {each: before[each] for each in kept}
    assert after.keys() - before.keys() == added
    assert "Nothing has changed" in run(event)
    assert sheets(event) == after
