"""A test is kept to what its marks say."""

from __future__ import annotations

import subprocess
import sys

import pytest

from turnabout_sheets.core import parallel


def test_one_without_a_mark_starts_no_process() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"mark this test with one of .*: it starts"):
        subprocess.run([sys.executable, "-c", ""], check=True)


@pytest.mark.processes
def test_one_with_its_mark_starts_processes() -> None:
    command = [sys.executable, "-S", "-c", "print(2 + 2)"]
    assert subprocess.run(command, capture_output=True, check=True).stdout.strip() == b"4"


def test_one_without_its_mark_has_no_workers_side_by_side() -> None:
    assert parallel.count_processors() == 1
