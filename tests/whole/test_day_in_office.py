"""A whole day at the desk, typed into LibreOffice with the mistakes that people make, as a transcript to be read aloud.

After a change that is meant:  TURNABOUT_SOAK=1 python -m pytest tests/whole/test_day_in_office.py --rewrite-golden
and read the diff.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dose import dose
from tests.office import office
from tests.whole.days import duplicate, league, netrunner, round_robin, turnabout, wrong_tables
from tests.whole.typed_day import Day

TRANSCRIPTS = Path(__file__).with_name("days")
DAYS = {
    "turnabout": turnabout,
    "netrunner": netrunner,
    "duplicate": duplicate,
    "league": league,
    "round_robin": round_robin,
    "wrong_tables": wrong_tables,
}


@pytest.mark.office
@pytest.mark.soak
@pytest.mark.parametrize("name", dose(("turnabout",), tuple(DAYS)))
def test_a_day(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """In the short dose the day ends when round 2 is paired; what is told up to there is the same."""
    monkeypatch.chdir(tmp_path)
    day = Day(office(), tmp_path / DAYS[name].WORKBOOK)
    for chapter in dose(DAYS[name].CHAPTERS[:2], DAYS[name].CHAPTERS):
        chapter(day)
    golden, told = TRANSCRIPTS / f"{name}.txt", "\n".join(day.told[1:]) + "\n"
    if request.config.getoption("--rewrite-golden") and dose(False, True):
        golden.write_bytes(told.encode())
    expected = golden.read_bytes().decode()
    assert told == dose(expected[: len(told)], expected)
