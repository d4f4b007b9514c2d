"""No save is missed, at whatever moment it comes, though no event of the system told of it: looking alone finds it.

What a desk does is cut into moments: before and after each thing that it asks the system, or has done. For each of them
a desk of its own is watched in which a save comes just then. The clock is the test's, also that of the files, and files
tell as little as on Windows. What a run comes to does not matter here: it keeps a version, and adds its mark.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast
from unittest.mock import Mock

import pytest

from tests.dose import combinations, dose
from turnabout_sheets.core import safe_files
from turnabout_sheets.core.backups import back_up
from turnabout_sheets.core.safe_files import Signature, digest_of
from turnabout_sheets.desk import steps, watcher
from turnabout_sheets.desk.runs import Ran
from turnabout_sheets.desk.steps import Steps
from turnabout_sheets.jobs.outcome import Computed, Options, Outcome
from turnabout_sheets.workbook.files.save import Source

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="files tell no more here than there, and it would take minutes"),
]

FIRST, SECOND, BETWEEN = b"one", b"two", b"six"
"""What is saved; all have one size."""

MARK: Final = b", run"

BUSY, ENOUGH = 4.0, 12.0
"""Seconds after which a desk has done all that there is to do, first and after a save."""

ASKED: Final = (
    (steps, "look_at"),
    (steps, "list_backups"),
    (watcher, "read_file"),
    (watcher, "take_signature"),
)
"""What a desk asks the system for."""


class World:
    """A folder with a workbook, a desk that is about to look at it, and a clock that only the test moves.

    ``tick``: seconds between two times that files can have. What ``happens``, does so at the moment ``number``, counted
    from 1, and goes on with what is to be done ``later``; ``last`` is what the workbook has then.
    """

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, tick: float) -> None:
        self.workbook = folder / "Friday.xlsx"
        self.tick, self.now = tick, 1_000_000.0
        self.number = self.passed = 0
        self.happens: Callable[[], None] = self.save_in_place
        self.later: list[tuple[float, Callable[[], object]]] = []
        self.last = FIRST
        patch.setattr(safe_files, "_find", self.find)
        patch.setattr(Source, "package", Mock())
        for module in (watcher, steps):
            patch.setattr(module, "EVERY", 1.0)  # on Windows a desk looks more often
        for module, name in ASKED:
            patch.setattr(module, name, self.cut(getattr(module, name)))
        patch.setattr(steps, "compute_version", self.cut(self.compute))
        patch.setattr(steps, "carry_out_version", self.cut(self.carry_out))
        self.write(self.workbook, FIRST)
        self.desk = Steps(self.workbook, Options(), lambda: self.now)

    @property
    def lock(self) -> Path:
        return self.workbook.with_name("~$Friday.xlsx")

    @property
    def is_open(self) -> bool:
        return self.lock.exists()

    def find(self, path: Path) -> Signature:
        found = path.stat()
        return 0, 0, found.st_size, found.st_mtime_ns, 0

    def write(self, path: Path, data: bytes) -> None:
        path.write_bytes(data)
        time = int(self.now // self.tick * self.tick * 10**9)
        os.utime(path, ns=(time, time))

    def moment(self) -> None:
        """Let happen what is to happen now."""
        self.passed += 1
        if self.passed == self.number:
            self.happens()

    def cut(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function with a moment before and one after it."""

        def cut(*arguments: Any) -> Any:
            self.moment()
            found = function(*arguments)
            self.moment()
            return found

        return cut

    def compute(self, path: Path, source: Source, _: Options) -> Ran:
        book, notes = SimpleNamespace(source=source), [source.data.decode()]
        return Ran(Outcome(Computed(path, cast(Any, book), None, [], cast(Any, notes))), is_half=True)

    def carry_out(self, computed: Computed, _: Options) -> Ran | None:
        """Do what a run does to its workbook, in the order of `workbook.files.save.replace`."""
        source = computed.book.source
        new = source.data.removesuffix(MARK) + MARK
        if self.is_open or new == source.data:
            return Ran(Outcome(computed))
        written = self.workbook.with_name(".turnabout-1.tmp")
        self.write(written, new)
        self.moment()
        back_up(self.workbook, source.data)
        self.moment()
        if self.workbook.read_bytes() != source.data:
            written.unlink()
            return None
        written.replace(self.workbook)
        return Ran(Outcome(computed, digest=digest_of(new)))

    def live(self, seconds: float) -> None:
        """Let time pass, in which the desk looks when it means to, and not before."""
        until = self.now + seconds
        while self.now < until:
            self.now += self.desk.take_step()
            due = [do for when, do in self.later if when <= self.now]
            self.later = [(when, do) for when, do in self.later if when > self.now]
            for do in due:
                do()

    def save_in_place(self) -> None:
        self.write(self.workbook, SECOND)
        self.last = SECOND

    def save_like_excel(self) -> None:
        """Write a temporary file, delete the workbook, and rename, half a second later each."""
        temporary = self.workbook.with_name("0123ABCD")
        self.write(temporary, SECOND)
        self.later += [
            (self.now + 0.5, self.workbook.unlink),
            (self.now + 1.0, lambda: temporary.rename(self.workbook)),
        ]
        self.last = SECOND

    def save_twice(self) -> None:
        """Save, and once more half a second later."""
        self.write(self.workbook, BETWEEN)
        self.later.append((self.now + 0.5, self.save_in_place))

    def save_another(self) -> None:
        """Let a file of another program lie there for a while, which becomes another workbook."""
        other = self.workbook.with_name("0123ABCD")
        self.write(other, SECOND)
        self.later.append((self.now + 4.5, lambda: other.rename(self.workbook.with_name("Saturday.xlsx"))))

    def save_beside_another(self) -> None:
        """Save, while such a file lies there."""
        self.save_in_place()
        self.save_another()


@pytest.fixture
def make_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., World]:
    count = iter(range(1_000))

    def make(tick: float, *, is_open: bool) -> World:
        folder = tmp_path / str(next(count))
        folder.mkdir()
        monkeypatch.undo()
        world = World(folder, monkeypatch, tick)
        if is_open:
            world.lock.touch()
        return world

    return make


MANNERS: Final = (
    World.save_in_place,
    World.save_like_excel,
    World.save_twice,
    World.save_another,
    World.save_beside_another,
)
TICKS: Final = {"ticks of Windows": 0.0156, "a memory stick": 2.0}


@pytest.mark.soak
@pytest.mark.parametrize(
    ("manner", "tick", "is_open"),
    [
        pytest.param(manner, TICKS[tick], is_open, id=f"{manner.__name__}, {tick}, {'open' if is_open else 'closed'}")
        for manner, tick, is_open in combinations(MANNERS, TICKS, (False, True, True, False))
    ],
)
def test_a_save_is_seen_at_whatever_moment_it_comes(
    make_world: Callable[..., World], manner: Callable[[World], None], tick: float, *, is_open: bool
) -> None:
    number = 0
    while True:
        number += dose(4, 1)
        world = make_world(tick, is_open=is_open)
        world.number, world.happens = number, partial(manner, world)
        world.live(BUSY)
        if world.passed < number:
            break
        world.live(ENOUGH)
        state = world.desk.state
        assert state.fault is None, (number, state.fault)
        assert state.outcome is not None
        assert cast(Any, state.outcome.computed.notes)[0].removesuffix(MARK.decode()) == world.last.decode(), number
        assert world.workbook.read_bytes() == world.last + (b"" if is_open else MARK), number
    assert number > 20
