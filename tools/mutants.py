"""Break the program in places drawn by lot, and say which tests see it.

    COVERAGE_FILE=build/ran python -m pytest -n auto --cov=turnabout_sheets --cov-context=test --cov-report=
    COVERAGE_FILE=build/ran python -m tools.mutants 100 SEED tests/golden tests/rules tests

The first command notes which test runs which line. The second breaks a copy of the program in 100 places, one by one,
and runs the tests that come by there, layer by layer, up to the first that fails; messages are not broken. It prints
the place, what was changed, how many tests come by, and the layer and the test that saw it.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from coverage import CoverageData

from tests.real_data import REAL_DATA, VARIABLE

PACKAGE: Final = Path("turnabout_sheets")
SECONDS: Final = 100  # of processor time for the tests of a layer; what is not seen by then is not seen
SWAPS: Final = {"<": "<=", ">": ">=", "==": "!=", "is": "is not", "in": "not in", "and": "or", "+": "-"}
OTHERS: Final = SWAPS | {new: old for old, new in SWAPS.items()}


class Place(NamedTuple):
    """Where a source is broken, in bytes, and what stands there before and after."""

    path: Path
    line: int
    start: int
    end: int
    old: str
    new: str


def find_places(path: Path) -> Iterator[Place]:
    """Find comparisons, and/or, plus and minus, ``not`` and whole numbers."""
    source = path.read_bytes()
    starts = [0, *(found.end() for found in re.finditer(b"\n", source))]
    for node in ast.walk(ast.parse(source)):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.BoolOp):
            parts = node.values
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            parts = [node.left, node.right]
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            start = starts[node.lineno - 1] + node.col_offset
            yield Place(path, node.lineno, start, start + 4, "not ", "")
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            start = starts[node.lineno - 1] + node.col_offset
            yield Place(path, node.lineno, start, start + len(str(node.value)), str(node.value), str(node.value + 1))
        for left, right in pairwise(parts):
            start = starts[(left.end_lineno or 0) - 1] + (left.end_col_offset or 0)
            between = source[start : starts[right.lineno - 1] + right.col_offset]
            if found := re.search(rb"is not|not in|is|in|and|or|[<>=!]=|[<>+-]", between):
                line = source.count(b"\n", 0, start + found.start()) + 1
                old = found[0].decode()
                yield Place(path, line, start + found.start(), start + found.end(), old, OTHERS[old])


def tests_at(data: CoverageData, place: Place) -> set[str]:
    """Return the tests that run a line; of one that runs when its module is loaded, all that run any of the module."""
    by_line = data.contexts_by_lineno(str(place.path.resolve()))
    there = {name.rpartition("|")[0] for name in by_line.get(place.line, ())} - {""}
    return there or {name.rpartition("|")[0] for names in by_line.values() for name in names} - {""}


def who_sees(place: Place, layers: Sequence[str], tests: set[str], folder: Path) -> str:
    """Break the copy of the program in ``folder``; return the layer that saw it, and by which test, or nothing."""
    broken = folder / place.path
    source = broken.read_bytes()
    broken.write_bytes(source[: place.start] + place.new.encode() + source[place.end :])
    try:
        for layer in layers:
            chosen = sorted(each for each in tests if each.startswith(layer))
            tests = tests - set(chosen)
            (folder / "chosen").write_text("\n".join(chosen))
            command = f"ulimit -t {SECONDS}; exec {sys.executable} -m pytest -xq --tb=no --basetemp=bt @chosen"
            done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True) if chosen else None
            if done and done.returncode in (1, 2, 4):  # a test fails, or cannot be loaded
                return f"{layer}: {next(iter(re.findall(r'^(?:FAILED|ERROR) (.+)', done.stdout, re.M)), 'not loaded')}"
            assert not done or done.returncode in (0, -signal.SIGKILL), done.stderr
    finally:
        broken.write_bytes(source)
    return ""


def main(count: str, seed: str, *layers: str) -> None:
    """Draw the places, break them, and print a table."""
    os.environ.setdefault(VARIABLE, str(REAL_DATA))
    data = CoverageData(os.environ["COVERAGE_FILE"])
    data.read()
    places = [place for path in sorted(PACKAGE.rglob("*.py")) for place in find_places(path)]
    seen = Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        folder = shutil.copytree(".", Path(name) / "copy", ignore=shutil.ignore_patterns(".*", "build"))
        for place in Random(seed).sample(places, int(count)):
            tests = tests_at(data, place)
            seen[(who := who_sees(place, layers, tests, folder)).partition(":")[0]] += 1
            print(f"| {place.path}:{place.line} | {place.old} → {place.new} | {len(tests)} | {who} |", flush=True)
    print(dict(seen))


if __name__ == "__main__":
    main(*sys.argv[1:])
