"""A desk beside programs that save, killed over and over: no save is lost, and no round is paired twice."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, Final

import pytest

from tests.desk.desks import PATIENCE, edit, save_in_place, save_like_excel, save_like_libreoffice
from tests.desk.telling import IN_A_HURRY, tell
from tests.dose import dose
from tests.support.books import cells, sheet_names
from tests.support.commands import turnabout
from tests.systems import TELLS_OF_PROCESSES
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.jobs.new import Plan, simulate

pytestmark = [
    pytest.mark.soak,
    pytest.mark.processes,
    pytest.mark.slow,
    TELLS_OF_PROCESSES,
]

TABLES: Final = 6
ROUNDS: Final = 9
COMPLETE: Final = 0.4
"""How often a round is completed while the workbook is open."""

LONGEST: Final = 0.5 if IN_A_HURRY else 1.5
"""Seconds after which a desk is killed at the latest: a little later than it writes."""

LOADED: Final = (tell.__module__, "openpyxl", "pandas")
"""What desks need is loaded once, in a process of which they are forked: so a killed one is soon replaced."""

MANNERS: Final[Mapping[str, Callable[[Path, bytes], None]]] = {
    "~${}": save_like_excel,
    ".~lock.{}#": save_like_libreoffice,
    "": save_in_place,
}
"""How programs save, by the file that says that they have the workbook open; some leave none."""

APART: Final = 300  # more than there are saves

Counts = dict[int, dict[int, int]]
"""What was typed into Game 1 count, by round and table."""


class Watched:
    """A workbook that a desk in another process watches; ``state`` is what it has told last."""

    def __init__(self, workbook: Path) -> None:
        self.workbook = workbook
        self.kills = 0
        self.pairs: dict[int, list[list[str]]] = {}
        self.wrong: list[str] = []
        self.start()

    def start(self) -> None:
        """Start a desk."""
        processes = get_context("forkserver")
        processes.set_forkserver_preload([*LOADED])
        told, tells = processes.Pipe(duplex=False)
        self.process = processes.Process(target=tell, args=(self.workbook, tells))
        self.process.start()
        tells.close()
        self.state: dict[str, Any] = {}
        self.listener = Thread(target=self._listen, args=(told,))
        self.listener.start()

    def _listen(self, told: Connection) -> None:
        with told, suppress(EOFError, OSError):  # it was killed, perhaps in the middle of a word
            while True:
                self.state = told.recv()
                self._compare()

    def _compare(self) -> None:
        """Note a round in which others play each other than when it was shown first."""
        for number, told in self.state["rounds"].items():
            if self.pairs.setdefault(number, told["pairs"]) != told["pairs"]:
                self.wrong.append(f"round {number}: {self.pairs[number]}, then {told['pairs']}")

    def kill(self) -> None:
        """Kill the desk, whatever it does."""
        self.process.kill()
        self.process.join()
        self.listener.join()

    def kill_and_start(self) -> None:
        """Kill the desk, and start another."""
        self.kill()
        self.start()
        self.kills += 1

    def wait_for(self, counts: Counts, *, rounds: int = 0, written: bool = False) -> None:
        """Wait until it shows these counts, and so many rounds; and, if asked, has written them into the workbook."""
        until = time.monotonic() + PATIENCE
        while not (self.shows(counts, rounds) and (self.state["written"] or not written)):
            assert time.monotonic() < until, (self.state, counts, rounds)
            time.sleep(0.02)

    def shows(self, counts: Counts, rounds: int = 0) -> bool:
        """Say whether it shows these counts, at least so many rounds, and nothing in the way."""
        there = self.state.get("rounds", {})
        if not there or self.state["fault"] or len(there) < rounds:
            return False
        return all(
            there[number]["counts"][table - 1] == count
            for number, tables in counts.items()
            for table, count in tables.items()
        )

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


def list_rounds(workbook: Path) -> list[str]:
    return [name for name in sheet_names(workbook) if name.startswith("Round ")]


def read_typed(workbook: Path, rounds: list[str]) -> dict[str, list[list[Any]]]:
    """Return what stands on the sheets that people type into, without the columns that are computed."""
    typed = {sheet: [row[:9] for row in cells(workbook, sheet)] for sheet in rounds}
    return {"Players": cells(workbook, "Players"), "Event": cells(workbook, "Event"), **typed}


def type_counts(tables: Mapping[int, int]) -> dict[str, object]:
    """Return the cells of results with these counts by table; table 1 stands in row 2."""
    return {
        f"{column}{1 + table}": value
        for table, count in tables.items()
        for column, value in zip("DEFG", ("A", count, "B", 1), strict=True)
    }


@pytest.mark.parametrize("seed", dose((4,), range(5)))
def test_no_save_is_lost_and_no_state_is_wrong(tmp_path: Path, seed: int) -> None:
    """In the short dose each manner comes once, and two rounds are completed."""
    random = Random(seed)
    workbook = tmp_path / "Friday.xlsx"
    simulate(workbook, TURNABOUT, Plan(players=2 * TABLES, rounds=ROUNDS, played=1, missing=TABLES))
    counts: Counts = defaultdict(dict)
    saved = 0
    with watched(workbook) as desk:
        desk.wait_for(counts, written=True)
        while saved < dose(8, 200):
            lock, save = random.choice(list(MANNERS.items()))
            owner = workbook.parent / lock.format(workbook.name)
            if lock:
                owner.write_bytes(b"\x03Kit")
            rounds = list_rounds(workbook)
            number, data = len(rounds), workbook.read_bytes()
            completes = bool(lock) and number < ROUNDS and random.random() < COMPLETE
            for step in range(random.randint(1, 5)):
                if completes and step == 0:
                    # Far from any later count: the bytes of an earlier version would be asked about, as they should.
                    counts[number] = {table: APART + saved + table for table in range(1, TABLES + 1)}
                saved += 1
                counts[number][random.randint(1, TABLES if completes else TABLES - 1)] = saved
                data = edit(data, **type_counts(counts[number]))
                save(workbook, data)
                time.sleep(random.choice((0, 0.02, 0.3)))
                if random.random() < 0.3:
                    time.sleep(random.uniform(0, LONGEST))
                    desk.kill_and_start()
            desk.wait_for(counts, rounds=number + completes)
            if lock:
                assert workbook.read_bytes() == data, "the desk wrote into an open workbook"
                owner.unlink()
            typed = read_typed(workbook, rounds)
            if random.random() < 0.3:
                time.sleep(random.uniform(0, LONGEST))
                desk.kill_and_start()
            desk.wait_for(counts, rounds=number + completes, written=True)
            assert read_typed(workbook, rounds) == typed, "a save was lost"
            assert {table: int(typed[f"Round {number}"][table][4]) for table in counts[number]} == counts[number]
            assert desk.list_open() == []
            assert desk.wrong == []
        assert desk.kills
        assert len(desk.pairs) > 1, "a round was paired"
        pairs = {f"Round {number}": told for number, told in desk.pairs.items()}
    assert {
        name: [row[1:3] for row in cells(workbook, name)[1 : TABLES + 1]] for name in list_rounds(workbook)
    } == pairs
    for each in tmp_path.rglob(".turnabout-*.tmp"):  # of what was being written when a desk was killed
        os.utime(each, (0, 0))
    for command in ("run", "print"):
        assert turnabout(command, workbook).exit_code == 0, "which clears away what is over an hour old"
    left = {each.name for each in tmp_path.rglob("*") if each.suffix == ".tmp" or each.name.startswith((".~", "~$"))}
    assert left == set()
    assert {each.name for each in tmp_path.iterdir()} == {"Friday.xlsx", "Friday backups", "Friday prints"}
    assert [each.name for each in (tmp_path / "Friday backups").glob("round*")] == []
