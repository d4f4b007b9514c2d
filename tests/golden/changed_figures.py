"""Count the figures and names in the expected files that a change of the program has changed.

python -m tests.golden.changed_figures [REVISION]

Compares the files in the working tree with those of a revision (HEAD). What counts are numbers and names of players,
not words, and not the order of columns: a change of wording gives 0.
"""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Final

EXPECTED: Final = Path(__file__).parent / "expected"
NUMBER: Final = r"(?<!\w)[-−]?\d+(?:[.,:]\d+)*[¼-¾⅐-⅞]?|\d+|[¼-¾⅐-⅞]"
SECTION: Final = re.compile(r"^(?=\[|\$ )", re.MULTILINE)


def names_in(sheets: str) -> set[str]:
    """Return the names of the players on the sheet Standings."""
    rows = csv.DictReader(sheets.partition("[Standings]\n")[2].split("\n\n")[0].splitlines()[1:])
    return {row["Player"] for row in rows if row.get("Player")}


def figures_of(section: str, pattern: re.Pattern[str], *, is_sheet: bool) -> Iterator[tuple[str, ...]]:
    """Yield what must stay together: the figures of a column, of a row of a table, and else each of them."""
    if is_sheet:
        rows = csv.reader(section.splitlines()[2:])
        yield from (tuple(pattern.findall("\n".join(column))) for column in zip_longest(*rows, fillvalue=""))
        return
    for line in section.splitlines():
        found = pattern.findall(line)
        yield from [tuple(found)] if " | " in line else [(each,) for each in found]


def count_changed(old: str, new: str, names: set[str], *, is_sheet: bool) -> int:
    """Return how many figures differ, section by section."""
    pattern, changed = re.compile("|".join([*map(re.escape, sorted(names, reverse=True)), NUMBER])), 0
    for before, after in zip_longest(SECTION.split(old), SECTION.split(new), fillvalue=""):
        had, has = (Counter(figures_of(each, pattern, is_sheet=is_sheet)) for each in (before, after))
        gone, come = ([figure for each in (a - b).elements() for figure in each] for a, b in ((had, has), (has, had)))
        changed += sum(a != b for a, b in zip_longest(gone, come))
    return changed


def ask_git(*arguments: str) -> str:
    """Return what git says; nothing of a file that it does not have."""
    return subprocess.run(["git", "-C", str(EXPECTED), *arguments], capture_output=True, check=False).stdout.decode()


def main(revision: str = "HEAD") -> None:
    """Say for each file that has changed how many figures did."""
    git = ["git", "-C", str(EXPECTED)]
    listed = subprocess.run(
        [*git, "diff", "--name-only", "-z", "--relative", revision], capture_output=True, check=True
    )
    for path in listed.stdout.decode().split("\0")[:-1]:
        texts = []
        for name in (path, path.partition("/")[0] + "/sheets.txt"):
            old = subprocess.run(
                [*git, "show", f"{revision}:./{name}"], capture_output=True, check=False
            ).stdout.decode()
            file = EXPECTED / name
            texts += [old, file.read_text("utf-8") if file.exists() else ""]
        names = names_in(texts[2]) | names_in(texts[3])
        print(f"{count_changed(texts[0], texts[1], names, is_sheet=path.endswith('sheets.txt')):6} {path}")


if __name__ == "__main__":
    main(*sys.argv[1:])
