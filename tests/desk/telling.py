"""A desk that tells what it shows: `tell` is what a process does that is to be killed.

What it sends of each state: the kind of the fault, whether the sheets are in the workbook, by round the counts of the
first games, by table, and who plays whom.
"""

from __future__ import annotations

from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.desk import pauses
from tests.dose import dose
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.state import DeskState
from turnabout_sheets.event.model import Event

IN_A_HURRY = dose(True, False)
"""Whether it pauses for less time than people need; in the long dose it takes its time."""


def describe(state: DeskState) -> dict[str, object]:
    outcome = state.outcome
    return {
        "fault": state.fault and state.fault.kind,
        "written": outcome is not None and outcome.digest != "",
        "page": state.to_print.page,
        "rounds": describe_rounds(outcome.computed.event) if outcome and outcome.computed.event else {},
    }


def describe_rounds(event: Event) -> dict[int, dict[str, list[object]]]:
    return {
        number: {
            "counts": [row["count_1"] for row in rows],
            "pairs": [[event.players[player].name for player in row.pair] for row in rows],
        }
        for number, rows in event.rounds.items()
    }


def tell(workbook: Path, told: Connection) -> None:
    """Watch a workbook, and send each state, for ever."""
    if IN_A_HURRY:
        pauses.shorten(pytest.MonkeyPatch())
    desk = Desk(workbook)
    desk.start()
    state = desk.state
    while True:
        state = desk.wait_for_newer(state.number, 3600)
        told.send(describe(state))
