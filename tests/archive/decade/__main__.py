"""Prints every figure of the ten years beside the one by hand:  python -m tests.archive.decade [ADDRESS]

Without the address of an empty PostgreSQL database, the archive is a file in a temporary folder.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.archive.decade.files import write_folders
from tests.archive.decade.story import play

if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        place = sys.argv[1] if len(sys.argv) > 1 else str(Path(folder, "archive.sqlite"))
        told = play(place, write_folders(Path(folder, "files")), Path(folder))
    steps, wrong = Counter[str](), 0
    for each in told.figures:
        agrees = each.found == each.by_hand
        steps[each.step] += 1
        wrong += not agrees
        print(each.step, each.what, each.found, each.by_hand, "" if agrees else "OTHERWISE", sep=" | ")
    print(*(f"{number:6}  {step}" for step, number in steps.items()), sep="\n")
    print(f"{len(told.figures)} figures, {wrong} otherwise than by hand")
