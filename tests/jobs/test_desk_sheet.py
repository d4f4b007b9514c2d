"""The sheet Desk: what to do next, where it leads, and how far the round was at the last run."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from openpyxl import load_workbook

from tests.support.books import copy_all, records
from tests.support.commands import turnabout
from tests.support.simulated import simulated
from turnabout_sheets.workbook.ooxml.package import Package

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def event_to_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    workbook = tmp_path_factory.mktemp("event") / "event.xlsx"
    simulated(workbook, "--players", 9, "--rounds", 4, "--played", 1)
    assert turnabout("run", workbook).exit_code == 0
    return workbook


@pytest.fixture
def event(event_to_copy: Path, tmp_path: Path) -> Path:
    """An event with a round that is played and another that is paired."""
    return copy_all(event_to_copy, tmp_path)


def told(workbook: Path) -> dict[str, Any]:
    """What the lines say, as they are stored."""
    return {row["What"]: row["Now"] for row in records(workbook, "Desk") if row["What"]}


def links(workbook: Path) -> dict[str, str]:
    """Where the lines lead."""
    sheet = load_workbook(workbook)["Desk"]
    found = {row[0].value: row[2].hyperlink for row in sheet.iter_rows(min_row=2) if row[2].hyperlink}
    return {what: link.location or link.target for what, link in found.items()}


def test_no_path_is_told(event: Path) -> None:
    package = Package(event.read_bytes())
    assert not any(str(event.parent).encode() in package.read(part) for part in package.parts)


def test_the_link_to_the_pages_follows_a_new_name_at_the_next_run(event: Path) -> None:
    """Safety 1.7."""
    renamed = event.rename(event.with_name("Frühling #1 & 100%.xlsx"))
    assert links(renamed)["Pages"] == "event%20prints/index.html"
    assert turnabout("run", renamed).exit_code == 0
    address = links(renamed)["Pages"]
    assert "ü" in address
    assert not set(" #&") & set(address)
    assert (renamed.parent / unquote(address)).is_file()
    lines = {row[0].value: row[2].value for row in load_workbook(renamed)["Desk"].iter_rows(min_row=2)}
    assert lines["Pages"] == "index.html", "whatever the name, there is room for it"


def test_pages_that_lie_elsewhere_are_not_told_of(event: Path, tmp_path: Path) -> None:
    """Safety 1.7."""
    assert turnabout("run", event, "--prints", tmp_path / "other" / "pages").exit_code != 0, "there is no such folder"
    (tmp_path / "other").mkdir()
    assert turnabout("run", event, "--prints", tmp_path / "other" / "pages").exit_code == 0
    assert "Pages" not in told(event)
    output = tmp_path / "copy.xlsx"
    assert turnabout("run", event, "--output", output).exit_code == 0
    assert links(output)["Pages"] == "copy%20prints/index.html"
