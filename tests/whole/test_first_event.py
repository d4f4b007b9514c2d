"""The page for newcomers: what it has them type leads from eight names to the slips of round 2."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.desk import Desk
from tests.whole.documented import ROOT

PAGE = (ROOT / "docs" / "first-event.md").read_text("utf-8")
RESULT = r"`(\d(?: \w+)+)`"
"""A result as it is typed; the first word is the table."""


@pytest.mark.slow
def test_what_is_typed_leads_to_the_slips_of_round_2(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "My first event.xlsx")
    desk.command("new", desk.workbook)
    for name in ("Ada", "Ben", "Cy", "Dee", "Eve", "Flo", "Gil", "Ida"):
        desk.type("Players", name, {})
    desk.run()
    results = re.findall(RESULT, PAGE)
    assert len(results) == len(desk.seats(1)) == 4
    for result in results:
        desk.command("enter", desk.workbook, *result.split())
    assert "Paired round 2" in desk.run()
    assert "Ada" in desk.page("round-02-slips.html")
