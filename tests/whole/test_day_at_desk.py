"""Whole days at the desk's page, from an empty folder to the archive, with the mistakes that people make.

No command is typed. After a change that is meant:
TURNABOUT_SOAK=1 python -m pytest tests/whole/test_day_at_desk.py --rewrite-golden
and read the diff.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dose import dose
from tests.whole.day_at_desk import AtDesk
from tests.whole.days import at_desk_duplicate, at_desk_netrunner, at_desk_turnabout

TRANSCRIPTS = Path(__file__).with_name("days")
DAYS = {"turnabout": at_desk_turnabout, "netrunner": at_desk_netrunner, "duplicate": at_desk_duplicate}


def held_against(golden: Path, day: AtDesk, is_whole: bool, rewrites: bool) -> None:
    told = "\n".join(day.told[1:]) + "\n"
    if rewrites and is_whole:
        golden.write_bytes(told.encode())
    expected = golden.read_bytes().decode()
    assert told == (expected if is_whole else expected[: len(told)])


@pytest.mark.slow
@pytest.mark.usefixtures("short_pauses")
def test_a_day_begins(tmp_path: Path) -> None:
    """What is told up to there is the same as in the whole day."""
    day = AtDesk(tmp_path, at_desk_duplicate.LANGUAGE)
    day.rest = 0.45  # no file is renamed in it
    try:
        at_desk_duplicate.before_round_1(day)
    finally:
        day.ends()
    held_against(TRANSCRIPTS / "at_desk_duplicate.txt", day, False, False)


@pytest.mark.office
@pytest.mark.soak
@pytest.mark.usefixtures("short_pauses")
@pytest.mark.parametrize("name", dose((), tuple(DAYS)))
def test_a_whole_day(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.delenv("TURNABOUT_ARCHIVE", raising=False)
    day = AtDesk(tmp_path, DAYS[name].LANGUAGE)
    try:
        for chapter in DAYS[name].CHAPTERS:
            chapter(day)
    except BaseException:
        print("\n".join(day.told))
        raise
    finally:
        day.ends()
    day.sums_up()
    held_against(TRANSCRIPTS / f"at_desk_{name}.txt", day, True, request.config.getoption("--rewrite-golden"))
