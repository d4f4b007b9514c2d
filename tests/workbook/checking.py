"""Runs commands, each in a process of its own:  python -m tests.workbook.checking

Reads the arguments of commands from the standard input, a line of JSON each, and answers each with a line of JSON: the
exit code, what was said, processor seconds, and peak memory in bytes. Everything is loaded before, so that the seconds
are those of the command itself; the memory that this takes counts, as in a process that begins anew.

A busy machine takes up to twice as many processor seconds for the same work. So a known piece of work is done before
and after, and the seconds are told as they would be on a machine that needs `PACE` for it.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import time
import traceback
from tempfile import TemporaryFile

from tests.support.books import SAMPLES
from turnabout_sheets.cli.main import main as command

PACE = 0.01
"""Processor seconds of `measure_pace` on a quiet machine."""

MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024


def measure_pace() -> float:
    """Return the processor seconds that a known piece of work takes now."""
    start = time.process_time()
    sum(number * number for number in range(200_000))
    return time.process_time() - start


def run(arguments: list[str]) -> tuple[int, str, float, int]:
    """Run a command in a process of its own."""
    before = measure_pace()
    with TemporaryFile() as output:
        child = os.fork()
        if child == 0:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
            code = 70
            try:
                command(arguments)
            except SystemExit as done:
                code = int(done.code or 0)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                os._exit(code)
        _, status, usage = os.wait4(child, 0)
        output.seek(0)
        said = output.read().decode()
    seconds = (usage.ru_utime + usage.ru_stime) * 2 * PACE / (before + measure_pace())
    return os.waitstatus_to_exitcode(status), said, seconds, usage.ru_maxrss * MEMORY_UNIT


if __name__ == "__main__":
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())), contextlib.suppress(SystemExit):
        command(["check", str(SAMPLES / "in-progress.xlsx")])
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)
