"""Kills whole commands, at chosen moments of their life:  python -m tests.whole.killed_commands FOLDER KILLS [COMMAND…]

KILLS of each, evenly spread over all its moments (`tests.killing`); as many as there are moments is all of them. After
each, every file has to be as it was before or as it is after the command, or known as nothing but a leftover. Then the
command is given again, and everything has to be as after one that nobody disturbed. Prints how many kills there were,
of how many moments; fails with what it found if anything was ever different.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.killing import bring_back, choose_moments, files_in, finish, kill_at, list_moments
from tests.support.books import SAMPLES, cells, edit, enter_results
from turnabout_sheets.archive.store import is_damaged, open_archive
from turnabout_sheets.cli.main import main as command
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.put_back import put_back

LONG_AGO: Final = 1_000_000_000
"""What lies there since then is known to be of nobody who is at work."""

OLD_RESULTS: Final = "Event,Date,Position,Player\n" + "".join(
    f"Club night {night},2026-05-{night:02},{place},{name}\n"
    for night in range(1, 6)
    for place, name in enumerate(("Anna", "Bela", "Cleo", "Dan"), 1)
)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A command, the files that it begins with, and what it is when it is given again after a kill."""

    words: Sequence[str]
    begin: Callable[[], Mapping[str, bytes]]
    again: Callable[[Path], Sequence[str]] | None = None
    makes: str = ""
    """A file that must not be there when the command is given: where it is, whole, there is nothing left to do."""
    half: Callable[[Path], object] | None = None
    """What the command has done when it has saved the workbook once, and will do so again."""


def samples(*names: str) -> Callable[[], Mapping[str, bytes]]:
    return lambda: {f"{name}.xlsx": (SAMPLES / f"{name}.xlsx").read_bytes() for name in names}


def after_run(*options: str) -> Callable[[], Mapping[str, bytes]]:
    """A workbook that was run, so that it has an earlier version."""

    def begin() -> Mapping[str, bytes]:
        folder = Path("earlier")
        bring_back(folder, dict(samples("in-progress")()))
        give(["run", str(folder / "in-progress.xlsx"), *options])
        there = files_in(folder)
        shutil.rmtree(folder)
        return {name: data for name, data in there.items() if "prints" not in name}

    return begin


PUT_BACK: Final = ["run", "in-progress.xlsx", "--put-back"]


def after_accident() -> Mapping[str, bytes]:
    """A workbook that was run, in whose third round two players have changed places since, beside their results."""
    folder = Path("accident")
    bring_back(folder, dict(after_run()()))
    workbook = folder / "in-progress.xlsx"
    enter_results(workbook, 3)
    give(["run", str(workbook)])
    _, first, second, *_ = cells(workbook, "Round 3")
    edit(workbook, {"Round 3": {"B2": second[1], "B3": first[1]}})
    there = files_in(folder)
    shutil.rmtree(folder)
    return {name: data for name, data in there.items() if "prints" not in name}


def put_back_or_run(folder: Path) -> Sequence[str]:
    """Give the command again, or, where all is put back already, run."""
    return PUT_BACK if check(folder / "in-progress.xlsx").questions else PUT_BACK[:2]


def restore_another(folder: Path) -> Sequence[str]:
    """Give the first version that is not what is there; that may have been kept when the killed command was at it."""
    path = folder / "in-progress.xlsx"
    there = path.read_bytes()
    others = [place for place, kept in enumerate(list_backups(path), 1) if kept.path.read_bytes() != there]
    return ["restore", "in-progress.xlsx", str(others[0])]


def put_back_only(folder: Path) -> object:
    """Put the round back, without the run that follows."""
    return put_back(folder / "in-progress.xlsx", 3)


SCENARIOS: Final[Mapping[str, Scenario]] = {
    "run": Scenario(["run", "in-progress.xlsx"], samples("in-progress")),
    "run --output": Scenario(["run", "in-progress.xlsx", "--output", "other.xlsx"], samples("in-progress")),
    "new": Scenario(["new", "new.xlsx"], dict, makes="new.xlsx"),
    "simulate": Scenario(["simulate", "new.xlsx", "--players", "6"], dict, makes="new.xlsx"),
    "print": Scenario(["print", "in-progress.xlsx"], samples("in-progress")),
    "export": Scenario(["export", "netrunner.xlsx", "--to", "nrtm"], samples("netrunner")),
    "restore": Scenario(
        ["restore", "in-progress.xlsx", "1"], after_run("--no-pair"), restore_another, makes="in-progress.xlsx"
    ),
    "run --put-back": Scenario(PUT_BACK, after_accident, put_back_or_run, half=put_back_only),
    "archive add": Scenario(["archive", "add", "finished.xlsx", "--archive", "club.sqlite"], samples("finished")),
    "archive import": Scenario(
        ["archive", "import", "old.csv", "--archive", "club.sqlite"], lambda: {"old.csv": OLD_RESULTS.encode()}
    ),
}


