"""Has the system refuse calls of a run, one after the other:  python -m tests.whole.refused_calls FOLDER CALLS [ERROR…]

A round is published, and a result corrected since, so that the round would be paired otherwise now. Then the run that
puts it in is given, and of all its calls that concern the workbook's folder one is refused, with each ERROR: CALLS of
them, evenly spread. Whatever that is, the run says so in sentences and has no fault; the workbook is as before or as
after, or says in Problems what was in the way; the round is kept, or in it as it is on the pages. The next run, which
nothing is in the way of, does the rest. It takes strace. Prints how many calls were refused, of how many, and how often
each exit code was the answer; fails with all that was ever different. The file `sentences` has what was said.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from mmap import mmap
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.killing import bring_back, choose_moments, files_in, finish
from tests.support.books import SAMPLES, edit, sheet_names
from tests.whole.killed_commands import list_left
from tests.whole.killed_publishing import CORRECTION, EVENT, KEPT, LOCK, PRINTS, publish, put_in, seats, seats_on_page
from turnabout_sheets.cli.main import main as command
from turnabout_sheets.core.command_line import ExitCode

ERRORS: Final = ("EIO", "EACCES", "ENOSPC")

TRIES: Final = 9
"""So often a call is tried that the run does not come to; the times of two files decide on some."""

TRACE: Final = Path("trace")
SAID: Final = Path("said")

_CALL: Final = re.compile(r"(\w+)\((.*)")


class Call(NamedTuple):
    """A call of the system: which of those of its name, counted from 1, and what it was about."""

    name: str
    number: int
    about: str


def run_traced(*options: str) -> int:
    """Give the run in a process of its own, under strace with these options, and return its exit code."""
    goes_on = mmap(-1, 1)
    child = os.fork()
    if child == 0:
        while not goes_on[0]:  # a pause would be a call, too
            pass
        _give_run()
    with subprocess.Popen(
        ["strace", "-y", "-o", str(TRACE), *options, "-p", str(child)], stderr=subprocess.PIPE, text=True
    ) as strace:
        assert strace.stderr is not None
        if "attached" not in (told := strace.stderr.readline()):
            sys.exit(told)
        goes_on[0] = 1
        _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _give_run() -> None:
    """Give the run, and end; what it says is in a file."""
    said = os.open(SAID, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(said, 1)
    os.dup2(said, 2)
    code: Any = 70
    try:
        command(["run", str(EVENT)], prog_name="turnabout")
    except SystemExit as end:
        code = end.code or 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(int(code))


def list_calls() -> Sequence[Call]:
    """Return the calls that concern the workbook's folder, of a run that nothing is in the way of."""
    if code := run_traced():
        sys.exit(f"undisturbed, the run ends with {code}: {SAID.read_text()}")
    counts, found = Counter[str](), []
    places = (str(EVENT.parent.absolute()), f'"{EVENT.parent}"', f'"{EVENT.parent}/')
    for line in TRACE.read_text(errors="replace").splitlines():
        if match := _CALL.match(line):
            name, about = match.groups()
            counts[name] += 1
            if any(place in about for place in places):
                found.append(Call(name, counts[name], about))
    return found


def find_wrong(code: int, before: Mapping[str, bytes], after: Mapping[str, bytes], published: object) -> list[str]:
    """Return what is wrong after a run of which a call was refused, and after the next run."""
    said = SAID.read_text()
    is_in = "Round 3" in sheet_names(EVENT)
    is_told = code == ExitCode.PROBLEMS and "Nothing was computed" in said
    whole = (before[EVENT.name], after[EVENT.name])
    is_sentence = said.endswith((".\n", f": turnabout print {EVENT}\n"))
    answers = {
        f"it says {said!r}": is_told or (code in (ExitCode.DONE, ExitCode.FILE) and is_sentence),
        "the workbook is neither as before nor as after": is_told or EVENT.read_bytes() in whole,
        "the round is lost": is_in or KEPT.exists(),
        "the round has other pairs": not is_in or seats() == published,
        "the pages have other pairs": not any(PRINTS.glob("round-03*")) or seats_on_page() == published,
    }
    code = finish(put_in)
    left = files_in(EVENT.parent).items() ^ after.items()
    different = sorted({name for name, _ in left if "backups" not in name and not (is_told and name == EVENT.name)})
    answers |= {
        f"the next run ends with {code}": code == 0,
        f"after the next run these are different: {different}": not different,
        "after the next run the round has other pairs": seats() == published,
        f"after the next run these are left: {list_left(EVENT.parent)}": not list_left(EVENT.parent),
    }
    return [wrong for wrong, is_right in answers.items() if not is_right]


def main(folder: Path, calls: int, errors: Sequence[str]) -> None:
    os.chdir(folder)
    os.environ |= {"XDG_CACHE_HOME": str(Path("cache").absolute()), "TMPDIR": str(Path().absolute())}
    bring_back(EVENT.parent, {EVENT.name: (SAMPLES / "in-progress.xlsx").read_bytes(), LOCK.name: b"\x03Ann"})
    publish()
    LOCK.unlink()
    published = seats_on_page()
    edit(EVENT, CORRECTION)
    before = files_in(EVENT.parent)
    put_in()  # brings everything that it needs into memory
    bring_back(EVENT.parent, before)
    run_traced()  # and compiles what only the command needs
    cache = files_in(Path("cache"))
    bring_back(EVENT.parent, before)
    there = list_calls()
    after = files_in(EVENT.parent)
    tried = [(call, error) for call in there for error in errors]
    wrong, codes, sentences = [], Counter[int](), Counter[str]()
    for moment in (chosen := choose_moments(len(tried), calls)):
        call, error = tried[moment - 1]
        for _ in range(TRIES):
            bring_back(EVENT.parent, before)
            bring_back(Path("cache"), cache)
            injected = f"inject={call.name}:error={error}:when={call.number}"
            code = run_traced("-e", f"trace={call.name}", "-e", injected)
            if was_refused := "(INJECTED)" in TRACE.read_text(errors="replace"):
                break
        codes[code] += 1
        sentences.update([f"{code}: {SAID.read_text()}"])
        for each in find_wrong(code, before, after, published) if was_refused else ["it was not refused"]:
            wrong.append(f"{error} at {call.name} {call.number} ({call.about[:200]}): {each}")
            print(wrong[-1], file=sys.stderr, flush=True)
    Path("sentences").write_text("\n".join(f"{times} times {said}" for said, times in sentences.most_common()))
    print(len(chosen), len(tried), dict(codes))
    if wrong:
        sys.exit(f"{len(wrong)} are wrong")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] or ERRORS)
