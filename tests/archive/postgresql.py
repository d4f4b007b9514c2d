"""A PostgreSQL server of the tests' own: on a free port, in a temporary folder, for as long as the tests run.

Test processes side by side share one, and an empty archive in it, of which databases are copied.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest
from filelock import FileLock

from tests.dose import dose
from tests.real_software import program
from turnabout_sheets.archive.store import open_archive

USER = "postgres"
"""Who runs the server where the tests are run by root, whom PostgreSQL refuses."""

EMPTY = "empty_archive"
"""The database that others are copied of."""

SETTINGS = "fsync=off synchronous_commit=off full_page_writes=off wal_level=minimal max_wal_senders=0 autovacuum=off"
"""What is written need not outlive the machine here, so nobody waits for the disk."""

IN_POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.postgresql)

IN_BOTH = ["sqlite", IN_POSTGRESQL]
"""Where an archive can be."""

IN_A_FILE = [
    "sqlite",
    *dose([], [pytest.param("postgresql", marks=[pytest.mark.postgresql, pytest.mark.soak])]),
]
"""Only in a file in the short dose, where what is looked at is done by the same statements as much that is on both."""

_number = count(1)


@dataclass
class Server:
    """A server that runs, and the numbers of the processes that use it."""

    folder: str
    address: str
    users: list[int]

    def stop(self) -> None:
        """Stop it, and delete its files."""
        _run(_bin() / "pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


def _bin() -> Path:
    """Return the folder of the server's programs; Debian keeps them out of the path, and has its own in it."""
    places = Path("/usr/lib/postgresql").glob("*/bin/initdb") if shutil.which("pg_ctlcluster") else ()
    found = sorted(places, key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else Path(program("initdb")).parent


def _run(*command: str | Path) -> None:
    words = [str(word) for word in command]
    as_user = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*as_user, *words], cwd="/", capture_output=True, text=True, timeout=120, env={**os.environ, "LC_ALL": "C"}
    )
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"


def _start() -> Server:
    programs = _bin()
    folder = Path(mkdtemp(prefix="turnabout-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, USER, USER)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / "data"
    settings = " ".join(f"-c {setting}" for setting in SETTINGS.split())
    options = f"-p {port} -h 127.0.0.1 -k {folder} {settings} -c max_connections=100"
    try:
        _run(programs / "initdb", "-D", data, "-U", USER, "--auth=trust", "--encoding=UTF8", "--no-sync")
        _run(programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    started = Server(str(folder), f"postgresql://{USER}@127.0.0.1:{port}", [])
    with psycopg.connect(f"{started.address}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {EMPTY}")
    with open_archive(f"{started.address}/{EMPTY}", create=True).writing():
        pass
    return started


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@contextlib.contextmanager
def server(shared: Path) -> Iterator[str]:
    """Give the address of the server that ``shared``, a folder, tells of; who comes first starts it.

    Who goes last stops it.
    """
    known, me = shared / "postgresql.json", os.getpid()
    with FileLock(shared / "postgresql.lock"):
        running = Server(**json.loads(known.read_text("utf-8"))) if known.exists() else _start()
        running.users.append(me)
        known.write_text(json.dumps(asdict(running)), "utf-8")
    try:
        yield running.address
    finally:
        with FileLock(shared / "postgresql.lock"):
            running = Server(**json.loads(known.read_text("utf-8")))
            running.users = [user for user in running.users if user != me and _is_there(user)]
            known.write_text(json.dumps(asdict(running)), "utf-8")
            if not running.users:
                known.unlink()
                running.stop()


def new_database(server: str, options: str = "") -> str:
    """Make a database, empty if the options say nothing else, and return its address."""
    name = f"archive_{os.getpid()}_{next(_number)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} {options}".encode())
    return f"{server}/{name}"


def carry_out(address: str, *statements: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())
