"""A desk that says on standard output what it shows:  python -m tests.desk.telling WORKBOOK

A line of JSON for each state: the kind of the fault, whether the sheets are in the workbook, by round the counts of the
first games, by table, and who plays whom. It ends when it is killed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.state import DeskState
from turnabout_sheets.event.model import Event


def describe(state: DeskState) -> dict[str, object]:
    outcome = state.outcome
    return {
        "fault": state.fault and state.fault.kind,
        "written": outcome is not None and outcome.digest != "",
        "page": state.to_print.page,
        "rounds": describe_rounds(outcome.event) if outcome and outcome.event else {},
    }


def describe_rounds(event: Event) -> dict[int, dict[str, list[object]]]:
    return {
        number: {
            "counts": [row["count_1"] for row in rows],
            "pairs": [[event.players[player].name for player in row.pair] for row in rows],
        }
        for number, rows in event.rounds.items()
    }


def main(workbook: Path) -> None:
    desk = Desk(workbook)
    desk.start()
    state = desk.state
    while True:
        state = desk.wait_for_newer(state.number, 3600)
        print(json.dumps(describe(state)), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
