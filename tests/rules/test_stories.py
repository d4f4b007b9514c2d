"""Rules that take several rounds: each story of the folder ``stories``, played step by step.

After a change that is meant: ``pytest tests/rules/test_stories.py --rewrite-golden``, and read the diff.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rules.stories import play
from tests.rules.text_event import FORMATS

SLOW = {"1_4", "1_5_why", "1_10", "1_11", "duplicate_1", "netrunner_2"}
"""What the files are called, in part, whose stories are long, and resemble others: every second is told by day."""

STORIES = Path(__file__).parent / "stories"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the test once for each story of each file."""
    stories = []
    for file in sorted(STORIES.glob("*.txt")):
        long = any(each in file.stem for each in SLOW)
        told = [each for each in re.split(r"(?m)^(?=== )", file.read_text("utf-8")) if each.startswith("== ")]
        for place, story in enumerate(told):
            marks = [pytest.mark.slow] if place % (40 if long else 4) else []
            marks += [pytest.mark.nightly] if long and place % 2 else []
            stories.append(pytest.param(file, story, id=f"{file.stem}: {story[3 : story.index(chr(10))]}", marks=marks))
    metafunc.parametrize(("file", "story"), stories)


def test_story__played_step_by_step__comes_out_as_written(
    file: Path, story: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    played = play(tmp_path, FORMATS[file.stem.split("_")[0]], story)
    if request.config.getoption("--rewrite-golden"):
        file.write_text(file.read_text("utf-8").replace(story.rstrip("\n") + "\n", played), "utf-8", newline="\n")
    else:
        assert played == story.rstrip("\n") + "\n"
