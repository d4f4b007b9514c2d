"""The tables that the desk still waits for."""

from __future__ import annotations

from tests.prints.events import ENGLISH, plain_names
from tests.prints.played import played
from turnabout_sheets.prints.pages.outstanding import make_view


def test_two_thousand_players_take_as_many_sheets_as_their_tables_need() -> None:
    view = make_view(played(plain_names(2000), 1, {(1, table) for table in range(2, 1001)}), ENGLISH)
    assert len(view.sheets) == -(-999 // 32)
    assert [line.table for sheet in view.sheets for line in sheet] == [str(table) for table in range(2, 1001)]
