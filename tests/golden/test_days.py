"""Whole events, and what was met at desks, told line by line: what is done, and what the program says to it.

After a change that is meant: ``pytest tests/golden/test_days.py --rewrite-golden``, and read the diff.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.golden.excel import ExcelHand
from tests.golden.transcript import play
from tests.office import office

HERE = Path(__file__).parent
NIGHTLY = ("archiving", "entry", "entry_of_others", "german", "here", "large", "people", "versions", "waiting")
"""What they show is shown by day, too, in `tests/mistakes/jobs`, and in German by `tests.desk.test_languages`."""
MARKS = {"days": [], "desk": [pytest.mark.slow]}
TOLD = [
    pytest.param(each, id=each.stem, marks=[pytest.mark.nightly] if each.stem in NIGHTLY else MARKS[folder])
    for folder in ("days", "desk")
    for each in sorted((HERE / folder).glob("*.txt"))
]


def check(transcript: Path, home: Path, hand: Any, patches: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Play a transcript in an empty folder of somebody who has used the program for nothing else."""
    (folder := home / "event").mkdir()
    patches.chdir(folder)
    expected = transcript.read_bytes().decode()
    with patch.dict(os.environ, HOME=str(home), USERPROFILE=str(home), XDG_CACHE_HOME=str(home / "cache")):
        os.environ.pop("TURNABOUT_ARCHIVE", "")
        told = play(expected, folder, hand)
    if request.config.getoption("--rewrite-golden"):
        transcript.write_bytes(told.encode())
        return
    assert told == expected


@pytest.mark.usefixtures("few_sheets")
@pytest.mark.parametrize("transcript", TOLD)
def test_what_is_told(
    transcript: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if transcript.stem.startswith("at_desk"):
        request.getfixturevalue("pages_to_press")
    check(transcript, tmp_path, ExcelHand(), monkeypatch, request)


@pytest.mark.nightly
@pytest.mark.office
def test_the_same_is_told_of_a_day_that_is_typed_into_libreoffice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    check(HERE / "days" / "round_robin.txt", tmp_path, office(), monkeypatch, request)
