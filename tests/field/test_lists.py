"""Lists of players as organizers have them: last event's workbook, a form's answers, a table from a chat."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest
from lxml import html

from tests.field.cases import FILES, opened
from tests.support.transcripts import compare, load, play

pytestmark = pytest.mark.field


@pytest.mark.parametrize(("file", "case"), load([FILES / "lists.txt"]))
def test_a_list_is_taken_as_it_is_meant(
    file: Path, case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    compare(file, case, play(case), request.config.getoption("--rewrite-golden"))


@pytest.mark.processes
def test_the_start_page_asks_who_plays_and_says_what_is_left_behind(tmp_path: Path) -> None:
    with opened(tmp_path, "start") as page:
        form = "Name,Status,Dropped after,Let in\nAda Ames,Confirmed,2,\nBen Kim,Waitlist,,\n"
        shown = html.fromstring(page.do("list", text=form, system="Turnabout")["html"])
        assert [box.get("checked") for box in shown.xpath("//tbody//input[@type='checkbox']")] == ["checked", None]
        assert "Status: Waitlist" in " ".join(shown.text_content().split())
        assert "belongs to the earlier event: Dropped after" in shown.text_content()
        club = b64encode(b"SQLite format 3\0").decode()
        told = page.do("list", system="Turnabout", file="club.db", data=club)
        assert told["text"].startswith("club.db is a database, not a workbook or a list. Save the table in it")
