"""Cases as text: what is done, line by line, and below it, further in, what is said and what comes of it.

    start three results, from twelve players      a state to begin with: what is done to come there
    Round 2: report 3
    $ run

    == a row removed, from three results          a case; "=" one that is only tried at night
    Round 2: remove 3:3
      asked: Round 2: Round 2 is not as it was published: ...

"===" is one of its kind, told in full, "====" at the desk by day, too. A blank line ends a block. What is further in is
compared, and written again by ``--rewrite-golden``.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.mistakes.scene import Files, Scene

HEAD: Final = re.compile(r"(start|={1,4}) (.+?)(?:, from (.+))?")


class Case(NamedTuple):
    """A block of a file: what it goes on from, what is done, all its lines, and where they are."""

    kind: str
    name: str
    start: str
    acts: Sequence[str]
    lines: Sequence[str]
    at: int

    @property
    def marks(self) -> Sequence[pytest.MarkDecorator]:
        return [pytest.mark.nightly] if self.kind == "=" else []


def read_cases(file: Path) -> dict[str, Case]:
    """Return the blocks of a file by name."""
    lines, found = file.read_text("utf-8").splitlines(), dict[str, Case]()
    for number, line in enumerate(lines):
        if head := HEAD.fullmatch(line):
            kind, name, start = head.groups()
            end = next((n for n in range(number, len(lines)) if not lines[n]), len(lines))
            block = lines[number + 1 : end]
            acts = [each for each in block if not each.startswith("  ")]
            assert name not in found, f"{name} is there twice"
            found[name] = Case(kind, name, start or "", acts, block, number)
    return found


@contextmanager
def telling(file: Path, request: pytest.FixtureRequest) -> Iterator[dict[str, list[str]] | None]:
    """Yield what is told by case, which is written to the file in the end; None where that is not asked for."""
    if not request.config.getoption("--rewrite-golden"):
        yield None
        return
    told: dict[str, list[str]] = {}
    yield told
    lines = file.read_text("utf-8").splitlines()
    for case in sorted(read_cases(file).values(), key=lambda case: -case.at):
        if case.name in told:
            lines[case.at + 1 : case.at + 1 + len(case.lines)] = told[case.name]
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def begin(cases: Mapping[str, Case], name: str, folder: Path, made: dict[str, Files]) -> Scene:
    """Return a scene at a start; all that was ``made`` once is copied."""
    if name and name not in made:
        start = cases[name]
        scene = begin(cases, start.start, folder, made)
        for act in start.acts:
            scene.do(act)
        scene.end()
        made[name] = scene.files()
        shutil.rmtree(folder)
    return Scene(folder, made[name] if name else {})
