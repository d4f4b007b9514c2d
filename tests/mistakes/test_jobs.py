"""What is done in the course of an event, case by case: `jobs/*.txt`, through commands and the desk.

What a command or the desk changes in the workbook stands behind a ``=``; where it changes no file at all, that too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from tests.mistakes.cases import Case, begin, read_cases, telling
from tests.mistakes.scene import Files

CASES: Final = {file.stem: read_cases(file) for file in sorted((Path(__file__).parent / "jobs").glob("*.txt"))}
ALL: Final = [
    pytest.param(subject, case, id=f"{subject}: {case.name}", marks=case.marks)
    for subject, cases in CASES.items()
    for case in cases.values()
    if case.kind != "start"
]


@pytest.fixture(scope="module")
def made() -> dict[str, dict[str, Files]]:
    """The starts that were made, by subject."""
    return {subject: {} for subject in CASES}


@pytest.fixture(scope="module")
def told(request: pytest.FixtureRequest) -> Iterator[dict[str, dict[str, list[str]] | None]]:
    with ExitStack() as open_:
        yield {
            subject: open_.enter_context(telling(Path(__file__).parent / "jobs" / f"{subject}.txt", request))
            for subject in CASES
        }


@pytest.mark.slow
@pytest.mark.usefixtures("short_pauses")
@pytest.mark.parametrize(("subject", "case"), ALL)
def test_job__done__what_is_said_and_what_changes(
    subject: str,
    case: Case,
    tmp_path: Path,
    made: dict[str, dict[str, Files]],
    told: dict[str, dict[str, list[str]] | None],
    request: pytest.FixtureRequest,
) -> None:
    if subject != "what_if":  # which lists all sheets
        request.getfixturevalue("few_sheets")
    scene, lines = begin(CASES[subject], case.start, tmp_path / "event", made[subject]), []
    try:
        for act in case.acts:
            lines += [act, *(f"  {line}" for line in scene.do(act))]
    finally:
        scene.end()
    found = told[subject]
    if found is None:
        assert lines == case.lines
    else:
        found[case.name] = lines
