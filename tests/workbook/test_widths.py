"""How wide the columns of our sheets are."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.support.commands import turnabout


@pytest.mark.slow
def test_long_names_make_the_columns_of_rounds_and_reports_wider(tmp_path: Path) -> None:
    players, workbook = tmp_path / "players.csv", tmp_path / "event.xlsx"
    endless = "Ann " * 15
    players.write_text(f"Name\nMaximiliane von und zu Hohenlohe\n{endless}\nBob\nCid\n", "utf-8")
    assert turnabout("new", workbook, "--players", players).exit_code == 0
    assert turnabout("run", workbook).exit_code == 0
    book = load_workbook(workbook)
    seats = {cell.value: cell.column_letter for cell in book["Round 1"][1] if cell.value in ("Player A", "Player B")}
    for header, letter in seats.items():
        longest = max(len(cell.value or "") for cell in book["Round 1"][letter][1:] if cell.value)
        wanted = min(44, longest + 2) if longest > 22 else 24
        assert book["Round 1"].column_dimensions[letter].width == wanted, header
    assert book["Standings"].column_dimensions["B"].width == 44
