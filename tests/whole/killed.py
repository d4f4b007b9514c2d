"""Disturbs commands at moments of their life:  python -m tests.whole.killed FOLDER TIMES HOW …

HOW is `kill`, `refuse` (a call of the system) or `save` (another program saves the workbook meanwhile), or several of
them, with commas, of which by day each command but `run` has every second; the names of commands may follow, and the
address of a database server. TIMES of each, evenly spread over all its moments (`tests.killing`). After each, every
file has to be as it was before or as it is after the command, or known as nothing but a leftover; a command that was
refused something says so in sentences. Then the command is given again, and everything has to be as after one that
nobody disturbed. What another program has saved is there then, or kept. Prints how many times that was, of how many
moments; fails with what it found if anything was ever different.
"""

from __future__ import annotations

import contextlib
import csv
import errno
import gc
import io
import json
import os
import re
import secrets
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.archive.postgresql import new_database
from tests.dose import dose
from tests.killing import (
    FAULT,
    Files,
    bring_back,
    choose_moments,
    die,
    disturb_at,
    files_in,
    finish,
    list_moments,
    refuse,
)
from tests.support import no_waiting
from tests.support.books import SAMPLES, cells, edit, edited, enter_results, sheet_names
from tests.support.late import let_in
from turnabout_sheets.cli.main import main as command
from turnabout_sheets.jobs.edit import enter_result
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run

WORK: Final = Path(sys.argv[1], "work").absolute()
EVENT: Final = WORK / "event.xlsx"
LOCK: Final = WORK / "~$event.xlsx"
OPEN: Final = b"\x03Ann"
LONG_AGO: Final = 1_000_000_000
"""What lies there since then is known to be of nobody who is at work."""

NIGHTS: Final = dose(20, 120)
"""How many events old results have."""

Given = Sequence[str] | Callable[[], object]
"""A command, or what is done at the desk."""


class Scenario(NamedTuple):
    """A command, the files that it begins with, and what is given after it was disturbed, until one of that is done."""

    given: Given
    begin: Callable[[], Files]
    again: Callable[[], Sequence[Given]] | None = None
    holds: Callable[[], object] = lambda: True


# What commands begin with


def samples(**names: str) -> Files:
    return {f"{name}.xlsx": (SAMPLES / f"{sample}.xlsx").read_bytes() for name, sample in names.items()}


def after(files: Callable[[], Files], *steps: Given) -> Callable[[], Files]:
    """Return what gives the files after some commands."""

    @cache
    def begin() -> Files:
        bring_back(WORK, files())
        for step in steps:
            give(step)
        return files_in(WORK)

    return begin


def after_accident() -> None:
    """Let two players of the third round change places, beside their results."""
    enter_results(EVENT, 3)
    give(["run", "event.xlsx"])
    _, first, second, *_ = cells(EVENT, "Round 3")
    edit(EVENT, {"Round 3": {"B2": second[1], "B3": first[1]}})


def publish() -> None:
    """Publish a round while the workbook is open."""
    if not LOCK.exists():
        LOCK.write_bytes(OPEN)
    run(EVENT, Options(sheets_may_wait=True))


def correct() -> None:
    """Close the workbook, in which a result is another, so that the round would be paired otherwise now."""
    LOCK.unlink()
    edit(EVENT, {"Round 2": {"D2": "B", "E2": 40, "F2": "B", "G2": 40}})


def write_list(nights: int) -> Files:
    """Return old results: four players each night, the better one of a pair of them won."""
    names = ("Anna", "Bela", "Cleo", "Dan")
    lines = [f"Night {n},20{n // 28:02}-05-{1 + n % 28:02},{p},{name}" for n in range(nights) for p, name in
             enumerate(names, 1)]  # fmt: skip
    return {"old.csv": "\n".join(["Event,Date,Position,Player", *lines, ""]).encode()}


def restore_another() -> Sequence[Given]:
    """Restore what is not there, unless that is done: what the run wrote may have been kept by the killed command."""
    kept = sorted((WORK / "event backups").glob("*.xlsx"), reverse=True)
    others = [str(n) for n, each in enumerate(kept, 1) if each.read_bytes() != EVENT.read_bytes()]
    return [["restore", "event.xlsx", others[0]] if "Desk" in sheet_names(EVENT) else []]


