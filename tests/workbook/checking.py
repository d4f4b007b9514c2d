"""Runs commands, each in a process of its own:  python -m tests.workbook.checking

Reads the arguments of commands from the standard input, a line of JSON each, and answers each with a line of JSON: the
exit code, what was said, how many calls were made, and peak memory in bytes. Everything is loaded before, so that the
calls are those of the command itself; the memory that this takes counts, as in a process that begins anew.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import traceback
from tempfile import TemporaryFile

from tests.support.books import SAMPLES
from tests.support.steps import count_steps
from turnabout_sheets.cli.main import main as command

MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024


def run(arguments: list[str]) -> tuple[int, str, int, int]:
    """Run a command in a process of its own."""
    with TemporaryFile() as output:
        child = os.fork()
        if child == 0:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
            steps, code = count_steps(lambda: carry_out(arguments))
            sys.stdout.flush()
            os.write(1, b"\0%d" % steps)
            os._exit(code)
        _, status, usage = os.wait4(child, 0)
        output.seek(0)
        said, _, made = output.read().decode().rpartition("\0")
    return os.waitstatus_to_exitcode(status), said, int(made), usage.ru_maxrss * MEMORY_UNIT


def carry_out(arguments: list[str]) -> int:
    """Do what a command says, and return its exit code; that of a fault is 70."""
    try:
        command(arguments)
    except SystemExit as done:
        return int(done.code or 0)
    except BaseException:
        traceback.print_exc()
    return 70


if __name__ == "__main__":
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())), contextlib.suppress(SystemExit):
        command(["check", str(SAMPLES / "in-progress.xlsx")])
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)
