"""A late player's row is calculated by a spreadsheet program as every other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.books import edit
from tests.support.desk import Desk
from tests.support.recalculation import recalculated


@pytest.mark.nightly
@pytest.mark.office
def test_the_live_columns_of_a_late_players_row(ran: Path, tmp_path: Path) -> None:
    """Both decks are Dominaria's: 10 + 12 and 10 + 4 for the one, 36 to 0 are 26 and 4 VP; the other row is a bye."""
    for name in ("Zoe Late", "Yul Later"):
        Desk(ran).let_in(name)
    edit(ran, {"Round 3": {"Y11": "Dominaria", "D11": "A", "E11": 12, "F11": "A", "G11": 4}})
    rows = recalculated(ran, tmp_path)["Round 3"]
    late, bye = rows[9], rows[10]
    assert [late[each] for each in ("Player A", "Player B", "MP A", "MP B", "VP A", "VP B", "Check")] == [
        "Carla Silva", "Zoe Late", "36", "0", "26", "4", "Option A: on Players it is Tolaria"
    ]  # fmt: skip
    assert [bye[each] for each in ("Player A", "Player B", "MP A", "VP A", "Check")] == ["Yul Later", "BYE", "", "", ""]