in_progress: Final = partial(samples, event="in-progress")
finished: Final = partial(samples, one="finished", two="duplicate")
paired: Final = after(in_progress, ["run", "event.xlsx"])
archived: Final = after(finished, ["archive", "add", "one.xlsx", "--archive", "{archive}"])
PUT_BACK: Final = ("run", "event.xlsx", "--put-back")

SCENARIOS: Final[Mapping[str, Scenario]] = {
    "run": Scenario(["run", "event.xlsx"], in_progress),
    "run --output": Scenario(["run", "event.xlsx", "--output", "other.xlsx"], in_progress),
    "run --publish": Scenario(["run", "event.xlsx", "--publish", "site"], in_progress),
    "run --put-back": Scenario(PUT_BACK, after(paired, after_accident), lambda: [PUT_BACK, PUT_BACK[:2]]),
    "publish": Scenario(
        publish,
        lambda: {**in_progress(), LOCK.name: OPEN},
        holds=lambda: is_kept() or not any(WORK.glob("* prints/round-03*")),
    ),
    "put in": Scenario(
        ["run", "event.xlsx"],
        after(in_progress, publish, correct),
        holds=lambda: is_kept() or "Round 3" in str(cells(EVENT, "Desk")),
    ),
    "enter": Scenario(partial(enter_result, EVENT, 1, "a 14 a 31"), paired),
    "let in": Scenario(
        partial(let_in, EVENT, "Zoe"),
        paired,
        lambda: [SCENARIOS["let in"].given, ["check", "event.xlsx"]],
    ),
    "print": Scenario(["print", "event.xlsx"], in_progress),
    "export": Scenario(["export", "event.xlsx", "--to", "nrtm"], partial(samples, event="netrunner")),
    "restore": Scenario(
        ["restore", "event.xlsx", "1"], after(in_progress, ["run", "event.xlsx", "--no-pair"]), restore_another
    ),
    "new": Scenario(["new", "event.xlsx"], dict, lambda: [["new", "event.xlsx"], ["check", "event.xlsx"]]),
    "simulate": Scenario(
        ["simulate", "event.xlsx", "--players", "4"],
        dict,
        lambda: [["simulate", "event.xlsx", "--players", "4"], ["check", "event.xlsx"]],
    ),
    "archive add": Scenario(["archive", "add", "one.xlsx", "two.xlsx", "--archive", "{archive}"], finished),
    "archive import": Scenario(["archive", "import", "old.csv", "--archive", "{archive}"], partial(write_list, NIGHTS)),
    "archive undo": Scenario(
        ["archive", "undo", "--archive", "{archive}"],
        archived,
        lambda: [SCENARIOS["archive undo"].given, ["archive", "list", "--archive", "{archive}"]],
    ),
    "archive forget": Scenario(
        ["archive", "forget", "Omar Lopes", "--yes", "--archive", "{archive}"],
        archived,
        lambda: [SCENARIOS["archive forget"].given, ["archive", "list", "1", "--archive", "{archive}"]],
    ),
}

SAVE: Final = ("run", "run --put-back", "put in", "enter", "let in", "restore")
"""The commands that save the workbook, into which other programs save, too."""

ERRORS: Final = (errno.EIO, errno.EACCES, errno.ENOSPC)
"""What a call is refused with, in turn."""

place = str(WORK / "club.sqlite")
"""The archive: a file among the others, or the address of a database."""


def is_kept() -> bool:
    return bool(list_waiting(WORK / "event backups" / "state.json"))


def list_waiting(state: Path) -> list[str]:
    return list(json.loads(state.read_bytes())["waiting"]) if state.exists() else []


# Doing it, and looking


def do(given: Given) -> None:
    """Give a command, or do what is done at the desk; what that refuses is said, and ends it as a command."""
    if callable(given):
        try:
            given()
        except Exception as refused:
            if not type(refused).__module__.startswith("turnabout_sheets"):
                raise
            print(refused)
            sys.exit(4)
    elif given:
        words = [str(WORK / word) if "." in word and " " not in word else word for word in given]
        command([word.replace("{archive}", place) for word in words])


