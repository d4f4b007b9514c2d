"""Whole days at the desk's page, from an empty folder to the archive, with the mistakes that people make.

No command is typed. After a change that is meant:
TURNABOUT_SOAK=1 python -m pytest tests/whole/test_day_at_desk.py --rewrite-golden
and read the diff.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.dose import dose
from tests.whole.day_at_desk import AtDesk
from tests.whole.days import at_desk_duplicate, at_desk_netrunner, at_desk_turnabout

TRANSCRIPTS = Path(__file__).with_name("days")
DAYS = {"turnabout": at_desk_turnabout, "netrunner": at_desk_netrunner, "duplicate": at_desk_duplicate}


ONLY_BEGUN = [pytest.param("duplicate", at_desk_duplicate.CHAPTERS[:1])]
WHOLE = [pytest.param(name, day.CHAPTERS, marks=pytest.mark.office) for name, day in DAYS.items()]


@pytest.mark.soak
@pytest.mark.usefixtures("short_pauses")
@pytest.mark.parametrize(("name", "chapters"), dose(ONLY_BEGUN, WHOLE))
def test_what_is_told_of_a_day(
    name: str,
    chapters: Sequence[Callable[[AtDesk], None]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    """Of a day that is only begun, the same is told up to there."""
    monkeypatch.delenv("TURNABOUT_ARCHIVE", raising=False)
    is_whole = chapters == DAYS[name].CHAPTERS
    day = AtDesk(tmp_path, DAYS[name].LANGUAGE)
    if not is_whole:
        day.rest = 0.45  # no file is renamed in it
    try:
        for chapter in chapters:
            chapter(day)
    except BaseException:
        print("\n".join(day.told))
        raise
    finally:
        day.ends()
    if is_whole:
        day.sums_up()
    told, golden = "\n".join(day.told[1:]) + "\n", TRANSCRIPTS / f"at_desk_{name}.txt"
    if is_whole and request.config.getoption("--rewrite-golden"):
        golden.write_bytes(told.encode())
    expected = golden.read_bytes().decode()
    assert told == (expected if is_whole else expected[: len(told)])
