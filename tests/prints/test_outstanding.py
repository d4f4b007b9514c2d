"""The tables that the desk still waits for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.prints.events import ENGLISH, TRICKY, plain_names
from tests.prints.making import render
from tests.prints.played import assert_clear, played
from tests.prints.printed import print_page
from turnabout_sheets.prints.pages.outstanding import PAGE, make_view


@pytest.mark.browser
@pytest.mark.parametrize(
    ("paper", "names"),
    [("A4", plain_names(1)), ("Letter", plain_names(2)), ("A4", list(TRICKY)), ("Letter", plain_names(64))],
    ids=["1", "2", "tricky", "64"],
)
def test_the_list_keeps_to_its_sheets(tmp_path: Path, paper: str, names: list[str]) -> None:
    found = played(names, 1, {(1, table) for table in range(1, len(names))}, paper=paper)
    view = make_view(found, ENGLISH)
    printed = print_page(render(PAGE.documents[0].template, view, ENGLISH), tmp_path)
    assert_clear(printed, len(view.sheets), paper)
    assert all(word.points >= 8.95 for words in printed.words for word in words if word.text.startswith("Player0"))


def test_two_thousand_players_take_as_many_sheets_as_their_tables_need() -> None:
    view = make_view(played(plain_names(2000), 1, {(1, table) for table in range(2, 1001)}), ENGLISH)
    assert len(view.sheets) == -(-999 // 32)
    assert [line.table for sheet in view.sheets for line in sheet] == [str(table) for table in range(2, 1001)]
