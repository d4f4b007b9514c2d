"""A desk beside a program that saves and saves, and is killed over and over: no save is lost, and no page is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, Final

import pytest

from tests.desk.desks import PATIENCE, edit, save_in_place, save_like_excel, save_like_libreoffice
from tests.dose import dose
from tests.whole.books import cells
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.simulate import Plan, simulate

pytestmark = [
    pytest.mark.soak,
    pytest.mark.processes,
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="what is open in a process is looked up in /proc"),
]

TABLES: Final = (1, 2, 3, 4)
"""The tables of the last round whose results are typed over; they stand in the rows after the first."""

MANNERS: Final[Mapping[str, Callable[[Path, bytes], None]]] = {
    "~${}": save_like_excel,
    ".~lock.{}#": save_like_libreoffice,
    "": save_in_place,
}
"""How programs save, by the file that says that they have the workbook open; some leave none."""


class Watched:
    """A workbook that a desk in another process watches."""

    def __init__(self, workbook: Path) -> None:
        self.workbook = workbook
        self.start()

    def start(self) -> None:
        """Start a desk."""
        command = [sys.executable, "-m", "tests.desk.telling", str(self.workbook)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.state: dict[str, Any] = {}
        self.listener = Thread(target=self._listen)
        self.listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                if line.endswith("\n"):  # else it was killed in the middle
                    self.state = json.loads(line)

    def kill(self) -> None:
        """Kill the desk, whatever it does."""
        self.process.kill()
        self.process.wait()
        self.listener.join()

    def wait_for(self, counts: Mapping[int, int]) -> None:
        """Wait until the desk shows these counts by table, and nothing in the way."""
        until = time.monotonic() + PATIENCE
        while not self.shows(counts):
            assert time.monotonic() < until, (self.state, counts)
            time.sleep(0.02)

    def shows(self, counts: Mapping[int, int]) -> bool:
        """Say whether the desk shows these counts by table, and nothing in the way."""
        there = self.state.get("counts", {})
        return not self.state.get("fault") and all(there.get(str(table)) == counts[table] for table in counts)

    def list_open(self) -> list[str]:
        """Return the handles of the desk that lead to the workbook, or to what it was."""
        there = []
        for each in Path(f"/proc/{self.process.pid}/fd").iterdir():
            try:
                there.append(str(each.readlink()))
            except FileNotFoundError:  # it is closed by now
                continue
        return [each for each in there if each.startswith(str(self.workbook))]


@contextmanager
def watched(workbook: Path) -> Iterator[Watched]:
    desk = Watched(workbook)
    try:
        yield desk
    finally:
        desk.kill()


def typed_cells(workbook: Path) -> dict[str, list[list[Any]]]:
    """Return what stands on the sheets that people type into, without the columns that are computed."""
    rounds = {sheet: [row[:9] for row in cells(workbook, sheet)] for sheet in ("Round 1", "Round 2", "Round 3")}
    return {"Players": cells(workbook, "Players"), "Event": cells(workbook, "Event"), **rounds}


@pytest.mark.parametrize("seed", range(dose(1, 5)))
def test_no_save_is_lost_and_no_state_is_wrong(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    workbook = tmp_path / "Friday.xlsx"
    simulate(workbook, TURNABOUT, Plan(players=12, rounds=4, played=3, missing=1))
    counts: dict[int, int] = {}
    saved, kills = 0, 0
    with watched(workbook) as desk:
        before = typed_cells(workbook)
        while saved < dose(12, 200):
            assert typed_cells(workbook) == before, "a save was lost"
            lock, save = random.choice(list(MANNERS.items()))
            open_in = workbook.with_name(lock.format(workbook.name)) if lock else None
            if open_in:
                open_in.write_bytes(b"\x03Kit")
            data = workbook.read_bytes()
            for _ in range(random.randint(1, 5)):
                counts[random.choice(TABLES)] = saved = saved + 1
                typed = {f"{column}{1 + table}": value for table, count in counts.items()
                         for column, value in (("F", "A"), ("G", count), ("H", "B"), ("I", 1))}  # fmt: skip
                data = edit(data, **typed)
                save(workbook, data)
                time.sleep(random.choice((0, 0.02, 0.3)))
                if random.random() < 0.3:
                    time.sleep(random.uniform(0, 1.5))
                    desk.kill()
                    desk.start()
                    kills += 1
            assert workbook.read_bytes() == data or not lock, "the desk wrote into an open workbook"
            if open_in:
                open_in.unlink()
            desk.wait_for(counts)
            before = typed_cells(workbook)
            assert {table: int(before["Round 3"][table][6]) for table in counts} == counts
            if random.random() < 0.5:
                time.sleep(random.uniform(0.2, 1.5))
                assert desk.list_open() == []
        assert kills
        time.sleep(2)
        assert desk.shows(counts)
    left = {each.name for each in tmp_path.rglob("*") if each.suffix == ".tmp" or each.name.startswith((".~", "~$"))}
    assert left == set()
    assert {each.name for each in tmp_path.iterdir()} == {"Friday.xlsx", "Friday backups", "Friday prints"}
