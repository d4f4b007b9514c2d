"""Kills saves at random moments:  python -m tests.workbook.killing FOLDER TIMES SEED

A process of its own, so that it can fork without threads. Prints how often the old and the new version stood there
afterwards; fails with what it found if it was ever anything else. As long as either was there less than three times,
it goes on, up to ten times as often.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

from tests.killing import finish, kill_after
from tests.workbook.workbooks import organizer_workbook, plain_scratch
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.workbook.files.save import open_workbook, replace

VERSIONS = (organizer_workbook(), plain_scratch({"Players": [["Player"], ["Anna"]]}))


def save(path: Path, data: bytes) -> None:
    replace(open_workbook(path), data)


def main(folder: Path, times: int, seed: int) -> None:
    random = Random(seed)
    path = folder / "Friday.xlsx"
    path.write_bytes(VERSIONS[0])
    longest = 0.1
    seen: Counter[str] = Counter()
    for done in range(10 * times):
        if done >= times and min(seen["old"], seen["new"]) >= 3:
            break
        before = path.read_bytes()
        after = VERSIONS[before == VERSIONS[0]]
        kill_after(partial(save, path, after), random.uniform(0, longest))
        there = path.read_bytes()
        if there not in (before, after):
            sys.exit(f"after a kill the workbook is neither version: {len(there)} bytes")
        seen["new" if there == after else "old"] += 1
        longest *= 0.9 if there == after else 1.1  # so both are seen, however busy the machine is
        if broken := [kept.path.name for kept in list_backups(path) if kept.path.read_bytes() not in VERSIONS]:
            sys.exit(f"after a kill these backups are not whole: {broken}")
    finish(lambda: save(path, VERSIONS[path.read_bytes() == VERSIONS[0]]))
    if left := [file.name for file in folder.rglob(".turnabout-*")]:
        sys.exit(f"a later save has not cleared: {left}")
    print(f"{seen['old']} old {seen['new']} new")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
