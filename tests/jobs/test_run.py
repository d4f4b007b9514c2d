"""What a run does to a workbook on disk, and what it leaves alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.books import SAMPLES, cells, records
from tests.support.commands import turnabout

pytestmark = pytest.mark.slow


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """The event in progress: 19 players, two rounds played, the third to be paired."""
    workbook = tmp_path / "event.xlsx"
    shutil.copy(SAMPLES / "in-progress.xlsx", workbook)
    return workbook


def test_characters_that_no_workbook_can_hold_are_replaced(tmp_path: Path) -> None:
    players, event = tmp_path / "players.csv", tmp_path / "event.xlsx"
    players.write_text("Player\nAn\x15na\nBe\uffffla\n", "utf-8")
    assert turnabout("new", event, "--players", players, "--name", "Club\x01 night").exit_code == 0
    assert [row["Player"] for row in records(event, "Players")] == ["An�na", "Be�la"]
    assert "Club� night" in str(cells(event, "Event"))


IN_TURN = """
import sys
from turnabout_sheets.__main__ import main
for command in ("run", "run --json", "check"):
    sys.argv[1:-1] = command.split()
    try:
        main()
    except SystemExit as ended:
        assert not ended.code, command
"""


@pytest.mark.processes
def test_names_outside_the_terminals_alphabet(event: Path) -> None:
    """A Greek screen knows no ö; the sample has a player called Björn, who stays Björn in the workbook."""
    # Safety 6.5. On Windows, what no window shows is written in UTF-8 whatever is asked for.
    read_as = "utf-8" if sys.platform == "win32" else "iso8859-7"
    done = subprocess.run(
        [sys.executable, "-c", IN_TURN, str(event)],
        env={**os.environ, "PYTHONIOENCODING": "iso8859-7"},
        capture_output=True,
        encoding=read_as,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert ("1. Björn Eriksen (54)" if read_as == "utf-8" else "1. Bj?rn Eriksen (54)") in done.stdout
    assert records(event, "Standings")[0]["Player"] == "Björn Eriksen"


def test_started_by_an_icon__nobody_is_told_to_type(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnabout_sheets.cli.next_words.is_started_by_icon", lambda: True)
    said = turnabout("run", event, "--no-pair").output
    assert said.endswith(" pair round 3 with: the Turnabout icon, with event.xlsx dropped on it\n")