def give(given: Given) -> None:
    """Do it in this process, which brings everything into memory that it needs."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        do(given)


def told_of() -> dict[str, Any]:
    """Return everything that counts, by name: files; tables of the archive; earlier versions without their names."""
    found: dict[str, Any] = {}
    for name, data in files_in(WORK).items():
        path = WORK / name
        if path.parent.name.endswith(" backups") and path.suffix in (".xlsx", ".json"):
            if path.suffix == ".xlsx":
                found.setdefault(path.parent.name, set()).add(data)
            elif path.name == "state.json":
                found[name] = list_waiting(path)
        elif path.suffix not in (".sqlite", ".lock") and not is_leftover(path):
            found[name] = data
    if "://" in place or Path(place).exists():
        found |= tables_of(place)
    return found


def is_leftover(path: Path) -> bool:
    """Tell whether nobody takes a file for what it will be."""
    return (path.name.startswith(".turnabout-") and path.suffix in (".tmp", ".out")) or path.name.endswith("-journal")


def tables_of(archive: str) -> Mapping[str, frozenset[tuple[str, ...]]]:
    """Return the rows of an archive by table, without times and digests, all of which have to agree."""
    if finish(lambda: verify_and_export(archive), Path("exported.txt")):
        if finish(lambda: command(["archive", "list", "--archive", archive]), Path("listed")):
            return dict.fromkeys((*TABLES, "log"), frozenset())
        sys.exit(f"{archive} does not agree with itself")
    finish(lambda: command(["archive", "log", "--last", "999", "--archive", archive]), Path("logged"))
    told = re.findall(r"^ *(\d+)  \S+  \w+ \w+ \w+  (.*)", Path("logged").read_text("utf-8"), re.MULTILINE)
    with contextlib.ExitStack() as files:
        files.callback(shutil.rmtree, "exported")
        return {name: read_table(Path("exported", name)) for name in TABLES} | {"log": frozenset(told)}


def verify_and_export(archive: str) -> None:
    try:
        command(["archive", "verify", "--archive", archive])
    except SystemExit as done:
        if done.code:
            raise
    command(["archive", "export", "exported", "--archive", archive])


TABLES: Final = ("entries.csv", "events.csv", "matches.csv", "people.csv")


def read_table(file: Path) -> frozenset[tuple[str, ...]]:
    header, *rows = csv.reader(file.read_text("utf-8-sig").splitlines())
    # What people have come to changes with each event of a command, which is whole by itself.
    kept = [at for at, name in enumerate(header) if file.name != "people.csv" or name in ("person", "name")]
    return frozenset(tuple(row[at] for at in kept) for row in rows)


def list_wrong(there: Mapping[str, Any], before: Mapping[str, Any], then: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is neither as before the command nor as after it, nor as it saved the workbook in between."""
    saved = then.get("event backups", set())
    for name in before.keys() | there.keys():
        found, was, will = (state.get(name) for state in (there, before, then))
        if isinstance(found, set):
            whole = found <= (was or set()) | (will or set())
        elif isinstance(found, frozenset):  # an archive that grows may have some whole events of many
            old, new = was or frozenset(), will or frozenset()
            whole = old <= found <= new or found in (old, new)
        else:
            whole = found in (was, will) or (name == "event.xlsx" and found in saved)
        if not whole:
            yield f"{name} is {'neither as before nor as after' if name in there else 'gone'}"


