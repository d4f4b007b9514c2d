"""Kills the writing of an output and of pages at random moments:  python -m tests.whole.killed_outputs FOLDER N SEED

A process of its own, so that it can fork without threads. After N times it goes on, but not for ever, until a third of
them were kills, and one of these fell while pages were written. Prints how often it was killed, and how often that left
some pages of the old version beside some of the new; fails if any file was ever half written, or no longer known as
ours.
"""

from __future__ import annotations

import sys
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from tests.killing import kill_after
from turnabout_sheets.core.outputs import place, require_ours
from turnabout_sheets.prints.publish import OURS, publish

END = "</html>"
MOST = 20
"""So many times as often as asked it tries at most."""


def write(folder: Path, version: int) -> None:
    """Write the output and the pages of a version."""
    place(folder / "out.xlsx", output(version), overwrite=False)
    publish(folder / "site", {f"page-{n}.html": page(version) for n in range(20)})


def output(version: int) -> bytes:
    """Return a large file."""
    return f"{version} ".encode() * 50_000


def page(version: int) -> bytes:
    """Return a large page."""
    return OURS + f"{f'{version} ' * 20_000}{END}".encode()


def main(folder: Path, times: int, seed: int) -> None:
    """Kill, look at what is there, and have a whole run write the same after it."""
    random = Random(seed)
    write(folder, 0)
    longest, killed, mixed = 0.1, 0, 0
    for version in count(2):
        if version > times + 1 and ((killed >= times // 3 and mixed) or version > MOST * times):
            break
        before = (folder / "out.xlsx").read_bytes()
        is_killed = kill_after(partial(write, folder, version), random.uniform(0, longest))
        killed += is_killed
        longest *= 1.1 if is_killed else 0.9  # so that it is at work about half of the times, however busy the machine
        assert (folder / "out.xlsx").read_bytes() in (before, output(version))
        require_ours(folder / "out.xlsx", overwrite=False)
        pages = {file.read_text("utf-8") for file in (folder / "site").glob("*.html")}
        assert all(each.endswith(END) for each in pages)
        mixed += len(pages) > 1
        write(folder, version)
        assert {file.read_bytes() for file in (folder / "site").glob("*.html")} == {page(version)}
    print(killed, mixed)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
