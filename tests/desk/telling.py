"""A desk that says on standard output what it shows:  python -m tests.desk.telling WORKBOOK

A line of JSON for each state: the kind of the fault, and the counts of the first games in the last round by table. It
ends when it is killed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.state import DeskState


def describe(state: DeskState) -> dict[str, object]:
    event = state.outcome.event if state.outcome else None
    rows = event.rounds[event.last_round] if event else ()
    return {"fault": state.fault and state.fault.kind, "counts": {str(row.table): row["count_1"] for row in rows}}


def main(workbook: Path) -> None:
    desk = Desk(workbook)
    desk.start()
    state = desk.state
    while True:
        state = desk.wait_for_newer(state.number, 3600)
        print(json.dumps(describe(state)), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