def try_all(name: str, times: int, hows: Sequence[str], server: str) -> Iterator[tuple[str, int, int]]:
    """Disturb a command so many times in each way, and yield how many times that was, and how many moments it has."""
    global place
    scenario = SCENARIOS[name]
    files, said = dict(scenario.begin()), Path("said")

    def begin() -> None:
        global place
        bring_back(WORK, files)
        place = new_database(server) if server else place

    work = partial(do, scenario.given)
    begin()
    before = told_of() if not server else {}
    give(scenario.given)
    begin()
    code, every, concerning = list_moments(work, WORK)
    if code:
        sys.exit(f"{name}, undisturbed, ends with {code}")
    then, lost = told_of(), 0
    for how in hows:
        moments, folder = (concerning, WORK) if how == "refuse" else (every, None)
        for turn, moment in enumerate(chosen := choose_moments(len(moments), times)):
            begin()
            happens = disturbance(how, turn)
            code = disturb_at(work, moment, happens, folder, said)
            wrong = [] if how == "kill" else list_unsaid(code, said.read_text())
            is_told = code == 1  # in the workbook: Problems
            if how == "save":
                lost += not is_saved()
                wrong += [] if is_saved() or "before replace" in moments[moment - 1] else ["what was saved is lost"]
            else:
                wrong += [each for each in list_wrong(told_of(), before, then) if not is_told]
                wrong += [] if scenario.holds() else ["something else is lost"]
            for path in WORK.rglob(".turnabout-*"):
                os.utime(path, (LONG_AGO, LONG_AGO))
            again = scenario.again() if scenario.again else [scenario.given]
            codes = list(take_until_done(again))
            if how != "save":
                wrong += [f"the next ends with {codes}"] if codes and codes[-1] else []
                at_last = told_of()
                different = [each for each in at_last.keys() | then.keys() if at_last.get(each) != then.get(each)]
                wrong += [f"at last {each} is another" for each in different if not (is_told and "event" in each)]
            wrong += [f"{path} is left" for path in WORK.rglob("*.tmp") if is_leftover(path) and any(again)]
            if wrong:
                sys.exit(f"{name}, {how} {moments[moment - 1]} ({moment} of {len(moments)}): {wrong}")
        yield how, len(chosen), len(moments)
    if lost > 2:
        sys.exit(f"{name}: what another program has saved is lost at {lost} moments")


def disturbance(how: str, turn: int) -> Callable[[str], object]:
    if how == "refuse":
        return partial(refuse, ERRORS[turn % len(ERRORS)])
    return partial(save, turn % 3) if how == "save" else die


def save(manner: int, _: str) -> None:
    """Save the workbook with a correction as another program does: in place, by renaming, or by deleting before."""
    data = edited(EVENT.read_bytes(), {"Round 1": {"E2": CORRECTED}}) if EVENT.exists() else b""
    new = EVENT if manner == 0 else WORK / "lu1.tmp"
    if manner == 2:
        EVENT.unlink(missing_ok=True)
    new.write_bytes(data)
    new.replace(EVENT)


def is_saved() -> bool:
    """Tell whether the correction is in the workbook, or in an earlier version."""
    kept = [EVENT, *(WORK / "event backups").glob("*.xlsx")]
    return any(cells(each, "Round 1")[1][4] == CORRECTED for each in kept)


CORRECTED: Final = 31


def take_until_done(again: Sequence[Given]) -> Iterator[int]:
    """Carry out one after the other until one is done, and yield what they exit with."""
    for given in again:
        yield (code := finish(partial(do, given), Path("next")))
        if not code:
            return


def list_unsaid(code: int, said: str) -> list[str]:
    """Return what is wrong with what is said of a call that was refused, or of a workbook that was saved meanwhile."""
    if code == FAULT or code not in (0, 1, 3, 4) or "Traceback" in said:
        return [f"it ends with {code} and says {said!r}"]
    return [] if code in (0, 1) or said.rstrip().endswith((".", ".xlsx", ".sqlite")) else [f"it says {said!r}"]


def main(folder: Path, times: int, hows: Sequence[str], *names: str) -> None:
    os.chdir(folder)
    os.environ["XDG_CACHE_HOME"] = str(Path("cache").absolute())
    secrets.token_hex = lambda nbytes=None: "0a" * (nbytes or 32)
    sqlite3.connect = no_waiting.connect
    gc.disable()  # it would touch, and so copy, what a child has of this process
    server = next((name for name in names if "://" in name), "")
    for turn, name in enumerate([each for each in names if each != server] or SCENARIOS):
        ways = [each for each in hows if each != "save" or name in SAVE]
        by_day = ways if names or name == "run" else ways[turn % 2 :: 2] if turn % 3 == 1 else []
        for told in try_all(name, times, chosen, server) if (chosen := dose(by_day, ways)) else ():
            print(name, *told, sep=": ", flush=True)


if __name__ == "__main__":
    os.chdir(sys.argv[1])
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3].split(","), *sys.argv[4:])
