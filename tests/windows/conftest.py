"""A small workbook in the folder of each test that asks for one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from turnabout_sheets.formats import DEFAULT, load
from turnabout_sheets.jobs.new import Plan, simulate


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made") / "Friday.xlsx"
    simulate(path, load(DEFAULT), Plan(players=4, rounds=2, played=2, settings={"date": "2026-05-01"}))
    return path


@pytest.fixture
def friday(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a workbook of an event that is over, in the folder in which commands are given."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copy(made, tmp_path))
