"""What changed cells would do: told as it would come, in words, and nothing is written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.books import cells, edit
from tests.support.commands import turnabout
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.simulate import Plan, simulate

pytestmark = pytest.mark.slow

CELL = "Round 2!G2"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of eight players, two of its four rounds played."""
    file = tmp_path_factory.mktemp("made") / "event.xlsx"
    simulate(file, load(FORMATS["Turnabout"]), Plan(players=8, rounds=4, played=2))
    return file


@pytest.fixture
def event(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made, tmp_path))


def ask(file: Path, *typed: str, code: int = 0) -> str:
    before = file.read_bytes()
    told = turnabout("what-if", file, *(word for each in typed for word in ("--set", each)))
    assert (told.exit_code, file.read_bytes()) == (code, before)
    return told.output


def standings(file: Path) -> dict[str, tuple[int, int]]:
    results = check(file).results
    assert results is not None
    frame = results.standings
    return {
        player.name: (int(frame["points"][player.number]), int(frame["rank"][player.number]))
        for player in results.event.players
    }


def test_nothing_is_written_also_while_the_workbook_is_open(event: Path) -> None:
    """What-if 1.2."""
    lock = event.with_name(f"~${event.name}")
    lock.write_bytes(b"\x03Kit" + bytes(50))
    before = event.stat()
    assert ask(event, f"{CELL}=3").endswith("\nNothing was written.\n")
    after = event.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert {file.name for file in event.parent.iterdir()} == {event.name, lock.name}


def test_it_comes_as_it_was_told(event: Path) -> None:
    """What-if 1.1, 1.4 and 1.5."""
    told = ask(event, f"{CELL}=3", "Round 1!F3=Draw", "Round 1!G3=").splitlines()
    was = standings(event)
    edit(event, {"Round 2": {"G2": 3}, "Round 1": {"F3": "Draw", "G3": None}})
    now = standings(event)
    end = next(n for n, line in enumerate(told) if line.startswith("Round 2 is paired already"))
    moved = told[told.index("After round 2:") + 1 : end]
    assert {*moved} == {
        f"  {name}: "
        + ", ".join(f"{word} {was[name][n]} → {now[name][n]}" for n, word in enumerate(("VP", "rank"))
                    if was[name][n] != now[name][n])
        for name in now if was[name] != now[name]
    }  # fmt: skip
    pairs = [tuple(line.removeprefix("  then: ").split(" – ")) for line in told if line.startswith("  then: ")]
    turnabout("run", event)
    assert pairs
    assert {*pairs} <= {tuple(row[1:3]) for row in cells(event, "Round 3")}
