"""A command that is interrupted: why it does not end at once, and that the archive is whole."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.archive.errors.two_events import FINISHED, is_whole
from tests.archive.making import turnabout
from tests.archive.shared import told
from tests.support.books import SAMPLES
from turnabout_sheets.core import parallel
from turnabout_sheets.core.parallel import TellWait

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("words", [("add", FINISHED, FINISHED), ("import", SAMPLES), ("rebuild",)])
def test_who_interrupts_a_command_is_told_at_once_why_it_does_not_end_at_once(
    file: Path, words: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextlib.contextmanager
    def interrupted(job: object, things: object, count: int, tell_wait: TellWait) -> Iterator[None]:
        tell_wait()
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(parallel, "map_in_parallel", interrupted)
    assert told(turnabout(*words, "--archive", file)) == (
        1, "", "\nStopping: the workbooks in work are read first; what is in the archive stays. "
        "Press Ctrl+C again to stop at once.\n\nAborted!\n",
    )  # fmt: skip
    assert is_whole(file)