def give(words: Sequence[str]) -> None:
    """Give a command in this process, and bring everything that it needs into memory."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        command(list(words), standalone_mode=False)


def told_of(folder: Path) -> dict[str, Any]:
    """Return everything that counts in a folder, by name: files; the rows of archives; backups without their names."""
    found: dict[str, Any] = {}
    for name, data in files_in(folder).items():
        path = folder / name
        if name.endswith(".sqlite"):
            found[name] = rows_of(path)
        elif path.parent.name.endswith(" backups"):
            owner = path.parent.with_name(path.parent.name.removesuffix(" backups") + ".xlsx")
            if path in {kept.path for kept in list_backups(owner)}:
                found.setdefault(f"{path.parent.name}", set()).add(data)
        elif not is_leftover(path):
            found[name] = data
    return found


def is_leftover(path: Path) -> bool:
    """Tell whether nobody takes a file for what it will be."""
    return (path.name.startswith(".turnabout-") and path.suffix in (".tmp", ".out")) or path.name.endswith("-journal")


def list_left(work: Path) -> list[Path]:
    """Return what no command should leave that was not killed."""
    return [path for path in work.rglob("*") if path.is_file() and is_leftover(path)]


def rows_of(archive: Path) -> Mapping[str, Any]:
    """Return what an archive tells, without the times at which it was told; nothing if it has just been begun."""
    opened = open_archive(str(archive), create=True)
    if is_damaged(opened):
        sys.exit(f"after a kill {archive.name} is damaged")
    with contextlib.closing(sqlite3.connect(archive)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            table: sorted(map(repr, connection.execute(f"SELECT * FROM {table}")))
            for table in tables
            if table not in ("changes", "sqlite_sequence")
        }


def require_whole(there: Mapping[str, Any], states: Sequence[Mapping[str, Any]], when: str) -> None:
    """Exit where anything is not as in one of the states that the command goes through, the first: before it."""
    if gone := states[0].keys() - there.keys():
        sys.exit(f"{when}: {sorted(gone)} are gone")
    for name, found in there.items():
        if isinstance(found, set):
            if found - set().union(*(state.get(name, set()) for state in states)):
                sys.exit(f"{when}: an earlier version in {name} is not whole, or none")
        elif all(found != state.get(name) for state in states) and not is_empty_archive(found):
            sys.exit(f"{when}: {name} is neither as before nor as after")


def is_empty_archive(found: Any) -> bool:
    return isinstance(found, dict) and not found.get("events")


def age(folder: Path) -> None:
    """Let leftovers be from long ago: of younger ones nobody can know whether they are of a run at work."""
    for path in folder.rglob(".turnabout-*"):
        os.utime(path, (LONG_AGO, LONG_AGO))


def try_all(name: str, scenario: Scenario, kills: int) -> tuple[int, int]:
    """Kill a command at so many of its moments, and return how many kills there were, and how many moments."""
    work = Path("work")
    files = dict(scenario.begin())

    def begin() -> None:
        bring_back(work, files)

    def carry_out(words: Sequence[str]) -> Callable[[], object]:
        def in_folder() -> None:
            os.chdir(work)
            command(list(words), standalone_mode=False)

        return in_folder

    begin()
    states = [told_of(work)]
    if scenario.half:
        scenario.half(work)
        states.append(told_of(work))
        begin()
    with contextlib.chdir(work):
        give(scenario.words)
    begin()
    code, moments = list_moments(carry_out(scenario.words))
    if code:
        sys.exit(f"{name}, undisturbed, ends with {code}")
    after = told_of(work)
    states.append(after)
    chosen = choose_moments(len(moments), kills)
    for moment in chosen:
        when = f"{name}, killed at moment {moment} of {len(moments)} ({moments[moment - 1]})"
        begin()
        if not kill_at(carry_out(scenario.words), moment):
            continue
        require_whole(told_of(work), states, when)
        age(work)
        done = bool(scenario.makes) and told_of(work).get(scenario.makes) == after[scenario.makes]
        code = 0
        if not done:
            code = finish(carry_out(scenario.again(work) if scenario.again else scenario.words))
        elif not scenario.again:
            code = finish(carry_out(scenario.words)) - ExitCode.FILE
        if code:
            sys.exit(f"{when}: the second ends with {code}")
        if (there := told_of(work)) != after:
            different = [each for each in there.keys() | after.keys() if there.get(each) != after.get(each)]
            sys.exit(f"{when}: after the second these are not as if nobody had disturbed it: {different}")
        if any(path.suffix == ".out" for path in list_left(work)):  # the second had nothing to write
            finish(carry_out(["run", next(work.glob("*.xlsx")).name]))
        if (left := list_left(work)) and not (done and scenario.again):
            sys.exit(f"{when}: after the second these are left: {left}")
    return len(chosen), len(moments)


def main(folder: Path, kills: int, names: Sequence[str]) -> None:
    os.chdir(folder)
    for name in names or SCENARIOS:
        print(name, *try_all(name, SCENARIOS[name], kills), sep=": ", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
