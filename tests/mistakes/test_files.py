"""Every command, given what it cannot use: a sentence with what to do, the right exit code, and nothing is touched."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.transcripts import FILES, compare, load, play

CASES = load(sorted(FILES.glob("*.txt")), slow=("archives", "posix", "workbooks"))


@pytest.mark.parametrize(("file", "case"), CASES)
def test_what_cannot_be_used__whatever_is_done_with_it__is_answered_in_a_sentence(
    file: Path, case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if file.stem == "posix" and sys.platform == "win32":
        pytest.skip("Windows has no such files, or refuses such names earlier")
    monkeypatch.chdir(tmp_path)
    compare(file, case, play(case), request.config.getoption("--rewrite-golden"))
