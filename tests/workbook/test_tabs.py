"""Which tabs are to be seen, and where a new one stands; what the organizer has arranged stays so."""

from __future__ import annotations

from pathlib import Path

from openpyxl import load_workbook

from tests.support.commands import turnabout


def shown(workbook: Path) -> list[str]:
    return [page.title for page in load_workbook(workbook) if page.sheet_state == "visible"]


def test_all_sheets_of_a_new_workbook_are_shown_to_who_asks_for_them(tmp_path: Path) -> None:
    few, all = tmp_path / "few.xlsx", tmp_path / "all.xlsx"
    turnabout("new", few)
    turnabout("new", all, "--all-sheets")
    assert shown(few) == ["Event", "Players", "How to"]
    seldom = ["Scoring options", "Adjustments", "Rulings", "Decks", "Banned cards"]
    assert shown(all) == ["Event", "Players", *seldom, "How to"]
