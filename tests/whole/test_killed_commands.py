"""Whatever the program is at when it is killed, nothing is lost, and the next run does the rest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.dose import dose
from tests.support.modules import work_at

COMMANDS = (
    "run",
    "run --output",
    "new",
    "simulate",
    "print",
    "export",
    "restore",
    "run --put-back",
    "archive add",
    "archive import",
)
SHORT = ("run --put-back", "archive import")
"""The first saves twice: it puts back, and runs."""


@pytest.mark.processes
@pytest.mark.soak
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed")
@pytest.mark.parametrize("commands", dose([SHORT], [(command,) for command in COMMANDS]), ids=", ".join)
def test_killed_commands_lose_nothing_and_are_finished_by_the_next(tmp_path: Path, commands: tuple[str, ...]) -> None:
    kills = dose(2, 10_000)
    told = work_at("tests.whole.killed_commands", tmp_path, kills, *commands)
    tried = dict(line.split(": ", 1) for line in told.splitlines())
    assert tried.keys() == set(commands)
    for command, numbers in tried.items():
        killed, moments = map(int, numbers.split(": "))
        assert killed == min(kills, moments)
        assert moments > 20, f"what {command} writes was not seen: {moments} moments"


@pytest.mark.processes
@pytest.mark.soak
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed")
def test_a_round_that_was_published_is_what_goes_in(tmp_path: Path) -> None:
    kills = dose(3, 10_000)
    told = work_at("tests.whole.killed_publishing", tmp_path, kills).splitlines()
    for line in told:
        killed, moments, kept = map(int, line.rsplit(maxsplit=3)[1:])
        assert killed == min(kills, moments)
        assert moments > 50, f"what is written was not seen: {line}"
        assert 0 < kept < killed, line
    assert len(told) == 2
