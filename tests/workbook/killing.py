"""Kills saves at random moments:  python -m tests.workbook.killing FOLDER TIMES SEED

A process of its own, so that it can fork without threads. Prints how often the old and the new version stood there
afterwards; fails with what it found if it was ever anything else.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

from tests.workbook.workbooks import organizer_workbook, plain_scratch
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.workbook.files.save import open_workbook, replace

VERSIONS = (organizer_workbook(), plain_scratch({"Players": [["Player"], ["Anna"]]}))


def save_in_a_process(path: Path, data: bytes) -> int:
    """Start a save in a child process and return its number."""
    child = os.fork()
    if child == 0:
        try:
            replace(open_workbook(path), data)
        finally:
            os._exit(0)
    return child


def undisturbed(path: Path) -> float:
    """Return the seconds that a save takes which nobody disturbs."""
    started = time.perf_counter()
    os.waitpid(save_in_a_process(path, VERSIONS[1]), 0)
    assert path.read_bytes() == VERSIONS[1]
    return time.perf_counter() - started


def main(folder: Path, times: int, seed: int) -> None:
    random = Random(seed)
    path = folder / "Friday.xlsx"
    path.write_bytes(VERSIONS[0])
    longest = 1.2 * undisturbed(path)
    seen: Counter[str] = Counter()
    for _ in range(times):
        before = path.read_bytes()
        after = VERSIONS[before == VERSIONS[0]]
        child = save_in_a_process(path, after)
        time.sleep(random.uniform(0, longest))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        there = path.read_bytes()
        if there not in (before, after):
            sys.exit(f"after a kill the workbook is neither version: {len(there)} bytes")
        seen["new" if there == after else "old"] += 1
        if broken := [kept.path.name for kept in list_backups(path) if kept.path.read_bytes() not in VERSIONS]:
            sys.exit(f"after a kill these backups are not whole: {broken}")
    os.waitpid(save_in_a_process(path, VERSIONS[path.read_bytes() == VERSIONS[0]]), 0)
    if left := [file.name for file in folder.rglob("*.tmp")]:
        sys.exit(f"a later save has not cleared: {left}")
    print(f"{seen['old']} old {seen['new']} new")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
