"""Works on one archive from several processes at once:  python -m tests.archive.together

Reads jobs from the standard input, a line of JSON each: the place of an archive and the tasks. A task is
``write,NAME,COUNT``, to add so many events that are called by the name (``write,NAME,COUNT,SECONDS``: with a rest of so
long after each), ``read,COUNT``, to look until so many are there, or ``import,FILE``, to give that command.
All begin at the same time, forked from a process that has loaded
everything. Answers each job with a line of JSON: whether all was done, and what each has to say.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from datetime import date, timedelta
from tempfile import TemporaryDirectory, TemporaryFile

from sqlalchemy import create_engine, func, select

from tests.archive.making import add, event, turnabout
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.schema import ENTRIES, EVENTS, LOG
from turnabout_sheets.archive.store import open_archive


def write(place: str, name: str, count: str, rest: str = "0") -> str:
    """Add events of six players, of whom two are in everybody's; all by one command."""
    command = Command()
    archive = open_archive(place, create=True)
    for number in range(int(count)):
        day = str(date(2024, 1, 1) + timedelta(number))
        record = event(f"{name} {number}", day, *(f"{name} {each}" for each in range(4)), "Ada", "Ben")
        add(archive, record, command=command)
        time.sleep(float(rest))
    return ""


def read(place: str, count: str) -> str:
    """Look until the events are there; return how many different states of the archive were seen, all of them whole."""
    archive = open_archive(place)
    seen: list[int] = []
    while not seen or seen[-1] < int(count):
        with archive.reading() as connection:
            counts = [
                connection.execute(select(func.count()).select_from(table)).scalar_one()
                for table in (EVENTS, ENTRIES, LOG)
            ]
        events = counts[0]
        assert counts == [events, 6 * events, events], f"half an event is seen: {counts}"
        seen.append(events)
    assert seen == sorted(seen), f"events went away: {seen}"
    return str(len(set(seen)))


def import_file(place: str, file: str) -> str:
    """Give the command; return what it says."""
    done = turnabout("import", file, "--archive", place)
    assert done.exit_code == 0, done.output
    return done.output


TASKS = {"write": write, "read": read, "import": import_file}


def work(place: str, *tasks: str) -> tuple[bool, list[str]]:
    """Do all tasks at once."""
    start, go = os.pipe()
    running = []
    for task in tasks:
        name, *words = task.split(",")
        output = TemporaryFile("w+")  # noqa: SIM115 - it is read when the process has ended
        child = os.fork()
        if child == 0:
            os.close(go)
            os.read(start, 1)  # until nobody can write into it any more
            code = 1
            try:
                output.write(TASKS[name](place, *words))
                code = 0
            except BaseException:
                traceback.print_exc(file=output)
            finally:
                output.flush()
                os._exit(code)
        running.append((child, output))
    os.close(start)
    os.close(go)
    codes = [os.waitpid(child, 0)[1] for child, _ in running]
    told = []
    for _, output in running:
        with output:
            output.seek(0)
            told.append(output.read())
    return not any(codes), told


def load_all() -> None:
    """Bring into memory, once for all, what each would load by itself when it has begun."""
    create_engine("postgresql+psycopg://")
    with TemporaryDirectory() as folder:
        write(f"{folder}/archive.sqlite", "North", "1")


if __name__ == "__main__":
    load_all()
    for line in sys.stdin:
        print(json.dumps(work(*json.loads(line))), flush=True)
