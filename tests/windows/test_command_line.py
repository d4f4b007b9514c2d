"""What Windows' shells leave to programs: patterns, the home folder; and what they must leave alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.windows.program import run_program
from turnabout_sheets.formats import DEFAULT, load
from turnabout_sheets.jobs.new import Plan, simulate

pytestmark = pytest.mark.processes

ODD = "Größe & 50% %TEMP% $HOME ^ ! ' # ~ Ł 🎲 [1] (2).xlsx"
"""A name of Windows with all that means more to a shell, a pattern, an address, or is in no old alphabet."""


@pytest.fixture(scope="module")
def workbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made") / "Cup 1.xlsx"
    simulate(path, load(DEFAULT), Plan(players=4, rounds=2, played=1))
    return path


def test_a_name_is_what_was_typed(workbook: Path, tmp_path: Path) -> None:
    """Also where another file fits it as a pattern."""
    for name in ("Cup 1.xlsx", "Cup [1].xlsx", ODD):
        shutil.copy(workbook, tmp_path / name)
    before = (tmp_path / "Cup 1.xlsx").read_bytes()
    assert "Wrote Cup [1].xlsx" in run_program("run", "Cup [1].xlsx", folder=tmp_path)
    said = run_program("run", ODD, folder=tmp_path)
    assert f"Wrote {ODD}" in said
    assert (tmp_path / ODD.replace(".xlsx", " prints") / "index.html").is_file()
    assert (tmp_path / "Cup 1.xlsx").read_bytes() == before


def test_what_is_said_is_written_in_utf_8(tmp_path: Path) -> None:
    """Also what is said before any command begins."""
    # Safety 6.6.
    assert "Grüße 🎲.xlsx is not there" in run_program("check", "Grüße 🎲.xlsx", folder=tmp_path, exit=4)
    assert "Größe" in run_program("Größe", folder=tmp_path, exit=2)


def test_a_pattern_stands_for_the_workbooks_that_fit_it(workbook: Path, tmp_path: Path) -> None:
    """The files that Excel leaves beside workbooks while they are open are none, though they end like one."""
    for name in ("Cup 1.xlsx", "Cup 2.xlsx", "Cap [1].xlsx", "~$Cup 2.xlsx"):
        shutil.copy(workbook, tmp_path / name)
    said = run_program("run", "--dry-run", "--json", "C?p*.xlsx", folder=tmp_path)
    assert [each["workbook"] for each in json.loads(said)["workbooks"]] == ["Cap [1].xlsx", "Cup 1.xlsx", "Cup 2.xlsx"]
    refused = run_program("run", "Cop*.xlsx", folder=tmp_path, exit=2)
    assert '"Cop*.xlsx": no file fits this name. Check it, and the folder.' in refused


def test_a_path_may_begin_at_home(workbook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "Jörg Müller"
    home.mkdir()
    shutil.copy(workbook, home / "Cup.xlsx")
    shutil.copy(workbook, tmp_path / "~Cup.xlsx")
    monkeypatch.setenv("USERPROFILE", str(home))
    for name in ("~/Cup.xlsx", "~\\Cup.xlsx"):
        assert f"Would write {home / 'Cup.xlsx'}" in run_program("run", "--dry-run", name, folder=tmp_path)
    assert "Would write ~Cup.xlsx" in run_program("run", "--dry-run", "~Cup.xlsx", folder=tmp_path)
